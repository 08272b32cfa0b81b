-- What was collected is the money that stays: without what is owed back, less what was reversed and refunded. These
-- indexes answer it for the homes and charts without reading the payments themselves.
drop index payments.payments_paid_on;
create index payments_paid_on on payments.payments (paid_on) include (source, state, amount_minor, owed_back);
create index payments_reversed on payments.payments (decided_at) include (source, amount_minor, owed_back)
  where state = 'REVERSED';
