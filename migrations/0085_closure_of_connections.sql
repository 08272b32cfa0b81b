-- A connection is closed with the last reading of its meter. That reading has its own row, checks and review; the meter's place
-- says READING and has no figure of its own, so that a corrected reading leaves no second figure behind.
alter table meters.assignments
  drop constraint assignments_removed_check,
  drop constraint assignments_final_status_check,
  add constraint assignments_final_status_check
    check (final_status in ('DUMPED_PENDING', 'DUMPED_CONFIRMED', 'READING')),
  add constraint assignments_removed_check
    check ((removed_on is null) = (final_litres is null and final_status is distinct from 'READING')),
  add constraint assignments_final_reading_check check (final_status <> 'READING' or final_litres is null);

-- The last reading of a closed connection is not taken out by any way: without it there is no final bill, and nobody reads the
-- meter again. Who wants that opens the connection again first. A corrected value takes its place and is allowed.
create function meters.keep_last_reading() returns trigger language plpgsql as $$
begin
  if exists (
    select from meters.assignments a join meters.connections c on c.id = a.connection_id
    where a.connection_id = old.connection_id and a.meter_id = old.meter_id and a.final_status = 'READING'
      and a.removed_on = old.read_on and c.status = 'closed'
  ) then
    raise exception 'reading % is the last one of a closed connection', old.id
      using errcode = '23514', constraint = 'readings_last_of_closed';
  end if;
  return new;
end
$$;
create trigger keep_last before update of state on meters.readings for each row
  when (old.state not in ('VOID', 'REREAD') and new.state in ('VOID', 'REREAD'))
  execute function meters.keep_last_reading();
