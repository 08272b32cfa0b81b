-- Bills that are paid from a wallet by itself: what a household wants for a connection, and each try to pay a bill of it.
-- A wish never changes: another one takes its place, so that each try names the wish by which it was made.
create table wallet.auto_rules (
  id uuid primary key default uuidv7(),
  connection_id uuid not null constraint auto_rules_connection_id_fkey references meters.connections,
  -- Whose wallet pays: the owner of the connection.
  consumer_id uuid not null constraint auto_rules_consumer_id_fkey references consumers.consumers,
  -- When a new bill is issued, or on a day of the month: one of the two.
  trigger text not null constraint auto_rules_trigger_check check (trigger in ('ON_BILL', 'FIXED_DAY')),
  day smallint constraint auto_rules_day_check check ((trigger = 'FIXED_DAY') = (day is not null) and (day is null or day between 1 and 28)),
  -- Of one bill.
  ceiling_minor bigint not null constraint auto_rules_ceiling_check check (ceiling_minor > 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- By whom: the household, another wish of it, or because the connection has another owner.
  ended_as text,
  constraint auto_rules_ended_check check ((ended_at is null) = (ended_as is null)
    and (ended_as is null or ended_as in ('OFF', 'REPLACED', 'OWNER_CHANGED')))
);
create unique index auto_rules_in_force_key on wallet.auto_rules (connection_id) where ended_at is null;
create index auto_rules_consumer on wallet.auto_rules (consumer_id, started_at desc);
select platform.limit_to_consumer('wallet.auto_rules', 'consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])');

create function wallet.guard_auto_rule() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or to_jsonb(new) - '{ended_at,ended_as}'::text[] <> to_jsonb(old) - '{ended_at,ended_as}'::text[] then
    raise exception 'wish % is a fact', old.id using errcode = '23514', constraint = 'auto_rules_frozen';
  end if;
  return new;
end
$$;
create trigger guard before update on wallet.auto_rules for each row execute function wallet.guard_auto_rule();

-- One try: PLANNED → PAID, FAILED with its reason, or DROPPED because there was nothing to try any more.
create table wallet.auto_payments (
  id uuid primary key default uuidv7(),
  rule_id uuid not null constraint auto_payments_rule_id_fkey references wallet.auto_rules,
  connection_id uuid not null constraint auto_payments_connection_id_fkey references meters.connections,
  consumer_id uuid not null constraint auto_payments_consumer_id_fkey references consumers.consumers,
  invoice_id uuid not null constraint auto_payments_invoice_id_fkey references billing.invoices,
  -- 1 for the first try of a bill by a wish, and so on.
  turn int not null constraint auto_payments_turn_check check (turn >= 1),
  pay_on date not null,
  -- What was open of the bill when the household was told: exactly this is paid.
  amount_minor bigint not null constraint auto_payments_amount_check check (amount_minor > 0),
  -- When the household was told of it; nothing is paid that was not told.
  told_on date,
  state text not null default 'PLANNED' constraint auto_payments_state_check check (state in ('PLANNED', 'PAID', 'FAILED', 'DROPPED')),
  reason text,
  decided_at timestamptz,
  decided_on date,
  payment_id uuid constraint auto_payments_payment_id_key unique constraint auto_payments_payment_id_fkey references payments.payments,
  -- Of a try that failed: the day of the next one; null if there is none.
  next_on date,
  constraint auto_payments_turn_key unique (rule_id, invoice_id, turn),
  constraint auto_payments_decided_check check ((state = 'PLANNED') = (decided_at is null) and (decided_at is null) = (decided_on is null)),
  constraint auto_payments_paid_check check ((state = 'PAID') = (payment_id is not null) and (state <> 'PAID' or told_on is not null)),
  constraint auto_payments_reason_check check (case state
    when 'FAILED' then reason is not null and reason in ('BALANCE_SHORT', 'OVER_CEILING', 'WALLET_FROZEN', 'BILL_CHANGED', 'BILL_HELD',
      'OLDER_BILL', 'PAYMENT_RUNNING', 'SWITCHED_OFF')
    when 'DROPPED' then reason is not null and reason in ('RULE_ENDED', 'BILL_PAID', 'BILL_CANCELLED')
    else reason is null end),
  constraint auto_payments_next_check check (next_on is null or state = 'FAILED')
);
-- A bill waits for one payment at a time, and is paid by itself once: what the office takes back is not paid again.
create unique index auto_payments_planned_key on wallet.auto_payments (invoice_id) where state = 'PLANNED';
create unique index auto_payments_paid_key on wallet.auto_payments (invoice_id) where state = 'PAID';
create index auto_payments_consumer on wallet.auto_payments (consumer_id, pay_on desc);
create index auto_payments_invoice on wallet.auto_payments (invoice_id);
create index auto_payments_due on wallet.auto_payments (pay_on) where state = 'PLANNED';
select platform.limit_to_consumer('wallet.auto_payments', 'consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])');

create function wallet.guard_auto_payment() returns trigger language plpgsql as $$
begin
  if old.state <> 'PLANNED' then
    raise exception 'try % is decided', old.id using errcode = '23514', constraint = 'auto_payments_frozen';
  end if;
  return new;
end
$$;
create trigger guard before update on wallet.auto_payments for each row execute function wallet.guard_auto_payment();
create trigger keep before delete on wallet.auto_payments for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on wallet.auto_payments for each statement execute function platform.refuse_change();
revoke delete, truncate on wallet.auto_rules, wallet.auto_payments from jolkol_app;

-- Days whose bills are being paid, or are done. A worker that is gone is noticed by its silence, and its day is gone on with.
create table wallet.auto_days (
  day date primary key,
  alive_at timestamptz not null,
  done_at timestamptz
);
revoke select on wallet.auto_days from jolkol_consumer;
revoke delete, truncate on wallet.auto_days from jolkol_app;
