-- Second factor of staff, sign-in by an outside OpenID Connect provider, sessions whose life is a setting.

-- Life without use of this session, from the settings at its start. last_used_at moves with the calls of the
-- session (every five minutes at most), idle_until with it.
alter table identity.sessions add column idle_seconds int;
update identity.sessions set idle_seconds = greatest(3600, extract(epoch from idle_until - last_used_at)::int);
alter table identity.sessions
  alter column idle_seconds set not null,
  add constraint sessions_idle_seconds_check check (idle_seconds > 0);

-- How somebody proved who they are.
alter table identity.login_log
  add column method text not null default 'password'
    constraint login_log_method_check check (method in ('password', 'code', 'recovery', 'provider'));

create table identity.second_factors (
  user_id uuid primary key constraint second_factors_user_id_fkey references identity.users on delete cascade,
  -- Sealed by the vault (AES-256-GCM) for this account, under the key of this name.
  secret bytea not null,
  secret_key text not null,
  begun_at timestamptz not null,
  -- Null: shown but not yet proved, so nothing is asked at the sign-in.
  confirmed_at timestamptz,
  -- Number of the last 30 s step whose code was taken: none is taken twice.
  last_step bigint not null default 0
);

-- Ten at a time, each good once; only hashes are kept.
create table identity.recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null constraint recovery_codes_user_id_fkey references identity.users on delete cascade,
  made_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_user_id on identity.recovery_codes (user_id);

-- A sign-in that waits for its second step: a code, a first enrolment, or the password that joins an outside account.
create table identity.sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null constraint sign_in_challenges_user_id_fkey references identity.users on delete cascade,
  step text not null constraint sign_in_challenges_step_check check (step in ('code', 'enrol', 'join')),
  issuer text,
  subject text,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  -- Counted before the code is looked at.
  tries int not null default 0,
  used_at timestamptz,
  constraint sign_in_challenges_subject_check check ((step = 'join') = (subject is not null and issuer is not null))
);
create index sign_in_challenges_user_id on identity.sign_in_challenges (user_id);

-- A way to the outside provider and back, good once for ten minutes. The browser holds the secret of flow_hash.
create table identity.provider_flows (
  flow_hash bytea primary key,
  state text not null,
  nonce text not null,
  -- PKCE, encrypted.
  verifier bytea not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table identity.provider_links (
  issuer text not null,
  subject text not null,
  user_id uuid not null constraint provider_links_user_id_fkey references identity.users on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  constraint provider_links_user_id_key unique (user_id, issuer)
);
