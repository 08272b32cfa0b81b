-- Acts on many records at once: one row for each job, one for each record of it.
select platform.open_schema('bulk');

create table bulk.jobs (
  id uuid primary key default uuidv7(),
  -- The kind of act, `<domain>.<verb>`, and what it is told beside the records (a surveyor, a remark).
  action text not null,
  input jsonb not null default '{}',
  state text not null default 'RUNNING' constraint bulk_jobs_state_check check (state in ('RUNNING', 'DONE', 'CANCELLED', 'STOPPED')),
  asked_by uuid not null constraint bulk_jobs_asked_by_fkey references identity.users,
  asked_by_name text not null,
  asked_at timestamptz not null,
  -- Total of its items, which does not change.
  total int not null constraint bulk_jobs_total_check check (total between 1 and 1000),
  ended_at timestamptz,
  constraint bulk_jobs_ended_check check ((state = 'RUNNING') = (ended_at is null))
);
-- A person has one job of a kind at a time: what is sent twice, by whatever way, is one job.
create unique index bulk_jobs_running_key on bulk.jobs (asked_by, action) where state = 'RUNNING';
create index bulk_jobs_asked on bulk.jobs (asked_by, asked_at desc, id);
create index bulk_jobs_running on bulk.jobs (asked_at) where state = 'RUNNING';

create table bulk.items (
  id uuid primary key default uuidv7(),
  job_id uuid not null constraint bulk_items_job_id_fkey references bulk.jobs on delete cascade,
  position int not null,
  -- The record, the version of it that the person saw, and what it was called then.
  subject_id uuid not null,
  version int not null,
  label text not null,
  state text not null default 'WAITING' constraint bulk_items_state_check check (state in ('WAITING', 'DONE', 'REFUSED', 'GIVEN_UP')),
  -- Why it was not done: an error code with what its text is filled with.
  code text,
  params jsonb not null default '{}',
  -- How often the program failed over it; such an item waits until the others are done.
  tries int not null default 0,
  ended_at timestamptz,
  constraint bulk_items_subject_key unique (job_id, subject_id),
  constraint bulk_items_ended_check check ((state = 'WAITING') = (ended_at is null)),
  constraint bulk_items_code_check check (state <> 'REFUSED' or code is not null)
);
create index bulk_items_waiting on bulk.items (job_id, tries, position) where state = 'WAITING';

-- What was done is a fact, and an item is decided once.
create function bulk.guard_item() returns trigger language plpgsql as $$
begin
  if old.state <> 'WAITING' or to_jsonb(new) - '{state,code,params,tries,ended_at}'::text[]
    <> to_jsonb(old) - '{state,code,params,tries,ended_at}'::text[] then
    raise exception 'item % is decided', old.id using errcode = '23514', constraint = 'bulk_items_frozen';
  end if;
  return new;
end
$$;
create trigger items_guard before update on bulk.items for each row execute function bulk.guard_item();

revoke select on bulk.jobs, bulk.items from jolkol_consumer;
