-- A connection's category counts by date: a building under construction is billed as one thing until a day, and as another from that day
-- on, without anybody switching it. A connection without a row here has one category, the one of `meters.connections`, on all days.

-- The rows of a connection follow one another without a gap, from -infinity to infinity. `meters.connections.category` is the one of
-- today: it is turned by a job, and bills never ask it if there are rows.
create table meters.connection_categories (
  id uuid primary key default uuidv7(),
  connection_id uuid not null constraint connection_categories_connection_id_fkey references meters.connections,
  category text not null,
  from_day date not null,
  -- The first day of the next one.
  until_day date not null,
  constraint connection_categories_days_check check (until_day > from_day),
  constraint connection_categories_days_excl exclude using gist (connection_id with =, daterange(from_day, until_day) with &&)
    deferrable initially deferred
);
create index connection_categories_connection on meters.connection_categories (connection_id, from_day);
create index connection_categories_turns on meters.connection_categories (from_day) where from_day > '-infinity';
select platform.limit_to_consumer('meters.connection_categories', 'exists (select from meters.connections c
  where c.id = connection_id and c.consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]))');
revoke update, truncate on meters.connection_categories from jolkol_app;
create trigger keep_all before truncate on meters.connection_categories for each statement execute function platform.refuse_change();

create function meters.check_categories() returns trigger language plpgsql as $$
declare
  of_connection constant uuid := case when tg_op = 'DELETE' then old.connection_id else new.connection_id end;
begin
  if exists (
    select from (
      select from_day, lag(until_day, 1, '-infinity') over w as before, until_day, lead(from_day, 1, 'infinity') over w as after
      from meters.connection_categories where connection_id = of_connection window w as (order by from_day)
    ) k where k.from_day <> k.before or k.until_day <> k.after
  ) then
    raise exception 'the categories of connection % have a gap', of_connection
      using errcode = '23514', constraint = 'connection_categories_chain';
  end if;
  return null;
end
$$;
create constraint trigger chain after insert or delete on meters.connection_categories deferrable initially deferred
  for each row execute function meters.check_categories();

-- A change as one person proposes it and another one approves it. What is in force follows from the approved ones; the rows above are
-- written with the approval.
create table billing.category_changes (
  id uuid primary key default uuidv7(),
  number text not null constraint category_changes_number_key unique,
  connection_id uuid not null constraint category_changes_connection_id_fkey references meters.connections,
  -- Who had the connection when it was proposed.
  consumer_id uuid not null constraint category_changes_consumer_id_fkey references consumers.consumers,
  category text not null constraint category_changes_category_fkey references billing.tariff_categories,
  from_day date not null,
  -- The first day of the category that follows; null: it has no end.
  until_day date,
  next_category text constraint category_changes_next_category_fkey references billing.tariff_categories,
  reason text not null constraint category_changes_reason_check check (
    reason in ('UNDER_CONSTRUCTION', 'USE_CHANGED', 'WRONG_CATEGORY', 'OTHER')),
  -- What was seen, and by whom.
  words text not null,
  state text not null default 'WAITING' constraint category_changes_state_check check (state in ('WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  -- Why it was refused or withdrawn.
  answer text,
  -- Somebody looked at the connection before its end: the category that follows is right.
  checked_by uuid,
  checked_by_name text,
  checked_at timestamptz,
  checked_words text,
  -- The later change that took the place of its end.
  replaced_by uuid constraint category_changes_replaced_by_fkey references billing.category_changes,
  told_ending_on date,
  told_turned_on date,
  version int not null default 1,
  constraint category_changes_end_check check ((until_day is null) = (next_category is null)
    and (until_day is null or until_day > from_day and next_category <> category)),
  constraint category_changes_decided_check check ((state = 'WAITING') = (decided_at is null)
    and num_nonnulls(decided_by, decided_by_name, decided_at) in (0, 3)),
  constraint category_changes_answer_check check ((state in ('REFUSED', 'WITHDRAWN')) = (answer is not null)),
  constraint category_changes_two_persons check (state <> 'APPROVED' or decided_by <> proposed_by),
  constraint category_changes_checked_check check (num_nonnulls(checked_by, checked_by_name, checked_at, checked_words) in (0, 4)
    and (checked_at is null or state = 'APPROVED' and until_day is not null)),
  constraint category_changes_replaced_check check (replaced_by is null or state = 'APPROVED'),
  constraint category_changes_told_check check ((told_ending_on is null and told_turned_on is null) or state = 'APPROVED' and until_day is not null)
);
-- A connection has one proposal at a time.
create unique index category_changes_waiting_key on billing.category_changes (connection_id) where state = 'WAITING';
create index category_changes_connection on billing.category_changes (connection_id, proposed_at desc);
create index category_changes_list on billing.category_changes (proposed_at desc, id);
create index category_changes_ends on billing.category_changes (until_day)
  where state = 'APPROVED' and until_day is not null and checked_at is null and replaced_by is null;
-- A household reads what is in force or will be, not what the office is still thinking about.
select platform.limit_to_consumer('billing.category_changes',
  'state = ''APPROVED'' and consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])');

-- The first day after the last one that a living bill of a connection covers; null: no bill covers a day from `day` on.
create function billing.connection_billed_until(of_connection uuid, day date) returns date language sql stable as $$
  select max(least(i.period_to, c.disconnected_on))
  from billing.invoices i join meters.connections c on c.id = i.connection_id
  where i.connection_id = of_connection and i.cancelled_on is null and i.adjusts_id is null
    and i.period_to > day and least(i.period_to, c.disconnected_on) > day
$$;

create function billing.guard_category_change() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,number,connection_id,consumer_id,category,from_day,until_day,next_category,reason,words,proposed_by,proposed_by_name,proposed_at}';
  decided constant text[] := '{state,decided_by,decided_by_name,decided_at,answer}';
  later constant text[] := '{checked_by,checked_by_name,checked_at,checked_words,replaced_by,told_ending_on,told_turned_on}';
begin
  if exists (select from unnest(fixed || case when old.state = 'WAITING' then '{}' else decided end) f (name)
      where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or exists (select from unnest(later) f (name)
      where to_jsonb(old) ->> f.name is not null and to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name) then
    raise exception 'what was proposed and decided by change % is a fact', old.id using errcode = '23514', constraint = 'category_changes_frozen';
  end if;
  -- Bills of a connection are made under its lock, and so is this.
  if new.state = 'APPROVED' and old.state <> 'APPROVED' and billing.connection_billed_until(new.connection_id, new.from_day) is not null then
    raise exception 'days until % are billed', billing.connection_billed_until(new.connection_id, new.from_day)
      using errcode = '23514', constraint = 'category_changes_day_billed';
  end if;
  return new;
end
$$;
create trigger guard before update on billing.category_changes for each row execute function billing.guard_category_change();
create function billing.refuse_decided_category() returns trigger language plpgsql as $$
begin
  raise exception 'a change of a category begins as a proposal' using errcode = '23514', constraint = 'category_changes_proposed';
end
$$;
create trigger proposed before insert on billing.category_changes for each row when (new.state <> 'WAITING')
  execute function billing.refuse_decided_category();
create trigger keep before delete on billing.category_changes for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on billing.category_changes for each statement execute function platform.refuse_change();
revoke delete, truncate on billing.category_changes from jolkol_app;

-- The categories of the billed days, if they are several: [{category, from, until}], in order. Null nearly always.
alter table billing.bill_run_items add column categories jsonb;
alter table billing.invoices add column categories jsonb;
grant insert (categories) on billing.invoices to jolkol_app;
create index invoices_categories on billing.invoices using gin (categories jsonb_path_ops) where categories is not null;

-- As in migration 0086; a bill over two categories bills each of them for its own days.
create or replace function billing.billed_until(of_category text, day date) returns date language sql stable as $$
  select max(until) from (
    select least(i.period_to, c.disconnected_on) as until
    from billing.invoices i
    join billing.tariff_versions v on v.id = i.tariff_version_id and v.category = of_category
    join meters.connections c on c.id = i.connection_id
    where i.cancelled_on is null and i.period_to > day and least(i.period_to, c.disconnected_on) > day
    union all
    select least(k.until, i.period_to, c.disconnected_on)
    from billing.invoices i
    join meters.connections c on c.id = i.connection_id
    cross join lateral jsonb_to_recordset(i.categories) as k (category text, until date)
    where i.cancelled_on is null and i.categories is not null and i.period_to > day
      and i.categories @> jsonb_build_array(jsonb_build_object('category', of_category)) and k.category = of_category
      and least(k.until, i.period_to, c.disconnected_on) > day
  ) b
$$;
