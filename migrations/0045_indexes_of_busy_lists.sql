-- What every screen counts, sums and lists is read from an index alone: the rows of a month or of the whole town are
-- found without their tables.

-- Who is read in a month: the list and the number of meters that are not.
create index readings_period on meters.readings (period, meter_id) include (living);

-- The order of the list, newest first, written as the list asks for it; with what its number and its sum need.
drop index payments.payments_list;
create index payments_list on payments.payments (source, created_at desc nulls last, id) include (state, amount_minor);
-- Collected in days and months.
drop index payments.payments_paid_on;
create index payments_paid_on on payments.payments (paid_on) include (source, state, amount_minor);
create index payments_application on payments.payments (application_id) where application_id is not null;

-- Bills, newest first, with what their sums need.
drop index billing.invoices_issued_on;
create index invoices_issued_on on billing.invoices (issued_on desc nulls last, id)
  include (total_minor, settled_minor, cancelled_on);
-- What is owed: by connection, and in all.
drop index billing.invoices_open;
create index invoices_open on billing.invoices (connection_id, issued_on)
  include (due_on, total_minor, settled_minor, cancelled_on) where cancelled_on is null and settled_minor < total_minor;

-- The beginning of a connection's number, as it is typed at the counter.
create index connections_number_prefix on meters.connections (number text_pattern_ops);
