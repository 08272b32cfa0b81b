-- Consumers by file, with the number they had elsewhere; metered areas in both scripts; who set a material's rate.

alter table consumers.consumers
  -- What the register before this one called them. Not unique: that register may not have been.
  add column legacy_number text,
  -- The file they came with.
  add column import_id uuid,
  alter column search set expression as (
    platform.search_text(number, name, name_bn, phone, email, nid, address, legacy_number)
  );
create index consumers_import_id on consumers.consumers (import_id) where import_id is not null;
create index consumers_legacy_number on consumers.consumers (lower(legacy_number)) where legacy_number is not null;

create table consumers.imports (
  id uuid primary key default uuidv7(),
  file_id uuid not null,
  file_name text not null,
  -- CHECKING and COMMITTING are a job's work; whoever cancels it moves the state back, and the job finds out.
  state text not null default 'UPLOADED' constraint imports_state_check check (
    state in ('UPLOADED', 'CHECKING', 'CHECKED', 'COMMITTING', 'COMMITTED', 'UNDONE')
  ),
  -- Headings of the file with its first rows, and which column is what: remembered for the next file with these headings.
  titles text[] not null,
  sample jsonb not null,
  mapping jsonb,
  -- Whether the commit gives those who are there already what the file says of them.
  updates_existing boolean not null default false,
  rows_total int not null default 0,
  rows_ready int not null default 0,
  rows_existing int not null default 0,
  -- Of the existing ones, those of whom the file says something else.
  rows_differing int not null default 0,
  rows_duplicate int not null default 0,
  rows_wrong int not null default 0,
  rows_added int not null default 0,
  rows_updated int not null default 0,
  -- What the verdicts were given over; another register needs new ones.
  register_mark text,
  -- Counts the jobs that were asked for: one that is not the newest changes nothing any more.
  run int not null default 0,
  asked_by uuid,
  asked_by_name text not null default '',
  asked_by_role text not null default '',
  step text constraint imports_step_check check (step in ('READING', 'JUDGING', 'SAVING')),
  rows_done int not null default 0,
  beat_at timestamptz,
  -- Why the last job gave up: { code, params }.
  problem jsonb,
  uploaded_by uuid,
  uploaded_at timestamptz not null,
  checked_at timestamptz,
  committed_at timestamptz,
  undone_at timestamptz,
  version int not null default 1,
  constraint imports_every_row_check check (
    rows_total = rows_ready + rows_existing + rows_duplicate + rows_wrong
  )
);
create index imports_uploaded_at on consumers.imports (uploaded_at desc);

-- Every row of a file with its one verdict. Unlogged: after a crash it is made again from the stored file.
create unlogged table consumers.import_rows (
  import_id uuid not null,
  row_no int not null,
  -- As the file has it.
  raw text[] not null,
  -- As it is understood; null where it is blank or wrong.
  name text,
  name_bn text,
  phone text,
  email text,
  nid text,
  date_of_birth date,
  address text,
  legacy_number text,
  verdict text not null constraint import_rows_verdict_check check (
    verdict in ('READY', 'EXISTS', 'DUPLICATE', 'WRONG')
  ),
  -- Every bad field, as codes of contract.ts.
  problems text[] not null default '{}',
  -- The row further up that says the same person.
  same_row int,
  -- Who is there already.
  consumer_id uuid,
  differs boolean not null default false,
  constraint import_rows_pkey primary key (import_id, row_no)
);
create index import_rows_verdict on consumers.import_rows (import_id, verdict, row_no);

-- What an update by a file overwrote, so that it can be undone.
create table consumers.import_changes (
  import_id uuid not null constraint import_changes_import_id_fkey references consumers.imports,
  consumer_id uuid not null constraint import_changes_consumer_id_fkey references consumers.consumers on delete cascade,
  before jsonb not null,
  -- Of the consumer after the update: another one means that somebody changed them since.
  version int not null,
  constraint import_changes_pkey primary key (import_id, consumer_id)
);
create index import_changes_consumer_id on consumers.import_changes (consumer_id);
revoke select on consumers.imports, consumers.import_rows, consumers.import_changes from jolkol_consumer;

alter table settings.dmas
  add column name_bn text,
  add column search text generated always as (settings.place_search(number, name, name_bn)) stored;

-- Null where a rate is older than these columns.
alter table settings.material_rates
  add column set_by uuid,
  add column set_by_name text,
  add column set_at timestamptz;
