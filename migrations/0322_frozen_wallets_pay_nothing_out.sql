-- What is held for a withdrawal leaves account 2310, and only 2300 was asked whether it is frozen: a frozen wallet paid approved
-- withdrawals out. Now the freeze of the wallet (2300) stops both.
create or replace function ledger.keep_balances() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  moved record;
begin
  -- Nearly all postings are of other accounts.
  if not exists (select from added e where e.account_code in ('2300', '2310')) then return null; end if;
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
  return null;
end
$$;
