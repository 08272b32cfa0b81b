-- A plan that was paid by money which was taken back goes on where it was: its bills are open again. If its connection has another plan by now,
-- it is broken. What was agreed, approved and accepted is a fact from then on.
alter table billing.payment_plans drop constraint payment_plans_ended_because_check, add constraint payment_plans_ended_because_check check (
  ended_because in ('INSTALMENT_MISSED', 'BILL_LATE', 'BILLS_CANCELLED', 'MORE_OPEN', 'OWNER_CHANGED', 'MONEY_BACK'));

create or replace function billing.guard_payment_plan() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,number,connection_id,consumer_id,opened_by,opened_by_name,opened_at,opened_on,asked_words,asked_instalments}';
  terms constant text[] := '{bill_ids,sum_minor,first_minor,instalments,day_of_month,rules,proposed_by,proposed_by_name,proposed_at,second_person}';
  proposal constant text[] := '{accept_by,approved_by,approved_by_name,approved_at}';
  acceptance constant text[] := '{accepted_as,accepted_by,accepted_by_name,signed_by,accepted_at,accepted_on}';
  ending constant text[] := '{state,ended_at,ended_on,ended_by_name,ended_because,end_left_minor,version}';
  step constant text := old.state || '>' || new.state;
  goes_on constant boolean := step in ('COMPLETED>ACTIVE', 'COMPLETED>PROPOSED', 'COMPLETED>BROKEN');
begin
  if old.ended_at is not null and not (goes_on and to_jsonb(new) - ending = to_jsonb(old) - ending)
    or exists (select from unnest(fixed || case when old.proposed_by is null then '{}' else terms end
        || case when old.accept_by is null then '{}' else proposal end || case when old.accepted_at is null then '{}' else acceptance end) f (name)
      where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name) then
    raise exception 'what was agreed by plan % is a fact', old.id using errcode = '23514', constraint = 'payment_plans_frozen';
  end if;
  if old.state <> new.state and not goes_on and step not in ('REQUESTED>WAITING', 'REQUESTED>PROPOSED', 'REQUESTED>REFUSED', 'REQUESTED>CANCELLED',
    'REQUESTED>DECLINED', 'REQUESTED>ENDED', 'WAITING>PROPOSED', 'WAITING>REFUSED', 'WAITING>CANCELLED', 'WAITING>ENDED', 'PROPOSED>ACTIVE',
    'PROPOSED>COMPLETED', 'PROPOSED>EXPIRED', 'PROPOSED>DECLINED', 'PROPOSED>CANCELLED', 'PROPOSED>ENDED', 'ACTIVE>COMPLETED',
    'ACTIVE>BROKEN', 'ACTIVE>CANCELLED', 'ACTIVE>ENDED') then
    raise exception 'a payment plan does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'payment_plans_transition';
  end if;
  return new;
end
$$;
