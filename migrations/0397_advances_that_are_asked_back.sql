-- The bank takes a cheque back whose money had become an advance that was paid out: the household owes it, by a bill of its own with one line,
-- whose other side is the advance (2200). Like the fee of a returned cheque it stands beside a bill and is no part of it.
alter table billing.invoice_lines drop constraint invoice_lines_kind_check, add constraint invoice_lines_kind_check check (
  kind in ('water', 'fixed', 'minimum', 'sewer', 'vat_water', 'vat_fixed', 'vat_minimum', 'vat_sewer', 'surcharge', 'cheque_fee', 'rebate_back',
    'advance_back', 'round_off'));
create index invoice_lines_advance_back on billing.invoice_lines (invoice_id) where kind = 'advance_back';
create or replace function billing.is_cheque_fee(invoice uuid) returns boolean language sql stable parallel safe
security definer set search_path = '' as $$
  select exists (select from billing.invoice_lines l where l.invoice_id = invoice and l.kind in ('cheque_fee', 'advance_back'))
$$;

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
    union all
    -- What is asked back by a bill stays a credit.
    select i.connection_id, g.amount_minor from billing.rebates g join billing.invoices i on i.id = g.invoice_id
    where g.taken_back_on is null or g.charge_id is not null
    union all
    -- What is asked back of an advance that was paid out.
    select i.connection_id, l.amount_minor from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id
    where l.kind = 'advance_back' and i.cancelled_on is null
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
  ) b group by b.party_id
  union all
  -- Of the entry that is left of merged ones: recharges, less what was paid and is held or was paid out.
  select '2300', coalesce(c.merged_into, c.id), -sum(w.amount_minor)::bigint from (
    select p.wallet_of as party_id, p.amount_minor from payments.payments p
    where p.source = 'WALLET_RECHARGE' and p.state = 'APPROVED'
    union all
    select p.wallet_of, -p.amount_minor from payments.payments p where p.method = 'WALLET' and p.state = 'APPROVED'
    union all
    select f.consumer_id, -f.amount_minor from wallet.withdrawals f where f.state not in ('REJECTED', 'RETURNED')
    union all
    select m.from_id, m.returned_minor - m.amount_minor from wallet.moves m where m.returned_minor is not null
    union all
    select m.into_id, m.amount_minor - m.returned_minor from wallet.moves m where m.returned_minor is not null
  ) w join consumers.consumers c on c.id = w.party_id group by 2
  union all
  select '2310', coalesce(c.merged_into, c.id), -sum(f.amount_minor)::bigint
  from wallet.withdrawals f join consumers.consumers c on c.id = f.consumer_id
  where f.state in ('REQUESTED', 'OTP_CONFIRMED', 'APPROVED') group by 2;
