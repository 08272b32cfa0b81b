-- What each account was at the end of a closed month: nothing is posted into it any more, so a trial balance of any later day
-- begins there and not with the first entry. The nightly proof compares it with the entries.
create table ledger.month_balances (
  period date not null constraint month_balances_period_fkey references ledger.closed_periods,
  account_code text not null constraint month_balances_account_code_fkey references ledger.accounts,
  -- Debit above zero.
  balance_minor bigint not null,
  primary key (period, account_code)
);
select platform.append_only('ledger.month_balances');

-- Only of a month whose earlier months are closed with it: its balance can never change.
create function ledger.keep_month_balances(month date) returns void language sql as $$
  insert into ledger.month_balances (period, account_code, balance_minor)
  select month, a.code, coalesce(b.balance_minor, 0) + coalesce(e.amount_minor, 0)
  from ledger.accounts a
  left join lateral (select max(p.period) as period from ledger.month_balances p where p.period < month) l on true
  left join ledger.month_balances b on b.period = l.period and b.account_code = a.code
  left join lateral (
    select sum(e.amount_minor)::bigint as amount_minor from ledger.entries e where e.account_code = a.code
      and e.business_date < (month + interval '1 month')::date
      and (l.period is null or e.business_date >= (l.period + interval '1 month')::date)
  ) e on true
$$;

create function ledger.keep_balances_of_closed() returns trigger language plpgsql as $$
begin
  if new.all_before then perform ledger.keep_month_balances(new.period); end if;
  return null;
end
$$;
create trigger keep_balances after insert on ledger.closed_periods
  for each row execute function ledger.keep_balances_of_closed();

select ledger.keep_month_balances(p.period) from (select period from ledger.closed_periods where all_before order by period) p;

-- Debit above zero; accounts that were opened after the month have no row there.
create function ledger.balances_at(day date) returns table (account_code text, balance_minor bigint) language sql stable as $$
  select a.code, coalesce(b.balance_minor, 0) + coalesce(e.amount_minor, 0)
  from ledger.accounts a
  left join lateral (
    select max(p.period) as period from ledger.month_balances p where (p.period + interval '1 month')::date <= day + 1
  ) l on true
  left join ledger.month_balances b on b.period = l.period and b.account_code = a.code
  left join lateral (
    select sum(e.amount_minor)::bigint as amount_minor from ledger.entries e where e.account_code = a.code
      and e.business_date <= day and (l.period is null or e.business_date >= (l.period + interval '1 month')::date)
  ) e on true
$$;
