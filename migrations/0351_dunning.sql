-- The dunning ladder: a case is what is done about the late bills of one connection, from the first reminder until they are paid, or until the
-- connection that was disconnected has water again.
create table collections.cases (
  id uuid primary key default uuidv7(),
  connection_id uuid not null constraint cases_connection_id_fkey references meters.connections,
  -- Whose bills they are.
  consumer_id uuid not null constraint cases_consumer_id_fkey references consumers.consumers,
  state text not null constraint cases_state_check
    check (state in ('REMINDED', 'NOTICED', 'ORDERED', 'DISCONNECTED', 'RECONNECTING', 'CLOSED')),
  -- Since when it has its state.
  state_on date not null,
  opened_on date not null,
  -- As the household was told last: what to pay, late since when, by when.
  due_minor bigint not null constraint cases_due_check check (due_minor > 0),
  late_since date not null,
  pay_by date not null,
  rules_id uuid not null constraint cases_rules_id_fkey references settings.dated_entries,
  -- The work order to disconnect, and the named person without whom there is none.
  order_id uuid constraint cases_order_id_fkey references work_orders.orders constraint cases_order_id_key unique,
  approved_by uuid,
  approved_by_name text,
  approved_at timestamptz,
  disconnected_on date,
  reconnection_id uuid constraint cases_reconnection_id_fkey references work_orders.orders
    constraint cases_reconnection_id_key unique,
  closed_on date,
  closed_because text constraint cases_closed_because_check check (closed_because in
    ('paid', 'held', 'exempt', 'below_least', 'given_up', 'connection_closed', 'switched_off', 'reconnected')),
  version int not null default 1,
  constraint cases_approved_check check (
    (order_id is null) = (approved_by is null) and (approved_by is null) = (approved_by_name is null)
    and (state not in ('ORDERED', 'DISCONNECTED', 'RECONNECTING') or order_id is not null)),
  constraint cases_reconnection_check check (state <> 'RECONNECTING' or reconnection_id is not null),
  constraint cases_disconnected_check check (state not in ('DISCONNECTED', 'RECONNECTING') or disconnected_on is not null),
  constraint cases_closed_check check ((state = 'CLOSED') = (closed_on is not null) and (closed_on is null) = (closed_because is null))
);
-- A connection has one open case at a time.
create unique index cases_open_key on collections.cases (connection_id) where state <> 'CLOSED';
create index cases_connection on collections.cases (connection_id, id desc);
create index cases_state on collections.cases (state, pay_by) where state <> 'CLOSED';
revoke delete, truncate on collections.cases from jolkol_app;
create trigger keep_closed before update on collections.cases for each row when (old.state = 'CLOSED')
  execute function platform.refuse_change();
select platform.limit_to_consumer('collections.cases', 'exists (select from meters.connections c where c.id = connection_id)');

create table collections.case_events (
  id uuid primary key default uuidv7(),
  case_id uuid not null constraint case_events_case_id_fkey references collections.cases,
  at timestamptz not null,
  day date not null,
  event text not null constraint case_events_event_check check (event in ('reminder', 'notice', 'approved', 'order_cancelled', 'order_ended',
    'disconnected', 'reconnection_ordered', 'reconnection_ended', 'reconnected', 'closed')),
  due_minor bigint not null,
  -- Why it was closed, or what somebody wrote.
  remark text,
  order_id uuid,
  actor_id uuid,
  actor_name text not null
);
-- A household is reminded once, and gets one notice, in each case.
create unique index case_events_told_key on collections.case_events (case_id, event) where event in ('reminder', 'notice');
create index case_events_case on collections.case_events (case_id, id);
select platform.append_only('collections.case_events');
revoke select on collections.case_events from jolkol_consumer;

-- Connections that nobody disconnects for some time: a dialysis at home, a school in its holidays.
create table collections.exemptions (
  id uuid primary key default uuidv7(),
  connection_id uuid not null constraint exemptions_connection_id_fkey references meters.connections,
  reason text not null,
  from_day date not null,
  -- The last day.
  until_day date not null constraint exemptions_days_check check (until_day >= from_day),
  made_by uuid not null,
  made_by_name text not null,
  made_at timestamptz not null,
  ended_at timestamptz,
  ended_by_name text,
  end_reason text,
  constraint exemptions_ended_check check ((ended_at is null) = (ended_by_name is null) and (ended_at is null) = (end_reason is null)),
  constraint exemptions_days_excl exclude using gist (connection_id with =, daterange(from_day, until_day, '[]') with &&) where (ended_at is null)
);
revoke delete, truncate on collections.exemptions from jolkol_app;
revoke select on collections.exemptions from jolkol_consumer;
create trigger keep_ended before update on collections.exemptions for each row when (old.ended_at is not null)
  execute function platform.refuse_change();

-- Days on which the ladder was worked: each day once.
create table collections.ladder_days (
  day date primary key,
  reminders int not null,
  notices int not null,
  closed int not null,
  done_at timestamptz not null
);
select platform.append_only('collections.ladder_days');
revoke select on collections.ladder_days from jolkol_consumer;
