-- Numbers and sums over all bills and all payments are asked with every list, badge and home, and each question read a
-- hundred thousand entries and more of an index. A tally has them by the few things that the questions tell apart.
--
-- A change of bills or payments adds rows to the tally, by trigger, in its own transaction: what is less has a minus. Nobody
-- waits for anybody, because no row is ever changed; the truth is the sum of all rows with the same key. So a question sees
-- exactly the bills that it would count. `fold_tally` makes one row of those with the same key, every minute.
create table billing.invoice_tally (
  issued_on date not null,
  due_on date not null,
  state text not null,
  invoices bigint not null,
  total_minor bigint not null,
  settled_minor bigint not null
);
create table payments.payment_tally (
  source text not null,
  state text not null,
  owed_back boolean not null,
  -- Null as long as no money came.
  paid_on date,
  payments bigint not null,
  amount_minor bigint not null
);
-- Small tables that lose and get rows all the time.
alter table billing.invoice_tally set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.5);
alter table payments.payment_tally set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.5);

-- Only the triggers and the two functions below write them.
revoke select on billing.invoice_tally, payments.payment_tally from jolkol_consumer;
revoke insert, update, delete, truncate on billing.invoice_tally, payments.payment_tally from jolkol_app;

create function billing.tally_invoices() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    insert into billing.invoice_tally
    select issued_on, due_on, state, count(*), sum(total_minor), sum(settled_minor) from added group by 1, 2, 3;
  else
    insert into billing.invoice_tally
    select issued_on, due_on, state, sum(n), sum(n * total_minor), sum(n * settled_minor)
    from (select 1 as n, issued_on, due_on, state, total_minor, settled_minor from added
      union all select -1, issued_on, due_on, state, total_minor, settled_minor from gone) changed
    group by issued_on, due_on, state having sum(n) <> 0 or sum(n * total_minor) <> 0 or sum(n * settled_minor) <> 0;
  end if;
  return null;
end
$$;
-- Bills and payments are never deleted (migrations 0037 and 0012).
create trigger tally_added after insert on billing.invoices
  referencing new table as added for each statement execute function billing.tally_invoices();
create trigger tally_changed after update on billing.invoices
  referencing old table as gone new table as added for each statement execute function billing.tally_invoices();

create function payments.tally_payments() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    insert into payments.payment_tally
    select source, state, owed_back, paid_on, count(*), sum(amount_minor) from added group by 1, 2, 3, 4;
  else
    insert into payments.payment_tally
    select source, state, owed_back, paid_on, sum(n), sum(n * amount_minor)
    from (select 1 as n, source, state, owed_back, paid_on, amount_minor from added
      union all select -1, source, state, owed_back, paid_on, amount_minor from gone) changed
    group by source, state, owed_back, paid_on having sum(n) <> 0 or sum(n * amount_minor) <> 0;
  end if;
  return null;
end
$$;
create trigger tally_added after insert on payments.payments
  referencing new table as added for each statement execute function payments.tally_payments();
create trigger tally_changed after update on payments.payments
  referencing old table as gone new table as added for each statement execute function payments.tally_payments();

-- One row of those with the same key; nothing is written if there are no two. What another one folds at the same time, or
-- adds, is not seen here and stays.
create function billing.fold_tally() returns void language sql security definer set search_path = pg_catalog as $$
  with gone as (
    delete from billing.invoice_tally t using (
      select issued_on, due_on, state from billing.invoice_tally group by 1, 2, 3 having count(*) > 1) k
    where t.issued_on = k.issued_on and t.due_on = k.due_on and t.state = k.state
    returning t.*
  )
  insert into billing.invoice_tally
  select issued_on, due_on, state, sum(invoices), sum(total_minor), sum(settled_minor) from gone group by 1, 2, 3
  having sum(invoices) <> 0 or sum(total_minor) <> 0 or sum(settled_minor) <> 0
$$;
create function payments.fold_tally() returns void language sql security definer set search_path = pg_catalog as $$
  with gone as (
    delete from payments.payment_tally t using (
      select source, state, owed_back, paid_on from payments.payment_tally group by 1, 2, 3, 4 having count(*) > 1) k
    where t.source = k.source and t.state = k.state and t.owed_back = k.owed_back and t.paid_on is not distinct from k.paid_on
    returning t.*
  )
  insert into payments.payment_tally
  select source, state, owed_back, paid_on, sum(payments), sum(amount_minor) from gone group by 1, 2, 3, 4
  having sum(payments) <> 0 or sum(amount_minor) <> 0
$$;

-- What is there now, counted once.
insert into billing.invoice_tally
select issued_on, due_on, state, count(*), sum(total_minor), sum(settled_minor) from billing.invoices group by 1, 2, 3;
insert into payments.payment_tally
select source, state, owed_back, paid_on, count(*), sum(amount_minor) from payments.payments group by 1, 2, 3, 4;

-- A consumer's bills are those with their name and those of connections that are shared with them (migration 0061). Without
-- an index for the second part every page and every sum of a consumer read all bills of the town.
create index invoices_connection on billing.invoices (connection_id, issued_on desc);
