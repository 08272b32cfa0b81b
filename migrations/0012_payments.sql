-- Money that comes in: payments with their state machine, what they settled, receipts, reversals, orders at the
-- bank, the bank's calls as they arrived, and alarms. The sandbox bank keeps its own table.
select platform.open_schema('payments');

-- Uses of a connection's advance (ledger account 2200) on its invoices, written by billing; a negative row takes
-- a use back because the payment that brought the advance was reversed.
create table billing.advance_uses (
  id uuid primary key default uuidv7(),
  invoice_id uuid not null constraint advance_uses_invoice_id_fkey references billing.invoices,
  amount_minor bigint not null constraint advance_uses_amount_check check (amount_minor <> 0),
  used_on date not null
);
create index advance_uses_invoice on billing.advance_uses (invoice_id);
select platform.append_only('billing.advance_uses');
select platform.limit_to_consumer('billing.advance_uses',
  'exists (select from billing.invoices i where i.id = invoice_id and i.consumer_id = platform.consumer_id())');

create table payments.payments (
  id uuid primary key default uuidv7(),
  source text not null constraint payments_source_check check (
    source in ('INVOICE', 'APPLICATION_SURVEY', 'WORK_ORDER_SURVEY')
  ),
  method text not null constraint payments_method_check check (method in ('CASH', 'POS', 'GATEWAY', 'WALLET')),
  state text not null constraint payments_state_check check (
    state in ('CREATED', 'PROCESSING', 'APPROVED', 'DECLINED', 'CANCELED', 'EXPIRED', 'REVERSED')
  ),
  amount_minor bigint not null constraint payments_amount_check check (amount_minor > 0),
  -- Who pays; null for an applicant without an account.
  consumer_id uuid constraint payments_consumer_id_fkey references consumers.consumers,
  -- What is paid: the open invoices of a connection, an application's demand note, or a work order.
  connection_id uuid constraint payments_connection_id_fkey references meters.connections,
  application_id uuid,
  demand_note_id uuid,
  work_order_id uuid,
  -- Number of the card terminal's slip.
  slip_number text,
  -- Business day of the money; null until it came.
  paid_on date,
  created_by uuid,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The bank's word for why it declined.
  decline_reason text,
  constraint payments_target_check check (
    case source
      when 'INVOICE' then connection_id is not null and demand_note_id is null and work_order_id is null
      when 'APPLICATION_SURVEY' then demand_note_id is not null and application_id is not null and connection_id is null
      else work_order_id is not null and demand_note_id is null
    end
  ),
  constraint payments_slip_check check (method <> 'POS' or slip_number is not null),
  constraint payments_paid_on_check check ((state in ('APPROVED', 'REVERSED')) = (paid_on is not null))
);
create index payments_list on payments.payments (source, created_at desc, id);
create index payments_consumer on payments.payments (consumer_id, created_at desc);
create index payments_connection on payments.payments (connection_id, created_at desc);
create index payments_demand_note on payments.payments (demand_note_id) where demand_note_id is not null;
create index payments_paid_on on payments.payments (paid_on);
-- A slip of the card terminal is taken once.
create unique index payments_slip_key on payments.payments (slip_number, paid_on)
  where method = 'POS' and state = 'APPROVED';
-- Never a second charge while the outcome of the first is unknown.
create unique index payments_running_key on payments.payments (coalesce(connection_id, demand_note_id, work_order_id))
  where method = 'GATEWAY' and state in ('CREATED', 'PROCESSING');

-- What was paid, by whom and how never changes; the state moves along the machine of payment.rules.ts.
create function payments.guard_payment() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,paid_on,decided_at,decline_reason}';
  step constant text := old.state || '>' || new.state;
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving or (old.paid_on is not null and new.paid_on is distinct from old.paid_on) then
    raise exception 'payment % is a fact', old.id using errcode = '23514', constraint = 'payments_frozen';
  end if;
  if step not in (
    'CREATED>PROCESSING', 'CREATED>APPROVED', 'CREATED>CANCELED', 'CREATED>EXPIRED',
    'PROCESSING>APPROVED', 'PROCESSING>DECLINED', 'PROCESSING>CANCELED', 'PROCESSING>EXPIRED',
    'CANCELED>APPROVED', 'EXPIRED>APPROVED', 'APPROVED>REVERSED'
  ) then
    raise exception 'a payment does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'payments_transition';
  end if;
  return new;
end
$$;
create trigger guard before update on payments.payments for each row execute function payments.guard_payment();
create trigger keep before delete on payments.payments for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on payments.payments for each statement execute function platform.refuse_change();
revoke delete, truncate on payments.payments from jolkol_app;

-- What a payment settled, one row per invoice, with the parts for reports: surcharge, then sewer, then water;
-- VAT pro rata. What is left of the payment is an advance.
create table payments.allocations (
  payment_id uuid not null constraint allocations_payment_id_fkey references payments.payments,
  invoice_id uuid not null constraint allocations_invoice_id_fkey references billing.invoices,
  amount_minor bigint not null constraint allocations_amount_check check (amount_minor > 0),
  surcharge_minor bigint not null,
  sewer_minor bigint not null,
  water_minor bigint not null,
  vat_minor bigint not null,
  primary key (payment_id, invoice_id),
  constraint allocations_parts_check check (
    surcharge_minor + sewer_minor + water_minor + vat_minor = amount_minor
    and least(surcharge_minor, sewer_minor, water_minor, vat_minor) >= 0
  )
);
create index allocations_invoice on payments.allocations (invoice_id);
select platform.append_only('payments.allocations');

-- Gapless; a reversed payment keeps its receipt, which then reads void.
create table payments.receipts (
  payment_id uuid primary key constraint receipts_payment_id_fkey references payments.payments,
  number text not null constraint receipts_number_key unique,
  issued_at timestamptz not null
);
select platform.append_only('payments.receipts');

create table payments.reversals (
  id uuid primary key default uuidv7(),
  payment_id uuid not null constraint reversals_payment_id_fkey references payments.payments,
  state text not null constraint reversals_state_check check (state in ('REQUESTED', 'DONE', 'REFUSED')),
  reason text not null,
  -- Above the limit of the settings: another person decides.
  two_person boolean not null,
  requested_by uuid,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint reversals_two_persons check (not two_person or decided_by is null or decided_by is distinct from requested_by),
  constraint reversals_decided_check check ((state = 'REQUESTED') = (decided_at is null))
);
create unique index reversals_payment_key on payments.reversals (payment_id) where state <> 'REFUSED';

-- Orders at a bank: one for each payment through a gateway.
create table payments.orders (
  payment_id uuid primary key constraint orders_payment_id_fkey references payments.payments,
  gateway text not null,
  order_id text not null,
  session_id text not null,
  -- Where the consumer's browser goes.
  url text not null,
  created_at timestamptz not null,
  -- The bank's own words at the last check.
  bank_status text,
  checks int not null default 0,
  checked_at timestamptz,
  -- Null: nothing more is expected.
  next_check_at timestamptz,
  constraint orders_order_key unique (gateway, order_id)
);
create index orders_due on payments.orders (next_check_at) where next_check_at is not null;

-- What a bank sent, stored before anything is done with it. A repetition is counted, not stored again.
create table payments.inbox (
  id uuid primary key default uuidv7(),
  gateway text not null,
  digest bytea not null,
  body text not null,
  state text not null constraint inbox_state_check check (state in ('WAITING', 'DONE', 'ALARM')),
  deliveries int not null default 1,
  received_at timestamptz not null,
  done_at timestamptz,
  constraint inbox_digest_key unique (gateway, digest)
);
create index inbox_waiting on payments.inbox (received_at) where state = 'WAITING';

-- What a person has to look at: nothing was posted.
create table payments.alarms (
  id uuid primary key default uuidv7(),
  kind text not null constraint alarms_kind_check check (
    kind in ('SIGNATURE', 'ORDER', 'AMOUNT', 'CURRENCY', 'MERCHANT', 'UNDECIDED', 'AFTER_REVERSAL')
  ),
  -- The stored call, or the order whose check did not fit.
  inbox_id uuid constraint alarms_inbox_id_fkey references payments.inbox,
  payment_id uuid constraint alarms_payment_id_fkey references payments.payments,
  details jsonb not null,
  raised_at timestamptz not null,
  constraint alarms_once unique nulls not distinct (kind, inbox_id, payment_id)
);

-- The bank of the sandbox: its own truth about its orders.
create table payments.sandbox_orders (
  order_id text primary key,
  session_id text not null,
  merchant_id text not null,
  amount_minor bigint not null,
  currency text not null,
  description text not null,
  language text not null,
  approve_url text not null,
  cancel_url text not null,
  decline_url text not null,
  status text not null default 'CREATED'
    constraint sandbox_orders_status_check check (status in ('CREATED', 'APPROVED', 'DECLINED', 'CANCELED')),
  -- What the bank says was paid: differs from the amount in the mode "wrong amount".
  paid_minor bigint,
  decided_at timestamptz,
  expires_at timestamptz not null
);

revoke select on payments.inbox, payments.alarms, payments.sandbox_orders, payments.reversals from jolkol_consumer;
select platform.limit_to_consumer('payments.payments', 'consumer_id = platform.consumer_id()');
select platform.limit_to_consumer('payments.allocations',
  'exists (select from payments.payments p where p.id = payment_id and p.consumer_id = platform.consumer_id())');
select platform.limit_to_consumer('payments.receipts',
  'exists (select from payments.payments p where p.id = payment_id and p.consumer_id = platform.consumer_id())');
select platform.limit_to_consumer('payments.orders',
  'exists (select from payments.payments p where p.id = payment_id and p.consumer_id = platform.consumer_id())');
