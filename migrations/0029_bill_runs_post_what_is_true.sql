-- A run posts what is true on the day it posts, runs do not overlap, and a run can be given up before it posts.

alter table billing.bill_runs
  add column cancelled_by uuid,
  add column cancelled_at timestamptz,
  add column cancel_reason text;
alter table billing.bill_runs drop constraint bill_runs_state_check;
alter table billing.bill_runs add constraint bill_runs_state_check check (
  state in ('PLANNED', 'CALCULATING', 'REVIEW', 'APPROVED', 'POSTING', 'POSTED', 'CANCELLED', 'REVERSED')
);

-- Of open runs that overlap, the one that posts stays, or else the oldest.
update billing.bill_runs r set state = 'CANCELLED', cancelled_at = now(), version = version + 1,
  cancel_reason = 'It overlapped another open run of the month.'
where r.state in ('PLANNED', 'CALCULATING', 'REVIEW', 'APPROVED') and exists (
  select from billing.bill_runs o
  where o.id <> r.id and o.period = r.period and coalesce(o.sector_id = r.sector_id, true)
    and o.state in ('PLANNED', 'CALCULATING', 'REVIEW', 'APPROVED', 'POSTING')
    and (o.state = 'POSTING' or o.number < r.number));
-- Two that both post cannot stand beside the rule below. The later one had taken numbers and could not go on; what it
-- did not bill is billed by the next run of the month.
update billing.bill_runs r set state = 'CANCELLED', cancelled_at = now(), version = version + 1,
  cancel_reason = 'It overlapped another run of the month that was posting.'
where r.state = 'POSTING' and exists (
  select from billing.bill_runs o
  where o.id <> r.id and o.period = r.period and coalesce(o.sector_id = r.sector_id, true)
    and o.state = 'POSTING' and o.number < r.number);
alter table billing.bill_runs add constraint bill_runs_cancel_check check (
  (state = 'CANCELLED') = (cancel_reason is not null) and (cancelled_at is null) = (cancel_reason is null)
);

-- A scope as a range of sectors: without bounds it is the whole utility, which overlaps every sector.
create type billing.sector_range as range (subtype = uuid);
drop index billing.bill_runs_scope_key;
alter table billing.bill_runs add constraint bill_runs_scope_overlap exclude using gist (
  period with =, billing.sector_range(sector_id, sector_id, '[]') with &&
) where (state not in ('POSTED', 'CANCELLED', 'REVERSED'));

-- Numbers are taken in the transaction that makes the invoices.
alter table billing.bill_run_chunks drop column first_number;

-- What an item was calculated from, as far as it did not stand there yet: approval and posting compare all of it.
alter table billing.bill_run_items
  add column category text,
  add column pipe_size_mm int,
  add column dwelling_units int,
  add column sewer_percent numeric,
  add column connected_on date,
  add column disconnected_on date,
  -- Meters that were installed until the day of the reading.
  add column meters int,
  -- The tariff versions of the billed days, where they are several; one alone is version_id.
  add column tariff_ids uuid[];

-- A run that was calculated before this migration is compared with what stands there now.
update billing.bill_run_items i set category = c.category, pipe_size_mm = c.pipe_size_mm, dwelling_units = c.dwelling_units,
  sewer_percent = c.sewer_percent, connected_on = c.connected_on, disconnected_on = c.disconnected_on,
  meters = (select count(*) from meters.assignments a join meters.readings r on r.id = i.reading_id
    where a.connection_id = i.connection_id and a.installed_on <= r.read_on and r.connection_id = i.connection_id),
  tariff_ids = case when json_array_length(i.explanation) > 1
    then array(select (e ->> 'version')::uuid from json_array_elements(i.explanation) e) end
from billing.bill_runs r, meters.connections c
where r.id = i.run_id and c.id = i.connection_id and i.outcome = 'BILLED'
  and r.state in ('CALCULATING', 'REVIEW', 'APPROVED', 'POSTING');

-- A reading that a posting run is about to bill stays as it is until it is billed. Only a reading that leaves its
-- approval is looked at: billing it, and taking or reviewing others, asks nothing.
create function billing.keep_reading_in_posting() returns trigger language plpgsql as $$
begin
  if exists (
    select from billing.bill_runs r
    join billing.bill_run_items i on i.run_id = r.id and i.connection_id = old.connection_id
    join billing.bill_run_chunks k on k.run_id = i.run_id and k.chunk = i.chunk
    where r.state = 'POSTING' and k.state <> 'POSTED' and i.outcome = 'BILLED' and i.reading_id = old.id
  ) then
    raise exception 'reading % is being billed', old.id
      using errcode = '23514', constraint = 'readings_in_posting';
  end if;
  return new;
end
$$;
create trigger keep_in_posting before update on meters.readings for each row
  when (old.state in ('APPROVED', 'ESTIMATED') and (new.state not in ('BILLED', old.state)
    or new.register_litres <> old.register_litres or new.consumption_litres is distinct from old.consumption_litres))
  execute function billing.keep_reading_in_posting();
