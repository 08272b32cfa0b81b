-- The wallet of a consumer beside its balance (ledger.party_balances), and money that goes back from it.
select platform.open_schema('wallet');

-- Made by what first happens to it.
create table wallet.wallets (
  consumer_id uuid primary key constraint wallets_consumer_id_fkey references consumers.consumers,
  opened_at timestamptz not null,
  frozen_at timestamptz,
  frozen_by_name text,
  frozen_reason text,
  constraint wallets_frozen_check check (num_nonnulls(frozen_at, frozen_by_name, frozen_reason) in (0, 3))
);
select platform.limit_to_consumer('wallet.wallets', 'consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])');

-- REQUESTED → OTP_CONFIRMED → APPROVED → PAID_OUT, or REJECTED from each of the first three. The money is held from REQUESTED on.
create table wallet.withdrawals (
  id uuid primary key default uuidv7(),
  consumer_id uuid not null constraint withdrawals_consumer_id_fkey references consumers.consumers,
  amount_minor bigint not null constraint withdrawals_amount_check check (amount_minor > 0),
  state text not null constraint withdrawals_state_check check (
    state in ('REQUESTED', 'OTP_CONFIRMED', 'APPROVED', 'PAID_OUT', 'REJECTED')),
  -- How the consumer wants it: cash at the office, or to an account at a bank.
  wanted text not null constraint withdrawals_wanted_check check (wanted in ('CASH', 'BANK')),
  bank_account text,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  asked_on date not null,
  -- The phone that the code went to: it proves no other.
  phone text not null,
  code_hash bytea,
  code_expires_at timestamptz not null,
  tries int not null default 0,
  confirmed_at timestamptz,
  -- Null if the amount needs no second person, and if not the office ended it.
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decision_remark text,
  -- Who ended it: the office, the consumer, a code that ran out, or the merge of two entries.
  rejected_as text,
  paid_by uuid,
  paid_by_name text,
  paid_at timestamptz,
  paid_on date,
  method text,
  reference text,
  -- Of the voucher.
  number text constraint withdrawals_number_key unique,
  constraint withdrawals_bank_check check ((wanted = 'BANK') = (bank_account is not null)),
  constraint withdrawals_two_persons check (decided_by is null or decided_by <> asked_by),
  constraint withdrawals_asker_payer_check check (paid_by is null or paid_by <> asked_by),
  constraint withdrawals_payer_check check (paid_by is null or paid_by is distinct from decided_by),
  constraint withdrawals_rejected_check check ((state = 'REJECTED') = (rejected_as is not null)
    and (rejected_as is null or rejected_as in ('OFFICE', 'OWNER', 'EXPIRED', 'MERGED'))),
  constraint withdrawals_confirmed_check check (state not in ('OTP_CONFIRMED', 'APPROVED', 'PAID_OUT') or confirmed_at is not null),
  constraint withdrawals_paid_check check (case when state = 'PAID_OUT'
    then num_nonnulls(paid_by, paid_by_name, paid_at, paid_on, method, number) = 6 and method in ('CASH', 'BANK')
      and (method = 'BANK') = (reference is not null)
    else num_nonnulls(paid_by, paid_by_name, paid_at, paid_on, method, number, reference) = 0 end),
  constraint withdrawals_paid_on_check check (paid_on is null or paid_on >= asked_on)
);
create index withdrawals_list on wallet.withdrawals (asked_at desc, id);
create index withdrawals_consumer on wallet.withdrawals (consumer_id, asked_at desc);
create index withdrawals_open on wallet.withdrawals (asked_at) where state in ('REQUESTED', 'OTP_CONFIRMED', 'APPROVED');
select platform.limit_to_consumer('wallet.withdrawals', 'consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])');

create function wallet.guard_withdrawal() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,consumer_id,amount_minor,wanted,bank_account,asked_by,asked_by_name,asked_at,asked_on,phone}';
  step constant text := old.state || '>' || new.state;
begin
  if exists (select from unnest(fixed) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name) then
    raise exception 'what was asked for by withdrawal % is a fact', old.id using errcode = '23514', constraint = 'withdrawals_frozen';
  end if;
  if old.state <> new.state and step not in ('REQUESTED>OTP_CONFIRMED', 'REQUESTED>REJECTED', 'OTP_CONFIRMED>APPROVED',
    'OTP_CONFIRMED>REJECTED', 'APPROVED>PAID_OUT', 'APPROVED>REJECTED') then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'withdrawals_transition';
  end if;
  return new;
end
$$;
create trigger guard before update on wallet.withdrawals for each row execute function wallet.guard_withdrawal();
create trigger keep before delete on wallet.withdrawals for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on wallet.withdrawals for each statement execute function platform.refuse_change();
revoke delete, truncate on wallet.withdrawals, wallet.wallets from jolkol_app;

-- Money that went to the entry that is left of two, and what came back of it when they were parted.
create table wallet.moves (
  id uuid primary key default uuidv7(),
  from_id uuid not null constraint moves_from_id_fkey references consumers.consumers,
  into_id uuid not null constraint moves_into_id_fkey references consumers.consumers,
  amount_minor bigint not null constraint moves_amount_check check (amount_minor > 0),
  returned_minor bigint constraint moves_returned_check check (returned_minor between 0 and amount_minor)
);
revoke select on wallet.moves from jolkol_consumer;
revoke delete, truncate on wallet.moves from jolkol_app;

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
    select f.consumer_id, -f.amount_minor from wallet.withdrawals f where f.state <> 'REJECTED'
    union all
    select m.from_id, m.returned_minor - m.amount_minor from wallet.moves m where m.returned_minor is not null
    union all
    select m.into_id, m.amount_minor - m.returned_minor from wallet.moves m where m.returned_minor is not null
  ) w join consumers.consumers c on c.id = w.party_id group by 2
  union all
  select '2310', coalesce(c.merged_into, c.id), -sum(f.amount_minor)::bigint
  from wallet.withdrawals f join consumers.consumers c on c.id = f.consumer_id
  where f.state in ('REQUESTED', 'OTP_CONFIRMED', 'APPROVED') group by 2;
