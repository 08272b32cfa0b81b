-- The figure with which a meter went was discarded: the meter ends with its last reading, also if that is corrected, taken out, or comes late.
-- Until now the register of that day was copied, so that what was corrected later was billed again, or as a full turn of the register.
alter table meters.assignments add column final_discarded boolean not null default false;
grant update (final_discarded) on meters.assignments to jolkol_app;
create index assignments_discarded on meters.assignments (connection_id) where final_discarded;

-- What was discarded before follows the next change of its readings; what is billed by now stays as it is.
update meters.assignments a set final_discarded = true
where a.final_status = 'DUMPED_CONFIRMED' and exists (select from platform.audit l
  where l.action = 'meter.discard-final' and l.object = 'connection' and l.object_id = a.connection_id::text
    and l.after ->> 'meterId' = a.meter_id::text and (l.after ->> 'finalLitres')::bigint = a.final_litres);

-- Fires after last_read_added and the others of migration 0084, by its name: they lock the connection.
create function meters.end_with_last_reading() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  places uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(p.id) into places from meters.assignments p where p.final_discarded and p.connection_id in (select connection_id from gone);
  else
    select array_agg(p.id) into places from meters.assignments p where p.final_discarded and p.connection_id in (select connection_id from added);
  end if;
  if places is null then
    return null;
  end if;
  update meters.assignments a set final_litres = l.litres, changed_at = clock_timestamp()
  from (
    select p.id, coalesce((select r.register_litres from meters.readings r
      where r.connection_id = p.connection_id and r.meter_id = p.meter_id and r.living and r.read_on between p.installed_on and p.removed_on
      order by r.period desc, r.read_on desc limit 1), p.opening_litres) as litres
    from meters.assignments p where p.id = any (places)) l
  where a.id = l.id and a.final_litres <> l.litres;
  return null;
end
$$;
create trigger last_reading_added after insert on meters.readings
  referencing new table as added for each statement execute function meters.end_with_last_reading();
create trigger last_reading_changed after update on meters.readings
  referencing new table as added for each statement execute function meters.end_with_last_reading();
create trigger last_reading_deleted after delete on meters.readings
  referencing old table as gone for each statement execute function meters.end_with_last_reading();

-- The day on which the days that a change of category changes end: its own days, and the days after its end until the next agreed turn if
-- another category counts on them than the one that follows the change.
create function billing.category_change_ends(of_connection uuid, next_day date, follows text) returns date
language sql stable as $$
  select case
    when next_day is null then 'infinity'
    else coalesce(
      (select case when k.category = follows then next_day else k.until_day end from meters.connection_categories k
        where k.connection_id = of_connection and k.from_day <= next_day and k.until_day > next_day),
      (select case when c.category = follows then next_day else 'infinity' end from meters.connections c where c.id = of_connection)) end
$$;

-- As in migration 0420, but it asks the function above, which bill runs ask too.
create or replace function billing.category_change_billed_until(of_connection uuid, first_day date, next_day date, follows text) returns date
language sql stable as $$
  select max(least(i.period_to, c.disconnected_on))
  from billing.invoices i join meters.connections c on c.id = i.connection_id
  where i.connection_id = of_connection and i.cancelled_on is null and i.adjusts_id is null
    and least(i.period_to, c.disconnected_on) > first_day
    and greatest(i.period_from, c.connected_on) < billing.category_change_ends(of_connection, next_day, follows)
$$;
