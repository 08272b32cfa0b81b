-- A household says that a bill is wrong. Until somebody decided about it the bill is not collected (collection_holds). What is found right
-- ends by a correction of the bill, never by words alone.
create table billing.disputes (
  id uuid primary key default uuidv7(),
  number text not null constraint disputes_number_key unique,
  invoice_id uuid not null constraint disputes_invoice_id_fkey references billing.invoices,
  reason text not null constraint disputes_reason_check check (
    reason in ('READING_WRONG', 'LEAK', 'NOT_MY_METER', 'ALREADY_PAID', 'TARIFF_WRONG', 'OTHER')),
  words text not null,
  -- What the household reads on its meter.
  register_litres bigint constraint disputes_register_check check (register_litres >= 0),
  photo_file_id uuid constraint disputes_photo_file_id_key unique constraint disputes_photo_file_id_fkey references platform.files,
  channel text not null constraint disputes_channel_check check (channel in ('PORTAL', 'COUNTER', 'PHONE')),
  -- Who came to the counter or called.
  caller_name text,
  -- Why the office takes it although its days are over, or although the same bill was decided about.
  exception_reason text,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  asked_on date not null,
  decide_by date not null constraint disputes_decide_by_check check (decide_by >= asked_on),
  -- Who looks at it.
  assigned_to uuid,
  state text not null default 'OPEN' constraint disputes_state_check check (
    state in ('OPEN', 'TO_CORRECT', 'UPHELD', 'PARTLY', 'REJECTED', 'WITHDRAWN', 'CORRECTED')),
  verdict text constraint disputes_verdict_check check (verdict in ('UPHELD', 'PARTLY', 'REJECTED')),
  -- What the household is told.
  answer text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  withdrawn_reason text,
  correction_id uuid constraint disputes_correction_id_fkey references billing.corrections,
  ended_at timestamptz,
  ended_on date,
  version int not null default 1,
  constraint disputes_caller_check check ((channel = 'PORTAL') = (caller_name is null)),
  constraint disputes_exception_check check (channel <> 'PORTAL' or exception_reason is null),
  constraint disputes_decided_check check (num_nonnulls(verdict, answer, decided_by, decided_by_name, decided_at) in (0, 5)),
  constraint disputes_ended_check check ((state in ('OPEN', 'TO_CORRECT')) = (ended_at is null) and (ended_at is null) = (ended_on is null)),
  constraint disputes_verdict_of_state_check check (case state
    when 'OPEN' then verdict is null
    when 'TO_CORRECT' then verdict is not null and verdict <> 'REJECTED'
    when 'WITHDRAWN' then true
    when 'CORRECTED' then verdict is distinct from 'REJECTED'
    else verdict is not null and verdict = state end),
  constraint disputes_correction_check check (case when state in ('UPHELD', 'PARTLY') then correction_id is not null
    else state = 'CORRECTED' or correction_id is null end),
  constraint disputes_withdrawn_check check (state = 'WITHDRAWN' or withdrawn_reason is null)
);
-- A bill has one dispute at a time.
create unique index disputes_open_key on billing.disputes (invoice_id) where ended_at is null;
create index disputes_invoice on billing.disputes (invoice_id);
create index disputes_to_decide on billing.disputes (decide_by) where ended_at is null;
create index disputes_list on billing.disputes (asked_at desc, id);
-- Only whose bill it is. Who was let see the connection reads that the bill is not collected, and not what was said about it.
select platform.limit_to_consumer('billing.disputes', 'exists (select from billing.invoices i
  where i.id = invoice_id and i.consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]))');

create function billing.guard_dispute() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,number,invoice_id,reason,words,register_litres,photo_file_id,channel,caller_name,exception_reason,asked_by,asked_by_name,asked_at,asked_on,decide_by}';
  step constant text := old.state || '>' || new.state;
begin
  if old.ended_at is not null or exists (
    select from unnest(fixed) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name) then
    raise exception 'what was said by dispute % is a fact', old.id using errcode = '23514', constraint = 'disputes_frozen';
  end if;
  if old.state <> new.state and step not in ('OPEN>TO_CORRECT', 'OPEN>UPHELD', 'OPEN>PARTLY', 'OPEN>REJECTED', 'OPEN>WITHDRAWN',
    'OPEN>CORRECTED', 'TO_CORRECT>OPEN', 'TO_CORRECT>UPHELD', 'TO_CORRECT>PARTLY', 'TO_CORRECT>REJECTED', 'TO_CORRECT>WITHDRAWN',
    'TO_CORRECT>CORRECTED') then
    raise exception 'a dispute does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'disputes_transition';
  end if;
  return new;
end
$$;
create trigger guard before update on billing.disputes for each row execute function billing.guard_dispute();
create trigger keep before delete on billing.disputes for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on billing.disputes for each statement execute function platform.refuse_change();
revoke delete, truncate on billing.disputes from jolkol_app;

-- An open dispute and its hold are one thing, and no bill that was cancelled has one: looked at when the transaction ends.
create function billing.check_dispute() returns trigger language plpgsql as $$
begin
  if exists (select from billing.disputes d where d.id = new.id and (d.ended_at is null) is distinct from exists (
    select from billing.collection_holds h where h.cause_id = d.id and h.cause = 'dispute' and h.to_day is null)) then
    raise exception 'dispute % and its hold do not fit', new.id using errcode = '23514', constraint = 'disputes_held';
  end if;
  return null;
end
$$;
create constraint trigger held after insert or update on billing.disputes deferrable initially deferred
  for each row execute function billing.check_dispute();
create function billing.check_cancelled_dispute() returns trigger language plpgsql as $$
begin
  if exists (select from billing.disputes d where d.invoice_id = new.id and d.ended_at is null) then
    raise exception 'bill % is cancelled and disputed', new.id using errcode = '23514', constraint = 'disputes_of_living_bill';
  end if;
  return null;
end
$$;
create constraint trigger dispute_ended after update of cancelled_on on billing.invoices deferrable initially deferred
  for each row when (old.cancelled_on is null and new.cancelled_on is not null) execute function billing.check_cancelled_dispute();

create index collection_holds_now on billing.collection_holds (invoice_id) where to_day is null;
