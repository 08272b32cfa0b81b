-- Labour far beyond the estimate, or lost water beyond what can have flown: who completed the work has confirmed it, with a reason.
alter table work_orders.orders
  add column unusual text[] constraint orders_unusual_check check (unusual <@ array['LABOUR', 'LOST_WATER'] and cardinality(unusual) > 0),
  add column unusual_reason text,
  add column unusual_by_name text,
  add constraint orders_unusual_reason_check check ((unusual is null) = (unusual_reason is null) and (unusual is null) = (unusual_by_name is null));
