-- People who sign in (staff and consumers), their sessions and one-time codes.
select platform.open_schema('identity');
alter default privileges in schema identity revoke select on tables from jolkol_consumer;

create table identity.users (
  id uuid primary key default uuidv7(),
  role_id uuid not null constraint users_role_id_fkey references roles.roles,
  name text not null,
  email text,
  phone text,
  -- argon2id; null until a one-time link has been used.
  password_hash text,
  status text not null default 'active' constraint users_status_check check (status in ('active', 'disabled')),
  language text not null default 'en' constraint users_language_check check (language in ('en', 'bn')),
  theme text not null default 'light' constraint users_theme_check check (theme in ('light', 'dark', 'system')),
  image_file_id uuid,
  signature_file_id uuid,
  -- consumers.consumers.id of a consumer's account; that schema stands to the right, hence no foreign key.
  consumer_id uuid constraint users_consumer_id_key unique,
  last_login_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint users_reachable_check check (email is not null or phone is not null)
);
create unique index users_email_key on identity.users (lower(email));
create unique index users_phone_key on identity.users (phone);
create index users_role_id on identity.users (role_id);

create table identity.sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null constraint sessions_user_id_fkey references identity.users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- No refresh after either: staff 12 h idle and 24 h in all, consumers 7 and 30 days (guarantees §5.4).
  idle_until timestamptz not null,
  absolute_until timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip inet,
  device text not null default ''
);
create index sessions_user_id on identity.sessions (user_id);

-- One row for each refresh token that was ever given out: single use, one family per session.
create table identity.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null constraint refresh_tokens_session_id_fkey references identity.sessions on delete cascade,
  generation int not null,
  issued_at timestamptz not null,
  used_at timestamptz,
  -- The answer given to the first use, encrypted, kept for the grace of the direct predecessor only.
  successor bytea,
  constraint refresh_tokens_generation_key unique (session_id, generation)
);

create table identity.one_time_codes (
  id uuid primary key default uuidv7(),
  purpose text not null,
  phone text not null,
  code_hash bytea not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  -- Counted before the code is looked at, so that parallel guesses cannot pass (G33).
  tries int not null default 0,
  used_at timestamptz,
  replaced_at timestamptz
);
create index one_time_codes_phone on identity.one_time_codes (phone, purpose, issued_at desc);

-- Links by which staff choose their password; no administrator ever knows one. A new link ends the one before.
create table identity.one_time_links (
  token_hash bytea primary key,
  user_id uuid not null constraint one_time_links_user_id_fkey references identity.users on delete cascade,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz
);
create index one_time_links_user_id on identity.one_time_links (user_id);

-- Failed sign-ins per account name: waits grow, never for ever.
create table identity.login_failures (
  login text primary key,
  failures int not null,
  last_failed_at timestamptz not null
);

-- Sign-ins and sign-outs (spec §7 /logs?service=login_logout).
create table identity.login_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  user_id uuid,
  login text not null,
  action text not null constraint login_log_action_check check (action in ('login', 'logout', 'refresh_reuse')),
  succeeded boolean not null,
  ip inet,
  device text not null default ''
);
create index login_log_at on identity.login_log (at desc);
select platform.append_only('identity.login_log');
