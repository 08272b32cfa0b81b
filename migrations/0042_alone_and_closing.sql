-- What one person did alone is remembered, so that many small acts are not one large one; the days of the counter and
-- the months are closed for everybody; and the books are compared with the documents that they were posted from.

-- One row for each act that needed no second person; written in the statement that compares it with the limit.
create table billing.alone_acts (
  id uuid primary key default uuidv7(),
  kind text not null constraint alone_acts_kind_check check (kind in ('REVERSE', 'CANCEL', 'ADJUST')),
  person_id uuid,
  done_on date not null,
  connection_id uuid not null constraint alone_acts_connection_id_fkey references meters.connections,
  -- The bills that it changed.
  bill_ids uuid[] not null,
  amount_minor bigint not null constraint alone_acts_amount_check check (amount_minor >= 0),
  -- The reversed payment or the corrected bill.
  source_id uuid not null
);
create index alone_acts_person on billing.alone_acts (person_id, done_on);
create index alone_acts_connection on billing.alone_acts (connection_id);
select platform.append_only('billing.alone_acts');
revoke select on billing.alone_acts from jolkol_consumer;

insert into billing.alone_acts (kind, person_id, done_on, connection_id, bill_ids, amount_minor, source_id)
select 'REVERSE', v.requested_by, (v.decided_at at time zone 'Asia/Dhaka')::date, p.connection_id,
  array(select a.invoice_id from payments.allocations a where a.payment_id = p.id), p.amount_minor, p.id
from payments.reversals v join payments.payments p on p.id = v.payment_id
where v.state = 'DONE' and not v.two_person and p.connection_id is not null
union all
select k.kind, k.requested_by, (k.decided_at at time zone 'Asia/Dhaka')::date, i.connection_id, array[i.id], abs(k.amount_minor), i.id
from billing.corrections k join billing.invoices i on i.id = k.invoice_id
where k.state = 'DONE' and not k.two_person;

-- Closing the cashier's day: cash is counted, the difference from the books is posted with its reason. From then on
-- nobody posts counter money (cash, card terminal) of that cashier into that day, and nobody comes late into it.
insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('6000', 'Cash over and short', 'নগদের কমবেশি', 'expense', false);

create table ledger.cash_closings (
  id uuid primary key default uuidv7(),
  day date not null,
  cashier_id uuid not null,
  -- By the books: what this cashier posted to cash and to the card terminal that day.
  expected_minor bigint not null,
  card_minor bigint not null,
  counted_minor bigint not null constraint cash_closings_counted_check check (counted_minor >= 0),
  variance_minor bigint generated always as (counted_minor - expected_minor) stored,
  -- Notes and coins by their value in poisha; null if only the total was counted.
  denominations jsonb,
  reason text,
  closed_by uuid,
  closed_at timestamptz not null,
  reopen_asked_by uuid,
  reopen_asked_at timestamptz,
  reopen_reason text,
  reopened_by uuid,
  reopened_at timestamptz,
  constraint cash_closings_reason_check check (counted_minor = expected_minor or reason is not null),
  constraint cash_closings_asked_check check ((reopen_asked_at is null) = (reopen_reason is null)),
  constraint cash_closings_reopened_check check (reopened_at is null or reopen_asked_at is not null),
  constraint cash_closings_two_persons check (reopened_at is null or reopened_by is distinct from reopen_asked_by)
);
create unique index cash_closings_day_key on ledger.cash_closings (day, cashier_id) where reopened_at is null;
create index cash_closings_list on ledger.cash_closings (day desc, id);
revoke select on ledger.cash_closings from jolkol_consumer;

-- What was counted never changes; a reopened day is closed by a new row.
create function ledger.guard_closing() returns trigger language plpgsql as $$
declare
  -- The variance follows from the others, and is not known yet before the row is written.
  moving constant text[] := '{reopen_asked_by,reopen_asked_at,reopen_reason,reopened_by,reopened_at,variance_minor}';
begin
  if old.reopened_at is not null or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'cash closing % is a fact', old.id using errcode = '23514', constraint = 'cash_closings_frozen';
  end if;
  return new;
end
$$;
create trigger guard before update on ledger.cash_closings for each row execute function ledger.guard_closing();
create trigger keep before delete on ledger.cash_closings for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on ledger.cash_closings for each statement execute function platform.refuse_change();
revoke delete, truncate on ledger.cash_closings from jolkol_app;

-- Posting shares a lock per day that closing takes alone, as for months: before the closing or refused.
create function ledger.lock_day(day date, closing boolean) returns void language plpgsql as $$
declare
  lock_space constant int := 1011;
begin
  if closing then perform pg_advisory_xact_lock(lock_space, day - date '2000-01-01');
  else perform pg_advisory_xact_lock_shared(lock_space, day - date '2000-01-01');
  end if;
end
$$;

create function ledger.check_closed_day() returns trigger language plpgsql as $$
begin
  perform ledger.lock_day(m.day, false)
  from (select distinct e.business_date as day from added e where e.account_code in ('1000', '1010') order by 1) m;
  if not found then return null; end if;
  if exists (
    select from added e
    join ledger.journals j on j.id = e.journal_id
    join ledger.cash_closings c on c.day = e.business_date and c.reopened_at is null
    where e.account_code in ('1000', '1010') and (
      c.cashier_id = j.posted_by
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
create trigger check_closed_day after insert on ledger.entries
  referencing new table as added for each statement execute function ledger.check_closed_day();
create function ledger.lock_cash_closing() returns trigger language plpgsql as $$
begin
  perform ledger.lock_day(new.day, true);
  return new;
end
$$;
create trigger lock_closing_day before insert on ledger.cash_closings
  for each row execute function ledger.lock_cash_closing();

-- What the documents say of each party, beside what the books say: a row that was broken shows as a difference.
create view ledger.documents as
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
    where f.connection_id is not null and f.payment_id is null and f.state <> 'REFUSED'
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
    where f.connection_id is not null and f.payment_id is null and f.state <> 'REFUSED'
    union all
    select coalesce(f.application_id, f.connection_id), -f.amount_minor from payments.refunds f where f.state = 'PAID_OUT'
  ) b group by b.party_id;
revoke select on ledger.documents from jolkol_consumer;
