-- The settlement file of a gateway: what the bank has of our payments, row by row, beside what the books have. What the bank keeps as
-- its fee, and what it pays out, is posted from the file one time, by two people.

insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('6010', 'Fees of payment gateways', 'পেমেন্ট গেটওয়ের ফি', 'expense', false);
alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT', 'REFUND_CLAIM',
    'CASH_VARIANCE', 'REFUND_WITHDRAWAL', 'REFUND_RETURN', 'WORK_ORDER', 'OWNERSHIP_FEE',
    'WALLET_HOLD', 'WALLET_RELEASE', 'WALLET_PAYOUT', 'WALLET_MOVE', 'BANK_FILE')
);

-- How the file of each gateway is written: the titles of its columns and its words for what became of a payment. Both in lower case,
-- titles without anything but letters and digits. Another title or word is another value here, and no code.
create table payments.bank_formats (
  gateway text primary key,
  columns jsonb not null,
  states jsonb not null
);
revoke select on payments.bank_formats from jolkol_consumer;
revoke insert, update, delete, truncate on payments.bank_formats from jolkol_app;
-- Nothing of it is changed by the program; its row is the lock under which files of a gateway come one after the other.
grant update (gateway) on payments.bank_formats to jolkol_app;
insert into payments.bank_formats (gateway, columns, states)
select g.name,
  '{"reference": ["reference", "bankreference", "rrn", "banktranid", "trxid", "transactionid", "authcode"],
    "orderId": ["orderid", "tranid", "paymentid", "order", "merchantorderid"],
    "paymentNumber": ["paymentnumber", "merchantinvoicenumber", "invoice", "invoicenumber", "merchantreference", "receipt"],
    "amount": ["amount", "transactionamount", "grossamount", "amounttaka", "amountbdt"],
    "fee": ["fee", "charge", "commission", "storefee", "mdr", "fees", "bankcharge"],
    "day": ["date", "transactiondate", "settlementdate", "day", "trandate", "datetime", "completiontime"],
    "state": ["state", "status", "orderstatus", "transactionstatus", "type", "transactiontype"]}'::jsonb,
  '{"approved": "PAID", "paid": "PAID", "settled": "PAID", "success": "PAID", "successful": "PAID", "valid": "PAID",
    "validated": "PAID", "completed": "PAID", "purchase": "PAID",
    "reversed": "REVERSED", "refunded": "REVERSED", "refund": "REVERSED", "chargeback": "REVERSED", "void": "REVERSED",
    "declined": "NOT_PAID", "failed": "NOT_PAID", "canceled": "NOT_PAID", "cancelled": "NOT_PAID", "expired": "NOT_PAID",
    "fee": "FEE", "charge": "FEE", "commission": "FEE"}'::jsonb
from unnest('{sandbox,city-bank,sslcommerz,bkash}'::text[]) g (name);

-- READ → ASKED → POSTED; back to READ if the second person refuses; READ → GIVEN_UP.
create table payments.bank_files (
  id uuid primary key default uuidv7(),
  gateway text not null constraint bank_files_gateway_fkey references payments.bank_formats,
  name text not null,
  -- SHA-256 of the file.
  digest text not null,
  titles jsonb not null,
  state text not null default 'READ' constraint bank_files_state_check check (state in ('READ', 'ASKED', 'POSTED', 'GIVEN_UP')),
  -- The days of its payments.
  first_day date not null,
  last_day date not null,
  row_count int not null,
  uploaded_by uuid,
  uploaded_at timestamptz not null,
  -- Line of the bank's statement with what was paid out.
  statement_reference text,
  posted_at timestamptz,
  -- The day of the journal.
  posted_on date,
  given_up_by uuid,
  given_up_at timestamptz,
  give_up_reason text,
  constraint bank_files_posted_check check ((state = 'POSTED') = (num_nonnulls(posted_at, posted_on) = 2)
    and num_nonnulls(posted_at, posted_on) in (0, 2)),
  constraint bank_files_given_up_check check ((state = 'GIVEN_UP') = (num_nonnulls(given_up_at, give_up_reason) = 2))
);
-- The same file is taken one time, unless it was given up.
create unique index bank_files_once on payments.bank_files (gateway, digest) where state <> 'GIVEN_UP';
create index bank_files_list on payments.bank_files (uploaded_at desc, id);
revoke select on payments.bank_files from jolkol_consumer;
revoke update, delete, truncate on payments.bank_files from jolkol_app;
grant update (state, statement_reference, posted_at, posted_on, given_up_by, given_up_at, give_up_reason)
  on payments.bank_files to jolkol_app;

create function payments.guard_bank_file() returns trigger language plpgsql as $$
begin
  if old.state || '>' || new.state not in ('READ>ASKED', 'ASKED>READ', 'ASKED>POSTED', 'READ>GIVEN_UP') then
    raise exception 'a bank file does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'bank_files_transition';
  end if;
  return new;
end
$$;
create trigger guard before update on payments.bank_files for each row execute function payments.guard_bank_file();

-- The rows as they came, and what was read from them.
create table payments.bank_rows (
  id uuid primary key default uuidv7(),
  file_id uuid not null constraint bank_rows_file_id_fkey references payments.bank_files,
  row_no int not null,
  gateway text not null,
  cells jsonb not null,
  kind text not null constraint bank_rows_kind_check check (kind in ('PAID', 'REVERSED', 'NOT_PAID', 'FEE')),
  -- The bank's own number of the movement.
  reference text not null,
  order_id text,
  -- The payment whose order it is; null if it is none of ours, and of a fee.
  payment_id uuid constraint bank_rows_payment_id_fkey references payments.payments,
  day date not null,
  amount_minor bigint not null constraint bank_rows_amount_check check (amount_minor >= 0),
  fee_minor bigint not null,
  -- What it adds to what the bank owes us.
  signed_minor bigint not null generated always as (case kind when 'PAID' then amount_minor when 'REVERSED' then -amount_minor else 0 end) stored,
  -- An earlier row has the same reference and the same state: this one counts for nothing.
  repeats boolean not null,
  -- Its file was given up.
  dropped boolean not null default false,
  constraint bank_rows_file_key unique (file_id, row_no)
);
-- A movement at a bank counts one time, in one file.
create unique index bank_rows_once on payments.bank_rows (gateway, reference, kind) where not repeats and not dropped;
create index bank_rows_payment on payments.bank_rows (payment_id) where payment_id is not null;
create index bank_rows_reference on payments.bank_rows (gateway, reference, kind);
revoke select on payments.bank_rows from jolkol_consumer;
revoke update, delete, truncate on payments.bank_rows from jolkol_app;
grant update (repeats, dropped) on payments.bank_rows to jolkol_app;

-- Differences between a file and the books are alarms as others are. What the bank has of the order is compared with what the books have.
alter table payments.alarms
  add column bank_row_id uuid constraint alarms_bank_row_id_fkey references payments.bank_rows,
  drop constraint alarms_kind_check,
  add constraint alarms_kind_check check (kind in ('SIGNATURE', 'ORDER', 'AMOUNT', 'CURRENCY', 'MERCHANT', 'UNDECIDED', 'AFTER_REVERSAL',
    'HELD', 'FILE_THEIRS', 'FILE_OURS', 'FILE_AMOUNT', 'FILE_TWICE', 'FILE_REVERSED')),
  -- A row that names no payment of ours, or a payment.
  add constraint alarms_bank_row_check check (bank_row_id is null or (num_nonnulls(payment_id, inbox_id) = 0 and kind in ('FILE_THEIRS', 'FILE_REVERSED'))),
  alter column bank_minor set expression as (case
    when kind in ('FILE_THEIRS', 'FILE_OURS', 'FILE_AMOUNT', 'FILE_TWICE', 'FILE_REVERSED') then (details ->> 'amountMinor')::bigint
    when payment_id is not null and kind in ('AMOUNT', 'AFTER_REVERSAL') and details ->> 'status' = 'APPROVED'
      then (details ->> 'amountMinor')::bigint end);
drop index payments.alarms_once;
create unique index alarms_once on payments.alarms (kind, inbox_id, payment_id, bank_row_id) nulls not distinct where state <> 'SOLVED';
create index alarms_bank_row on payments.alarms (bank_row_id) where bank_row_id is not null;

-- Posting a file is asked for by one person and decided by another one.
alter table payments.proposals
  add column bank_file_id uuid constraint proposals_bank_file_id_fkey references payments.bank_files,
  -- What the bank keeps of it.
  add column fee_minor bigint,
  drop constraint proposals_kind_check,
  add constraint proposals_kind_check check (
    kind in ('BOOK', 'SEND_BACK', 'NO_MONEY', 'BACKDATE', 'WITHDRAW_REFUND', 'RETURN_REFUND', 'POST_FILE')),
  drop constraint proposals_amount_check,
  add constraint proposals_amount_check check (case kind when 'NO_MONEY' then amount_minor = 0 when 'POST_FILE' then true else amount_minor > 0 end),
  add constraint proposals_file_check check (case kind when 'POST_FILE' then num_nonnulls(bank_file_id, fee_minor, statement_reference) = 3
    else num_nonnulls(bank_file_id, fee_minor) = 0 end),
  drop constraint proposals_about_check,
  add constraint proposals_about_check check (case kind
    when 'POST_FILE' then num_nonnulls(alarm_id, refund_id, connection_id, application_id, work_order_id, ownership_request_id, method,
      slip_number, paid_on) = 0
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
create unique index proposals_bank_file_key on payments.proposals (bank_file_id) where state = 'REQUESTED' and kind = 'POST_FILE';
