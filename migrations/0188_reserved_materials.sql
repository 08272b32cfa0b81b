-- What assigned orders have reserved is their estimate without what they took already: asked by the order, for each order in work.
create index stock_movements_order_id on work_orders.stock_movements (order_id, material_id) where order_id is not null;
