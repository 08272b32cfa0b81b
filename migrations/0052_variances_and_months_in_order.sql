-- A cash variance that is more than one person may do alone waits for a second one. Months are closed in their order and
-- nothing is posted before a closed month, so that the balances at its end never change. Who changes a closed day takes
-- the lock of its month.

-- A variance has no connection and no bill: the memory of the person and the day is its only one.
alter table billing.alone_acts alter column connection_id drop not null;
alter table billing.alone_acts drop constraint alone_acts_kind_check;
alter table billing.alone_acts add constraint alone_acts_kind_check check (
  kind in ('REVERSE', 'CANCEL', 'ADJUST', 'VARIANCE') and (kind = 'VARIANCE') = (connection_id is null));

-- WAITING: counted, and the variance waits; the day takes no money. REFUSED: nothing was posted, it is counted again.
alter table ledger.cash_closings
  add column state text not null default 'CLOSED'
    constraint cash_closings_state_check check (state in ('WAITING', 'CLOSED', 'REFUSED')),
  add column decided_by uuid,
  add column decided_at timestamptz,
  add column decision_remark text,
  add constraint cash_closings_decided_check check (case state
    when 'WAITING' then decided_at is null and counted_minor <> expected_minor + float_minor
    when 'REFUSED' then decided_at is not null and decision_remark is not null
    else true end),
  -- Neither who counted nor the person whose drawer it is.
  add constraint cash_closings_variance_two_persons check (decided_at is null or (
    decided_by is not null and decided_by is distinct from closed_by and decided_by <> cashier_id)),
  add constraint cash_closings_reopened_state_check check (state = 'CLOSED' or reopen_asked_at is null);
drop index ledger.cash_closings_day_key;
create unique index cash_closings_day_key on ledger.cash_closings (day, cashier_id)
  where reopened_at is null and state <> 'REFUSED';

-- What was counted never changes, and nothing that was decided.
create or replace function ledger.guard_closing() returns trigger language plpgsql as $$
declare
  -- The variance follows from the others, and is not known yet before the row is written.
  moving constant text[] := case old.state
    when 'WAITING' then '{state,decided_by,decided_at,decision_remark,variance_minor}'::text[]
    else '{reopen_asked_by,reopen_asked_at,reopen_reason,reopened_by,reopened_at,variance_minor}'::text[] end;
begin
  if old.reopened_at is not null or old.state = 'REFUSED' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'cash closing % is a fact', old.id using errcode = '23514', constraint = 'cash_closings_frozen';
  end if;
  return new;
end
$$;

-- A refused count does not close the day: its float may be put right.
create or replace function ledger.keep_float() returns trigger language plpgsql as $$
begin
  perform ledger.lock_day(coalesce(new.day, old.day), false);
  if exists (select from ledger.cash_closings c where c.cashier_id = coalesce(new.cashier_id, old.cashier_id)
    and c.day = coalesce(new.day, old.day) and c.reopened_at is null and c.state <> 'REFUSED') then
    raise exception 'the day is closed' using errcode = '23514', constraint = 'cash_floats_day_open';
  end if;
  return coalesce(new, old);
end
$$;

create or replace function ledger.check_closed_day() returns trigger language plpgsql as $$
begin
  perform ledger.lock_day(m.day, false)
  from (select distinct e.business_date as day from added e where e.account_code in ('1000', '1010') order by 1) m;
  if not found then return null; end if;
  if exists (
    select from added e
    join ledger.journals j on j.id = e.journal_id
    join ledger.cash_closings c on c.day = e.business_date and c.reopened_at is null and c.state <> 'REFUSED'
    where e.account_code in ('1000', '1010') and (
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

-- True: no earlier month that has postings is open, so that this row closes all months before it too.
alter table ledger.closed_periods add column all_before boolean not null default true;
alter table ledger.closed_periods disable trigger user;
with months as (select distinct date_trunc('month', business_date)::date as month from ledger.journals)
update ledger.closed_periods p set all_before = false
where exists (select from months m where m.month < p.period
  and not exists (select from ledger.closed_periods q where q.period = m.month));
alter table ledger.closed_periods enable trigger user;

create function ledger.is_month_closed(month date) returns boolean language sql stable as $$
  select exists (select from ledger.closed_periods p where p.period = month or (p.all_before and p.period > month))
$$;

-- The earliest month with postings that is not closed; null if there is none.
create function ledger.first_open_month() returns date language plpgsql stable as $$
declare
  month date := (select max(p.period) + interval '1 month' from ledger.closed_periods p where p.all_before);
begin
  loop
    select date_trunc('month', min(j.business_date))::date into month from ledger.journals j
    where j.business_date >= coalesce(month, '-infinity'::date);
    if month is null or not exists (select from ledger.closed_periods p where p.period = month) then return month; end if;
    month := month + interval '1 month';
  end loop;
end
$$;

-- Posting shares the lock of its month, closing takes it alone. As long as no month is closed with all before it, a posting
-- of any day may be the earliest one: until then posting shares one lock more, which the first closing takes alone.
create or replace function ledger.lock_month(month date, closing boolean) returns void language plpgsql as $$
declare
  lock_space constant int := 1010;
  beginning constant int := 0;
  number constant int := extract(year from month)::int * 12 + extract(month from month)::int;
begin
  if closing then
    perform pg_advisory_xact_lock(lock_space, number);
    return;
  end if;
  if not exists (select from ledger.closed_periods p where p.all_before) then
    perform pg_advisory_xact_lock_shared(lock_space, beginning);
  end if;
  perform pg_advisory_xact_lock_shared(lock_space, number);
end
$$;

-- Everything that closing a month binds: the months behind the last one that is closed with all before it. One closing
-- comes after another. The order is that of posting: the beginning, then the months.
create function ledger.lock_until(month date) returns void language plpgsql as $$
declare
  lock_space constant int := 1010;
  beginning constant int := 0;
  closings constant int := 1;
  before date;
begin
  perform pg_advisory_xact_lock(lock_space, closings);
  select max(p.period) into before from ledger.closed_periods p where p.all_before;
  if before is null then perform pg_advisory_xact_lock(lock_space, beginning); end if;
  perform ledger.lock_month(m::date, true)
  from generate_series(least(before + interval '1 month', month), month, interval '1 month') m;
end
$$;

create or replace function ledger.check_period() returns trigger language plpgsql as $$
begin
  perform ledger.lock_month(m.month, false)
  from (select distinct date_trunc('month', j.business_date)::date as month from added j order by 1) m;
  if exists (
    select from (select distinct date_trunc('month', j.business_date)::date as month from added j) m
    where ledger.is_month_closed(m.month)
  ) then
    raise exception 'the month is closed' using errcode = '23514', constraint = 'journals_period_open';
  end if;
  return null;
end
$$;

create or replace function ledger.lock_closing() returns trigger language plpgsql as $$
begin
  perform ledger.lock_until(new.period);
  new.all_before := coalesce(ledger.first_open_month() >= new.period, true);
  return new;
end
$$;

-- Whatever happens to a closed day takes the locks of posting, in its order: the month, then the day.
create or replace function ledger.lock_cash_closing() returns trigger language plpgsql as $$
declare
  month constant date := date_trunc('month', new.day)::date;
begin
  perform ledger.lock_month(month, false);
  perform ledger.lock_day(new.day, true);
  if ledger.is_month_closed(month) then
    raise exception 'the month is closed' using errcode = '23514', constraint = 'journals_period_open';
  end if;
  return new;
end
$$;
create trigger lock_changed_day before update on ledger.cash_closings
  for each row execute function ledger.lock_cash_closing();
