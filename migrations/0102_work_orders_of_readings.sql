-- A reading that something is wrong with sends somebody: the order names it. Readings are in parts by year, so nothing refers to them.
alter table work_orders.orders add column reading_id uuid;
create index orders_reading_id on work_orders.orders (reading_id) where reading_id is not null;
