-- Cheques at the counter. A cheque pays bills on the day it is taken, subject to clearing: it waits in account 1040 until the bank says that it
-- has paid it (1030), or sends it back. Then the bills are open again.
insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('1040', 'Cheques in hand and in clearing', 'হাতে থাকা ও নিকাশাধীন চেক', 'asset', false);
alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT', 'REFUND_CLAIM',
    'CASH_VARIANCE', 'REFUND_WITHDRAWAL', 'REFUND_RETURN', 'WORK_ORDER', 'OWNERSHIP_FEE',
    'WALLET_HOLD', 'WALLET_RELEASE', 'WALLET_PAYOUT', 'WALLET_MOVE', 'BANK_FILE', 'WALLET_RETURN', 'CHEQUE_CLEARED')
);
-- The number of a cheque is the payment's slip number, so that it is found and shown as those of other slips. Only bills are paid by cheque.
alter table payments.payments
  drop constraint payments_method_check,
  add constraint payments_method_check check (method in ('CASH', 'POS', 'BANK', 'CHEQUE', 'GATEWAY', 'WALLET')),
  drop constraint payments_slip_check,
  add constraint payments_slip_check check (method not in ('POS', 'BANK', 'CHEQUE') or slip_number is not null),
  add constraint payments_cheque_check check (method <> 'CHEQUE' or source = 'INVOICE');

-- A deposit slip: the cheques that somebody brought to the bank together.
create table payments.cheque_deposits (
  id uuid primary key default uuidv7(),
  slip_number text not null,
  bank_account text not null,
  deposited_on date not null,
  made_by uuid,
  made_by_name text not null,
  made_at timestamptz not null
);
create unique index cheque_deposits_slip_key on payments.cheque_deposits (upper(regexp_replace(slip_number, '\s', '', 'g')), upper(regexp_replace(bank_account, '\s', '', 'g')));
select platform.append_only('payments.cheque_deposits');
revoke select on payments.cheque_deposits from jolkol_consumer;

create table payments.cheques (
  id uuid primary key default uuidv7(),
  payment_id uuid not null constraint cheques_payment_id_fkey references payments.payments constraint cheques_payment_id_key unique,
  number text not null,
  bank text not null,
  branch text not null,
  drawer text not null,
  drawn_on date not null,
  received_on date not null,
  received_by uuid,
  received_by_name text not null,
  state text not null default 'RECEIVED' constraint cheques_state_check check (
    state in ('RECEIVED', 'DEPOSITED', 'CLEARED', 'DISHONOURED', 'GIVEN_BACK')),
  -- Since when it has its state.
  state_on date not null,
  deposit_id uuid constraint cheques_deposit_id_fkey references payments.cheque_deposits,
  -- What the bank said: the day, who wrote it down, and why it came back.
  answered_on date,
  answered_by uuid,
  answered_by_name text,
  answered_at timestamptz,
  return_reason text constraint cheques_return_reason_check check (
    return_reason in ('INSUFFICIENT_FUNDS', 'SIGNATURE_DIFFERS', 'PAYMENT_STOPPED', 'ACCOUNT_CLOSED', 'OTHER')),
  return_words text,
  -- The bill of the fee that the household pays for it.
  fee_invoice_id uuid constraint cheques_fee_invoice_id_fkey references billing.invoices,
  version int not null default 1,
  -- No bank pays a cheque before the day that is written on it, nor six months after it.
  constraint cheques_drawn_on_check check (drawn_on <= received_on and drawn_on >= received_on - interval '6 months'),
  constraint cheques_deposited_check check ((deposit_id is null) = (state in ('RECEIVED', 'GIVEN_BACK'))),
  constraint cheques_answered_check check (
    num_nonnulls(answered_on, answered_by_name, answered_at) = case when state in ('CLEARED', 'DISHONOURED') then 3 else 0 end),
  constraint cheques_returned_check check ((state = 'DISHONOURED') = (return_reason is not null)
    and (return_words is null or state = 'DISHONOURED') and (return_reason is distinct from 'OTHER' or return_words is not null)
    and (fee_invoice_id is null or state = 'DISHONOURED')),
  -- Who took a cheque does not say that the bank sent it back.
  constraint cheques_two_persons check (state <> 'DISHONOURED' or answered_by is distinct from received_by)
);
-- A cheque pays one time. It is presented again only after the bank sent it back, or the office gave it back.
create unique index cheques_key on payments.cheques (
    upper(regexp_replace(bank, '\s', '', 'g')), upper(regexp_replace(branch, '\s', '', 'g')), upper(regexp_replace(number, '\s', '', 'g')))
  where state not in ('DISHONOURED', 'GIVEN_BACK');
create index cheques_list on payments.cheques (received_on desc, id);
create index cheques_waiting on payments.cheques (state, state_on) where state in ('RECEIVED', 'DEPOSITED');
create index cheques_deposit on payments.cheques (deposit_id) where deposit_id is not null;
select platform.limit_to_consumer('payments.cheques', 'exists (select from payments.payments p where p.id = payment_id)');

create function payments.guard_cheque() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,payment_id,number,bank,branch,drawer,drawn_on,received_on,received_by,received_by_name}';
  step constant text := old.state || '>' || new.state;
begin
  if exists (select from unnest(fixed) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or (old.state in ('CLEARED', 'DISHONOURED', 'GIVEN_BACK') and not (old.fee_invoice_id is null and new.fee_invoice_id is not null
      and to_jsonb(new) - 'fee_invoice_id' = to_jsonb(old) - 'fee_invoice_id')) then
    raise exception 'cheque % is a fact', old.id using errcode = '23514', constraint = 'cheques_frozen';
  end if;
  if old.state <> new.state and step not in ('RECEIVED>DEPOSITED', 'RECEIVED>GIVEN_BACK', 'DEPOSITED>RECEIVED', 'DEPOSITED>CLEARED',
    'DEPOSITED>DISHONOURED') then
    raise exception 'a cheque does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'cheques_transition';
  end if;
  return new;
end
$$;
create trigger guard before update on payments.cheques for each row execute function payments.guard_cheque();
create trigger keep before delete on payments.cheques for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on payments.cheques for each statement execute function platform.refuse_change();
revoke delete, truncate on payments.cheques from jolkol_app;

-- A cheque that came in belongs to the day of who took it, as cash and cards do: that day is closed by a count, and takes no more of it then.
create or replace function ledger.check_closed_day() returns trigger language plpgsql as $$
begin
  perform ledger.lock_day(m.day, false)
  from (select distinct e.business_date as day from added e join ledger.journals j on j.id = e.journal_id
    where e.account_code in ('1000', '1010') or (e.account_code = '1040' and j.kind = 'PAYMENT') order by 1) m;
  if not found then return null; end if;
  if exists (
    select from added e
    join ledger.journals j on j.id = e.journal_id
    join ledger.cash_closings c on c.day = e.business_date and c.reopened_at is null and c.state <> 'REFUSED'
    where (e.account_code in ('1000', '1010') or (e.account_code = '1040' and j.kind = 'PAYMENT')) and (
      -- The second person's decision posts the variance of the closing that waits.
      (c.cashier_id = j.posted_by and not (c.state = 'WAITING' and j.kind = 'CASH_VARIANCE' and j.source_id = c.id))
      -- A day that somebody has closed takes no late money of anybody; a variance is posted late by its nature.
      or (j.kind <> 'CASH_VARIANCE' and (j.created_at at time zone
        coalesce(nullif(current_setting('app.time_zone', true), ''), 'Asia/Dhaka'))::date > e.business_date)
    )
  ) then
    raise exception 'the day is closed' using errcode = '23514', constraint = 'entries_day_open';
  end if;
  return null;
end
$$;
create or replace function ledger.note_counter_day() returns trigger language plpgsql as $$
begin
  insert into ledger.counter_days (day, cashier_id)
  select distinct e.business_date, j.posted_by
  from added e join ledger.journals j on j.id = e.journal_id
  where (e.account_code in ('1000', '1010') or (e.account_code = '1040' and j.kind = 'PAYMENT')) and j.posted_by is not null
    and not exists (select from ledger.counter_days d where d.day = e.business_date and d.cashier_id = j.posted_by);
  return null;
end
$$;
alter function ledger.note_counter_day() security definer set search_path = pg_catalog;
-- The cheques that are handed on with the count of a day.
alter table ledger.cash_closings
  add column cheque_count int not null default 0,
  add column cheque_minor bigint not null default 0;
