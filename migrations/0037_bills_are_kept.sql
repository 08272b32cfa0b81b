-- The database keeps bills as it keeps payments, new tables are closed to consumers, and a bill keeps how many months
-- it counts for.

-- What may move of a posted invoice, and nothing else: what is settled, its cancellation, and the version that people
-- compare. The program's role may write no other column, nor one that is added later.
revoke update, delete, truncate on billing.invoices from jolkol_app;
grant update (settled_minor, cancelled_on, cancel_reason, version) on billing.invoices to jolkol_app;

create function billing.keep_cancelled() returns trigger language plpgsql as $$
begin
  raise exception 'invoice % is cancelled for good', old.number
    using errcode = '23514', constraint = 'invoices_cancelled_for_good';
end
$$;
create trigger keep_cancelled before update on billing.invoices for each row
  when (old.cancelled_on is not null
    and (new.cancelled_on is distinct from old.cancelled_on or new.cancel_reason is distinct from old.cancel_reason))
  execute function billing.keep_cancelled();
create trigger keep before delete on billing.invoices for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on billing.invoices for each statement execute function platform.refuse_change();

-- Lines never change. A statement brings line 1 of each of its invoices: the primary key lets no later one add to them.
select platform.append_only('billing.invoice_lines');
create function billing.check_lines() returns trigger language plpgsql as $$
declare
  bad uuid;
begin
  select a.invoice_id into bad from added a group by a.invoice_id having min(a.line_no) <> 1 limit 1;
  if bad is not null then
    raise exception 'invoice % has its lines already', bad
      using errcode = '23514', constraint = 'invoice_lines_in_one_statement';
  end if;
  return null;
end
$$;
create trigger check_lines after insert on billing.invoice_lines
  referencing new table as added for each statement execute function billing.check_lines();

-- Tables are closed to jolkol_consumer unless a migration opens them: by limit_to_consumer for own rows, by
-- open_to_consumer for what everybody may see (test/conformance/consumer-tables.test.ts lists all of them).
create or replace function platform.open_schema(name text) returns void language plpgsql as $$
begin
  execute format('create schema if not exists %I', name);
  execute format('grant usage on schema %I to jolkol_app, jolkol_consumer', name);
  execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to jolkol_app', name);
  execute format('alter default privileges in schema %I grant usage on sequences to jolkol_app', name);
end
$$;

create function platform.open_to_consumer(relation regclass) returns void language plpgsql as $$
begin
  execute format('grant select on %s to jolkol_consumer', relation);
end
$$;

create or replace function platform.limit_to_consumer(relation regclass, condition text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('create policy program on %s to jolkol_app using (true) with check (true)', relation);
  execute format('create policy own_rows on %s for select to jolkol_consumer using (%s)', relation, condition);
  perform platform.open_to_consumer(relation);
end
$$;

do $$
declare
  name text;
begin
  foreach name in array '{settings,consumers,meters,applications,billing,ledger,payments}'::text[] loop
    execute format('alter default privileges in schema %I revoke select on tables from jolkol_consumer', name);
  end loop;
end
$$;
-- What no question of a consumer reads: runs and their items name everybody.
revoke select on billing.bill_runs, billing.bill_run_chunks, billing.bill_run_items, billing.tariff_blocks, billing.tariff_book,
  billing.tariff_pipe_sizes, ledger.closed_periods from jolkol_consumer;

-- The calculation brings volume units to one before it divides.
create aggregate billing.product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

-- Months that the bill counts for; null on bills from before this migration: by their days.
alter table billing.bill_run_items add column periods int;
alter table billing.invoices add column periods int;
