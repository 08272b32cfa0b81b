-- Lists of work begin with what is late, then what is urgent, by the instant at which it is due. Late is what was due before now, so that
-- each of the four kinds is a part of this index in its order.
create index orders_urgency on work_orders.orders (state, (priority <> 'URGENT'), due_at, id);
