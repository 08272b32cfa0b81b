-- Numbers of a bill or a meter prove nothing while staff lists show them. A claim of an entry that has another phone
-- waits until that phone agrees with its code, or until staff decide. What a claim moved is kept, so that it can be undone.
create table consumers.claims (
  id uuid primary key default uuidv7(),
  -- The entry that is claimed, and the account that claims it.
  consumer_id uuid not null constraint claims_consumer_id_fkey references consumers.consumers on delete cascade,
  user_id uuid not null constraint claims_user_id_fkey references identity.users on delete cascade,
  state text not null default 'WAITING' constraint claims_state_check check (state in ('WAITING', 'JOINED', 'REFUSED', 'UNDONE')),
  -- As it was typed, and the two phones of that moment.
  customer_number text not null,
  phone text not null,
  register_phone text not null,
  asked_at timestamptz not null,
  -- What went to the phone of the register. Null: that phone had too many of them on one day, only staff decide.
  code_hash bytea,
  code_expires_at timestamptz,
  tries int not null default 0,
  proven_by text constraint claims_proven_by_check check (proven_by in ('PHONE', 'CODE', 'STAFF')),
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  -- How the two entries became one: which went into which, what moved along, which fields were blank before.
  from_id uuid constraint claims_from_id_fkey references consumers.consumers on delete cascade,
  into_id uuid constraint claims_into_id_fkey references consumers.consumers on delete cascade,
  moved uuid[] not null default '{}',
  filled text[] not null default '{}',
  undone_by uuid,
  undone_at timestamptz,
  undo_reason text,
  constraint claims_code_check check ((code_hash is null) = (code_expires_at is null)),
  constraint claims_decided_check check ((state = 'WAITING') = (decided_at is null)),
  constraint claims_proven_check check ((state in ('JOINED', 'UNDONE')) = (proven_by is not null)),
  constraint claims_staff_check check (state = 'WAITING' or proven_by in ('PHONE', 'CODE') or num_nonnulls(decided_by, reason) = 2),
  constraint claims_joined_check check ((state in ('JOINED', 'UNDONE')) = (num_nonnulls(from_id, into_id) = 2)),
  constraint claims_undone_check check (
    num_nonnulls(undone_by, undone_at, undo_reason) = case when state = 'UNDONE' then 3 else 0 end
  )
);
create unique index claims_waiting_key on consumers.claims (user_id, consumer_id) where state = 'WAITING';
create index claims_list on consumers.claims (state, asked_at desc, id);
create index claims_consumer on consumers.claims (consumer_id, asked_at);
create index claims_from on consumers.claims (from_id) where from_id is not null;
create index claims_into on consumers.claims (into_id) where into_id is not null;
revoke select on consumers.claims from jolkol_consumer;
