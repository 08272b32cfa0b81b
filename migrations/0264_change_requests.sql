-- Who was at a meter asks that it is replaced; another person accepts that, and then the old meter goes and the new one comes. Until then the
-- new one is kept for the request, as for an application.
create table meters.change_requests (
  id uuid primary key default uuidv7(),
  number text not null constraint change_requests_number_key unique,
  connection_id uuid not null constraint change_requests_connection_id_fkey references meters.connections,
  meter_id uuid not null constraint change_requests_meter_id_fkey references meters.meters,
  new_meter_id uuid not null constraint change_requests_new_meter_id_fkey references meters.meters,
  state text not null default 'REQUESTED' constraint change_requests_state_check
    check (state in ('REQUESTED', 'RETURNED', 'ACCEPTED', 'REFUSED', 'WITHDRAWN')),
  cause text not null constraint change_requests_cause_check
    check (cause in ('STOPPED', 'DAMAGED', 'UNREADABLE', 'INACCURATE', 'TAMPERED', 'OLD', 'SIZE')),
  reason text not null,
  -- The old meter's last day, which is the new one's first.
  changed_on date not null,
  final_litres bigint not null constraint change_requests_final_check check (final_litres >= 0),
  opening_litres bigint not null constraint change_requests_opening_check check (opening_litres >= 0),
  seal_number text not null,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  -- What is missing, or why it is not changed.
  remark text,
  version int not null default 1,
  constraint change_requests_other_meter check (new_meter_id <> meter_id),
  constraint change_requests_two_persons check (state not in ('ACCEPTED', 'REFUSED', 'RETURNED') or decided_by <> asked_by),
  constraint change_requests_decided_check check (state = 'REQUESTED' or decided_at is not null)
);
create unique index change_requests_open_key on meters.change_requests (connection_id) where state in ('REQUESTED', 'RETURNED');
create index change_requests_asked on meters.change_requests (state, asked_at, id);
create index change_requests_connection on meters.change_requests (connection_id, changed_on);
create trigger keep_finished before update on meters.change_requests for each row
  when (old.state in ('ACCEPTED', 'REFUSED', 'WITHDRAWN')) execute function platform.keep_finished('change_requests_ended');
revoke update, delete, truncate on meters.change_requests from jolkol_app;
grant update (state, new_meter_id, cause, reason, changed_on, final_litres, opening_litres, seal_number, decided_by, decided_by_name,
  decided_at, remark, version) on meters.change_requests to jolkol_app;

-- A figure with which a meter went waits for a second look: these are few among all that went.
create index assignments_unconfirmed on meters.assignments (connection_id, removed_on) where final_status = 'DUMPED_PENDING';

insert into roles.permissions (permission, declared)
select 'meters:ask-change', true where exists (select from roles.roles)
on conflict (permission) do nothing;
insert into roles.role_permissions (role_id, permission)
select r.id, 'meters:ask-change' from roles.roles r where r.code in ('reviewer', 'engineer', 'installer', 'reader')
on conflict do nothing;
