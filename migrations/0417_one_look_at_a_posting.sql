-- Each posting fired five triggers that read its entries, each with questions of its own, and one check of each row for its journal: half of
-- the time of a posting. One trigger looks at the entries with one question; only what concerns the counter or a wallet is asked further.
-- The journal of an entry is looked at there too, as its account is (0018): no journal is ever deleted or changed.
drop trigger check_closed_day on ledger.entries;
drop trigger note_counter_day on ledger.entries;
drop trigger keep_balances on ledger.entries;
drop function ledger.check_closed_day();
drop function ledger.note_counter_day();
drop function ledger.keep_balances();
alter table ledger.entries drop constraint entries_journal_fkey;

-- As the owner: days of cashiers and balances of wallets are written by posting alone.
create or replace function ledger.check_entries() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  look record;
  moved record;
begin
  -- A statement brings line 1 of each of its journals: the primary key lets no later statement add to a posted journal.
  select max(e.journal_id::text) filter (where e.amount_minor <> 0 or e.lines < 2 or e.first_line <> 1) as unbalanced,
    max(e.journal_id::text) filter (where j.id is null or j.business_date <> e.first_day or j.business_date <> e.last_day) as unknown_journal,
    max(e.unknown_account) as unknown_account, bool_or(e.wrong_party) as wrong_party,
    bool_or(e.at_counter or (e.is_cheque and j.kind = 'PAYMENT')) as at_counter, bool_or(e.of_wallet) as of_wallet
  into look
  from (
    select e.journal_id, sum(e.amount_minor) as amount_minor, count(*) as lines, min(e.line_no) as first_line,
      min(e.business_date) as first_day, max(e.business_date) as last_day,
      max(e.account_code) filter (where a.code is null) as unknown_account,
      bool_or(a.per_party <> (e.party_id is not null)) as wrong_party,
      bool_or(e.account_code in ('1000', '1010')) as at_counter, bool_or(e.account_code = '1040') as is_cheque,
      bool_or(e.account_code in ('2300', '2310')) as of_wallet
    from added e left join ledger.accounts a on a.code = e.account_code group by e.journal_id
  ) e left join ledger.journals j on j.id = e.journal_id;
  if look.unbalanced is not null then
    raise exception 'journal % is not balanced in one statement', look.unbalanced
      using errcode = '23514', constraint = 'entries_balanced';
  end if;
  if look.unknown_journal is not null then
    raise exception 'there is no journal % of this day', look.unknown_journal
      using errcode = '23503', constraint = 'entries_journal_fkey';
  end if;
  if look.unknown_account is not null then
    raise exception 'there is no account %', look.unknown_account
      using errcode = '23503', constraint = 'entries_account_code_fkey';
  end if;
  if look.wrong_party then
    raise exception 'a per-party account needs a party, another takes none'
      using errcode = '23514', constraint = 'entries_party_check';
  end if;

  if look.at_counter then
    perform ledger.lock_day(m.day, false)
    from (select distinct e.business_date as day from added e join ledger.journals j on j.id = e.journal_id
      where e.account_code in ('1000', '1010') or (e.account_code = '1040' and j.kind = 'PAYMENT') order by 1) m;
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
    -- Which cashier took counter money on which day (0065).
    insert into ledger.counter_days (day, cashier_id)
    select distinct e.business_date, j.posted_by
    from added e join ledger.journals j on j.id = e.journal_id
    where (e.account_code in ('1000', '1010') or (e.account_code = '1040' and j.kind = 'PAYMENT')) and j.posted_by is not null
      and not exists (select from ledger.counter_days d where d.day = e.business_date and d.cashier_id = j.posted_by);
  end if;

  if look.of_wallet then
    for moved in
      select e.account_code, e.party_id, -sum(e.amount_minor) as amount, max(e.business_date) as day,
        bool_or(j.kind in ('PAYMENT', 'WALLET_HOLD', 'WALLET_PAYOUT') and e.amount_minor > 0) as spends
      from added e join ledger.journals j on j.id = e.journal_id
      where e.account_code in ('2300', '2310')
      group by e.account_code, e.party_id order by e.account_code, e.party_id
    loop
      insert into ledger.party_balances (account_code, party_id, balance_minor) values (moved.account_code, moved.party_id, 0)
        on conflict do nothing;
      update ledger.party_balances b set balance_minor = b.balance_minor + moved.amount, moved_on = greatest(b.moved_on, moved.day)
        where b.account_code = moved.account_code and b.party_id = moved.party_id;
      if moved.spends and exists (select from ledger.party_balances b
        where b.account_code = '2300' and b.party_id = moved.party_id and b.blocked) then
        raise exception 'the account of the party is frozen' using errcode = '23514', constraint = 'party_balances_blocked';
      end if;
    end loop;
  end if;
  return null;
end
$$;

-- The lock that the first closing takes alone (0052) is shared by every posting: to ask whether it is still needed took longer than to take it.
create or replace function ledger.lock_month(month date, closing boolean) returns void language plpgsql as $$
declare
  lock_space constant int := 1010;
  beginning constant int := 0;
  number constant int := extract(year from month)::int * 12 + extract(month from month)::int;
begin
  if closing then
    perform pg_advisory_xact_lock(lock_space, number);
  else
    perform pg_advisory_xact_lock_shared(lock_space, beginning), pg_advisory_xact_lock_shared(lock_space, number);
  end if;
end
$$;

-- Nearly all statements are of one month, whose rows are read one time.
create or replace function ledger.check_period() returns trigger language plpgsql as $$
declare
  first_month date;
  last_month date;
  is_closed boolean;
begin
  select date_trunc('month', min(j.business_date)), date_trunc('month', max(j.business_date)) into first_month, last_month from added j;
  if first_month = last_month then
    perform ledger.lock_month(first_month, false);
    is_closed := ledger.is_month_closed(first_month);
  else
    perform ledger.lock_month(m.month, false)
    from (select distinct date_trunc('month', j.business_date)::date as month from added j order by 1) m;
    is_closed := exists (
      select from (select distinct date_trunc('month', j.business_date)::date as month from added j) m
      where ledger.is_month_closed(m.month)
    );
  end if;
  if is_closed then
    raise exception 'the month is closed' using errcode = '23514', constraint = 'journals_period_open';
  end if;
  return null;
end
$$;

-- Money beside a cheque (0396): asked of the rows that are an advance, and of no other posting.
drop trigger look_at_case on ledger.entries;
create or replace function collections.note_advance() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.add_job('collections:look-at-case', json_build_object('connectionId', new.party_id))
  where exists (select from collections.cases k where k.connection_id = new.party_id and k.state <> 'CLOSED')
    and exists (select from payments.cheques c join payments.payments p on p.id = c.payment_id
      where p.connection_id = new.party_id and c.state in ('RECEIVED', 'DEPOSITED'));
  return null;
end
$$;
create trigger look_at_case after insert on ledger.entries for each row
  when (new.account_code = '2200' and new.amount_minor < 0) execute function collections.note_advance();
