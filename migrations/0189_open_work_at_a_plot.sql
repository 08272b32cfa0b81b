-- A list says of each order which other work is open at its plot.
create index orders_open_place on work_orders.orders (road_id, lower(plot_number))
  where state in ('PENDING', 'ON_REVIEW', 'ACCEPTED', 'ASSIGNED', 'IN_PROGRESS', 'RE_OPEN');
