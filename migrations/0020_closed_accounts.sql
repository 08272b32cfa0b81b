-- Accounts that are closed for good: the name stays in the history, everything by which one signs in is given free.
alter table identity.users
  drop constraint users_status_check,
  drop constraint users_reachable_check,
  alter column role_id drop not null,
  -- Why and since when an account is not active.
  add column status_reason text not null default '',
  add column status_at timestamptz,
  add constraint users_status_check check (status in ('active', 'disabled', 'deleted')),
  add constraint users_closed_check check (case
    when status = 'deleted' then role_id is null and email is null and phone is null and password_hash is null
    else role_id is not null and (email is not null or phone is not null) end);
