-- A connection could be closed with the last reading of its meter only. One whose meter was removed, or that never had one, stayed
-- open for ever: in each run it was held without a reading. Now it ends on a day that a person says. Nothing is read then; what was read
-- before and is not billed yet comes with the next run.
--
-- This row is the closure. It is deleted when the connection is opened again. So a connection that another program closed has none.
create table meters.unmetered_closures (
  connection_id uuid primary key constraint unmetered_closures_connection_id_fkey references meters.connections on delete cascade,
  closed_on date not null,
  -- Month of the last reading that was not billed when it was closed; null if nothing was left to be billed.
  last_period date,
  closed_at timestamptz not null,
  closed_by uuid
);
revoke update, truncate on meters.unmetered_closures from jolkol_app;

-- The last reading of a closed connection is not taken out by any way (migration 0085): also not the one of this closure.
create or replace function meters.keep_last_reading() returns trigger language plpgsql as $$
begin
  if exists (
    select from meters.assignments a join meters.connections c on c.id = a.connection_id
    where a.connection_id = old.connection_id and a.meter_id = old.meter_id and a.final_status = 'READING'
      and a.removed_on = old.read_on and c.status = 'closed'
  ) or exists (
    select from meters.unmetered_closures u where u.connection_id = old.connection_id and u.last_period = old.period
  ) then
    raise exception 'reading % is the last one of a closed connection', old.id
      using errcode = '23514', constraint = 'readings_last_of_closed';
  end if;
  return new;
end
$$;

-- Its day is in a month that the books still take: nobody has read a meter on it. Posting shares the lock of a month, closing the
-- month takes it alone, so neither comes between the question and the row.
create function ledger.refuse_closed_day() returns trigger language plpgsql as $$
declare
  month constant date := date_trunc('month', new.closed_on)::date;
begin
  perform ledger.lock_month(month, false);
  if ledger.is_month_closed(month) then
    raise exception 'the month is closed' using errcode = '23514', constraint = 'unmetered_closures_month_open';
  end if;
  return new;
end
$$;
create trigger in_open_month before insert on meters.unmetered_closures
  for each row execute function ledger.refuse_closed_day();

-- What the database writes itself, and how a record begins, the program could still say in an insert: the update alone was closed to it.
-- A connection begins active and without an end; its meter and its last month are told by triggers (migration 0084).
revoke insert on meters.connections from jolkol_app;
grant insert (id, number, consumer_id, road_id, plot_number, dma_id, category, pipe_size_mm, dwelling_units, sewer_percent,
  connected_on, route_order, application_id) on meters.connections to jolkol_app;

-- A bill begins open: nothing of it is settled, and it is not cancelled. Columns of later migrations say themselves who writes them.
revoke insert on billing.invoices from jolkol_app;
do $$
begin
  execute (select format('grant insert (%s) on billing.invoices to jolkol_app', string_agg(quote_ident(attname), ', '))
    from pg_attribute where attrelid = 'billing.invoices'::regclass and attnum > 0 and not attisdropped
      and attname not in ('settled_minor', 'cancelled_on', 'cancel_reason', 'version') and attgenerated = '');
end
$$;

-- Days at the counter are noted by the posting of money (migration 0065), and by nothing else.
alter function ledger.note_counter_day() security definer set search_path = pg_catalog;
revoke insert on ledger.counter_days from jolkol_app;
