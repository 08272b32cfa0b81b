-- A household asks that a part of an unusually high bill is taken off, because water ran off by a hidden leak that is repaired. What is taken
-- off follows from a formula; its figures are kept, and the database calculates them again. The bill stays as it is: a credit note is made.
create table billing.leaks (
  id uuid primary key default uuidv7(),
  number text not null constraint leaks_number_key unique,
  invoice_id uuid not null constraint leaks_invoice_id_fkey references billing.invoices,
  connection_id uuid not null constraint leaks_connection_id_fkey references meters.connections,
  -- Month of the bill.
  period date not null,
  words text not null,
  repaired_on date not null,
  -- A photo, or the paper of the plumber.
  proof_file_id uuid constraint leaks_proof_file_id_key unique constraint leaks_proof_file_id_fkey references platform.files,
  channel text not null constraint leaks_channel_check check (channel in ('PORTAL', 'COUNTER', 'PHONE')),
  -- Who came to the counter or called.
  caller_name text,
  -- Why the office takes it although its days are over.
  exception_reason text,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  asked_on date not null,
  -- The rules of the day on which it was asked for: they go on to count for it.
  rules jsonb not null,
  -- The last day on which it waits for a reading after the repair.
  wait_until date not null constraint leaks_wait_until_check check (wait_until >= asked_on),
  state text not null default 'OPEN' constraint leaks_state_check check (
    state in ('OPEN', 'WAITING', 'CREDITED', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'ENDED', 'REPLACED')),
  -- The formula, as it was decided by.
  use_litres bigint,
  bill_days int,
  -- The readings that the usual use is the mean of: month, day, days, litres.
  usual jsonb,
  usual_basis text constraint leaks_usual_basis_check check (usual_basis in ('LAST', 'LAST_YEAR')),
  usual_litres bigint,
  usual_days int,
  base_litres bigint,
  excess_litres bigint,
  share_percent int constraint leaks_share_check check (share_percent between 1 and 100),
  most_litres bigint constraint leaks_most_check check (most_litres > 0),
  forgiven_litres bigint constraint leaks_forgiven_check check (forgiven_litres > 0),
  -- The reading after the repair that shows usual use.
  back_on date,
  back_days int,
  back_litres bigint,
  back_percent int,
  -- Of the credit note.
  amount_minor bigint constraint leaks_amount_check check (amount_minor > 0),
  needs_second boolean,
  -- What the household is told.
  answer text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  approved_by uuid,
  approved_by_name text,
  approved_at timestamptz,
  -- Written in the same transaction as its correction, before it: the leak decides who may.
  correction_id uuid constraint leaks_correction_id_key unique constraint leaks_correction_id_fkey references billing.corrections deferrable initially deferred,
  withdrawn_reason text,
  ended_at timestamptz,
  ended_on date,
  version int not null default 1,
  constraint leaks_caller_check check ((channel = 'PORTAL') = (caller_name is null)),
  constraint leaks_exception_check check (channel <> 'PORTAL' or exception_reason is null),
  constraint leaks_repaired_check check (repaired_on <= asked_on),
  -- All figures or none; there may be no limit in litres.
  constraint leaks_figures_check check (num_nonnulls(use_litres, bill_days, usual, usual_basis, usual_litres, usual_days, base_litres, excess_litres,
    share_percent, forgiven_litres, back_on, back_days, back_litres, back_percent, amount_minor, needs_second) in (0, 16)
    and (most_litres is null or use_litres is not null)),
  constraint leaks_base_check check (base_litres = round(usual_litres::numeric * bill_days / usual_days)),
  constraint leaks_excess_check check (excess_litres = greatest(use_litres - base_litres, 0)),
  constraint leaks_formula_check check (forgiven_litres = least(round(excess_litres::numeric * share_percent / 100), most_litres)),
  constraint leaks_back_check check (back_on > repaired_on
    and back_litres::numeric * usual_days * 100 <= usual_litres::numeric * back_days * back_percent),
  constraint leaks_decided_check check (num_nonnulls(answer, decided_by, decided_by_name, decided_at) in (0, 4)),
  constraint leaks_approved_check check (num_nonnulls(approved_by, approved_by_name, approved_at) in (0, 3)),
  constraint leaks_two_persons check (approved_by <> decided_by),
  constraint leaks_steps_check check (case state
    when 'OPEN' then decided_by is null and use_litres is null
    when 'WAITING' then decided_by is not null and needs_second and approved_by is null
    when 'REFUSED' then decided_by is not null and use_litres is null
    when 'EXPIRED' then decided_by is null
    else true end),
  constraint leaks_credited_check check ((state in ('CREDITED', 'REPLACED')) = (correction_id is not null)
    and (correction_id is null or decided_by is not null and use_litres is not null and needs_second = (approved_by is not null))),
  constraint leaks_ended_check check ((state in ('OPEN', 'WAITING')) = (ended_at is null) and (ended_at is null) = (ended_on is null)),
  constraint leaks_withdrawn_check check (state = 'WITHDRAWN' or withdrawn_reason is null),
  -- At most one in twelve months for a connection; a bill has one at a time.
  constraint leaks_year_excl exclude using gist (
    connection_id with =, daterange(period, (period + interval '12 months')::date) with &&
  ) where (state in ('OPEN', 'WAITING', 'CREDITED'))
);
create index leaks_invoice on billing.leaks (invoice_id);
create index leaks_open on billing.leaks (wait_until) where ended_at is null;
create index leaks_list on billing.leaks (asked_at desc, id);
-- Only whose bill it is.
select platform.limit_to_consumer('billing.leaks', 'exists (select from billing.invoices i
  where i.id = invoice_id and i.consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]))');

create function billing.guard_leak() returns trigger language plpgsql as $$
declare
  asked constant text[] := '{id,number,invoice_id,connection_id,period,words,repaired_on,proof_file_id,channel,caller_name,exception_reason,asked_by,asked_by_name,asked_at,asked_on,rules,wait_until}';
  step constant text := old.state || '>' || new.state;
begin
  if exists (select from unnest(asked) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or old.ended_at is not null and to_jsonb(new) - '{state,version}'::text[] is distinct from to_jsonb(old) - '{state,version}'::text[] then
    raise exception 'what was asked and decided about leak % is a fact', old.id using errcode = '23514', constraint = 'leaks_frozen';
  end if;
  if old.state <> new.state and step not in ('OPEN>WAITING', 'OPEN>CREDITED', 'OPEN>REFUSED', 'OPEN>WITHDRAWN', 'OPEN>EXPIRED', 'OPEN>ENDED',
    'WAITING>OPEN', 'WAITING>CREDITED', 'WAITING>WITHDRAWN', 'WAITING>ENDED', 'CREDITED>REPLACED') then
    raise exception 'a leak does not go from % to %', old.state, new.state using errcode = '23514', constraint = 'leaks_transition';
  end if;
  return new;
end
$$;
create trigger guard before update on billing.leaks for each row execute function billing.guard_leak();
create trigger keep before delete on billing.leaks for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on billing.leaks for each statement execute function platform.refuse_change();
revoke delete, truncate on billing.leaks from jolkol_app;

-- As long as nobody decided, the bill is not collected. It is held unless it was paid, or is paid by a plan; never longer than the leak is open.
alter table billing.collection_holds drop constraint collection_holds_cause_check,
  add constraint collection_holds_cause_check check (cause in ('dispute', 'payment_plan', 'leak'));
create function billing.check_leak() returns trigger language plpgsql as $$
begin
  if exists (select from billing.leaks k where k.id = new.id and k.ended_at is not null and exists (
    select from billing.collection_holds h where h.cause_id = k.id and h.cause = 'leak' and h.to_day is null)) then
    raise exception 'leak % is over and its bill is held', new.id using errcode = '23514', constraint = 'leaks_held';
  end if;
  return null;
end
$$;
create constraint trigger held after insert or update on billing.leaks deferrable initially deferred
  for each row execute function billing.check_leak();
create function billing.check_cancelled_leak() returns trigger language plpgsql as $$
begin
  if exists (select from billing.leaks k where k.invoice_id = new.id and k.state in ('OPEN', 'WAITING', 'CREDITED')) then
    raise exception 'bill % is cancelled and has a leak', new.id using errcode = '23514', constraint = 'leaks_of_living_bill';
  end if;
  return null;
end
$$;
create constraint trigger leak_ended after update of cancelled_on on billing.invoices deferrable initially deferred
  for each row when (old.cancelled_on is null and new.cancelled_on is not null) execute function billing.check_cancelled_leak();
