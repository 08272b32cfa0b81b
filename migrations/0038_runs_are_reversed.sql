-- A posted run is reversed as a whole, by two people; what is held because the month before has no bill is released by
-- a person with a reason; and the months of connections that were never billed are listed.

create table billing.bill_run_reversals (
  id uuid primary key default uuidv7(),
  run_id uuid not null constraint bill_run_reversals_run_id_fkey references billing.bill_runs,
  state text not null constraint bill_run_reversals_state_check check (state in ('REQUESTED', 'DONE', 'REFUSED')),
  reason text not null,
  -- Its readings can be corrected then, and have to be approved again.
  open_readings boolean not null,
  -- Above the limit up to which one person cancels bills: another person decides.
  two_person boolean not null,
  requested_by uuid,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint bill_run_reversals_two_persons check (not two_person or decided_by is null or decided_by is distinct from requested_by),
  constraint bill_run_reversals_decided_check check ((state = 'REQUESTED') = (decided_at is null))
);
-- Of a run one waits or is done; those that were refused stay beside it.
create unique index bill_run_reversals_run_key on billing.bill_run_reversals (run_id) where state <> 'REFUSED';

-- Connections of a run that are billed although an earlier month of theirs waits for its bill.
create table billing.bill_run_releases (
  run_id uuid not null constraint bill_run_releases_run_id_fkey references billing.bill_runs,
  connection_id uuid not null constraint bill_run_releases_connection_id_fkey references meters.connections,
  reason text not null,
  released_by uuid,
  released_at timestamptz not null,
  primary key (run_id, connection_id)
);
select platform.append_only('billing.bill_run_releases');
