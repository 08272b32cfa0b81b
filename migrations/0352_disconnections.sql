-- A connection that has no water for some time because its bills are not paid. Its meter stays, and it is no end of the connection
-- (disconnected_on): it is billed for what its readings show.
create table meters.disconnections (
  id uuid primary key default uuidv7(),
  connection_id uuid not null constraint disconnections_connection_id_fkey references meters.connections,
  from_day date not null,
  -- The day on which it had water again, or was closed.
  to_day date constraint disconnections_to_day_check check (to_day >= from_day),
  reason text not null
);
create unique index disconnections_open_key on meters.disconnections (connection_id) where to_day is null;
create index disconnections_connection on meters.disconnections (connection_id, from_day);
revoke update, delete, truncate on meters.disconnections from jolkol_app;
grant update (to_day) on meters.disconnections to jolkol_app;
create trigger keep before update on meters.disconnections for each row when (old.to_day is not null)
  execute function platform.refuse_change();
create trigger keep_all before delete or truncate on meters.disconnections for each statement execute function platform.refuse_change();
revoke select on meters.disconnections from jolkol_consumer;

-- A connection that is closed while it has no water is not disconnected any more.
create function meters.end_disconnection() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  update meters.disconnections d set to_day = greatest(d.from_day, coalesce(new.disconnected_on, d.from_day))
  where d.connection_id = new.id and d.to_day is null;
  return null;
end
$$;
create trigger end_disconnection after update of status on meters.connections for each row
  when (old.status = 'disconnected' and new.status = 'closed') execute function meters.end_disconnection();

-- Work after a disconnection: it is charged only if the rules of the dunning ladder have a fee, so its category does not ask for one.
insert into work_orders.categories (code, name_en, name_bn, priority, hours, chargeable, position) values
  ('RECONNECTION_PAID', 'Reconnection after payment', 'বকেয়া পরিশোধের পর পুনঃসংযোগ', 'HIGH', 24, false, 11);
update work_orders.categories set position = 12 where code = 'OTHER';

-- Money and holds of a connection with an open case, and orders of cases that somebody else ends: looked at as soon as they are committed.
create function collections.note_money() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if exists (select from collections.cases k where k.connection_id = new.connection_id and k.state <> 'CLOSED') then
    perform platform.add_job('collections:look-at-case', json_build_object('connectionId', new.connection_id));
  end if;
  return null;
end
$$;
create trigger look_at_case after update of settled_minor, cancelled_on on billing.invoices for each row
  when (old.settled_minor is distinct from new.settled_minor or old.cancelled_on is distinct from new.cancelled_on)
  execute function collections.note_money();

create function collections.note_hold() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.add_job('collections:look-at-case', json_build_object('connectionId', k.connection_id))
  from collections.cases k join billing.invoices i on i.connection_id = k.connection_id
  where i.id = new.invoice_id and k.state <> 'CLOSED';
  return null;
end
$$;
create trigger look_at_case after insert on billing.collection_holds for each row execute function collections.note_hold();

create function collections.note_order() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.add_job('collections:look-at-case', json_build_object('connectionId', k.connection_id))
  from collections.cases k where k.state <> 'CLOSED' and new.id in (k.order_id, k.reconnection_id);
  return null;
end
$$;
create trigger look_at_case after update of state on work_orders.orders for each row
  when (old.state is distinct from new.state and new.state in ('CANCELLED', 'REJECTED')) execute function collections.note_order();

create function collections.note_connection() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.add_job('collections:look-at-case', json_build_object('connectionId', k.connection_id))
  from collections.cases k where k.state <> 'CLOSED' and k.connection_id = new.id;
  return null;
end
$$;
create trigger look_at_case after update of status on meters.connections for each row
  when (old.status is distinct from new.status and new.status = 'closed') execute function collections.note_connection();
