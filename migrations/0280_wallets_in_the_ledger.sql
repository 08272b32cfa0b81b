-- Money that consumers keep with the utility: an account per consumer for what can be spent, and one for what is held for a withdrawal.
-- The party of both is the consumer.
insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('2300', 'Wallets of consumers', 'গ্রাহকের ওয়ালেট', 'liability', true),
  ('2310', 'Wallets: held for withdrawals', 'ওয়ালেট: উত্তোলনের জন্য আটকানো', 'liability', true);

alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT', 'REFUND_CLAIM',
    'CASH_VARIANCE', 'REFUND_WITHDRAWAL', 'REFUND_RETURN', 'WORK_ORDER', 'OWNERSHIP_FEE',
    'WALLET_HOLD', 'WALLET_RELEASE', 'WALLET_PAYOUT', 'WALLET_MOVE')
);

-- What each party has on an account that is never below zero: kept with each posting, in its transaction and under the row's lock. Two who
-- spend at once are one after the other, and the second finds what the first left.
create table ledger.party_balances (
  account_code text not null constraint party_balances_account_code_fkey references ledger.accounts,
  party_id uuid not null,
  -- What the utility owes the party: credit above zero.
  balance_minor bigint not null constraint party_balances_not_below check (balance_minor >= 0),
  -- Frozen: nothing is paid from it and nothing is asked to be paid out.
  blocked boolean not null default false,
  moved_on date,
  primary key (account_code, party_id)
);
select platform.limit_to_consumer('ledger.party_balances',
  'party_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])');
-- The balance is what the entries say: only the posting writes it. The rest of a row is the program's.
revoke insert, update, delete, truncate on ledger.party_balances from jolkol_app;
grant insert (account_code, party_id, balance_minor), update (blocked) on ledger.party_balances to jolkol_app;
create function ledger.open_empty() returns trigger language plpgsql as $$
begin
  raise exception 'a balance opens at zero' using errcode = '23514', constraint = 'party_balances_open_empty';
end
$$;
create trigger open_empty before insert on ledger.party_balances for each row
  when (new.balance_minor <> 0) execute function ledger.open_empty();

create function ledger.keep_balances() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  moved record;
begin
  -- Nearly all postings are of other accounts.
  if not exists (select from added e where e.account_code in ('2300', '2310')) then return null; end if;
  for moved in
    select e.account_code, e.party_id, -sum(e.amount_minor) as amount, max(e.business_date) as day,
      bool_or(j.kind in ('PAYMENT', 'WALLET_HOLD') and e.amount_minor > 0) as spends
    from added e join ledger.journals j on j.id = e.journal_id
    where e.account_code in ('2300', '2310')
    group by e.account_code, e.party_id order by e.account_code, e.party_id
  loop
    insert into ledger.party_balances (account_code, party_id, balance_minor) values (moved.account_code, moved.party_id, 0)
      on conflict do nothing;
    update ledger.party_balances b set balance_minor = b.balance_minor + moved.amount, moved_on = greatest(b.moved_on, moved.day)
      where b.account_code = moved.account_code and b.party_id = moved.party_id;
    if moved.spends and exists (select from ledger.party_balances b
      where b.account_code = moved.account_code and b.party_id = moved.party_id and b.blocked) then
      raise exception 'the account of the party is frozen' using errcode = '23514', constraint = 'party_balances_blocked';
    end if;
  end loop;
  return null;
end
$$;
create trigger keep_balances after insert on ledger.entries
  referencing new table as added for each statement execute function ledger.keep_balances();
create index entries_wallets on ledger.entries (party_id, business_date, journal_id) where account_code = '2300';

-- A consumer reads the entries of the own wallet.
create policy own_wallet on ledger.entries for select to jolkol_consumer using (
  account_code in ('2300', '2310') and party_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]));

-- A recharge is a payment whose target is a wallet; a bill is paid from a wallet by the payment's method.
alter table payments.payments
  add column wallet_of uuid constraint payments_wallet_of_fkey references consumers.consumers,
  drop constraint payments_source_check,
  add constraint payments_source_check check (
    source in ('INVOICE', 'APPLICATION_SURVEY', 'WORK_ORDER_SURVEY', 'OWNERSHIP_CHANGE', 'WALLET_RECHARGE')),
  drop constraint payments_target_check,
  add constraint payments_target_check check (case source
    when 'INVOICE' then connection_id is not null and num_nonnulls(demand_note_id, work_order_id, ownership_request_id) = 0
    when 'APPLICATION_SURVEY' then num_nonnulls(demand_note_id, application_id) = 2
      and num_nonnulls(connection_id, ownership_request_id) = 0
    when 'WORK_ORDER_SURVEY' then work_order_id is not null and num_nonnulls(demand_note_id, ownership_request_id) = 0
    when 'WALLET_RECHARGE' then consumer_id is not null
      and num_nonnulls(connection_id, application_id, demand_note_id, work_order_id, ownership_request_id) = 0
    else ownership_request_id is not null and num_nonnulls(connection_id, application_id, demand_note_id, work_order_id) = 0 end),
  add constraint payments_wallet_check check (
    (wallet_of is not null) = (source = 'WALLET_RECHARGE' or method = 'WALLET')
    and not (source = 'WALLET_RECHARGE' and (method = 'WALLET' or owed_back)));
create index payments_wallet on payments.payments (wallet_of, created_at desc) where wallet_of is not null;
drop index payments.payments_running_key;
create unique index payments_running_key on payments.payments
  (coalesce(connection_id, demand_note_id, work_order_id, ownership_request_id, wallet_of), taken_over)
  where method = 'GATEWAY' and state in ('CREATED', 'PROCESSING') and set_aside_at is null;
