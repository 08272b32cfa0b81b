-- Who asked for work pays its charge: at the counter or through the bank, before the work begins. The money can be taken back,
-- or it is owed back when the work is not done.
alter table work_orders.orders
  -- Of the charge: what is VAT.
  add column vat_minor bigint not null default 0 constraint orders_vat_check check (vat_minor between 0 and coalesce(charge_minor, 0));
create index orders_charged on work_orders.orders (asked_at desc, id) where charge_minor is not null;

insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('1120', 'Receivable for work orders', 'কার্যাদেশের পাওনা', 'asset', true),
  ('4110', 'Work at connections', 'সংযোগে করা কাজ', 'income', false);
alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT', 'REFUND_CLAIM',
    'CASH_VARIANCE', 'REFUND_WITHDRAWAL', 'REFUND_RETURN', 'WORK_ORDER')
);

alter table payments.payments
  add constraint payments_work_order_id_fkey foreign key (work_order_id) references work_orders.orders;
create index payments_work_order on payments.payments (work_order_id) where work_order_id is not null;

alter table payments.proposals
  add column work_order_id uuid constraint proposals_work_order_id_fkey references work_orders.orders,
  drop constraint proposals_about_check,
  add constraint proposals_about_check check (case kind
    when 'BACKDATE' then num_nonnulls(alarm_id, refund_id, statement_reference) = 0
      and num_nonnulls(connection_id, application_id, work_order_id) = 1 and num_nonnulls(method, paid_on) = 2
    when 'NO_MONEY' then alarm_id is not null
      and num_nonnulls(refund_id, connection_id, application_id, work_order_id, method, slip_number, paid_on, statement_reference) = 0
    when 'WITHDRAW_REFUND' then refund_id is not null
      and num_nonnulls(alarm_id, connection_id, application_id, work_order_id, method, slip_number, paid_on, statement_reference) = 0
    when 'RETURN_REFUND' then num_nonnulls(refund_id, statement_reference) = 2
      and num_nonnulls(alarm_id, connection_id, application_id, work_order_id, method, slip_number, paid_on) = 0
    else alarm_id is not null and num_nonnulls(refund_id, application_id, work_order_id, method, slip_number, paid_on) = 0 end);
drop index payments.proposals_backdate_key;
create unique index proposals_backdate_key on payments.proposals
  (coalesce(connection_id, application_id, work_order_id), method, paid_on, amount_minor)
  where state = 'REQUESTED' and kind = 'BACKDATE';

-- Money of a work order: always that of one payment.
alter table payments.refunds
  add column work_order_id uuid constraint refunds_work_order_id_fkey references work_orders.orders,
  drop constraint refunds_source_check,
  add constraint refunds_source_check check (
    num_nonnulls(application_id, connection_id, work_order_id) = 1
    and case when connection_id is not null then consumer_id is not null when work_order_id is null then consumer_id is null else true end
    and (num_nonnulls(demand_note_id, payment_id) = 1
      -- An advance: of the connection itself.
      or (num_nonnulls(demand_note_id, payment_id) = 0 and connection_id is not null))
    and (work_order_id is null or payment_id is not null)
  );
create index refunds_work_order on payments.refunds (work_order_id) where work_order_id is not null;

-- The memory of "alone up to": money of a work order belongs to the order.
alter table billing.alone_acts
  add column work_order_id uuid constraint alone_acts_work_order_id_fkey references work_orders.orders,
  drop constraint alone_acts_kind_check,
  add constraint alone_acts_kind_check check (kind in ('REVERSE', 'CANCEL', 'ADJUST', 'VARIANCE')
    and num_nonnulls(connection_id, application_id, work_order_id) = case kind when 'VARIANCE' then 0 else 1 end
    and (num_nonnulls(application_id, work_order_id) = 0 or kind = 'REVERSE'));
create index alone_acts_work_order on billing.alone_acts (work_order_id) where work_order_id is not null;

-- What documents say of each party: a work order is in the books while money is on it.
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
  select '2200', a.party_id, -sum(a.amount_minor)::bigint from (
    select p.connection_id as party_id, p.amount_minor - coalesce((
      select sum(x.amount_minor) from payments.allocations x where x.payment_id = p.id), 0) as amount_minor
    from payments.payments p where p.source = 'INVOICE' and p.state = 'APPROVED' and not p.owed_back
    union all
    select f.connection_id, -f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'WITHDRAWN', 'RETURNED')
    union all
    select f.connection_id, f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is not null and f.state = 'WITHDRAWN'
    union all
    select i.connection_id, -u.amount_minor from billing.advance_uses u join billing.invoices i on i.id = u.invoice_id
    union all
    select i.connection_id, -n.amount_minor from billing.adjustments n join billing.invoices i on i.id = n.invoice_id
    where n.amount_minor < 0 and i.cancelled_on is null
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
    select p.connection_id, p.amount_minor from payments.payments p
    where p.owed_back and p.connection_id is not null and p.state = 'APPROVED'
    union all
    select f.connection_id, f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'WITHDRAWN', 'RETURNED')
    union all
    select f.connection_id, -f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is not null and f.state = 'WITHDRAWN'
    union all
    select coalesce(f.application_id, f.connection_id, f.work_order_id), -f.amount_minor from payments.refunds f
    where f.state = 'PAID_OUT'
  ) b group by b.party_id;
