-- A change of owner costs a fee: fixed with the request, paid by either owner after the handover is noted and before the change is
-- accepted, owed back if the request ends without a change.
alter table ownership.requests
  -- With VAT; 0: free. Requests that were made before are free.
  add column fee_minor bigint not null default 0,
  add column fee_vat_minor bigint not null default 0,
  add column fee_paid_minor bigint not null default 0,
  -- No sum is larger than what one payment can be. The fee is paid at once.
  add constraint requests_fee_check check (fee_minor between 0 and 10000000000 and fee_vat_minor between 0 and fee_minor
    and fee_paid_minor in (0, fee_minor)),
  drop constraint requests_state_check,
  add constraint requests_state_check check (state in ('REQUESTED', 'CONSENTED', 'RECORRECTION', 'DOCS_VERIFIED', 'READY_TO_PAY',
    'READY_TO_APPROVE', 'COMPLETED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  drop constraint requests_reading_check,
  add constraint requests_reading_check check (state not in ('READY_TO_PAY', 'READY_TO_APPROVE', 'COMPLETED')
    or (read_on is not null and verified_by is not null)),
  -- Nothing is accepted before its fee is paid, and what ended without a change keeps no money.
  add constraint requests_fee_paid_check check (case
    when state = 'READY_TO_PAY' then fee_paid_minor < fee_minor
    when state in ('READY_TO_APPROVE', 'COMPLETED') then fee_paid_minor = fee_minor
    when state in ('REJECTED', 'WITHDRAWN', 'EXPIRED') then fee_paid_minor = 0
    else true end);
create function ownership.guard_fee() returns trigger language plpgsql as $$
begin
  raise exception 'the fee of request % was fixed when it was made', old.number
    using errcode = '23514', constraint = 'requests_fee_fixed';
end
$$;
create trigger guard_fee before update on ownership.requests for each row
  when ((old.fee_minor, old.fee_vat_minor) is distinct from (new.fee_minor, new.fee_vat_minor))
  execute function ownership.guard_fee();

insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('1130', 'Receivable for changes of owners', 'মালিকানা পরিবর্তনের পাওনা', 'asset', true),
  ('4120', 'Fees for changes of owners', 'মালিকানা পরিবর্তনের ফি', 'income', false);
alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT', 'REFUND_CLAIM',
    'CASH_VARIANCE', 'REFUND_WITHDRAWAL', 'REFUND_RETURN', 'WORK_ORDER', 'OWNERSHIP_FEE')
);

alter table payments.payments
  add column ownership_request_id uuid constraint payments_ownership_request_id_fkey references ownership.requests,
  drop constraint payments_source_check,
  add constraint payments_source_check check (source in ('INVOICE', 'APPLICATION_SURVEY', 'WORK_ORDER_SURVEY', 'OWNERSHIP_CHANGE')),
  drop constraint payments_target_check,
  add constraint payments_target_check check (case source
    when 'INVOICE' then connection_id is not null and num_nonnulls(demand_note_id, work_order_id, ownership_request_id) = 0
    when 'APPLICATION_SURVEY' then num_nonnulls(demand_note_id, application_id) = 2
      and num_nonnulls(connection_id, ownership_request_id) = 0
    when 'WORK_ORDER_SURVEY' then work_order_id is not null and num_nonnulls(demand_note_id, ownership_request_id) = 0
    else ownership_request_id is not null and num_nonnulls(connection_id, application_id, demand_note_id, work_order_id) = 0 end);
create index payments_ownership_request on payments.payments (ownership_request_id) where ownership_request_id is not null;
drop index payments.payments_running_key;
create unique index payments_running_key on payments.payments
  (coalesce(connection_id, demand_note_id, work_order_id, ownership_request_id))
  where method = 'GATEWAY' and state in ('CREATED', 'PROCESSING') and set_aside_at is null;

alter table payments.proposals
  add column ownership_request_id uuid constraint proposals_ownership_request_id_fkey references ownership.requests,
  drop constraint proposals_about_check,
  add constraint proposals_about_check check (case kind
    when 'BACKDATE' then num_nonnulls(alarm_id, refund_id, statement_reference) = 0
      and num_nonnulls(connection_id, application_id, work_order_id, ownership_request_id) = 1 and num_nonnulls(method, paid_on) = 2
    when 'NO_MONEY' then alarm_id is not null and num_nonnulls(refund_id, connection_id, application_id, work_order_id,
      ownership_request_id, method, slip_number, paid_on, statement_reference) = 0
    when 'WITHDRAW_REFUND' then refund_id is not null and num_nonnulls(alarm_id, connection_id, application_id, work_order_id,
      ownership_request_id, method, slip_number, paid_on, statement_reference) = 0
    when 'RETURN_REFUND' then num_nonnulls(refund_id, statement_reference) = 2
      and num_nonnulls(alarm_id, connection_id, application_id, work_order_id, ownership_request_id, method, slip_number, paid_on) = 0
    else alarm_id is not null
      and num_nonnulls(refund_id, application_id, work_order_id, ownership_request_id, method, slip_number, paid_on) = 0 end);
drop index payments.proposals_backdate_key;
create unique index proposals_backdate_key on payments.proposals
  (coalesce(connection_id, application_id, work_order_id, ownership_request_id), method, paid_on, amount_minor)
  where state = 'REQUESTED' and kind = 'BACKDATE';

-- Money of a request: always that of one payment, as of a work order.
alter table payments.refunds
  add column ownership_request_id uuid constraint refunds_ownership_request_id_fkey references ownership.requests,
  drop constraint refunds_source_check,
  add constraint refunds_source_check check (
    num_nonnulls(application_id, connection_id, work_order_id, ownership_request_id) = 1
    and case when connection_id is not null then consumer_id is not null when application_id is not null then consumer_id is null else true end
    and (num_nonnulls(demand_note_id, payment_id) = 1
      -- An advance: of the connection itself.
      or (num_nonnulls(demand_note_id, payment_id) = 0 and connection_id is not null))
    and (num_nonnulls(work_order_id, ownership_request_id) = 0 or payment_id is not null)
  );
create index refunds_ownership_request on payments.refunds (ownership_request_id) where ownership_request_id is not null;

-- The memory of "alone up to": money of a fee belongs to the request.
alter table billing.alone_acts
  add column ownership_request_id uuid constraint alone_acts_ownership_request_id_fkey references ownership.requests,
  drop constraint alone_acts_kind_check,
  add constraint alone_acts_kind_check check (kind in ('REVERSE', 'CANCEL', 'ADJUST', 'VARIANCE')
    and num_nonnulls(connection_id, application_id, work_order_id, ownership_request_id) = case kind when 'VARIANCE' then 0 else 1 end
    and (num_nonnulls(application_id, work_order_id, ownership_request_id) = 0 or kind = 'REVERSE'));
create index alone_acts_ownership_request on billing.alone_acts (ownership_request_id) where ownership_request_id is not null;

-- What documents say of each party: a work order and the fee of an ownership request are in the books while money is on them.
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
    where f.connection_id is not null and f.payment_id is not null and f.state = 'WITHDRAWN'
    union all
    select coalesce(f.application_id, f.connection_id, f.work_order_id, f.ownership_request_id), -f.amount_minor from payments.refunds f
    where f.state = 'PAID_OUT'
  ) b group by b.party_id;
