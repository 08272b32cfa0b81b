-- Refunds have a way back, each by two people: an approved one is withdrawn (the payee wants to stay), and one that was paid
-- by bank comes back (the transfer was refused). A payout is a fact with its voucher, so money that came back is paid out
-- again by a new case that follows the old one.

alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT', 'REFUND_CLAIM',
    'CASH_VARIANCE', 'REFUND_WITHDRAWAL', 'REFUND_RETURN')
);

alter table payments.refunds
  -- The case whose money came back from the bank.
  add column follows_id uuid constraint refunds_follows_id_fkey references payments.refunds
    constraint refunds_follows_key unique,
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (
    state in ('REQUESTED', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'PAID_OUT', 'RETURNED')
  ),
  drop constraint refunds_paid_check,
  add constraint refunds_paid_check check (
    (state in ('PAID_OUT', 'RETURNED')) = (num_nonnulls(method, paid_on, paid_at, number) = 4)
  ),
  -- Money that was handed out in cash comes back over the counter, not from a bank.
  add constraint refunds_returned_check check (state <> 'RETURNED' or method = 'BANK');

-- A withdrawn case of a connection became its advance: it is not owed a second time. One of an application stays owed.
drop index payments.refunds_demand_note_key, payments.refunds_payment_key;
create unique index refunds_demand_note_key on payments.refunds (demand_note_id)
  where state not in ('REFUSED', 'WITHDRAWN', 'RETURNED');
create unique index refunds_payment_key on payments.refunds (payment_id)
  where state not in ('REFUSED', 'RETURNED') and (state <> 'WITHDRAWN' or connection_id is not null);

-- Money that came back is owed again even if another refund of the same advance is under way.
drop index payments.refunds_advance_key;
create unique index refunds_advance_key on payments.refunds (connection_id)
  where payment_id is null and follows_id is null and state in ('REQUESTED', 'APPROVED');

create or replace function payments.guard_refund() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,decided_by,decided_by_name,decided_at,decided_on,decision_remark,method,reference,paid_on,paid_by,paid_by_name,paid_at,number}';
  paying constant text[] := '{state,method,reference,paid_on,paid_by,paid_by_name,paid_at,number}';
  step constant text := old.state || '>' || new.state;
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'refund % is a fact', old.id using errcode = '23514', constraint = 'refunds_frozen';
  end if;
  if step not in ('REQUESTED>APPROVED', 'REQUESTED>REFUSED', 'APPROVED>PAID_OUT', 'APPROVED>WITHDRAWN', 'PAID_OUT>RETURNED')
    or (step = 'APPROVED>PAID_OUT' and to_jsonb(new) - paying <> to_jsonb(old) - paying)
    or (step in ('APPROVED>WITHDRAWN', 'PAID_OUT>RETURNED') and to_jsonb(new) - 'state' <> to_jsonb(old) - 'state') then
    raise exception 'a refund does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'refunds_transition';
  end if;
  return new;
end
$$;

alter table payments.proposals
  add column refund_id uuid constraint proposals_refund_id_fkey references payments.refunds,
  drop constraint proposals_kind_check,
  add constraint proposals_kind_check check (
    kind in ('BOOK', 'SEND_BACK', 'NO_MONEY', 'BACKDATE', 'WITHDRAW_REFUND', 'RETURN_REFUND')
  ),
  drop constraint proposals_about_check,
  add constraint proposals_about_check check (case kind
    when 'BACKDATE' then num_nonnulls(alarm_id, refund_id, statement_reference) = 0
      and num_nonnulls(connection_id, application_id) = 1 and num_nonnulls(method, paid_on) = 2
    when 'NO_MONEY' then alarm_id is not null
      and num_nonnulls(refund_id, connection_id, application_id, method, slip_number, paid_on, statement_reference) = 0
    when 'WITHDRAW_REFUND' then refund_id is not null
      and num_nonnulls(alarm_id, connection_id, application_id, method, slip_number, paid_on, statement_reference) = 0
    when 'RETURN_REFUND' then num_nonnulls(refund_id, statement_reference) = 2
      and num_nonnulls(alarm_id, connection_id, application_id, method, slip_number, paid_on) = 0
    else alarm_id is not null and num_nonnulls(refund_id, application_id, method, slip_number, paid_on) = 0 end),
  drop constraint proposals_done_check,
  add constraint proposals_done_check check (case when kind in ('BOOK', 'SEND_BACK', 'BACKDATE')
    then (state = 'DONE') = (payment_id is not null) else payment_id is null end);
create unique index proposals_refund_key on payments.proposals (refund_id) where state = 'REQUESTED';

-- What documents say of each party, with withdrawn and returned refunds: an advance again, or owed again.
create or replace view ledger.documents as
  select '1100' as account_code, i.connection_id as party_id, sum(i.total_minor - i.settled_minor)::bigint as amount_minor
  from billing.invoices i where i.cancelled_on is null group by i.connection_id
  union all
  select '1110', n.application_id, sum(n.total_minor - n.settled_minor)::bigint
  from applications.demand_notes n
  where n.cancelled_at is null and exists (
    select from ledger.journals j where j.kind = 'DEMAND_NOTE' and j.source_id = n.id)
  group by n.application_id
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
    select p.connection_id, p.amount_minor from payments.payments p
    where p.owed_back and p.connection_id is not null and p.state = 'APPROVED'
    union all
    select f.connection_id, f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'WITHDRAWN', 'RETURNED')
    union all
    select f.connection_id, -f.amount_minor from payments.refunds f
    where f.connection_id is not null and f.payment_id is not null and f.state = 'WITHDRAWN'
    union all
    select coalesce(f.application_id, f.connection_id), -f.amount_minor from payments.refunds f where f.state = 'PAID_OUT'
  ) b group by b.party_id;
