-- What is paid from a wallet was received when it was put in: the sum of what was received counted it twice. The tally of payments tells
-- it apart from money that comes.
lock table payments.payments in share row exclusive mode;
alter table payments.payment_tally add column from_wallet boolean not null default false;

create or replace function payments.tally_payments() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    insert into payments.payment_tally (source, state, owed_back, paid_on, from_wallet, payments, amount_minor)
    select source, state, owed_back, paid_on, method = 'WALLET', count(*), sum(amount_minor) from added group by 1, 2, 3, 4, 5;
  else
    insert into payments.payment_tally (source, state, owed_back, paid_on, from_wallet, payments, amount_minor)
    select source, state, owed_back, paid_on, method = 'WALLET', sum(n), sum(n * amount_minor)
    from (select 1 as n, source, state, owed_back, paid_on, method, amount_minor from added
      union all select -1, source, state, owed_back, paid_on, method, amount_minor from gone) changed
    group by source, state, owed_back, paid_on, method = 'WALLET' having sum(n) <> 0 or sum(n * amount_minor) <> 0;
  end if;
  return null;
end
$$;
create or replace function payments.fold_tally() returns void language sql security definer set search_path = pg_catalog as $$
  with gone as (
    delete from payments.payment_tally t using (
      select source, state, owed_back, paid_on, from_wallet from payments.payment_tally group by 1, 2, 3, 4, 5 having count(*) > 1) k
    where t.source = k.source and t.state = k.state and t.owed_back = k.owed_back and t.paid_on is not distinct from k.paid_on
      and t.from_wallet = k.from_wallet
    returning t.*
  )
  insert into payments.payment_tally (source, state, owed_back, paid_on, from_wallet, payments, amount_minor)
  select source, state, owed_back, paid_on, from_wallet, sum(payments), sum(amount_minor) from gone group by 1, 2, 3, 4, 5
  having sum(payments) <> 0 or sum(amount_minor) <> 0
$$;

-- What is there now, counted once more.
delete from payments.payment_tally;
insert into payments.payment_tally (source, state, owed_back, paid_on, from_wallet, payments, amount_minor)
select source, state, owed_back, paid_on, method = 'WALLET', count(*), sum(amount_minor) from payments.payments group by 1, 2, 3, 4, 5;
