-- Applications for a connection, from the first word typed to the connection. The state machine stands in
-- domains/applications/application.rules.ts; what must never be broken by two people at once stands here.
select platform.open_schema('applications');

create table applications.applications (
  id uuid primary key default uuidv7(),
  -- Given when it is submitted; a draft has none.
  number text constraint applications_number_key unique,
  source text not null constraint applications_source_check check (source in ('PORTAL', 'COUNTER')),
  consumer_id uuid constraint applications_consumer_id_fkey references consumers.consumers,
  state text not null default 'DRAFT' constraint applications_state_check check (state in (
    'DRAFT', 'PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY', 'READY_TO_PAY',
    'READY_FOR_METER_INSTALLATION', 'RECORRECTION', 'CONNECTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'
  )),
  state_since timestamptz not null,
  -- RECORRECTION: the state that asked. A closed application may have been closed while it was being corrected,
  -- so both are kept.
  asked_state text,
  closed_state text,
  closed_on date,
  -- When the state's working hours run out; while the clock stands still, the minutes that are left instead.
  due_at timestamptz,
  paused_minutes int,
  -- Last day for the applicant to pay or to correct.
  expires_on date,
  overlay text constraint applications_overlay_check check (overlay in ('HOLD', 'SUSPENDED')),
  overlay_reason text,
  overlay_on date,
  overlay_until date,
  archived_at timestamptz,
  archived_by text,
  archive_reason text,
  deleted_at timestamptz,
  -- Parts as typed; their shapes stand in intake/parts.rules.ts.
  applicant jsonb not null default '{}',
  owner jsonb not null default '{}',
  plumber jsonb not null default '{}',
  building jsonb not null default '{}',
  -- The plot, out of `building`, for joins and the guard against two connections on one plot.
  road_id uuid constraint applications_road_id_fkey references settings.roads,
  plot_number text not null default '',
  plot_override text,
  assignee_id uuid constraint applications_assignee_id_fkey references identity.users,
  noc_number text,
  noc_date date,
  noc_valid_until date,
  noc_document_id uuid,
  customer_number text constraint applications_customer_number_key unique,
  dma_id uuid constraint applications_dma_id_fkey references settings.dmas,
  -- The meter of the letter; whether it is still reserved stands in meters.meters.
  meter_id uuid constraint applications_meter_id_fkey references meters.meters,
  letter_issued_on date,
  connection_id uuid constraint applications_connection_id_key unique
    constraint applications_connection_id_fkey references meters.connections,
  created_at timestamptz not null,
  created_by uuid,
  submitted_at timestamptz,
  saved_at timestamptz not null,
  version int not null default 1,
  search text generated always as (
    platform.search_text(number, customer_number, noc_number, applicant ->> 'name', applicant ->> 'nameBn',
      applicant ->> 'phone', applicant ->> 'nid', plot_number)
  ) stored,
  constraint applications_submitted_check check (state = 'DRAFT' or (number is not null and submitted_at is not null)),
  constraint applications_connected_check check ((state = 'CONNECTED') = (connection_id is not null)),
  constraint applications_correction_check check (state <> 'RECORRECTION' or asked_state is not null),
  constraint applications_overlay_reason_check check ((overlay is null) = (overlay_reason is null))
);
create index applications_search on applications.applications using gin (search gin_trgm_ops);
create index applications_state on applications.applications (state, submitted_at desc)
  where archived_at is null and deleted_at is null;
create index applications_consumer_id on applications.applications (consumer_id, created_at desc);
create index applications_assignee_id on applications.applications (assignee_id) where assignee_id is not null;
create index applications_plot on applications.applications (road_id, plot_number) where deleted_at is null;
create index applications_expires_on on applications.applications (expires_on) where expires_on is not null;

create table applications.documents (
  id uuid primary key default uuidv7(),
  application_id uuid not null constraint documents_application_id_fkey references applications.applications,
  kind text not null,
  version_no int not null,
  state text not null default 'SUBMITTED'
    constraint documents_state_check check (state in ('SUBMITTED', 'ACCEPTED', 'RETURNED', 'REPLACED')),
  file_id uuid not null constraint documents_file_id_key unique,
  file_name text not null,
  media_type text not null,
  bytes bigint not null,
  uploaded_at timestamptz not null,
  uploaded_by uuid,
  uploaded_by_name text not null,
  constraint documents_version_key unique (application_id, kind, version_no)
);
alter table applications.applications add constraint applications_noc_document_id_fkey
  foreign key (noc_document_id) references applications.documents;

-- Everything that happened, in words of the transition table.
create table applications.timeline (
  id uuid primary key default uuidv7(),
  application_id uuid not null constraint timeline_application_id_fkey references applications.applications,
  at timestamptz not null,
  action text not null,
  from_state text not null,
  to_state text not null,
  actor_id uuid,
  actor_name text not null,
  role text not null,
  remark text,
  -- Also for the applicant's eyes.
  shared boolean not null,
  details jsonb not null default '{}'
);
create index timeline_application_id on applications.timeline (application_id, at desc, id desc);
select platform.append_only('applications.timeline');

create table applications.recorrections (
  id uuid primary key default uuidv7(),
  application_id uuid not null constraint recorrections_application_id_fkey references applications.applications,
  asked_state text not null,
  asked_at timestamptz not null,
  asked_by_name text not null,
  reason text not null,
  closed_at timestamptz
);
create unique index recorrections_open_key on applications.recorrections (application_id) where closed_at is null;

create table applications.recorrection_items (
  recorrection_id uuid not null constraint recorrection_items_recorrection_id_fkey references applications.recorrections,
  line_no smallint not null,
  part text not null,
  kind text,
  remark text not null,
  corrected_at timestamptz,
  primary key (recorrection_id, line_no),
  constraint recorrection_items_kind_check check ((part = 'document') = (kind is not null))
);

-- The planning authority's chain. One desk per role; an inactive one is skipped.
create table applications.desks (
  id uuid primary key default uuidv7(),
  role_code text not null constraint desks_role_key unique,
  name text not null,
  position int not null constraint desks_position_key unique deferrable initially immediate,
  officer_id uuid constraint desks_officer_id_fkey references identity.users,
  active boolean not null default true,
  version int not null default 1
);
insert into applications.desks (role_code, name, position) values
  ('rajukSAE', 'Sub-Assistant Engineer', 1),
  ('rajukAE', 'Assistant Engineer', 2),
  ('rajukPM', 'Project Manager', 3),
  ('rajukPD', 'Project Director', 4);

-- An application's own copy of the chain, made when it is accepted: a desk set up later does not shift it.
create table applications.noc_steps (
  application_id uuid not null constraint noc_steps_application_id_fkey references applications.applications,
  position int not null,
  role_code text not null,
  desk_id uuid not null constraint noc_steps_desk_id_fkey references applications.desks,
  state text not null default 'WAITING'
    constraint noc_steps_state_check check (state in ('WAITING', 'OPEN', 'APPROVED', 'REJECTED')),
  opened_at timestamptz,
  due_at timestamptz,
  decided_at timestamptz,
  decided_by_name text,
  primary key (application_id, position)
);
create unique index noc_steps_open_key on applications.noc_steps (application_id) where state = 'OPEN';
create index noc_steps_role_code on applications.noc_steps (role_code, state, opened_at);

create table applications.noc_remarks (
  id uuid primary key default uuidv7(),
  application_id uuid not null constraint noc_remarks_application_id_fkey references applications.applications,
  at timestamptz not null,
  role_code text not null,
  actor_id uuid,
  name text not null,
  kind text not null constraint noc_remarks_kind_check check (kind in ('remark', 'approve', 'return', 'reject')),
  text text not null,
  shared boolean not null
);
create index noc_remarks_application_id on applications.noc_remarks (application_id, at);
select platform.append_only('applications.noc_remarks');

create table applications.surveys (
  id uuid primary key default uuidv7(),
  application_id uuid not null constraint surveys_application_id_fkey references applications.applications,
  version_no int not null,
  state text not null default 'DRAFT'
    constraint surveys_state_check check (state in ('DRAFT', 'SUBMITTED', 'APPROVED', 'REVISED')),
  type text not null default 'FIXED' constraint surveys_type_check check (type in ('FIXED', 'EXTRA')),
  surveyor_id uuid not null constraint surveys_surveyor_id_fkey references identity.users,
  visited_on date,
  distance_m numeric(11, 3),
  road_type text not null default '',
  pipe_size_mm int,
  latitude numeric(10, 7) constraint surveys_latitude_check check (latitude between -90 and 90),
  longitude numeric(10, 7) constraint surveys_longitude_check check (longitude between -180 and 180),
  note text not null default '',
  submitted_at timestamptz,
  approved_at timestamptz,
  approved_by uuid,
  constraint surveys_version_key unique (application_id, version_no),
  constraint surveys_two_persons check (approved_by is null or approved_by <> surveyor_id)
);
-- One survey at a time; a revised one stays as it was.
create unique index surveys_current_key on applications.surveys (application_id) where state <> 'REVISED';

-- Rates are looked up by the day of the visit until the survey is submitted, and stand still from then on.
create table applications.survey_materials (
  survey_id uuid not null constraint survey_materials_survey_id_fkey references applications.surveys on delete cascade,
  line_no smallint not null,
  material_id uuid not null constraint survey_materials_material_id_fkey references settings.materials,
  quantity numeric(11, 3) not null constraint survey_materials_quantity_check check (quantity >= 0),
  rate_minor bigint constraint survey_materials_rate_check check (rate_minor >= 0),
  primary key (survey_id, line_no),
  constraint survey_materials_material_key unique (survey_id, material_id)
);

create table applications.demand_notes (
  id uuid primary key default uuidv7(),
  -- Gapless, kind 4.
  number text not null constraint demand_notes_number_key unique,
  application_id uuid not null constraint demand_notes_application_id_fkey references applications.applications,
  survey_id uuid not null constraint demand_notes_survey_id_fkey references applications.surveys,
  version_no int not null,
  issued_on date not null,
  due_on date not null,
  total_minor bigint not null constraint demand_notes_total_check check (total_minor > 0),
  vat_minor bigint not null default 0 constraint demand_notes_vat_check check (vat_minor >= 0),
  settled_minor bigint not null default 0,
  cancelled_at timestamptz,
  cancel_reason text,
  state text generated always as (
    case
      when cancelled_at is not null then 'CANCELLED'
      when settled_minor >= total_minor then 'PAID'
      when settled_minor > 0 then 'PARTIALLY_PAID'
      else 'ISSUED'
    end
  ) stored,
  constraint demand_notes_version_key unique (application_id, version_no),
  constraint demand_notes_settled_check check (settled_minor between 0 and total_minor),
  constraint demand_notes_days_check check (due_on >= issued_on),
  constraint demand_notes_cancel_check check (cancelled_at is null or (settled_minor = 0 and cancel_reason is not null))
);
create unique index demand_notes_current_key on applications.demand_notes (application_id) where cancelled_at is null;

create table applications.demand_note_lines (
  demand_note_id uuid not null constraint demand_note_lines_demand_note_id_fkey references applications.demand_notes,
  line_no smallint not null,
  kind text not null constraint demand_note_lines_kind_check check (
    kind in ('application_fee', 'connection_fee', 'material', 'vat')
  ),
  name_en text not null,
  name_bn text not null,
  unit text not null,
  quantity numeric(11, 3) not null,
  rate_minor bigint not null,
  amount_minor bigint not null,
  primary key (demand_note_id, line_no)
);

-- A demand note is frozen: lines never change, and only settling and cancelling touch the note itself.
select platform.append_only('applications.demand_note_lines');
create function applications.freeze_demand_note() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{settled_minor,cancelled_at,cancel_reason,state}';
begin
  if tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'demand note % is frozen', old.number using errcode = '55000';
  end if;
  return new;
end
$$;
create trigger frozen before update or delete on applications.demand_notes
  for each row execute function applications.freeze_demand_note();

-- Lines are written with their note and sum to it.
create function applications.check_demand_note_lines() returns trigger language plpgsql as $$
begin
  if exists (
    select from added l join applications.demand_notes n on n.id = l.demand_note_id
    group by n.id having sum(l.amount_minor) <> n.total_minor
  ) then
    raise exception 'the lines do not sum to the demand note' using errcode = '23514', constraint = 'demand_notes_sum_check';
  end if;
  return null;
end
$$;
create trigger check_lines after insert on applications.demand_note_lines
  referencing new table as added for each statement execute function applications.check_demand_note_lines();

-- What the installer found and did; noted anew as long as nobody has confirmed it.
create table applications.installations (
  application_id uuid primary key constraint installations_application_id_fkey references applications.applications,
  meter_id uuid not null constraint installations_meter_id_fkey references meters.meters,
  installed_on date not null,
  seal_number text not null,
  opening_litres bigint not null constraint installations_opening_check check (opening_litres >= 0),
  latitude numeric(10, 7) constraint installations_latitude_check check (latitude between -90 and 90),
  longitude numeric(10, 7) constraint installations_longitude_check check (longitude between -180 and 180),
  installed_by uuid,
  installed_by_name text not null,
  recorded_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid
);

-- Consumers see what belongs to their own applications; the authority's chain and unshared remarks are not theirs.
select platform.limit_to_consumer('applications.applications', 'consumer_id = platform.consumer_id() and deleted_at is null');
do $$
declare
  name text;
begin
  foreach name in array '{documents,recorrections,surveys,demand_notes,installations}'::text[] loop
    perform platform.limit_to_consumer(('applications.' || name)::regclass,
      'exists (select from applications.applications a where a.id = application_id)');
  end loop;
  foreach name in array '{timeline,noc_remarks}'::text[] loop
    perform platform.limit_to_consumer(('applications.' || name)::regclass,
      'shared and exists (select from applications.applications a where a.id = application_id)');
  end loop;
end
$$;
select platform.limit_to_consumer('applications.recorrection_items',
  'exists (select from applications.recorrections r where r.id = recorrection_id)');
select platform.limit_to_consumer('applications.survey_materials',
  'exists (select from applications.surveys s where s.id = survey_id)');
select platform.limit_to_consumer('applications.demand_note_lines',
  'exists (select from applications.demand_notes n where n.id = demand_note_id)');
revoke select on applications.desks, applications.noc_steps from jolkol_consumer;
