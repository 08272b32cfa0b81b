-- The office corrects what a household asked for: its own words stay beside. Null: they are what the order says.
alter table work_orders.orders add column asked_description text;
