-- An alarm that may be about money ends by two people with an outcome. Until now one person could end an alarm whose
-- answer was "approved, in another currency", and nobody could end one about an order of which a part was booked.
-- What is booked or sent back is what the bank has minus what the books already have of the order.

alter table payments.payments
  -- It books money that a bank took for the order of that payment.
  add column stands_for_id uuid constraint payments_stands_for_fkey references payments.payments;
create index payments_stands_for on payments.payments (stands_for_id) where stands_for_id is not null;

alter table payments.payments disable trigger guard;
update payments.payments b set stands_for_id = p.id from payments.payments p where p.replaced_by_id = b.id;
alter table payments.payments enable trigger guard;

-- What the books have of an order: the payment itself, and what was booked in its place or beside it.
create function payments.booked_minor(ordered uuid) returns bigint language sql stable as $$
  select coalesce(sum(amount_minor), 0)::bigint from payments.payments
  where (id = ordered or stands_for_id = ordered) and state = 'APPROVED'
$$;

drop trigger guard on payments.alarms;
alter table payments.alarms
  -- Unless the bank answered a clear no, money may have been taken. A signed call of the bank is no answer, but may be true.
  add column may_be_money boolean not null generated always as (case
    when payment_id is not null then coalesce(details ->> 'status', '') not in ('DECLINED', 'CANCELED', 'EXPIRED')
    else kind <> 'SIGNATURE' end) stored,
  -- Who asked in the sense of the second person, and who looked again, are in the proposal.
  drop constraint alarms_solution_check,
  add constraint alarms_solution_check check (solution in ('BOOKED', 'SENT_BACK', 'NO_MONEY', 'CAME_RIGHT', 'NOTED')),
  drop constraint alarms_money_check,
  -- Not valid: what one person ended before this rule stays as it was written.
  add constraint alarms_money_check check (solution <> 'NOTED' or not may_be_money) not valid,
  drop constraint alarms_once;
-- One alarm for one cause at a time. A bank that says something new after the end raises another one.
create unique index alarms_once on payments.alarms (kind, inbox_id, payment_id) nulls not distinct where state <> 'SOLVED';
create index alarms_cause on payments.alarms (payment_id, inbox_id, kind);
drop index payments.alarms_payment;

create or replace function payments.guard_alarm() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,owner_id,taken_at,solution,remark,solved_by,solved_at,details,bank_minor,may_be_money}';
begin
  if old.state = 'SOLVED' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'alarm % is a fact', old.id using errcode = '23514', constraint = 'alarms_frozen';
  end if;
  return new;
end
$$;
create trigger guard before update on payments.alarms for each row execute function payments.guard_alarm();

alter table payments.proposals
  -- Line of the bank's statement: required if the bank's answer does not say how much came in taka.
  add column statement_reference text,
  drop constraint proposals_kind_check,
  add constraint proposals_kind_check check (kind in ('BOOK', 'SEND_BACK', 'NO_MONEY', 'BACKDATE')),
  drop constraint proposals_amount_check,
  add constraint proposals_amount_check check (case kind when 'NO_MONEY' then amount_minor = 0 else amount_minor > 0 end),
  -- A connection: whom the money of an alarm is for that names no payment of ours.
  drop constraint proposals_about_check,
  add constraint proposals_about_check check (case kind
    when 'BACKDATE' then alarm_id is null and num_nonnulls(connection_id, application_id) = 1
      and num_nonnulls(method, paid_on) = 2 and statement_reference is null
    when 'NO_MONEY' then alarm_id is not null
      and num_nonnulls(connection_id, application_id, method, slip_number, paid_on, statement_reference) = 0
    else alarm_id is not null and num_nonnulls(application_id, method, slip_number, paid_on) = 0 end),
  drop constraint proposals_done_check,
  add constraint proposals_done_check check (case kind when 'NO_MONEY' then payment_id is null
    else (state = 'DONE') = (payment_id is not null) end);
