-- A meter's life in the store: what it is worth and from when its age counts, each seal that it had, each test on the bench, what was found
-- at it, and how it was scrapped.
alter table meters.meters
  add column value_minor bigint constraint meters_value_check check (value_minor > 0),
  add column made_year int constraint meters_made_year_check check (made_year between 1950 and 2200),
  -- The year on its plate; without one, the day of its first place, or that on which it came into stock.
  add column aged_from date not null default current_date;
update meters.meters m set aged_from = least((m.created_at at time zone 'Asia/Dhaka')::date,
  (select min(a.installed_on) from meters.assignments a where a.meter_id = m.id));
create index meters_aged_from on meters.meters (aged_from);
create index assignments_meter_id on meters.assignments (meter_id, installed_on);

-- A meter that is installed is not younger than its first place.
create function meters.age_of_installed() returns trigger language plpgsql as $$
begin
  update meters.meters m set aged_from = p.installed_on
  from (select meter_id, min(installed_on) as installed_on from placed group by meter_id) p
  where m.id = p.meter_id and m.made_year is null and m.aged_from > p.installed_on;
  return null;
end $$;
create trigger age_of_installed after insert on meters.assignments referencing new table as placed
  for each statement execute function meters.age_of_installed();

-- The last one is on the meter. Who set it is unknown for those that came from elsewhere.
create table meters.seals (
  id uuid primary key default uuidv7(),
  meter_id uuid not null constraint seals_meter_id_fkey references meters.meters,
  number text not null,
  sealed_on date not null,
  sealed_by uuid,
  sealed_by_name text,
  reason text,
  at timestamptz not null default now()
);
create index seals_meter_id on meters.seals (meter_id, id);
create index seals_number on meters.seals (number);
insert into meters.seals (meter_id, number, sealed_on, at)
select m.id, m.seal_number, coalesce((select max(a.installed_on) from meters.assignments a where a.meter_id = m.id), m.aged_from), m.created_at
from meters.meters m where m.seal_number is not null;
select platform.append_only('meters.seals');

create table meters.bench_tests (
  id uuid primary key default uuidv7(),
  meter_id uuid not null constraint bench_tests_meter_id_fkey references meters.meters,
  tested_on date not null,
  passed boolean not null,
  -- Of what ran through it, in hundredths of a percent: +150 is 1.5 % too much.
  error_hundredths int constraint bench_tests_error_check check (error_hundredths between -10000 and 10000),
  remark text,
  tested_by uuid,
  tested_by_name text not null,
  at timestamptz not null
);
create index bench_tests_meter_id on meters.bench_tests (meter_id, id);
select platform.append_only('meters.bench_tests');

-- What was found at a meter that measures a connection.
create table meters.conditions (
  id uuid primary key default uuidv7(),
  meter_id uuid not null constraint conditions_meter_id_fkey references meters.meters,
  status text not null constraint conditions_status_check check (status in ('INSTALLED', 'FAULTY', 'LOCKED', 'STOPPED')),
  reason text not null,
  noted_by uuid,
  noted_by_name text not null,
  at timestamptz not null
);
create index conditions_meter_id on meters.conditions (meter_id, id);
select platform.append_only('meters.conditions');

-- A meter that is worth something is scrapped by two people.
create table meters.scraps (
  id uuid primary key default uuidv7(),
  meter_id uuid not null constraint scraps_meter_id_fkey references meters.meters,
  state text not null constraint scraps_state_check check (state in ('REQUESTED', 'SCRAPPED', 'REFUSED')),
  reason text not null,
  value_minor bigint,
  asked_by uuid,
  asked_by_name text not null,
  asked_at timestamptz not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  remark text,
  constraint scraps_two_persons check (state = 'REQUESTED' or value_minor is null or decided_by <> asked_by),
  constraint scraps_decided_check check (state = 'REQUESTED' or value_minor is null or decided_at is not null)
);
create unique index scraps_open_key on meters.scraps (meter_id) where state = 'REQUESTED';
create index scraps_meter_id on meters.scraps (meter_id, id);
create trigger keep_finished before update on meters.scraps for each row
  when (old.state in ('SCRAPPED', 'REFUSED')) execute function platform.keep_finished('scraps_ended');
revoke update, delete, truncate on meters.scraps from jolkol_app;
grant update (state, decided_by, decided_by_name, decided_at, remark) on meters.scraps to jolkol_app;
