-- A search in the lists of work orders asks for a part of the description: without an index it reads each order.
create index orders_description on work_orders.orders using gin (description gin_trgm_ops);
