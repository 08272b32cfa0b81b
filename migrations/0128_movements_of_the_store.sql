-- The list of movements says how much was left after each. It is written with the movement: two bookings of one instant have no other order.
alter table work_orders.stock_movements disable trigger user;
alter table work_orders.stock_movements add column on_hand numeric(14, 3)
  constraint stock_movements_on_hand_check check (on_hand >= 0);
update work_orders.stock_movements m set on_hand = s.on_hand from (
  select id, sum(quantity) over (partition by material_id order by at, id) as on_hand from work_orders.stock_movements) s
  where s.id = m.id;
alter table work_orders.stock_movements enable trigger user;
alter table work_orders.stock_movements alter column on_hand set not null;
create index stock_movements_at on work_orders.stock_movements (at desc, id);
