-- Deadlines of work orders are working time, except those of urgent work. A stop of the clock (a hold, or the wait for a charge) moves the
-- deadline by working time too, which the program knows (the office's hours and days off are settings). So the trigger notes only since
-- when a charge is waited for. Deadlines that people were told before stay as they are.
alter table work_orders.orders
  -- The working minutes of `paused_for`. A correction of the request needs one of the two, by the priority.
  add column paused_minutes int not null default 0 constraint orders_paused_minutes_check check (paused_minutes >= 0),
  -- When those who assign work were told that it is late; null: its present deadline was not told.
  add column late_told_at timestamptz;
-- Of stops before, only the clock hours are known: a day of them counts as a working day of eight hours.
update work_orders.orders set paused_minutes = round(extract(epoch from paused_for) / 180) where paused_for > '0';

create or replace function work_orders.stop_clock() returns trigger language plpgsql as $$
declare
  waits boolean := coalesce(new.state = 'ON_REVIEW' and new.charge_minor > new.paid_minor and new.waived_by is null, false);
begin
  new.charge_since := case when waits then coalesce(new.charge_since, new.stepped_at) end;
  return new;
end
$$;

-- What is late and was not told: the job that asks every minute reads nothing else.
create index orders_late_untold on work_orders.orders (due_at, id)
  where late_told_at is null and stopped_at is null
    and state in ('PENDING', 'ON_REVIEW', 'ACCEPTED', 'ASSIGNED', 'IN_PROGRESS', 'RE_OPEN');
