-- The last day of a demand note in force is that of its application: a hold moves it, and so does money that is taken back. Paper,
-- screen and message read the note's own column.
create or replace function applications.freeze_demand_note() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{settled_minor,cancelled_at,cancel_reason,refundable_minor,refund_state,state,due_on}';
begin
  if tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving
    or (new.due_on <> old.due_on and (old.cancelled_at is not null or old.settled_minor >= old.total_minor)) then
    raise exception 'demand note % is frozen', old.number using errcode = '55000';
  end if;
  return new;
end
$$;

create function applications.move_note_day() returns trigger language plpgsql as $$
begin
  update applications.demand_notes n set due_on = greatest(new.expires_on, n.issued_on)
  where n.application_id = new.id and n.cancelled_at is null and n.settled_minor < n.total_minor
    and n.due_on <> greatest(new.expires_on, n.issued_on);
  return null;
end
$$;
create trigger moves_note_day after update of expires_on, state on applications.applications
  for each row when (new.state = 'READY_TO_PAY' and new.expires_on is not null)
  execute function applications.move_note_day();

update applications.demand_notes n set due_on = greatest(a.expires_on, n.issued_on)
from applications.applications a
where a.id = n.application_id and a.state = 'READY_TO_PAY' and a.expires_on is not null and n.cancelled_at is null
  and n.settled_minor < n.total_minor and n.due_on <> greatest(a.expires_on, n.issued_on);
