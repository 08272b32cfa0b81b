-- Which meters are still to be read in a month was found by joining all connections with all meters in use and all readings
-- of the month: four times in a second this kept a processor busy in a town of 100,000 connections. Now a connection itself
-- says from when on it has the meter that it has now, and the last month that was read. Both are written by triggers, with
-- the reading or the meter, in the same transaction; nothing else writes them.

-- Installation of the meter that is there now; null without one.
alter table meters.connections add column metered_on date;
-- The last month with a living reading, of any meter of the connection.
alter table meters.connections add column last_read date;

-- Two transactions that write readings of one connection wait for each other here: the update reads the readings only after
-- it has the connection's lock, as a statement of its own, so it sees what the other one has committed. In the order of ids, as
-- all that lock several connections.
create function meters.note_last_read(ids uuid[]) returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform from meters.connections c where c.id = any (ids) order by c.id for no key update;
  update meters.connections c set last_read = l.period
  from (select i.id, (select max(r.period) from meters.readings r where r.connection_id = i.id and r.living) as period
    from unnest(ids) i (id)) l
  where c.id = l.id and c.last_read is distinct from l.period;
end
$$;

create function meters.reading_changed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    perform from meters.connections c where c.id in (select connection_id from added where living) order by c.id for no key update;
    update meters.connections c set last_read = n.period
    from (select connection_id, max(period) as period from added where living group by connection_id) n
    where c.id = n.connection_id and (c.last_read is null or c.last_read < n.period);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct connection_id) into ids from gone where living;
  else
    -- A reading stays with its connection, so that a changed one is among the new rows in any case.
    select array_agg(distinct connection_id) into ids from (
      select connection_id, period, living from added except all select connection_id, period, living from gone) changed;
  end if;
  if ids is not null then
    perform meters.note_last_read(ids);
  end if;
  return null;
end
$$;
create trigger last_read_added after insert on meters.readings
  referencing new table as added for each statement execute function meters.reading_changed();
create trigger last_read_changed after update on meters.readings
  referencing old table as gone new table as added for each statement execute function meters.reading_changed();
create trigger last_read_deleted after delete on meters.readings
  referencing old table as gone for each statement execute function meters.reading_changed();

create function meters.assignment_changed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct connection_id) into ids from added;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct connection_id) into ids from gone;
  else
    select array_agg(distinct connection_id) into ids from (
      select connection_id from added union all select connection_id from gone) changed;
  end if;
  perform from meters.connections c where c.id = any (ids) order by c.id for no key update;
  update meters.connections c set metered_on = l.installed_on
  from (select i.id, (select a.installed_on from meters.assignments a where a.connection_id = i.id and a.removed_on is null)
      as installed_on
    from unnest(ids) i (id)) l
  where c.id = l.id and c.metered_on is distinct from l.installed_on;
  return null;
end
$$;
create trigger metered_on_added after insert on meters.assignments
  referencing new table as added for each statement execute function meters.assignment_changed();
create trigger metered_on_changed after update on meters.assignments
  referencing old table as gone new table as added for each statement execute function meters.assignment_changed();
create trigger metered_on_deleted after delete on meters.assignments
  referencing old table as gone for each statement execute function meters.assignment_changed();
revoke execute on function meters.note_last_read(uuid[]) from public;

-- The program may not say itself what the triggers say.
revoke update on meters.connections from jolkol_app;
do $$
begin
  execute (select format('grant update (%s) on meters.connections to jolkol_app', string_agg(quote_ident(attname), ', '))
    from pg_attribute where attrelid = 'meters.connections'::regclass and attnum > 0 and not attisdropped
      and attname not in ('metered_on', 'last_read') and attgenerated = '');
end
$$;

update meters.connections c set
  metered_on = (select a.installed_on from meters.assignments a where a.connection_id = c.id and a.removed_on is null),
  last_read = (select max(r.period) from meters.readings r where r.connection_id = c.id and r.living);

-- Who was read in a month, of those who were read in a later one too.
drop index meters.readings_period;
create index readings_period on meters.readings (period, meter_id) include (living, connection_id);

-- The reader's way, with all that decides whether a house is on it.
drop index meters.connections_road_id;
create index connections_road_id on meters.connections (road_id, route_order, id) include (status, metered_on, last_read);
