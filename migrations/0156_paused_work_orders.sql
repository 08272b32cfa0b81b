-- Assigned work is put on hold and goes on later: an overlay, not a state. Meanwhile its deadline waits. Work that was opened again two times
-- comes before other work.
alter table work_orders.orders
  add column paused_at timestamptz,
  -- It goes on by itself at this instant; null: when somebody says so.
  add column pause_until timestamptz,
  add column pause_reason text,
  add column paused_by uuid,
  add column paused_by_name text,
  -- How long it was on hold in all before: its deadline is later by this.
  add column paused_for interval not null default '0',
  add constraint orders_pause_check check (case when paused_at is null
    then num_nonnulls(pause_until, pause_reason, paused_by, paused_by_name) = 0
    else state in ('ASSIGNED', 'IN_PROGRESS') and num_nonnulls(pause_reason, paused_by_name) = 2 end),
  add constraint orders_pause_until_check check (pause_until > paused_at);
create index orders_pause_until on work_orders.orders (pause_until) where pause_until is not null;

-- Lists of work: what is on hold comes last; of the rest and of it, first what was opened again two times, then what is late, then what is
-- urgent, by the instant at which it is due. What is on hold is late if it was late when the hold began.
drop index work_orders.orders_urgency;
create index orders_urgency on work_orders.orders (state, (reopened < 2), (priority <> 'URGENT'), due_at, id) where paused_at is null;
create index orders_paused on work_orders.orders (state, (reopened < 2), (due_at >= paused_at), (priority <> 'URGENT'), due_at, id)
  where paused_at is not null;
