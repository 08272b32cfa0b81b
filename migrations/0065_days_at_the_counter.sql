-- Which cashier took counter money on which day is noted when it is posted. The list of days that nobody has closed was
-- read from all entries of the cash accounts since the books began: thirty such questions at once held up everybody.

-- One row for a cashier and a day; two transactions that post the first money of a day at the same time write two.
create table ledger.counter_days (
  day date not null,
  cashier_id uuid not null
);
create index counter_days_list on ledger.counter_days (day, cashier_id);
create index counter_days_cashier on ledger.counter_days (cashier_id, day);
revoke select on ledger.counter_days from jolkol_consumer;

insert into ledger.counter_days (day, cashier_id)
select distinct e.business_date, j.posted_by
from ledger.entries e join ledger.journals j on j.id = e.journal_id
where e.account_code in ('1000', '1010') and j.posted_by is not null;

select platform.append_only('ledger.counter_days');

-- No unique key: who posts the first money of a day would wait for another one who does, until that one has finished.
create function ledger.note_counter_day() returns trigger language plpgsql as $$
begin
  insert into ledger.counter_days (day, cashier_id)
  select distinct e.business_date, j.posted_by
  from added e join ledger.journals j on j.id = e.journal_id
  where e.account_code in ('1000', '1010') and j.posted_by is not null
    and not exists (select from ledger.counter_days d where d.day = e.business_date and d.cashier_id = j.posted_by);
  return null;
end
$$;
create trigger note_counter_day after insert on ledger.entries
  referencing new table as added for each statement execute function ledger.note_counter_day();
