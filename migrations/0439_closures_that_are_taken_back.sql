-- A connection without water that is closed has no water after the closure is taken back: it goes back to the state it had.
alter table meters.connections add column closed_from text
  constraint connections_closed_from_check check (closed_from is null or (closed_from in ('active', 'disconnected') and status = 'closed'));
grant update (closed_from) on meters.connections to jolkol_app;
-- A disconnection that ended with the closure may also have ended on that day before it: the entry of the audit log decides.
update meters.connections c set closed_from = coalesce((
  select a.before ->> 'status' from platform.audit a
  where a.object = 'connection' and a.object_id = c.id::text and a.action = 'connection.close' and a.before ->> 'status' in ('active', 'disconnected')
  order by a.at desc limit 1), 'active')
where c.status = 'closed' and exists (select from meters.disconnections d
  where d.connection_id = c.id and d.to_day = greatest(d.from_day, c.disconnected_on));

-- Its case of late bills goes on. It was closed for no other reason than the closure.
alter table collections.case_events drop constraint case_events_event_check, add constraint case_events_event_check check (event in (
  'reminder', 'notice', 'approved', 'order_cancelled', 'order_ended', 'cheque_waits', 'disconnected', 'reconnection_ordered',
  'reconnection_ended', 'reconnected', 'reopened', 'closed'));
drop trigger keep_closed on collections.cases;
create trigger keep_closed before update on collections.cases for each row
  when (old.state = 'CLOSED' and not (old.closed_because = 'connection_closed' and new.state in ('DISCONNECTED', 'RECONNECTING')))
  execute function platform.refuse_change();

create function collections.note_reopened() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.add_job('collections:look-at-case', json_build_object('connectionId', new.id));
  return null;
end
$$;
create trigger look_at_reopened after update of status on meters.connections for each row
  when (old.status = 'closed' and new.status = 'disconnected') execute function collections.note_reopened();
