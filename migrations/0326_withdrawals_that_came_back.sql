-- A withdrawal that was paid to an account at a bank may come back from it. One person says so, with the line of the statement, and
-- another one agrees: then the money is in the wallet again, and the withdrawal keeps its voucher.
alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT', 'REFUND_CLAIM',
    'CASH_VARIANCE', 'REFUND_WITHDRAWAL', 'REFUND_RETURN', 'WORK_ORDER', 'OWNERSHIP_FEE',
    'WALLET_HOLD', 'WALLET_RELEASE', 'WALLET_PAYOUT', 'WALLET_MOVE', 'BANK_FILE', 'WALLET_RETURN')
);

alter table wallet.withdrawals
  add column return_asked_by uuid,
  add column return_asked_by_name text,
  add column return_asked_at timestamptz,
  -- The line of the bank's statement on which the money is again.
  add column return_reference text,
  add column return_reason text,
  add column returned_by uuid,
  add column returned_by_name text,
  add column returned_at timestamptz,
  drop constraint withdrawals_state_check,
  add constraint withdrawals_state_check check (
    state in ('REQUESTED', 'OTP_CONFIRMED', 'APPROVED', 'PAID_OUT', 'RETURNED', 'REJECTED')),
  drop constraint withdrawals_confirmed_check,
  add constraint withdrawals_confirmed_check check (
    state not in ('OTP_CONFIRMED', 'APPROVED', 'PAID_OUT', 'RETURNED') or confirmed_at is not null),
  drop constraint withdrawals_paid_check,
  add constraint withdrawals_paid_check check (case when state in ('PAID_OUT', 'RETURNED')
    then num_nonnulls(paid_by, paid_by_name, paid_at, paid_on, method, number) = 6 and method in ('CASH', 'BANK')
      and (method = 'BANK') = (reference is not null)
    else num_nonnulls(paid_by, paid_by_name, paid_at, paid_on, method, number, reference) = 0 end),
  add constraint withdrawals_return_check check (
    num_nonnulls(return_asked_by, return_asked_by_name, return_asked_at, return_reference, return_reason) in (0, 5)
    and (return_asked_by is null or (state in ('PAID_OUT', 'RETURNED') and method = 'BANK'))
    and num_nonnulls(returned_by, returned_by_name, returned_at) = case state when 'RETURNED' then 3 else 0 end
    and (state <> 'RETURNED' or return_asked_by is not null)),
  add constraint withdrawals_return_two_persons check (returned_by is null or returned_by <> return_asked_by);
create index withdrawals_returns on wallet.withdrawals (return_asked_at) where state = 'PAID_OUT' and return_asked_by is not null;

create or replace function wallet.guard_withdrawal() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,consumer_id,amount_minor,wanted,bank_account,asked_by,asked_by_name,asked_at,asked_on,phone}'::text[]
    || case when old.state in ('PAID_OUT', 'RETURNED')
      then '{decided_by,paid_by,paid_by_name,paid_at,paid_on,method,reference,number}'::text[] else '{}' end;
  step constant text := old.state || '>' || new.state;
begin
  if exists (select from unnest(fixed) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name) then
    raise exception 'what was asked for by withdrawal % is a fact', old.id using errcode = '23514', constraint = 'withdrawals_frozen';
  end if;
  if old.state <> new.state and step not in ('REQUESTED>OTP_CONFIRMED', 'REQUESTED>REJECTED', 'OTP_CONFIRMED>APPROVED',
    'OTP_CONFIRMED>REJECTED', 'APPROVED>PAID_OUT', 'APPROVED>REJECTED', 'PAID_OUT>RETURNED') then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'withdrawals_transition';
  end if;
  return new;
end
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
