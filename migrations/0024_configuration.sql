-- Configuration: what each saved entry was before, values of money that count from a day on, and the mail server and
-- SMS gateway with their sealed secrets.

-- Every value an entry ever had, so that an earlier one can be looked at and saved again.
create table settings.entry_versions (
  key text not null,
  version int not null,
  value jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid,
  -- The name at that time: accounts belong to a domain to the right.
  saved_by_name text not null default '',
  -- The version that was taken up again, where this one is a return.
  restores int,
  primary key (key, version)
);
insert into settings.entry_versions (key, version, value, saved_at, saved_by)
  select key, version, value, updated_at, updated_by from settings.entries;
revoke select on settings.entry_versions from jolkol_consumer;

-- Values of money, in force from a day until the next approved one of their key. A value is never edited: a mistake is
-- withdrawn before its day, or another value counts from a later day.
create table settings.dated_entries (
  id uuid primary key default uuidv7(),
  key text not null,
  valid_from date not null,
  value jsonb not null,
  state text not null constraint dated_entries_state_check check (state in ('PLANNED', 'APPROVED', 'WITHDRAWN')),
  -- True where somebody else than the planner has to approve it.
  two_persons boolean not null,
  reason text not null,
  planned_by uuid,
  planned_by_name text not null,
  planned_at timestamptz not null,
  approved_by uuid,
  approved_by_name text,
  approved_at timestamptz,
  withdrawn_by_name text,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  version int not null default 1,
  constraint dated_entries_second_person check (
    not two_persons or state <> 'APPROVED' or (approved_by is not null and approved_by is distinct from planned_by)
  ),
  constraint dated_entries_approved_check check (state <> 'APPROVED' or approved_at is not null),
  constraint dated_entries_withdrawn_check check ((state = 'WITHDRAWN') = (withdrawn_at is not null))
);
create unique index dated_entries_day_key on settings.dated_entries (key, valid_from) where state = 'APPROVED';
create unique index dated_entries_planned_key on settings.dated_entries (key, valid_from) where state = 'PLANNED';
create index dated_entries_list on settings.dated_entries (key, valid_from desc);

create function settings.freeze_dated_entry() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,approved_by,approved_by_name,approved_at,withdrawn_by_name,withdrawn_at,withdrawn_reason,version}';
begin
  if tg_op = 'DELETE' or old.state = 'WITHDRAWN' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'dated entry % is frozen', old.id
      using errcode = '23514', constraint = 'dated_entries_frozen';
  end if;
  return new;
end
$$;
create trigger frozen before update or delete on settings.dated_entries
  for each row execute function settings.freeze_dated_entry();

-- The mail server and the SMS gateway. The secret is sealed under a key of the program's secrets (AES-256-GCM) and never
-- leaves the server; `secret_key` names the key, so that keys can change.
create table settings.senders (
  id uuid primary key default uuidv7(),
  channel text not null constraint senders_channel_check check (channel in ('email', 'sms')),
  in_use boolean not null,
  value jsonb not null,
  secret_key text,
  secret_sealed bytea,
  secret_set_at timestamptz,
  secret_set_by_name text,
  updated_at timestamptz not null,
  updated_by_name text not null,
  version int not null default 1,
  constraint senders_channel_key unique (channel),
  constraint senders_secret_check check ((secret_sealed is null) = (secret_key is null))
);
-- Each try of the test button, with what the other side said.
create table settings.sender_tests (
  id uuid primary key default uuidv7(),
  channel text not null constraint sender_tests_channel_check check (channel in ('email', 'sms')),
  outcome text not null,
  answer text not null,
  tested_at timestamptz not null,
  tested_by_name text not null
);
create index sender_tests_newest on settings.sender_tests (channel, tested_at desc);
revoke select on settings.senders, settings.sender_tests from jolkol_consumer;

-- Health of the senders: the last delivery, and what failed lately.
create index outbox_delivered on platform.outbox (channel, delivered_at desc) where state = 'delivered';
create index outbox_failed on platform.outbox (channel, due_at desc) where state = 'failed';

-- Why a tariff may rise by more than five percent within a year, in the words of the person who announced it.
alter table billing.tariff_versions add column rise_reason text;

-- The days to pay were a field of the utility: they count from a day on now, from the beginning as they were.
insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
  select 'billing', '2000-01-01', jsonb_build_object('dueDays', value -> 'dueDays'), 'APPROVED', false,
    'As it stood in the global settings', 'system', now(), now()
  from settings.entries where key = 'utility' and value ? 'dueDays';

-- A change of VAT makes the next versions of the tariffs, and takes the place of those that were approved for later.
alter table billing.tariff_versions
  add column made_by_vat uuid constraint tariff_versions_made_by_vat_fkey references settings.dated_entries,
  add column withdrawn_by_vat uuid constraint tariff_versions_withdrawn_by_vat_fkey references settings.dated_entries;

create or replace function billing.freeze_tariff() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,author_ids,announced_at,approved_by,approved_at,withdrawn_at,withdrawn_reason,withdrawn_by_vat,order_number,rise_reason,version}';
begin
  if old.state <> 'DRAFT' and (tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving) then
    raise exception 'tariff version % is frozen', old.id
      using errcode = '23514', constraint = 'tariff_versions_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
