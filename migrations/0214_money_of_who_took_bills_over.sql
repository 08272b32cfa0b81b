-- Money of who took bills over is theirs, not of the connection that ended: what the bills do not take is owed back to them, and a credit of
-- a bill that they paid is an advance of the connection that they have now.

-- Whether a bill was taken over, for who may see the bill, but not by whom.
create function billing.is_taken_over(invoice uuid) returns boolean language sql stable parallel safe
security definer set search_path = '' as $$
  select exists (select from billing.taken_over_bills t where t.invoice_id = invoice)
$$;

-- What who took a bill over has paid of it; below zero: the payment was taken back. Payments write it with their allocations.
create table billing.paid_by_takers (
  id uuid primary key default uuidv7(),
  invoice_id uuid not null constraint paid_by_takers_invoice_id_fkey references billing.taken_over_bills,
  amount_minor bigint not null constraint paid_by_takers_amount_check check (amount_minor <> 0)
);
create index paid_by_takers_invoice_id on billing.paid_by_takers (invoice_id);
select platform.append_only('billing.paid_by_takers');
insert into billing.paid_by_takers (invoice_id, amount_minor)
select t.invoice_id, sum(x.amount_minor) from billing.taken_over_bills t
join payments.allocations x on x.invoice_id = t.invoice_id
join payments.payments p on p.id = x.payment_id and p.state = 'APPROVED' and p.decided_at >= t.taken_at
join consumers.consumers y on y.id = p.payer_id
join consumers.consumers k on k.id = t.consumer_id
where coalesce(y.merged_into, y.id) = coalesce(k.merged_into, k.id)
group by t.invoice_id;

-- What was credited of a bill that its taker paid leaves the advance of the connection that ended, for the one that the taker has.
create table billing.moved_credits (
  id uuid primary key default uuidv7(),
  invoice_id uuid not null constraint moved_credits_invoice_id_fkey references billing.taken_over_bills,
  to_connection_id uuid not null constraint moved_credits_to_connection_id_fkey references meters.connections,
  amount_minor bigint not null constraint moved_credits_amount_check check (amount_minor > 0),
  moved_on date not null
);
create index moved_credits_invoice_id on billing.moved_credits (invoice_id);
create index moved_credits_to_connection_id on billing.moved_credits (to_connection_id);
select platform.append_only('billing.moved_credits');

-- A backdated payment at the counter may be for the taken-over bills.
alter table payments.proposals add column taken_over boolean not null default false
  constraint proposals_taken_over_check check (not taken_over or (kind = 'BACKDATE' and connection_id is not null));

-- A refund whose case was withdrawn is an advance only if the money was of the connection's owner: of who paid for another it stays owed.
alter table payments.refunds add column of_payer boolean not null default false
  constraint refunds_for_another_check check (not of_payer or (payment_id is not null and connection_id is not null));
drop index payments.refunds_payment_key;
create unique index refunds_payment_key on payments.refunds (payment_id)
  where state not in ('REFUSED', 'RETURNED') and (state <> 'WITHDRAWN' or (connection_id is not null and not of_payer));

-- Money that goes back to another payer is nothing that the owner of the connection reads.
alter policy own_rows on payments.payments using (
  (consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]) and not (owed_back and payer_id is not null))
  or payer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
  or (connection_id = any ((select meters.shared_with(platform.consumer_id(), platform.today(), false))::uuid[])
    and meters.is_of_holder(connection_id, consumer_id) and not (owed_back and payer_id is not null)));

-- What documents say of each party, with credits that were moved.
create or replace view ledger.documents as
  select '1100' as account_code, i.connection_id as party_id, sum(i.total_minor - i.settled_minor)::bigint as amount_minor
  from billing.invoices i where i.cancelled_on is null group by i.connection_id
  union all
  select '1110', n.application_id, sum(n.total_minor - n.settled_minor)::bigint
  from applications.demand_notes n
  where n.cancelled_at is null and n.settled_minor > 0
  group by n.application_id
  union all
  select '1120', o.id, o.charge_minor - o.paid_minor from work_orders.orders o where o.paid_minor > 0
  union all
  select '1130', r.id, r.fee_minor - r.fee_paid_minor from ownership.requests r where r.fee_paid_minor > 0
  union all
  select '2200', a.party_id, -sum(a.amount_minor)::bigint from (
    select p.connection_id as party_id, p.amount_minor - coalesce((
      select sum(x.amount_minor) from payments.allocations x where x.payment_id = p.id), 0) as amount_minor
    from payments.payments p where p.source = 'INVOICE' and p.state = 'APPROVED' and not p.owed_back
    union all
    select f.connection_id, -f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'WITHDRAWN', 'RETURNED')
    union all
    select f.connection_id, f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is not null and not f.of_payer and f.state = 'WITHDRAWN'
    union all
    select i.connection_id, -u.amount_minor from billing.advance_uses u join billing.invoices i on i.id = u.invoice_id
    union all
    select i.connection_id, -n.amount_minor from billing.adjustments n join billing.invoices i on i.id = n.invoice_id
    where n.amount_minor < 0 and i.cancelled_on is null
    union all
    select t.connection_id, -m.amount_minor from billing.moved_credits m join billing.taken_over_bills t on t.invoice_id = m.invoice_id
    union all
    select m.to_connection_id, m.amount_minor from billing.moved_credits m
  ) a group by a.party_id
  union all
  -- Owed back: withdrawn notes, money that nothing needed, advances under a refund case; less what was paid out.
  select '2210', b.party_id, -sum(b.amount_minor)::bigint from (
    select n.application_id as party_id, n.refundable_minor as amount_minor from applications.demand_notes n
    where n.refundable_minor > 0
    union all
    select p.application_id, p.amount_minor from payments.payments p
    where p.source = 'APPLICATION_SURVEY' and p.state = 'APPROVED'
    union all
    select n.application_id, -n.settled_minor from applications.demand_notes n where n.settled_minor > 0
    union all
    select p.work_order_id, p.amount_minor from payments.payments p
    where p.source = 'WORK_ORDER_SURVEY' and p.state = 'APPROVED'
    union all
    select o.id, -o.paid_minor from work_orders.orders o where o.paid_minor > 0
    union all
    select p.ownership_request_id, p.amount_minor from payments.payments p
    where p.source = 'OWNERSHIP_CHANGE' and p.state = 'APPROVED'
    union all
    select r.id, -r.fee_paid_minor from ownership.requests r where r.fee_paid_minor > 0
    union all
    select p.connection_id, p.amount_minor from payments.payments p
    where p.owed_back and p.connection_id is not null and p.state = 'APPROVED'
    union all
    select f.connection_id, f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'WITHDRAWN', 'RETURNED')
    union all
    select f.connection_id, -f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is not null and not f.of_payer and f.state = 'WITHDRAWN'
    union all
    select coalesce(f.application_id, f.connection_id, f.work_order_id, f.ownership_request_id), -f.amount_minor from payments.refunds f
    where f.state = 'PAID_OUT'
  ) b group by b.party_id;
