-- Secrets are kept nowhere: until now messages without a gateway were written here in every installation, codes and
-- links among them. From now on only the simulator of a demo writes, and what is secret goes after ten minutes.
delete from platform.sms_log;
alter table platform.sms_log add column secret boolean not null default false;
revoke select on platform.sms_log from jolkol_consumer;

-- What the other side said may repeat the message: of secret messages it is not kept any more.
update platform.outbox set last_error = 'not kept' where secret and last_error is not null;

-- A login that nobody has may be a password that was typed into the wrong field: its tries are counted under its hash.
delete from identity.login_failures where login !~ '^((code|own|claim|claimed) .*|[0-9a-f]{8}-[0-9a-f-]{27})$';

-- Links by which a new e-mail is confirmed; the e-mail is a login, so nobody gets one that they cannot read.
create table identity.email_changes (
  token_hash bytea primary key,
  user_id uuid not null constraint email_changes_user_id_fkey references identity.users on delete cascade,
  email text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- By a newer one; or from the start, if the address belongs to another account.
  replaced_at timestamptz
);
create index email_changes_user_id on identity.email_changes (user_id, issued_at desc);
