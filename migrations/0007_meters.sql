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
  -- Homes behind the meter, for tariffs whose blocks or charges count per home.
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

-- One register reading. `period` is the month it is taken for (its first day). consumption_litres is what the
-- checks found between previous and this reading (roll-over and meter change included), null for an opening.
create table meters.readings (
  id uuid primary key default uuidv7(),
  connection_id uuid not null constraint readings_connection_id_fkey references meters.connections,
  meter_id uuid not null constraint readings_meter_id_fkey references meters.meters,
  period date not null constraint readings_period_check check (extract(day from period) = 1),
  read_on date not null,
  register_litres bigint not null constraint readings_register_check check (register_litres >= 0),
  previous_litres bigint,
  previous_on date,
  consumption_litres bigint,
  source text not null constraint readings_source_check check (
    source in ('OPENING', 'MANUAL', 'IMPORT', 'MOBILE', 'SELF', 'ESTIMATE', 'FINAL')
  ),
  state text not null constraint readings_state_check check (
    state in ('CAPTURED', 'VALID', 'FLAGGED', 'APPROVED', 'ESTIMATED', 'REREAD', 'BILLED', 'SUPERSEDED', 'VOID')
  ),
  -- Codes of the checks that this reading did not pass, for example {HIGH,GAP}.
  flags text[] not null default '{}',
  remark text,
  import_id uuid,
  taken_by uuid,
  reviewed_by uuid,
  reviewed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now()
);
-- One living reading per meter and period; openings and superseded or void ones do not count.
create unique index readings_meter_period_key on meters.readings (meter_id, period)
  where state not in ('VOID', 'SUPERSEDED') and source not in ('OPENING', 'FINAL');
create index readings_connection_period on meters.readings (connection_id, period desc);
create index readings_period_state on meters.readings (period, state);
create index readings_import_id on meters.readings (import_id) where import_id is not null;
select platform.limit_to_consumer('meters.readings',
  'exists (select from meters.connections c where c.id = connection_id and c.consumer_id = platform.consumer_id())');
