-- Logs: why a sign-in failed, pages by time at millions of rows, and the seals by which a later change is found.

alter table identity.login_log
  add column reason text constraint login_log_reason_check
    check (reason in ('unknown_account', 'wrong_password', 'locked', 'disabled', 'wrong_code', 'token_reuse'));

-- Newest first with the id as the last key, so that a page begins where the one before ended.
drop index identity.login_log_at;
create index login_log_at on identity.login_log (at desc, id desc);
create index login_log_user on identity.login_log (user_id, at desc, id desc);
drop index platform.audit_object;
drop index platform.audit_actor;
create index audit_at on platform.audit (at desc, id desc);
create index audit_object on platform.audit (object, object_id, at desc, id desc);
create index audit_actor on platform.audit (actor_id, at desc, id desc);
create index audit_action on platform.audit (action, at desc, id desc);

-- A statement that names a partition itself passes by the trigger of the whole table.
do $$
declare part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'platform.audit'::regclass loop
    perform platform.append_only(part);
  end loop;
end
$$;

select platform.open_schema('logs');
alter default privileges in schema logs revoke select on tables from jolkol_consumer;

-- One row for each row of platform.audit and identity.login_log, in the order of sealing: a chain of hashes
-- (logs/chain/canonical.ts says of what). Positions have no gaps and no forks.
create table logs.audit_seals (
  position bigint primary key,
  row_id uuid not null constraint audit_seals_row_id unique,
  source text not null constraint audit_seals_source check (source in ('audit', 'login')),
  -- What the row was, for the day on which it is gone.
  what text not null,
  -- Version of the form that is hashed.
  form smallint not null,
  sealed_at timestamptz not null,
  hash bytea not null constraint audit_seals_hash check (length(hash) = 32)
);
select platform.append_only('logs.audit_seals');

-- What each verification of the chain found.
create table logs.audit_checks (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  by_name text not null,
  rows bigint not null,
  hash bytea,
  -- The first rows that were touched; none means that the chain is whole.
  findings jsonb not null
);
select platform.append_only('logs.audit_checks');

-- Heads of the chain as they left the house, day by day.
create table logs.audit_heads (
  day date primary key,
  position bigint not null,
  hash bytea not null,
  published_at timestamptz not null
);
select platform.append_only('logs.audit_heads');
