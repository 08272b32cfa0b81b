-- A change with an end changes some days only, so only these must be free of bills. The category of an older month is mended that way:
-- its bill is cancelled, the change is approved, and the month is billed again; later bills stay.

-- The first day after the last billed one of the days that a change changes; null: none of them is billed. These are its own days, and the
-- days after its end until the next agreed turn if another category counts on them than the one that follows the change.
create function billing.category_change_billed_until(of_connection uuid, first_day date, next_day date, follows text) returns date
language sql stable as $$
  select max(least(i.period_to, c.disconnected_on))
  from billing.invoices i join meters.connections c on c.id = i.connection_id
  where i.connection_id = of_connection and i.cancelled_on is null and i.adjusts_id is null
    and least(i.period_to, c.disconnected_on) > first_day
    and greatest(i.period_from, c.connected_on) < case
      when next_day is null then 'infinity'
      else coalesce(
        (select case when k.category = follows then next_day else k.until_day end from meters.connection_categories k
          where k.connection_id = of_connection and k.from_day <= next_day and k.until_day > next_day),
        case when c.category = follows then next_day else 'infinity' end) end
$$;

-- As in migration 0414, but it asks the days that the change changes.
create or replace function billing.guard_category_change() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,number,connection_id,consumer_id,category,from_day,until_day,next_category,reason,words,proposed_by,proposed_by_name,proposed_at}';
  decided constant text[] := '{state,decided_by,decided_by_name,decided_at,answer}';
  later constant text[] := '{checked_by,checked_by_name,checked_at,checked_words,replaced_by,told_ending_on,told_turned_on}';
  billed_until date;
begin
  if exists (select from unnest(fixed || case when old.state = 'WAITING' then '{}' else decided end) f (name)
      where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or exists (select from unnest(later) f (name)
      where to_jsonb(old) ->> f.name is not null and to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name) then
    raise exception 'what was proposed and decided by change % is a fact', old.id using errcode = '23514', constraint = 'category_changes_frozen';
  end if;
  -- Bills of a connection are made under its lock, and so is this.
  if new.state = 'APPROVED' and old.state <> 'APPROVED' then
    billed_until := billing.category_change_billed_until(new.connection_id, new.from_day, new.until_day, new.next_category);
    if billed_until is not null then
      raise exception 'days until % are billed', billed_until using errcode = '23514', constraint = 'category_changes_day_billed';
    end if;
  end if;
  return new;
end
$$;

-- The connection that goes on with the days of one: itself as long as it is not closed, else its successor or the successor of that; null:
-- nobody goes on with them.
create function meters.goes_on_as(of_connection uuid) returns uuid language sql stable as $$
  with recursive chain as (
    select c.id, c.status from meters.connections c where c.id = of_connection
    union all
    select n.id, n.status from chain join meters.connections n on n.follows_id = chain.id)
  select id from chain where status <> 'closed' limit 1
$$;

-- A proposal ends by itself if its connection was closed: no person decided it.
alter table billing.category_changes
  drop constraint category_changes_decided_check,
  add constraint category_changes_decided_check check ((state = 'WAITING') = (decided_at is null)
    and (decided_at is null) = (decided_by_name is null) and (decided_by is null or decided_at is not null)
    and (decided_by is not null or state in ('WAITING', 'WITHDRAWN')));

-- The connection whose household was told last that the category ends. After a change of owner the next household is told too.
alter table billing.category_changes
  add column ending_told_for uuid constraint category_changes_ending_told_for_fkey references meters.connections;
update billing.category_changes set ending_told_for = connection_id where told_ending_on is not null;
alter table billing.category_changes
  add constraint category_changes_ending_told_check check ((told_ending_on is null) = (ending_told_for is null));
