-- What the rules of the dunning ladder ask for a reconnection. Two persons approved it: an estimate is not below it, and who may waive waives it.
alter table work_orders.orders add column fee_minor bigint;
update work_orders.orders o set fee_minor = nullif(o.labour_minor, 0) from work_orders.categories k
where k.id = o.category_id and k.code = 'RECONNECTION_PAID' and o.asked_as = 'STAFF' and o.charge_minor is not null
  and o.state in ('PENDING', 'ON_REVIEW');
