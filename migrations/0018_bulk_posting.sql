-- What thousands of rows at once paid for each row.

-- Written with a cast, a number is put into the statement that asks for it: text || int is only stable, and the
-- planner inlines nothing stable into an immutable function, so each number was a call of its own.
create or replace function platform.human_number(kind int, n bigint) returns text language sql immutable parallel safe as $$
  select (kind::bigint * 100000000 + n)::text || platform.check_digit(kind::bigint * 100000000 + n)::text
$$;

-- The accounts of entries are looked at once per statement, where their parties are: a check of each row cost a
-- quarter of a posting, and postings side by side shared row locks on a dozen accounts. Accounts keep their codes.
create or replace function ledger.check_entries() returns trigger language plpgsql as $$
declare
  bad uuid;
  wrong record;
begin
  select e.journal_id into bad from added e group by e.journal_id
  having sum(e.amount_minor) <> 0 or count(*) < 2 or min(e.line_no) <> 1 limit 1;
  if bad is not null then
    raise exception 'journal % is not balanced in one statement', bad
      using errcode = '23514', constraint = 'entries_balanced';
  end if;
  select e.account_code as code, a.code is null as unknown into wrong
  from added e left join ledger.accounts a on a.code = e.account_code
  where a.code is null or a.per_party <> (e.party_id is not null) limit 1;
  if wrong.unknown then
    raise exception 'there is no account %', wrong.code
      using errcode = '23503', constraint = 'entries_account_code_fkey';
  end if;
  if wrong.code is not null then
    raise exception 'a per-party account needs a party, another takes none'
      using errcode = '23514', constraint = 'entries_party_check';
  end if;
  return null;
end
$$;
create trigger keep_code before delete or update of code on ledger.accounts
  for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on ledger.accounts
  for each statement execute function platform.refuse_change();
revoke delete, truncate on ledger.accounts from jolkol_app;
alter table ledger.entries drop constraint entries_account_code_fkey;
