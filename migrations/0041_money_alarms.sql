-- Alarms about money become a work list with an owner, and two people book what a bank really took, or owe it back.
-- Refund cases are also made for connections: money that is sent back, and an advance that is paid back.

alter table payments.alarms
  add column state text not null default 'OPEN' constraint alarms_state_check check (state in ('OPEN', 'TAKEN', 'SOLVED')),
  add column owner_id uuid,
  add column taken_at timestamptz,
  add column solution text constraint alarms_solution_check check (
    solution in ('BOOKED', 'SENT_BACK', 'CAME_RIGHT', 'NOTED')
  ),
  add column remark text,
  add column solved_by uuid,
  add column solved_at timestamptz,
  -- What a bank took and no book has: only two people end such an alarm.
  add column bank_minor bigint generated always as (case
    when payment_id is not null and kind in ('AMOUNT', 'AFTER_REVERSAL') and details ->> 'status' = 'APPROVED'
      then (details ->> 'amountMinor')::bigint end) stored,
  add constraint alarms_owner_check check (case state when 'OPEN' then owner_id is null when 'TAKEN' then owner_id is not null else true end),
  add constraint alarms_solved_check check (
    (state = 'SOLVED') = (num_nonnulls(solution, solved_at) = 2) and (state = 'SOLVED' or num_nonnulls(solution, solved_at) = 0)
  ),
  add constraint alarms_remark_check check (solution <> 'NOTED' or remark is not null),
  add constraint alarms_money_check check (solution <> 'NOTED' or coalesce(bank_minor, 0) = 0);
create index alarms_list on payments.alarms (raised_at desc, id);
create index alarms_unsolved on payments.alarms (state, owner_id) where state <> 'SOLVED';
create index alarms_payment on payments.alarms (payment_id) where payment_id is not null;

-- What raised it never changes, but what the bank says while it is unsolved; a solved alarm stays as it is.
create function payments.guard_alarm() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,owner_id,taken_at,solution,remark,solved_by,solved_at,details,bank_minor}';
begin
  if old.state = 'SOLVED' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'alarm % is a fact', old.id using errcode = '23514', constraint = 'alarms_frozen';
  end if;
  return new;
end
$$;
create trigger guard before update on payments.alarms for each row execute function payments.guard_alarm();
create trigger keep before delete on payments.alarms for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on payments.alarms for each statement execute function platform.refuse_change();
revoke delete, truncate on payments.alarms from jolkol_app;

alter table payments.payments
  -- A person looks at it: it no longer keeps the payer from another payment.
  add column set_aside_at timestamptz,
  -- What the bank really took was booked by this payment; this one is never paid any more.
  add column replaced_by_id uuid constraint payments_replaced_by_fkey references payments.payments,
  -- All of it is owed back (2210): it pays nothing and is no advance.
  add column owed_back boolean not null default false;
drop index payments.payments_running_key;
create unique index payments_running_key on payments.payments (coalesce(connection_id, demand_note_id, work_order_id))
  where method = 'GATEWAY' and state in ('CREATED', 'PROCESSING') and set_aside_at is null;

create or replace function payments.guard_payment() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,paid_on,decided_at,decline_reason,set_aside_at,replaced_by_id}';
  step constant text := old.state || '>' || new.state;
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving or (old.paid_on is not null and new.paid_on is distinct from old.paid_on)
    or (old.set_aside_at is not null and new.set_aside_at is distinct from old.set_aside_at)
    or (old.replaced_by_id is not null and new.replaced_by_id is distinct from old.replaced_by_id) then
    raise exception 'payment % is a fact', old.id using errcode = '23514', constraint = 'payments_frozen';
  end if;
  -- Only its marks change.
  if old.state = new.state and (new.set_aside_at is distinct from old.set_aside_at
    or new.replaced_by_id is distinct from old.replaced_by_id) then
    return new;
  end if;
  if step not in (
    'CREATED>PROCESSING', 'CREATED>APPROVED', 'CREATED>CANCELED', 'CREATED>EXPIRED',
    'PROCESSING>APPROVED', 'PROCESSING>DECLINED', 'PROCESSING>CANCELED', 'PROCESSING>EXPIRED',
    'CANCELED>APPROVED', 'EXPIRED>APPROVED', 'APPROVED>REVERSED'
  ) or (old.replaced_by_id is not null and new.state = 'APPROVED') then
    raise exception 'a payment does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'payments_transition';
  end if;
  return new;
end
$$;
-- Payers who stand locked out today may pay again.
update payments.payments p set set_aside_at = (select min(a.raised_at) from payments.alarms a where a.payment_id = p.id)
where p.method = 'GATEWAY' and p.state in ('CREATED', 'PROCESSING')
  and exists (select from payments.alarms a where a.payment_id = p.id);

-- What one person asks for and another one does: money of an alarm, and counter money of a day long ago.
create table payments.proposals (
  id uuid primary key default uuidv7(),
  kind text not null constraint proposals_kind_check check (kind in ('BOOK', 'SEND_BACK', 'BACKDATE')),
  state text not null default 'REQUESTED' constraint proposals_state_check check (state in ('REQUESTED', 'DONE', 'REFUSED')),
  alarm_id uuid constraint proposals_alarm_id_fkey references payments.alarms,
  connection_id uuid constraint proposals_connection_id_fkey references meters.connections,
  application_id uuid constraint proposals_application_id_fkey references applications.applications,
  amount_minor bigint not null constraint proposals_amount_check check (amount_minor > 0),
  -- BACKDATE: how and when the money was taken.
  method text constraint proposals_method_check check (method in ('CASH', 'POS')),
  slip_number text,
  paid_on date,
  reason text not null,
  requested_by uuid,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_remark text,
  -- What was booked.
  payment_id uuid constraint proposals_payment_id_fkey references payments.payments,
  constraint proposals_about_check check (case kind
    when 'BACKDATE' then alarm_id is null and num_nonnulls(connection_id, application_id) = 1 and num_nonnulls(method, paid_on) = 2
    else alarm_id is not null and num_nonnulls(connection_id, application_id, method, slip_number, paid_on) = 0 end),
  constraint proposals_slip_check check (method is distinct from 'POS' or slip_number is not null),
  constraint proposals_two_persons check (decided_by is null or decided_by is distinct from requested_by),
  constraint proposals_decided_check check ((state = 'REQUESTED') = (decided_at is null)),
  constraint proposals_done_check check ((state = 'DONE') = (payment_id is not null))
);
create unique index proposals_alarm_key on payments.proposals (alarm_id) where state = 'REQUESTED';
create unique index proposals_backdate_key on payments.proposals (coalesce(connection_id, application_id), method, paid_on, amount_minor)
  where state = 'REQUESTED' and kind = 'BACKDATE';
create index proposals_list on payments.proposals (state, requested_at desc, id);
revoke select on payments.proposals from jolkol_consumer;

-- What was asked for, by whom and why never changes, and it is decided once.
create function payments.guard_proposal() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,decided_by,decided_at,decision_remark,payment_id}';
begin
  if old.state <> 'REQUESTED' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'proposal % is a fact', old.id using errcode = '23514', constraint = 'proposals_frozen';
  end if;
  return new;
end
$$;
create trigger guard before update on payments.proposals for each row execute function payments.guard_proposal();
create trigger keep before delete on payments.proposals for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on payments.proposals for each statement execute function platform.refuse_change();
revoke delete, truncate on payments.proposals from jolkol_app;

-- A refund case is about an application, or about a connection and its consumer.
alter table payments.refunds
  alter column application_id drop not null,
  add column connection_id uuid constraint refunds_connection_id_fkey references meters.connections,
  add column consumer_id uuid constraint refunds_consumer_id_fkey references consumers.consumers,
  drop constraint refunds_source_check,
  add constraint refunds_source_check check (
    num_nonnulls(application_id, connection_id) = 1 and (connection_id is null) = (consumer_id is null)
    and (num_nonnulls(demand_note_id, payment_id) = 1
      -- An advance: of the connection itself.
      or (num_nonnulls(demand_note_id, payment_id) = 0 and connection_id is not null))
  );
create unique index refunds_advance_key on payments.refunds (connection_id)
  where payment_id is null and state in ('REQUESTED', 'APPROVED');
create index refunds_connection on payments.refunds (connection_id) where connection_id is not null;

update ledger.accounts set name_en = 'Refundable to applicants and consumers', name_bn = 'আবেদনকারী ও গ্রাহককে ফেরতযোগ্য'
where code = '2210';
-- REFUND_CLAIM takes an advance off the connection while a case decides over it.
alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND', 'ADJUSTMENT', 'REFUND_CLAIM',
    'CASH_VARIANCE')
);

-- Above the limit a reversal needs two people: until now only administrators held the word.
insert into roles.role_permissions (role_id, permission)
select r.id, p.permission from roles.roles r join roles.permissions p on p.permission = 'payments:reverse'
where r.code = 'reviewer' and r.built_in
on conflict do nothing;
