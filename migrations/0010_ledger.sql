-- Double-entry ledger. Amounts are signed poisha: debit above zero, credit below. A journal's entries are
-- inserted in one statement; the database refuses an unbalanced one, and any change or deletion.
select platform.open_schema('ledger');

create table ledger.accounts (
  code text primary key,
  name_en text not null,
  name_bn text not null,
  kind text not null constraint accounts_kind_check check (kind in ('asset', 'liability', 'income', 'expense')),
  -- Entries on a consumer account name the connection (or the application of a demand note) they belong to.
  per_party boolean not null default false
);

insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('1000', 'Cash at counter', 'কাউন্টারে নগদ', 'asset', false),
  ('1010', 'Card terminal clearing', 'পিওএস নিকাশ', 'asset', false),
  ('1020', 'Payment gateway clearing', 'পেমেন্ট গেটওয়ে নিকাশ', 'asset', false),
  ('1100', 'Receivable from consumers', 'গ্রাহকের কাছে পাওনা', 'asset', true),
  ('1110', 'Receivable from applicants', 'আবেদনকারীর কাছে পাওনা', 'asset', true),
  ('2100', 'VAT payable', 'প্রদেয় ভ্যাট', 'liability', false),
  ('2200', 'Advances of consumers', 'গ্রাহকের অগ্রিম', 'liability', true),
  ('2210', 'Refundable to applicants', 'আবেদনকারীকে ফেরতযোগ্য', 'liability', true),
  ('4000', 'Water charges', 'পানির বিল', 'income', false),
  ('4010', 'Fixed and minimum charges', 'স্থির ও ন্যূনতম চার্জ', 'income', false),
  ('4020', 'Sewer charges', 'পয়ঃনিষ্কাশন চার্জ', 'income', false),
  ('4030', 'Surcharges', 'বিলম্ব সারচার্জ', 'income', false),
  ('4100', 'Connection fees and materials', 'সংযোগ ফি ও মালামাল', 'income', false),
  ('4900', 'Rounding', 'রাউন্ডিং', 'income', false);

-- Months that are closed take no more postings; corrections go into an open month.
create table ledger.closed_periods (
  period date primary key constraint closed_periods_month_check check (extract(day from period) = 1),
  closed_at timestamptz not null,
  closed_by uuid
);
select platform.append_only('ledger.closed_periods');

create table ledger.journals (
  id uuid primary key default uuidv7(),
  kind text not null constraint journals_kind_check check (
    kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL')
  ),
  -- What the journal records; each thing is recorded once.
  source_id uuid not null,
  business_date date not null,
  reverses_id uuid constraint journals_reverses_id_fkey references ledger.journals,
  reason text,
  posted_by uuid,
  created_at timestamptz not null,
  constraint journals_source_key unique (kind, source_id),
  constraint journals_reverses_id_key unique (reverses_id),
  constraint journals_date_key unique (id, business_date),
  constraint journals_reversal_check check ((kind = 'REVERSAL') = (reverses_id is not null))
);
create index journals_business_date on ledger.journals (business_date);

create table ledger.entries (
  journal_id uuid not null,
  line_no smallint not null,
  account_code text not null constraint entries_account_code_fkey references ledger.accounts,
  -- Connection or application of a per-party account.
  party_id uuid,
  amount_minor bigint not null constraint entries_amount_check check (amount_minor <> 0),
  -- The journal's own day, kept here for sums by day.
  business_date date not null,
  primary key (journal_id, line_no),
  constraint entries_journal_fkey foreign key (journal_id, business_date) references ledger.journals (id, business_date)
);
create index entries_party on ledger.entries (party_id, business_date) where party_id is not null;
create index entries_account on ledger.entries (account_code, business_date);
-- Few rows: what the bill run asks for each connection of a chunk.
create index entries_advances on ledger.entries (party_id) include (amount_minor) where account_code = '2200';

select platform.append_only('ledger.journals');
select platform.append_only('ledger.entries');
select platform.limit_to_consumer('ledger.entries',
  'exists (select from meters.connections c where c.id = party_id and c.consumer_id = platform.consumer_id())
    or exists (select from applications.applications a where a.id = party_id and a.consumer_id = platform.consumer_id())');
select platform.limit_to_consumer('ledger.journals',
  'exists (select from ledger.entries e where e.journal_id = id)');

-- Once per INSERT statement, over all its rows (the deferred row trigger costs four times as much). A statement
-- must bring line 1 of each of its journals: the primary key lets no later statement add to a posted journal.
create function ledger.check_entries() returns trigger language plpgsql as $$
declare
  bad uuid;
begin
  select e.journal_id into bad from added e group by e.journal_id
  having sum(e.amount_minor) <> 0 or count(*) < 2 or min(e.line_no) <> 1 limit 1;
  if bad is not null then
    raise exception 'journal % is not balanced in one statement', bad
      using errcode = '23514', constraint = 'entries_balanced';
  end if;
  if exists (
    select from added e join ledger.accounts a on a.code = e.account_code
    where a.per_party <> (e.party_id is not null)
  ) then
    raise exception 'a per-party account needs a party, another takes none'
      using errcode = '23514', constraint = 'entries_party_check';
  end if;
  return null;
end
$$;
create trigger check_entries after insert on ledger.entries
  referencing new table as added for each statement execute function ledger.check_entries();

-- Posting shares a lock per month that closing takes alone: a posting is either before the closing or refused.
create function ledger.lock_month(month date, closing boolean) returns void language plpgsql as $$
declare
  lock_space constant int := 1010;
  number constant int := extract(year from month)::int * 12 + extract(month from month)::int;
begin
  if closing then perform pg_advisory_xact_lock(lock_space, number);
  else perform pg_advisory_xact_lock_shared(lock_space, number);
  end if;
end
$$;

create function ledger.check_period() returns trigger language plpgsql as $$
begin
  perform ledger.lock_month(m.month, false)
  from (select distinct date_trunc('month', j.business_date)::date as month from added j order by 1) m;
  if exists (
    select from added j join ledger.closed_periods p on p.period = date_trunc('month', j.business_date)::date
  ) then
    raise exception 'the month is closed' using errcode = '23514', constraint = 'journals_period_open';
  end if;
  return null;
end
$$;
create trigger check_period after insert on ledger.journals
  referencing new table as added for each statement execute function ledger.check_period();

create function ledger.lock_closing() returns trigger language plpgsql as $$
begin
  perform ledger.lock_month(new.period, true);
  return new;
end
$$;
create trigger lock_closing before insert on ledger.closed_periods
  for each row execute function ledger.lock_closing();
