-- A connection changes hands: it is closed with a last reading, and its successor begins at the same place with the same meter and the
-- same figure (decision 0047). Bills, payments, corrections and advances of either stay with the one of their time.
alter table meters.connections
  add column follows_id uuid constraint connections_follows_id_fkey references meters.connections,
  add constraint connections_follows_id_key unique (follows_id),
  add constraint connections_follows_check check (follows_id <> id);
grant insert (follows_id) on meters.connections to jolkol_app;

-- Its meter measures the successor: the old one is not opened again.
create function meters.keep_handed_over() returns trigger language plpgsql as $$
begin
  if exists (select from meters.connections f where f.follows_id = new.id) then
    raise exception 'connection % has a successor', new.id
      using errcode = '23514', constraint = 'connections_handed_over';
  end if;
  return new;
end
$$;
create trigger keep_handed_over before update of status on meters.connections for each row
  when (old.status = 'closed' and new.status <> 'closed') execute function meters.keep_handed_over();

-- A meter that changes hands is read two times for a month: last for the one, first for the other.
drop index meters.readings_meter_period_key;
create unique index readings_meter_period_key on meters.readings (meter_id, connection_id, period) where living;

-- A corrected last reading is the first figure of the successor too, or water between the two would be billed twice or never. As soon as
-- the successor is read, use was calculated from that figure: then it stays.
create function meters.carry_last_reading() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  successor uuid;
begin
  select n.connection_id into successor
    from meters.assignments o
    join meters.connections f on f.follows_id = o.connection_id
    join meters.assignments n on n.connection_id = f.id and n.meter_id = o.meter_id and n.installed_on = o.removed_on
    where o.connection_id = new.connection_id and o.meter_id = new.meter_id and o.final_status = 'READING'
      and o.removed_on = new.read_on and n.opening_litres <> new.register_litres
    for no key update of f;
  if successor is null then
    return null;
  end if;
  if exists (select from meters.readings r where r.connection_id = successor and r.living) then
    raise exception 'reading % is the first figure of a connection that was read', new.id
      using errcode = '23514', constraint = 'readings_handed_over';
  end if;
  update meters.assignments set opening_litres = new.register_litres, changed_at = clock_timestamp()
    where connection_id = successor and meter_id = new.meter_id;
  return null;
end
$$;
create trigger carry_last after insert on meters.readings for each row
  when (new.replaces_id is not null) execute function meters.carry_last_reading();
