-- Who asked for a refund takes the request back while nobody has decided about it (GIVEN_UP), with a reason. What it asked for is free: an
-- advance is the connection's again, other money stays owed and may be asked for by a new case.
alter table payments.refunds
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (
    state in ('REQUESTED', 'APPROVED', 'REFUSED', 'GIVEN_UP', 'WITHDRAWN', 'PAID_OUT', 'RETURNED')
  ),
  drop constraint refunds_refused_check,
  add constraint refunds_refused_check check (state not in ('REFUSED', 'GIVEN_UP') or decision_remark is not null),
  drop constraint refunds_two_persons,
  -- Who asked does not decide; nobody else takes the request back.
  add constraint refunds_two_persons check (case state
    when 'GIVEN_UP' then decided_by is not null and decided_by is not distinct from asked_by
    else decided_by is null or decided_by is distinct from asked_by end);

drop index payments.refunds_demand_note_key, payments.refunds_payment_key;
create unique index refunds_demand_note_key on payments.refunds (demand_note_id)
  where state not in ('REFUSED', 'GIVEN_UP', 'WITHDRAWN', 'RETURNED');
create unique index refunds_payment_key on payments.refunds (payment_id)
  where state not in ('REFUSED', 'GIVEN_UP', 'RETURNED') and (state <> 'WITHDRAWN' or (connection_id is not null and not of_payer));

create or replace function payments.guard_refund() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,decided_by,decided_by_name,decided_at,decided_on,decision_remark,method,reference,paid_on,paid_by,paid_by_name,paid_at,number}';
  paying constant text[] := '{state,method,reference,paid_on,paid_by,paid_by_name,paid_at,number}';
  step constant text := old.state || '>' || new.state;
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'refund % is a fact', old.id using errcode = '23514', constraint = 'refunds_frozen';
  end if;
  if step not in ('REQUESTED>APPROVED', 'REQUESTED>REFUSED', 'REQUESTED>GIVEN_UP', 'APPROVED>PAID_OUT', 'APPROVED>WITHDRAWN', 'PAID_OUT>RETURNED')
    or (step = 'APPROVED>PAID_OUT' and to_jsonb(new) - paying <> to_jsonb(old) - paying)
    or (step in ('APPROVED>WITHDRAWN', 'PAID_OUT>RETURNED') and to_jsonb(new) - 'state' <> to_jsonb(old) - 'state') then
    raise exception 'a refund does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'refunds_transition';
  end if;
  return new;
end
$$;

-- A request that was taken back owes nothing more than one that was refused.
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
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'GIVEN_UP', 'WITHDRAWN', 'RETURNED')
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
    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'GIVEN_UP', 'WITHDRAWN', 'RETURNED')
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
