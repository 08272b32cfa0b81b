-- A closed connection has the day of its end: without one its last readings were in no bill run and in no list.
update meters.connections c set disconnected_on = greatest(c.connected_on,
  (select max(r.read_on) from meters.readings r where r.connection_id = c.id and r.living))
where c.status = 'closed' and c.disconnected_on is null;
alter table meters.connections add constraint connections_closed_day_check
  check (status <> 'closed' or disconnected_on is not null);
