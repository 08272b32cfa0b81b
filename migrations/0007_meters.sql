-- Connections (what is billed), meters, which meter sat where and when, and readings.
select platform.open_schema('meters');

create table meters.connections (
  id uuid primary key default uuidv7(),
  number text not null,
  consumer_id uuid not null constraint connections_consumer_id_fkey references consumers.consumers,
  road_id uuid not null constraint connections_road_id_fkey references settings.roads,
  plot_number text not null,
  dma_id uuid constraint connections_dma_id_fkey references settings.dmas,
  -- Consumer category of the tariff, for example residential; the codes are billing's data.
  category text not null,
  pipe_size_mm int not null constraint connections_pipe_size_check check (pipe_size_mm > 0),
  -- Households behind the connection; a tariff may widen its blocks by it.
  dwelling_units int not null default 1 constraint connections_dwelling_units_check check (dwelling_units > 0),
  -- Share of the water charge billed for sewerage, in percent; null means the tariff's own, 0 no sewer.
  sewer_percent numeric(6, 3) constraint connections_sewer_check check (sewer_percent between 0 and 1000),
  status text not null default 'active'
    constraint connections_status_check check (status in ('active', 'disconnected', 'closed')),
  connected_on date not null,
  disconnected_on date,
  -- Position on the reader's way along the road.
  route_order int not null default 0,
  application_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint connections_number_key unique (number),
  constraint connections_application_id_key unique (application_id),
  constraint connections_days_check check (disconnected_on >= connected_on)
);
create index connections_consumer_id on meters.connections (consumer_id);
create index connections_road_id on meters.connections (road_id, route_order);
create index connections_plot on meters.connections (plot_number text_pattern_ops);
create index connections_category on meters.connections (category);
select platform.limit_to_consumer('meters.connections', 'consumer_id = platform.consumer_id()');

create table meters.meters (
  id uuid primary key default uuidv7(),
  number text not null,
  make text not null default '',
  size_mm int not null default 20 constraint meters_size_check check (size_mm > 0),
  -- Digits of the register in whole m³: it rolls over at 10^digits m³.
  register_digits int not null default 5 constraint meters_register_digits_check check (register_digits between 3 and 9),
  status text not null default 'IN_STOCK' constraint meters_status_check check (
    status in ('IN_STOCK', 'RESERVED', 'INSTALLED', 'FAULTY', 'LOCKED', 'STOPPED', 'REMOVED', 'REMOVED_CONFIRMED', 'SCRAPPED')
  ),
  -- The application that holds a reserved meter.
  reserved_for uuid,
  seal_number text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint meters_number_key unique (number)
);
create index meters_number_search on meters.meters using gin (lower(number) gin_trgm_ops);

-- Which meter measured which connection, from (opening reading) and until (final reading).
create table meters.assignments (
  id uuid primary key default uuidv7(),
  connection_id uuid not null constraint assignments_connection_id_fkey references meters.connections,
  meter_id uuid not null constraint assignments_meter_id_fkey references meters.meters,
  installed_on date not null,
  opening_litres bigint not null constraint assignments_opening_check check (opening_litres >= 0),
  removed_on date,
  final_litres bigint,
  changed_at timestamptz not null default clock_timestamp(),
  final_status text constraint assignments_final_status_check check (final_status in ('DUMPED_PENDING', 'DUMPED_CONFIRMED')),
  constraint assignments_days_check check (removed_on >= installed_on),
  constraint assignments_removed_check check ((removed_on is null) = (final_litres is null)),
  constraint assignments_meter_overlap exclude using gist (
    meter_id with =, daterange(installed_on, removed_on) with &&
  )
);
create unique index assignments_connection_current on meters.assignments (connection_id) where removed_on is null;
create unique index assignments_meter_current on meters.assignments (meter_id) where removed_on is null;
create index assignments_connection_id on meters.assignments (connection_id, installed_on);

select platform.limit_to_consumer('meters.assignments',
  'exists (select from meters.connections c where c.id = connection_id and c.consumer_id = platform.consumer_id())');
select platform.limit_to_consumer('meters.meters',
  'exists (select from meters.assignments a join meters.connections c on c.id = a.connection_id
    where a.meter_id = meters.id and c.consumer_id = platform.consumer_id())');

-- One register reading. `period` is the month it is taken for (its first day). The checks fill in what it was
-- compared with: consumption_litres runs from previous_on to read_on with roll-over and meter change included;
-- null where the register fell and nothing explains it. A change of the value is a new row that supersedes.
create table meters.readings (
  id uuid not null default uuidv7(),
  connection_id uuid not null constraint readings_connection_id_fkey references meters.connections,
  meter_id uuid not null constraint readings_meter_id_fkey references meters.meters,
  period date not null constraint readings_period_check check (extract(day from period) = 1),
  read_on date not null,
  register_litres bigint not null constraint readings_register_check check (register_litres >= 0),
  -- What the register showed before: the previous reading, or the opening of a meter that came in between.
  previous_litres bigint,
  previous_on date,
  consumption_litres bigint,
  -- What was to be expected in these days, and from what: own readings, same month last year, others like it.
  expected_litres bigint,
  expected_from text constraint readings_expected_from_check check (expected_from in ('READINGS', 'LAST_YEAR', 'CATEGORY')),
  -- Use and days of the last six real readings, the newest, this one, first: what the next one is compared with.
  recent_litres bigint[] not null default '{}',
  recent_days int[] not null default '{}',
  source text not null constraint readings_source_check check (source in ('MANUAL', 'IMPORT', 'MOBILE', 'SELF', 'ESTIMATE')),
  state text not null constraint readings_state_check check (
    state in ('CAPTURED', 'VALID', 'FLAGGED', 'APPROVED', 'ESTIMATED', 'REREAD', 'BILLED', 'SUPERSEDED', 'VOID')
  ),
  -- Codes of the checks that this reading did not pass, for example {HIGH,GAP}; figures holds the limits they used.
  flags text[] not null default '{}',
  figures jsonb,
  remark text,
  import_id uuid,
  taken_by uuid,
  -- The reading whose value this one corrects.
  replaces_id uuid,
  first_approved_by uuid,
  reviewed_by uuid,
  reviewed_at timestamptz,
  review_reason text,
  version int not null default 1,
  -- Time of the database, not of the actor: an import finds out by it that its verdicts are stale.
  changed_at timestamptz not null default clock_timestamp(),
  -- Counts as the reading of its meter and month. Generated, so that billing a reading touches no index key.
  living boolean generated always as (state not in ('VOID', 'SUPERSEDED', 'REREAD')) stored,
  waiting boolean generated always as (state in ('CAPTURED', 'VALID', 'FLAGGED')) stored,
  constraint readings_pkey primary key (id, period),
  constraint readings_two_approvers check (first_approved_by is null or reviewed_by is distinct from first_approved_by)
) partition by range (period);
create unique index readings_meter_period_key on meters.readings (meter_id, period) where living;
create index readings_connection_period on meters.readings (connection_id, period);
create index readings_waiting on meters.readings (period) where waiting;
create index readings_import_id on meters.readings (import_id) where import_id is not null;
create index readings_changed_at on meters.readings using brin (changed_at);
select platform.limit_to_consumer('meters.readings',
  'exists (select from meters.connections c where c.id = connection_id and c.consumer_id = platform.consumer_id())');

do $$
begin
  for year in 2016..2040 loop
    execute format('create table meters.readings_%s partition of meters.readings for values from (%L) to (%L)',
      year, year || '-01-01', (year + 1) || '-01-01');
    execute format('revoke all on meters.readings_%s from jolkol_app, jolkol_consumer', year);
  end loop;
end
$$;
create table meters.readings_other partition of meters.readings default;
revoke all on meters.readings_other from jolkol_app, jolkol_consumer;

-- The checks of a reading, per consumer category ('*' for every category without a row of its own).
-- effect: OFF; REVIEW holds the reading for a reviewer; SECOND_APPROVER needs two of them; REFUSE does not take it.
create table meters.reading_checks (
  code text not null constraint reading_checks_code_check check (
    code in ('HIGH', 'VERY_HIGH', 'LOW', 'ZERO', 'NEGATIVE', 'ROLL_OVER', 'GAP', 'SAME_VALUE', 'FUTURE')
  ),
  category text not null default '*',
  effect text not null default 'REVIEW' constraint reading_checks_effect_check check (
    effect in ('OFF', 'REVIEW', 'SECOND_APPROVER', 'REFUSE')
  ),
  -- HIGH, VERY_HIGH, LOW: times the expected use; GAP: months; ROLL_OVER: part of the register's range.
  factor numeric,
  -- HIGH, VERY_HIGH, LOW: only where use differs from the expected one by more than this.
  litres bigint,
  -- ZERO: only after so many readings with use.
  readings int,
  changed_at timestamptz not null default clock_timestamp(),
  constraint reading_checks_pkey primary key (code, category),
  constraint reading_checks_limits_check check (
    case when code in ('HIGH', 'VERY_HIGH') then factor is not null and litres is not null
      when code in ('LOW', 'GAP', 'ROLL_OVER') then factor is not null
      when code = 'ZERO' then readings is not null else true end
  )
);
insert into meters.reading_checks (code, effect, factor, litres, readings) values
  ('HIGH', 'REVIEW', 2.0, 10000, null),
  ('VERY_HIGH', 'SECOND_APPROVER', 4.0, 10000, null),
  ('LOW', 'REVIEW', 0.3, 0, null),
  ('ZERO', 'REVIEW', null, null, 2),
  ('NEGATIVE', 'REVIEW', null, null, null),
  ('ROLL_OVER', 'REVIEW', 0.1, null, null),
  ('GAP', 'REVIEW', 1.5, null, null),
  ('SAME_VALUE', 'REVIEW', null, null, null),
  ('FUTURE', 'REFUSE', null, null, null);

-- A file of readings on its way: uploaded, checked row by row, committed, perhaps undone.
create table meters.imports (
  id uuid primary key default uuidv7(),
  file_id uuid not null,
  file_name text not null,
  state text not null default 'UPLOADED' constraint imports_state_check check (
    state in ('UPLOADED', 'CHECKED', 'COMMITTED', 'UNDONE')
  ),
  -- Which column of the file is what, and the unit of the register; see contract.ts.
  mapping jsonb,
  rows_total int not null default 0,
  rows_good int not null default 0,
  rows_flagged int not null default 0,
  rows_refused int not null default 0,
  uploaded_by uuid,
  uploaded_at timestamptz not null,
  -- Time of the database, like readings.changed_at.
  checked_at timestamptz,
  committed_at timestamptz,
  undone_at timestamptz,
  version int not null default 1,
  constraint imports_every_row_check check (rows_total = rows_good + rows_flagged + rows_refused)
);
create index imports_uploaded_at on meters.imports (uploaded_at desc);
revoke select on meters.imports, meters.reading_checks from jolkol_consumer;

-- Every row of a file with its one verdict. Unlogged: after a crash it is made again from the stored file.
create unlogged table meters.import_rows (
  import_id uuid not null,
  row_no int not null,
  -- As the file has it.
  meter text,
  register text,
  month text,
  day text,
  remark text,
  verdict text not null constraint import_rows_verdict_check check (verdict in ('GOOD', 'FLAGGED', 'REFUSED')),
  reason text,
  connection_id uuid,
  meter_id uuid,
  period date,
  read_on date,
  register_litres bigint,
  previous_litres bigint,
  previous_on date,
  consumption_litres bigint,
  expected_litres bigint,
  expected_from text,
  recent_litres bigint[],
  recent_days int[],
  flags text[] not null default '{}',
  figures jsonb,
  -- Which of its connection's rows, in order of time: each is checked after the one before it.
  turn int not null default 1,
  constraint import_rows_pkey primary key (import_id, row_no),
  constraint import_rows_reason_check check ((verdict = 'REFUSED') = (reason is not null))
);
create index import_rows_verdict on meters.import_rows (import_id, verdict, row_no) where verdict <> 'GOOD';
revoke select on meters.import_rows from jolkol_consumer;
