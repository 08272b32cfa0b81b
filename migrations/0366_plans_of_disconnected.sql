-- A household without water accepts a plan: its case is looked at. Money and holds add such a job already (0352).
create function collections.note_plan() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.add_job('collections:look-at-case', json_build_object('connectionId', k.connection_id))
  from collections.cases k where k.connection_id = new.connection_id and k.state <> 'CLOSED';
  return null;
end
$$;
create trigger look_at_case after update of state on billing.payment_plans for each row
  when (old.state is distinct from new.state and new.state = 'ACTIVE') execute function collections.note_plan();
