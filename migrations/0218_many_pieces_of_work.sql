-- More of a material than is usual is confirmed like labour and lost water, with a reason.
alter table work_orders.orders drop constraint orders_unusual_check;
alter table work_orders.orders add constraint orders_unusual_check
  check (unusual <@ array['LABOUR', 'LOST_WATER', 'MATERIALS'] and cardinality(unusual) > 0);
