-- A household pays what is late of a connection in parts. Its bills are held as long as the plan waits for the household or is paid by it
-- (collection_holds). What is paid of it is never stored: it is what was open of its bills at the beginning, less what is open of them now.
create table billing.payment_plans (
  id uuid primary key default uuidv7(),
  number text not null constraint payment_plans_number_key unique,
  connection_id uuid not null constraint payment_plans_connection_id_fkey references meters.connections,
  -- Whose bills they are.
  consumer_id uuid not null constraint payment_plans_consumer_id_fkey references consumers.consumers,
  state text not null constraint payment_plans_state_check check (state in (
    'REQUESTED', 'WAITING', 'PROPOSED', 'ACTIVE', 'COMPLETED', 'BROKEN', 'EXPIRED', 'DECLINED', 'REFUSED', 'CANCELLED', 'ENDED')),
  opened_by uuid not null,
  opened_by_name text not null,
  opened_at timestamptz not null,
  opened_on date not null,
  -- What a household asked for; null if the office made the plan.
  asked_words text,
  asked_instalments int constraint payment_plans_asked_check check (asked_instalments is null or asked_instalments > 0 and asked_words is not null),
  -- The terms. Bills by their ids; the surcharges of a bill are paid with it.
  bill_ids uuid[],
  sum_minor bigint constraint payment_plans_sum_check check (sum_minor > 0),
  first_minor bigint constraint payment_plans_first_check check (first_minor >= 0 and first_minor < sum_minor),
  instalments int constraint payment_plans_instalments_check check (instalments > 0),
  day_of_month int constraint payment_plans_day_check check (day_of_month between 1 and 28),
  -- The rules by which it was made: they go on to count for it.
  rules jsonb,
  proposed_by uuid,
  proposed_by_name text,
  proposed_at timestamptz,
  -- Why one person may not agree to it alone.
  second_person text constraint payment_plans_second_person_check check (second_person in ('SUM', 'BROKEN')),
  approved_by uuid,
  approved_by_name text,
  approved_at timestamptz,
  -- The last day on which the household may accept.
  accept_by date,
  accepted_as text constraint payment_plans_accepted_as_check check (accepted_as in ('PORTAL', 'PAPER')),
  accepted_by uuid,
  accepted_by_name text,
  -- Who signed the paper.
  signed_by text,
  accepted_at timestamptz,
  accepted_on date,
  ended_at timestamptz,
  ended_on date,
  ended_by_name text,
  ended_because text constraint payment_plans_ended_because_check check (ended_because in (
    'INSTALMENT_MISSED', 'BILL_LATE', 'BILLS_CANCELLED', 'MORE_OPEN', 'OWNER_CHANGED')),
  end_reason text,
  -- What was open of its bills when it ended.
  end_left_minor bigint,
  version int not null default 1,
  constraint payment_plans_terms_check check (num_nonnulls(bill_ids, sum_minor, first_minor, instalments, day_of_month, rules,
    proposed_by, proposed_by_name, proposed_at) in (0, 9)),
  constraint payment_plans_two_persons check (approved_by <> proposed_by),
  constraint payment_plans_approved_check check (num_nonnulls(approved_by, approved_by_name, approved_at) in (0, 3)),
  constraint payment_plans_needs_approval check (state not in ('PROPOSED', 'ACTIVE', 'COMPLETED', 'BROKEN', 'EXPIRED', 'DECLINED')
    or second_person is null or approved_by is not null),
  constraint payment_plans_accepted_check check (num_nonnulls(accepted_as, accepted_by, accepted_by_name, accepted_at, accepted_on) in (0, 5)
    and (signed_by is null or accepted_as = 'PAPER') and (accepted_as is distinct from 'PAPER' or signed_by is not null)),
  constraint payment_plans_steps_check check (case state
    when 'REQUESTED' then asked_words is not null and proposed_by is null
    when 'WAITING' then proposed_by is not null and second_person is not null and accept_by is null
    when 'PROPOSED' then accept_by is not null and accepted_at is null
    when 'ACTIVE' then accepted_at is not null
    when 'BROKEN' then accepted_at is not null
    when 'COMPLETED' then accept_by is not null
    when 'EXPIRED' then accept_by is not null and accepted_at is null
    else true end),
  constraint payment_plans_ended_check check ((state in ('REQUESTED', 'WAITING', 'PROPOSED', 'ACTIVE')) = (ended_at is null)
    and (ended_at is null) = (ended_on is null) and (ended_at is null) = (ended_by_name is null)),
  constraint payment_plans_because_check check ((state in ('BROKEN', 'ENDED')) = (ended_because is not null)
    and (state in ('REFUSED', 'CANCELLED')) <= (end_reason is not null)),
  constraint payment_plans_left_check check ((ended_at is not null and accept_by is not null) = (end_left_minor is not null))
);
-- A connection has one plan at a time.
create unique index payment_plans_open_key on billing.payment_plans (connection_id) where ended_at is null;
create index payment_plans_connection on billing.payment_plans (connection_id, id desc);
create index payment_plans_consumer on billing.payment_plans (consumer_id);
create index payment_plans_state on billing.payment_plans (state, opened_at desc nulls last, id);
create index payment_plans_list on billing.payment_plans (opened_at desc nulls last, id);
-- Only whose bills they are. Who was let see the connection reads that its bills are not collected, and not what was agreed. What the office
-- only thinks of is not told to the household.
select platform.limit_to_consumer('billing.payment_plans',
  'consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]) and (asked_words is not null or accept_by is not null)');

-- What was open of each bill when it was proposed.
create table billing.payment_plan_bills (
  plan_id uuid not null constraint payment_plan_bills_plan_id_fkey references billing.payment_plans,
  invoice_id uuid not null constraint payment_plan_bills_invoice_id_fkey references billing.invoices,
  open_minor bigint not null constraint payment_plan_bills_open_check check (open_minor > 0),
  primary key (plan_id, invoice_id)
);
create index payment_plan_bills_invoice on billing.payment_plan_bills (invoice_id);
select platform.append_only('billing.payment_plan_bills');
select platform.limit_to_consumer('billing.payment_plan_bills',
  'exists (select from billing.payment_plans p where p.id = plan_id)');

create table billing.payment_plan_instalments (
  plan_id uuid not null constraint payment_plan_instalments_plan_id_fkey references billing.payment_plans,
  seq int not null constraint payment_plan_instalments_seq_check check (seq > 0),
  due_on date not null,
  amount_minor bigint not null constraint payment_plan_instalments_amount_check check (amount_minor > 0),
  primary key (plan_id, seq)
);
select platform.append_only('billing.payment_plan_instalments');
select platform.limit_to_consumer('billing.payment_plan_instalments',
  'exists (select from billing.payment_plans p where p.id = plan_id)');

-- What the household was told, each once: a reminder, an instalment that was missed, a bill beside the plan that is late.
create table billing.payment_plan_tellings (
  plan_id uuid not null constraint payment_plan_tellings_plan_id_fkey references billing.payment_plans,
  kind text not null constraint payment_plan_tellings_kind_check check (kind in ('REMIND', 'MISSED', 'BILL_LATE')),
  seq int,
  invoice_id uuid constraint payment_plan_tellings_invoice_id_fkey references billing.invoices,
  told_on date not null,
  -- The last day on which it may still be paid without an end of the plan.
  until_day date constraint payment_plan_tellings_until_check check (until_day is null or until_day >= told_on - 1),
  constraint payment_plan_tellings_about_check check ((kind = 'BILL_LATE') = (invoice_id is not null) and (invoice_id is null) = (seq is not null)),
  constraint payment_plan_tellings_key unique nulls not distinct (plan_id, kind, seq, invoice_id)
);
select platform.append_only('billing.payment_plan_tellings');
revoke select on billing.payment_plan_tellings from jolkol_consumer;

create function billing.guard_payment_plan() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,number,connection_id,consumer_id,opened_by,opened_by_name,opened_at,opened_on,asked_words,asked_instalments}';
  terms constant text[] := '{bill_ids,sum_minor,first_minor,instalments,day_of_month,rules,proposed_by,proposed_by_name,proposed_at,second_person}';
  step constant text := old.state || '>' || new.state;
begin
  if old.ended_at is not null or exists (select from unnest(fixed || case when old.proposed_by is null then '{}' else terms end) f (name)
    where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name) then
    raise exception 'what was agreed by plan % is a fact', old.id using errcode = '23514', constraint = 'payment_plans_frozen';
  end if;
  if old.state <> new.state and step not in ('REQUESTED>WAITING', 'REQUESTED>PROPOSED', 'REQUESTED>REFUSED', 'REQUESTED>CANCELLED',
    'REQUESTED>DECLINED', 'REQUESTED>ENDED', 'WAITING>PROPOSED', 'WAITING>REFUSED', 'WAITING>CANCELLED', 'WAITING>ENDED', 'PROPOSED>ACTIVE',
    'PROPOSED>COMPLETED', 'PROPOSED>EXPIRED', 'PROPOSED>DECLINED', 'PROPOSED>CANCELLED', 'PROPOSED>ENDED', 'ACTIVE>COMPLETED',
    'ACTIVE>BROKEN', 'ACTIVE>CANCELLED', 'ACTIVE>ENDED') then
    raise exception 'a payment plan does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'payment_plans_transition';
  end if;
  return new;
end
$$;
create trigger guard before update on billing.payment_plans for each row execute function billing.guard_payment_plan();
create trigger keep before delete on billing.payment_plans for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on billing.payment_plans for each statement execute function platform.refuse_change();
revoke delete, truncate on billing.payment_plans from jolkol_app;

-- Looked at when the transaction ends: the parts are the sum, and a plan holds each of its bills exactly as long as it is proposed or active.
create function billing.check_payment_plan() returns trigger language plpgsql as $$
declare
  plan billing.payment_plans;
  is_holding boolean;
begin
  select * into plan from billing.payment_plans p where p.id = new.id;
  is_holding := plan.state in ('PROPOSED', 'ACTIVE');
  if plan.accept_by is not null and (
    plan.sum_minor is distinct from (select sum(b.open_minor) from billing.payment_plan_bills b where b.plan_id = plan.id)
    or plan.sum_minor is distinct from (select sum(n.amount_minor) from billing.payment_plan_instalments n where n.plan_id = plan.id)
    or exists (select from (select n.due_on, lead(n.due_on) over (order by n.seq) as next_on from billing.payment_plan_instalments n
      where n.plan_id = plan.id) d where d.next_on <= d.due_on)) then
    raise exception 'plan % and its parts do not fit', plan.id using errcode = '23514', constraint = 'payment_plans_parts';
  end if;
  if is_holding and exists (select from billing.payment_plan_bills b where b.plan_id = plan.id and not exists (
      select from billing.collection_holds h where h.invoice_id = b.invoice_id and h.cause_id = plan.id and h.to_day is null))
    or not is_holding and exists (select from billing.collection_holds h where h.cause_id = plan.id and h.to_day is null) then
    raise exception 'plan % and its holds do not fit', plan.id using errcode = '23514', constraint = 'payment_plans_held';
  end if;
  return null;
end
$$;
create constraint trigger held after insert or update on billing.payment_plans deferrable initially deferred
  for each row execute function billing.check_payment_plan();
