-- A meter that was estimated as often in a row as the settings allow has to be read: one work order is opened for the estimate that
-- reached the limit, and never a second one.
alter table work_orders.orders add column from_estimates boolean not null default false
  constraint orders_from_estimates_check check (not from_estimates or reading_id is not null);
create unique index orders_from_estimates_key on work_orders.orders (reading_id) where from_estimates;
