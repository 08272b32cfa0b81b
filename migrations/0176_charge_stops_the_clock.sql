-- As long as a work order waits for the money of who asked, its deadline waits as well: nobody is late because of a household that has not
-- paid. The clock is stopped by the database, because many steps open and settle a charge.
alter table work_orders.orders
  -- Since when the charge is waited for.
  add column charge_since timestamptz,
  -- When the last step was, by the clock of the program.
  add column stepped_at timestamptz,
  -- Since when the clock stands still: on hold, or the charge is waited for; never both.
  add column stopped_at timestamptz generated always as (coalesce(paused_at, charge_since)) stored;

update work_orders.orders o set charge_since = coalesce((select max(t.at) from work_orders.timeline t
    where t.order_id = o.id and t.action in ('estimate', 'take', 'take-back')), o.state_since)
  where o.state = 'ON_REVIEW' and o.charge_minor > o.paid_minor and o.waived_by is null;
update work_orders.orders set stepped_at = state_since;
alter table work_orders.orders alter column stepped_at set not null, alter column stepped_at set default now();

create function work_orders.stop_clock() returns trigger language plpgsql as $$
declare
  waits boolean := coalesce(new.state = 'ON_REVIEW' and new.charge_minor > new.paid_minor and new.waived_by is null, false);
  waited interval;
begin
  if waits then
    new.charge_since := coalesce(new.charge_since, new.stepped_at);
  elsif new.charge_since is not null then
    -- In seconds: an interval of days would be another time when clocks are changed.
    waited := make_interval(secs => greatest(extract(epoch from new.stepped_at - new.charge_since), 0)::float8);
    new.due_at := new.due_at + waited;
    new.paused_for := new.paused_for + waited;
    new.charge_since := null;
  end if;
  return new;
end
$$;
create trigger stop_clock before update of state, charge_minor, paid_minor, waived_by on work_orders.orders
  for each row execute function work_orders.stop_clock();

-- What waits comes last in its list: on hold, or for its charge.
drop index work_orders.orders_urgency, work_orders.orders_paused;
create index orders_urgency on work_orders.orders (state, (reopened < 2), (priority <> 'URGENT'), due_at, id) where stopped_at is null;
create index orders_paused on work_orders.orders (state, (reopened < 2), (due_at >= stopped_at), (priority <> 'URGENT'), due_at, id)
  where stopped_at is not null;
