-- The officer of a desk of the planning authority is away for some days: another person of the authority decides in their place.
create table applications.desk_delegations (
  id uuid primary key default uuidv7(),
  desk_id uuid not null constraint desk_delegations_desk_id_fkey references applications.desks,
  -- The officer of the desk, and their name, as they were on the day on which the desk was handed over.
  officer_id uuid not null,
  officer_name text not null,
  deputy_id uuid not null constraint desk_delegations_deputy_id_fkey references identity.users,
  first_day date not null,
  last_day date not null,
  reason text not null,
  created_at timestamptz not null,
  created_by uuid not null,
  -- Ended before the last day was over.
  ended_at timestamptz,
  ended_by uuid,
  constraint desk_delegations_deputy_check check (deputy_id <> officer_id),
  constraint desk_delegations_days_check check (last_day between first_day and first_day + 59),
  constraint desk_delegations_overlap exclude using gist
    (desk_id with =, daterange(first_day, last_day, '[]') with &&) where (ended_at is null)
);
create index desk_delegations_deputy_id on applications.desk_delegations (deputy_id) where ended_at is null;

-- Who had a desk on which days is a fact that decisions depend on: only its earlier end is written, one time.
revoke update, delete, truncate on applications.desk_delegations from jolkol_app;
grant update (ended_at, ended_by) on applications.desk_delegations to jolkol_app;
create trigger ended before update on applications.desk_delegations for each row when (old.ended_at is not null)
  execute function platform.keep_decided();

-- Who decided at a desk, so that nobody decides at two desks of one application; and the officer in whose place they did.
alter table applications.noc_steps
  add column decided_by uuid,
  add column on_behalf_of text;
update applications.noc_steps s set decided_by = (
  select t.actor_id from applications.timeline t
  where t.application_id = s.application_id and t.action in ('noc-approve', 'noc-reject')
    and t.role = s.role_code and t.at = s.decided_at
  order by t.id desc limit 1)
where s.state in ('APPROVED', 'REJECTED');
alter table applications.noc_remarks add column on_behalf_of text;
alter table applications.signatures add column on_behalf_of text;
