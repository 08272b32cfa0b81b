-- Jobs that fail: one row for each until it has succeeded. People see it from the third failure on (raised_at).
create table platform.job_alarms (
  id uuid primary key default uuidv7(),
  -- The job's name and what it was to be done about: its payload without the time of a schedule.
  job text not null,
  subject jsonb not null default '{}',
  -- What the last failure said.
  reason text not null,
  failures int not null default 1,
  since timestamptz not null,
  failed_at timestamptz not null,
  raised_at timestamptz,
  -- Started again by a person, how often and when last.
  retries int not null default 0,
  retried_by uuid,
  retried_at timestamptz,
  solved_at timestamptz
);
create unique index job_alarms_open on platform.job_alarms (job, subject) where solved_at is null;
create index job_alarms_since on platform.job_alarms (since desc, id);
revoke select on platform.job_alarms from jolkol_consumer;
