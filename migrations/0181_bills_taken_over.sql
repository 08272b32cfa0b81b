-- Open bills that a new owner has taken over in writing with a connection. They stay in the name of who used the water; who took them
-- over reads their sums and pays them.
create table billing.taken_over_bills (
  invoice_id uuid primary key constraint taken_over_bills_invoice_id_fkey references billing.invoices,
  connection_id uuid not null constraint taken_over_bills_connection_id_fkey references meters.connections,
  consumer_id uuid not null constraint taken_over_bills_consumer_id_fkey references consumers.consumers,
  taken_at timestamptz not null
);
create index taken_over_bills_consumer_id on billing.taken_over_bills (consumer_id, connection_id);
create index taken_over_bills_connection_id on billing.taken_over_bills (connection_id);
select platform.append_only('billing.taken_over_bills');
select platform.limit_to_consumer('billing.taken_over_bills',
  'consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])');
-- Of changes before this day: what is open of it.
insert into billing.taken_over_bills (invoice_id, connection_id, consumer_id, taken_at)
select i.id, h.connection_id, h.to_consumer_id, h.accepted_at from ownership.changes h
join billing.invoices i on i.connection_id = h.connection_id and i.cancelled_on is null and i.settled_minor < i.total_minor
  and i.issued_on <= h.accepted_at::date
where h.open_minor > 0;

alter policy own_rows on meters.connections using (
  consumer_id = platform.consumer_id()
  or id = any ((select meters.shared_with(platform.consumer_id(), platform.today(), false))::uuid[])
  or id = any ((select meters.once_held(platform.consumer_id()))::uuid[])
  or id in (select t.connection_id from billing.taken_over_bills t));
alter policy own_rows on billing.invoices using (
  consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
  or (connection_id = any ((select meters.shared_with(platform.consumer_id(), platform.today(), false))::uuid[])
    and meters.is_of_holder(connection_id, consumer_id))
  or id in (select t.invoice_id from billing.taken_over_bills t));
