-- A household says that its house is empty from a day on. If two people agree, less of the fixed charge and of the minimum is owed for
-- those days, unless the readings show that somebody uses water there.
create table billing.empty_houses (
  id uuid primary key default uuidv7(),
  number text not null constraint empty_houses_number_key unique,
  connection_id uuid not null constraint empty_houses_connection_id_fkey references meters.connections,
  -- Who had the connection when it was noted.
  consumer_id uuid not null constraint empty_houses_consumer_id_fkey references consumers.consumers,
  from_day date not null,
  -- The first day after it. A notice without an end has the last day that the rules allow.
  until_day date not null,
  open_end boolean not null,
  reason text not null constraint empty_houses_reason_check check (reason in ('AWAY', 'NO_TENANT', 'REPAIRS', 'OTHER')),
  words text not null,
  -- What the register showed on the first day, if it is known.
  start_litres bigint constraint empty_houses_start_check check (start_litres >= 0),
  -- The rules of the day on which it was noted: they go on to count for it.
  fixed_percent int not null constraint empty_houses_fixed_check check (fixed_percent between 0 and 100),
  minimum_percent int not null constraint empty_houses_minimum_check check (minimum_percent between 0 and 100),
  litres_per_month bigint not null constraint empty_houses_litres_check check (litres_per_month >= 0),
  state text not null default 'WAITING' constraint empty_houses_state_check check (
    state in ('WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'ENDED', 'ENDED_BY_USE')),
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  -- Why it was refused or withdrawn, or ended before its last day.
  answer text,
  ended_by_name text,
  ended_at timestamptz,
  -- The bill whose reading showed that the house is used.
  ended_by_invoice_id uuid constraint empty_houses_ended_by_invoice_id_fkey references billing.invoices,
  version int not null default 1,
  constraint empty_houses_days_check check (until_day > from_day or until_day = from_day and state in ('ENDED', 'ENDED_BY_USE')),
  constraint empty_houses_decided_check check ((state = 'WAITING') = (decided_at is null)
    and num_nonnulls(decided_by, decided_by_name, decided_at) in (0, 3)),
  constraint empty_houses_answer_check check ((state in ('REFUSED', 'WITHDRAWN', 'ENDED')) = (answer is not null)),
  constraint empty_houses_two_persons check (state in ('REFUSED', 'WITHDRAWN') or decided_by <> proposed_by),
  constraint empty_houses_ended_check check ((state in ('ENDED', 'ENDED_BY_USE')) = (ended_at is not null)
    and (ended_at is null) = (ended_by_name is null) and (state = 'ENDED_BY_USE') = (ended_by_invoice_id is not null)),
  constraint empty_houses_days_excl exclude using gist (connection_id with =, daterange(from_day, until_day) with &&)
    where (state in ('WAITING', 'APPROVED', 'ENDED', 'ENDED_BY_USE'))
);
create index empty_houses_connection on billing.empty_houses (connection_id, from_day);
create index empty_houses_list on billing.empty_houses (proposed_at desc, id);
-- What is still asked for is seen by the household too.
select platform.limit_to_consumer('billing.empty_houses',
  'consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])');

create function billing.guard_empty_house() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,number,connection_id,consumer_id,from_day,open_end,reason,words,start_litres,fixed_percent,minimum_percent,litres_per_month,proposed_by,proposed_by_name,proposed_at}';
  decided constant text[] := '{decided_by,decided_by_name,decided_at}';
  step constant text := old.state || '>' || new.state;
begin
  if exists (select from unnest(fixed || case when old.state = 'WAITING' then '{}' else decided end
        || case when step in ('APPROVED>ENDED', 'APPROVED>ENDED_BY_USE') then '{}' else '{until_day}' end::text[]) f (name)
      where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or new.until_day > old.until_day
    or step not in ('WAITING>APPROVED', 'WAITING>REFUSED', 'WAITING>WITHDRAWN', 'APPROVED>ENDED', 'APPROVED>ENDED_BY_USE') then
    raise exception 'what was noted and decided about empty house % is a fact', old.id using errcode = '23514', constraint = 'empty_houses_frozen';
  end if;
  -- Bills of a connection are made under its lock, and so is this.
  if step = 'WAITING>APPROVED' and billing.connection_billed_until(new.connection_id, new.from_day) is not null
    or step = 'APPROVED>ENDED' and billing.connection_billed_until(new.connection_id, new.until_day) is not null then
    raise exception 'days of connection % are billed', new.connection_id using errcode = '23514', constraint = 'empty_houses_day_billed';
  end if;
  return new;
end
$$;
create trigger guard before update on billing.empty_houses for each row execute function billing.guard_empty_house();
create function billing.refuse_decided_empty_house() returns trigger language plpgsql as $$
begin
  raise exception 'an empty house begins as a notice that waits' using errcode = '23514', constraint = 'empty_houses_proposed';
end
$$;
create trigger proposed before insert on billing.empty_houses for each row when (new.state <> 'WAITING')
  execute function billing.refuse_decided_empty_house();
create trigger keep before delete on billing.empty_houses for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on billing.empty_houses for each statement execute function platform.refuse_change();
revoke delete, truncate on billing.empty_houses from jolkol_app;

-- The notices that count on the billed days: [{id, from, until, fixed, minimum, litres, before, known}], in order. Null nearly always.
alter table billing.bill_run_items add column empty_days jsonb;
alter table billing.invoices add column empty_days jsonb;
grant insert (empty_days) on billing.invoices to jolkol_app;
