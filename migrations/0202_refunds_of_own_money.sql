-- A household sees what became of its own money that could pay nothing any more: the state of the refund, and the day of it.
select platform.limit_to_consumer('payments.refunds', $own$
  exists (select from payments.payments p where p.id = refunds.payment_id)$own$);
revoke select on payments.refunds from jolkol_consumer;
grant select (payment_id, state, asked_at, paid_on) on payments.refunds to jolkol_consumer;
