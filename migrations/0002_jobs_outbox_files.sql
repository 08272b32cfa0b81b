-- Jobs: graphile-worker's tables belong to the owner and have row-level security, so the program's role adds
-- jobs through this function. Its body is resolved when called: the worker's schema may be made before or after.
create function platform.add_job(
  name text, payload json, queue text default null, run_at timestamptz default null,
  max_attempts int default null, key text default null
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (graphile_worker.add_job(
    identifier => name, payload => payload, queue_name => queue, run_at => run_at,
    max_attempts => max_attempts, job_key => key)).id;
end $$;
revoke all on function platform.add_job from public;
grant execute on function platform.add_job to jolkol_app;

-- Outbox: a message is a row of the business transaction; a rolled-back transaction sends nothing.
create table platform.outbox (
  id uuid primary key default uuidv7(),
  -- What happened, unique in its domain: 'billing.invoice-posted:<id>'.
  event text not null,
  channel text not null constraint outbox_channel check (channel in ('sms', 'email')),
  recipient text not null,
  language text not null constraint outbox_language check (language in ('en', 'bn')),
  subject text,
  body text not null,
  -- Bodies with a one-time code or link are emptied once they need not be sent any more.
  secret boolean not null default false,
  state text not null default 'waiting'
    constraint outbox_state check (state in ('waiting', 'sending', 'delivered', 'failed', 'expired')),
  attempts int not null default 0,
  -- waiting: not before; sending: the claim is void after this.
  due_at timestamptz not null default now(),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  last_error text,
  constraint outbox_once unique (event, channel, recipient)
);
create index outbox_due on platform.outbox (due_at) where state in ('waiting', 'sending');

create function platform.wake_outbox() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from inserted) then
    perform platform.add_job('platform:deliver-outbox', '{}');
  end if;
  return null;
end $$;
create trigger wake_outbox after insert on platform.outbox
  referencing new table as inserted for each statement execute function platform.wake_outbox();

-- What the development SMS sender "sent", so that tests and the demo can read one-time codes.
create table platform.sms_log (
  id uuid primary key,
  recipient text not null,
  body text not null,
  sent_at timestamptz not null default now()
);
create index sms_log_recipient on platform.sms_log (recipient, sent_at desc);

create table platform.files (
  id uuid primary key default uuidv7(),
  kind text not null constraint files_kind check (kind in ('image', 'video', 'attachment', 'preview')),
  -- As the person's machine called it; shown, never used as a path.
  original_name text not null,
  -- Spec §5: letters, digits, hyphen and underscore, plus the extension of what the file really is.
  name text not null,
  media_type text not null,
  bytes bigint not null constraint files_bytes check (bytes >= 0),
  sha256 text not null constraint files_sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  width int,
  height int,
  owner_id uuid,
  -- receiving: bytes on their way to the store; received: stored, not yet named by a record; kept: named by one;
  -- deleted: not readable any more; removed: the bytes are gone as well.
  state text not null constraint files_state
    check (state in ('receiving', 'received', 'kept', 'deleted', 'removed')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint files_name unique (name)
);
create index files_owner on platform.files (owner_id, created_at desc);
create index files_to_sweep on platform.files (created_at) where state in ('receiving', 'received', 'deleted');
