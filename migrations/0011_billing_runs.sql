-- Bill runs and invoices. A run is an object: planned, calculated in chunks, reviewed, approved by a second
-- person, posted. Each active connection of its scope has exactly one item with exactly one outcome.

create table billing.bill_runs (
  id uuid primary key default uuidv7(),
  number int generated always as identity,
  period date not null constraint bill_runs_period_check check (extract(day from period) = 1),
  -- Restricts the run to one sector; null means the whole utility.
  sector_id uuid constraint bill_runs_sector_id_fkey references settings.sectors,
  state text not null default 'PLANNED' constraint bill_runs_state_check check (
    state in ('PLANNED', 'CALCULATING', 'REVIEW', 'APPROVED', 'POSTING', 'POSTED', 'REVERSED')
  ),
  issued_on date not null,
  due_on date not null,
  chunks int not null default 0,
  planned_by uuid,
  planned_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  posted_at timestamptz,
  -- Totals proof, counted from the rows when a step was finished; null while one is under way or after a change.
  proof jsonb,
  version int not null default 1,
  constraint bill_runs_due_check check (due_on >= issued_on),
  constraint bill_runs_two_persons check (approved_by is null or approved_by is distinct from planned_by)
);
-- The same month and scope is run once; two running at the same time is refused by the database.
create unique index bill_runs_scope_key on billing.bill_runs (period, coalesce(sector_id, '00000000-0000-0000-0000-000000000000'))
  where state <> 'REVERSED';

-- A run works through its connections in ranges of their ids, each in one transaction: what a killed server
-- had not committed is simply done again.
create table billing.bill_run_chunks (
  run_id uuid not null constraint bill_run_chunks_run_id_fkey references billing.bill_runs on delete cascade,
  chunk int not null,
  first_connection uuid not null,
  last_connection uuid not null,
  state text not null default 'PLANNED' constraint bill_run_chunks_state_check check (state in ('PLANNED', 'CALCULATED', 'POSTED')),
  billed int not null default 0,
  held int not null default 0,
  total_minor bigint not null default 0,
  -- First invoice number of the chunk's gapless range; set when the run is approved for posting.
  first_number bigint,
  -- When the chunk last moved on: a run that stands still has lost its workers.
  done_at timestamptz,
  primary key (run_id, chunk)
);

-- The outcome of each connection: billed, with the amounts that become its invoice, or held, with the reason.
create table billing.bill_run_items (
  run_id uuid not null constraint bill_run_items_run_id_fkey references billing.bill_runs on delete cascade,
  connection_id uuid not null,
  chunk int not null,
  outcome text not null constraint bill_run_items_outcome_check check (outcome in ('BILLED', 'HELD')),
  reason text,
  invoice_id uuid not null default uuidv7(),
  consumer_id uuid not null,
  reading_id uuid,
  meter_id uuid,
  previous_litres bigint,
  current_litres bigint,
  usage_litres bigint,
  period_from date,
  period_to date,
  arrears_minor bigint not null default 0,
  -- Columns of the calculation, as calculateBills() gives them.
  version_id uuid,
  unit_litres numeric,
  water_rate numeric,
  fixed_periods numeric,
  fixed_rate numeric,
  sewer_percent_used numeric,
  vat_water_percent numeric,
  vat_fixed_percent numeric,
  vat_minimum_percent numeric,
  vat_sewer_percent numeric,
  water_minor bigint,
  fixed_minor bigint,
  minimum_minor bigint,
  sewer_minor bigint,
  vat_water_minor bigint,
  vat_fixed_minor bigint,
  vat_minimum_minor bigint,
  vat_sewer_minor bigint,
  vat_minor bigint,
  round_off_minor bigint,
  total_minor bigint,
  -- How the amounts came about, as text: it is copied, never searched.
  explanation json,
  constraint bill_run_items_pkey primary key (run_id, connection_id),
  constraint bill_run_items_reason_check check ((outcome = 'HELD') = (reason is not null)),
  constraint bill_run_items_amounts_check check (
    outcome = 'HELD' or total_minor = water_minor + fixed_minor + minimum_minor + sewer_minor + vat_minor + round_off_minor
  )
);
create index bill_run_items_held on billing.bill_run_items (run_id, reason) where outcome = 'HELD';

create table billing.invoices (
  id uuid primary key default uuidv7(),
  number text not null,
  run_id uuid constraint invoices_run_id_fkey references billing.bill_runs,
  connection_id uuid not null constraint invoices_connection_id_fkey references meters.connections,
  consumer_id uuid not null constraint invoices_consumer_id_fkey references consumers.consumers,
  period date not null,
  -- Half-open: the day of the previous reading is in, the day of this reading is not.
  period_from date not null,
  period_to date not null,
  issued_on date not null,
  due_on date not null,
  tariff_version_id uuid not null,
  reading_id uuid,
  meter_id uuid,
  previous_litres bigint,
  current_litres bigint,
  usage_litres bigint not null,
  total_minor bigint not null,
  -- Unpaid invoices of the connection when this one was made; for the paper, not part of the total.
  arrears_minor bigint not null default 0,
  settled_minor bigint not null default 0,
  explanation json,
  cancelled_on date,
  cancel_reason text,
  version int not null default 1,
  state text generated always as (
    case
      when cancelled_on is not null then 'CANCELLED'
      when settled_minor >= total_minor then 'PAID'
      when settled_minor > 0 then 'PARTIALLY_PAID'
      else 'ISSUED'
    end
  ) stored,
  constraint invoices_number_key unique (number),
  constraint invoices_total_check check (total_minor >= 0),
  constraint invoices_settled_check check (settled_minor between 0 and total_minor),
  constraint invoices_cancel_check check ((cancelled_on is null) = (cancel_reason is null))
);
-- One living invoice per connection and month.
create unique index invoices_connection_period_key on billing.invoices (connection_id, period) where cancelled_on is null;
create index invoices_consumer on billing.invoices (consumer_id, issued_on desc);
create index invoices_open on billing.invoices (connection_id, issued_on)
  where cancelled_on is null and settled_minor < total_minor;
-- The order of lists, newest first; written as lists ask for it.
create index invoices_issued_on on billing.invoices (issued_on desc nulls last, id);
-- A month's list is the one most asked for.
create index invoices_period on billing.invoices (period);
create index invoices_run_id on billing.invoices (run_id);

create table billing.invoice_lines (
  invoice_id uuid not null constraint invoice_lines_invoice_id_fkey references billing.invoices on delete cascade,
  line_no smallint not null,
  kind text not null constraint invoice_lines_kind_check check (
    kind in (
      'water', 'fixed', 'minimum', 'sewer', 'vat_water', 'vat_fixed', 'vat_minimum', 'vat_sewer', 'surcharge', 'round_off'
    )
  ),
  quantity numeric,
  rate numeric,
  amount_minor bigint not null,
  primary key (invoice_id, line_no)
);

select platform.limit_to_consumer('billing.invoices', 'consumer_id = platform.consumer_id()');
select platform.limit_to_consumer('billing.invoice_lines',
  'exists (select from billing.invoices i where i.id = invoice_id and i.consumer_id = platform.consumer_id())');

-- After a bulk step the planner needs fresh figures at once: the next question over these tables may be a join of all.
grant maintain on billing.bill_run_items, billing.invoices, billing.invoice_lines to jolkol_app;
grant maintain on ledger.journals, ledger.entries to jolkol_app;
