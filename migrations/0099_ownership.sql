-- Requests to change the owner of a connection, and the changes that were made.
select platform.open_schema('ownership');

create table ownership.requests (
  id uuid primary key default uuidv7(),
  number text not null constraint requests_number_key unique,
  connection_id uuid not null constraint requests_connection_id_fkey references meters.connections,
  from_consumer_id uuid not null constraint requests_from_consumer_id_fkey references consumers.consumers,
  -- The new owner's entry of the register; without one it is made when the change is accepted.
  to_consumer_id uuid constraint requests_to_consumer_id_fkey references consumers.consumers,
  -- Whoever may see the request need not see the connection: what it was called when the request was made.
  connection_number text not null,
  from_name text not null,
  from_name_bn text,
  sector_number text not null,
  road_number text not null,
  plot_number text not null,
  asked_as text not null constraint requests_asked_as_check check (asked_as in ('PRESENT', 'NEW', 'STAFF')),
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  expires_on date not null,
  state text not null default 'REQUESTED' constraint requests_state_check check (state in ('REQUESTED', 'CONSENTED', 'RECORRECTION',
    'DOCS_VERIFIED', 'READY_TO_APPROVE', 'COMPLETED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  state_since timestamptz not null,
  cause text not null constraint requests_cause_check check (cause in ('SALE', 'INHERITANCE', 'GIFT', 'ALLOTMENT', 'COURT')),
  name text not null,
  name_bn text,
  phone text not null,
  email text,
  nid text,
  address text not null,
  present_agreed boolean not null default false,
  new_agreed boolean not null default false,
  -- What the officer asked to be corrected, or why the request ended.
  remark text,
  verified_by uuid,
  verified_by_name text,
  -- The handover: the last day of the present owner, and what the meter showed; no figure without a meter.
  read_on date,
  register_litres bigint constraint requests_register_check check (register_litres >= 0),
  read_by_name text,
  -- What the new owner has accepted in writing to pay of what is open.
  liability_minor bigint not null default 0 constraint requests_liability_check check (liability_minor >= 0),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  version int not null default 1,
  constraint requests_two_persons check (state <> 'COMPLETED' or decided_by <> verified_by),
  constraint requests_agreed_check check (state in ('REQUESTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED') or (present_agreed and new_agreed)),
  constraint requests_verified_check check ((verified_by is null) = (verified_by_name is null)),
  constraint requests_reading_check check (state not in ('READY_TO_APPROVE', 'COMPLETED') or (read_on is not null and verified_by is not null)),
  constraint requests_decided_check check ((state in ('COMPLETED', 'REJECTED')) = (decided_at is not null))
);
create unique index requests_open_key on ownership.requests (connection_id)
  where state not in ('COMPLETED', 'REJECTED', 'WITHDRAWN', 'EXPIRED');
create index requests_state on ownership.requests (state, state_since);
create index requests_asked_at on ownership.requests (asked_at desc, id);
create index requests_from_consumer_id on ownership.requests (from_consumer_id);
create index requests_to_consumer_id on ownership.requests (to_consumer_id);
select platform.limit_to_consumer('ownership.requests', $own$
  from_consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
  or to_consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])$own$);
select platform.open_to_consumer('ownership.requests');

-- Both parties agree: by the code that their phone got, by asking themselves, or by a person of the office with a reason.
create table ownership.consents (
  request_id uuid not null constraint consents_request_id_fkey references ownership.requests,
  side text not null constraint consents_side_check check (side in ('PRESENT', 'NEW')),
  phone text not null,
  code_hash bytea,
  code_expires_at timestamptz,
  sent_at timestamptz,
  codes int not null default 0,
  tries int not null default 0,
  given_as text constraint consents_given_as_check check (given_as in ('CODE', 'ASKED', 'OFFICE')),
  given_at timestamptz,
  given_by uuid,
  given_by_name text,
  reason text,
  primary key (request_id, side),
  constraint consents_given_check check ((given_as is null) = (given_at is null)),
  constraint consents_reason_check check (given_as is distinct from 'OFFICE' or reason is not null)
);

create table ownership.documents (
  id uuid primary key default uuidv7(),
  request_id uuid not null constraint documents_request_id_fkey references ownership.requests,
  kind text not null,
  version_no int not null,
  replaced boolean not null default false,
  file_id uuid not null constraint documents_file_id_fkey references platform.files,
  file_name text not null,
  media_type text not null,
  bytes bigint not null,
  uploaded_at timestamptz not null,
  uploaded_by uuid,
  uploaded_by_name text not null,
  constraint documents_version_key unique (request_id, kind, version_no)
);

create table ownership.timeline (
  id uuid primary key default uuidv7(),
  request_id uuid not null constraint timeline_request_id_fkey references ownership.requests,
  at timestamptz not null,
  action text not null,
  from_state text,
  to_state text not null,
  actor_name text not null,
  by_office boolean not null,
  remark text
);
create index timeline_request_id on ownership.timeline (request_id, at);
select platform.append_only('ownership.timeline');

-- A change that was made is a fact.
create table ownership.changes (
  id uuid primary key default uuidv7(),
  request_id uuid not null constraint changes_request_id_key unique constraint changes_request_id_fkey references ownership.requests,
  connection_id uuid not null constraint changes_connection_id_key unique constraint changes_connection_id_fkey references meters.connections,
  successor_id uuid not null constraint changes_successor_id_key unique constraint changes_successor_id_fkey references meters.connections,
  from_consumer_id uuid not null constraint changes_from_consumer_id_fkey references consumers.consumers,
  to_consumer_id uuid not null constraint changes_to_consumer_id_fkey references consumers.consumers,
  effective_on date not null,
  register_litres bigint,
  open_minor bigint not null,
  advance_minor bigint not null,
  accepted_by uuid not null,
  accepted_by_name text not null,
  accepted_at timestamptz not null
);
create index changes_effective_on on ownership.changes (effective_on desc, id);
create index changes_from_consumer_id on ownership.changes (from_consumer_id);
create index changes_to_consumer_id on ownership.changes (to_consumer_id);
select platform.append_only('ownership.changes');
