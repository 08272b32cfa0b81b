-- Withdrawing an application after payment, and paying money back to applicants.

-- A paid note is closed by withdrawing: what was paid becomes refundable. The state of the refund case is told by
-- payments, which stands to the right, so that the application's own screens need not look there.
alter table applications.demand_notes
  add column refundable_minor bigint not null default 0,
  add column refund_state text constraint demand_notes_refund_state_check check (
    refund_state in ('REQUESTED', 'APPROVED', 'REFUSED', 'PAID_OUT')
  ),
  drop constraint demand_notes_cancel_check,
  add constraint demand_notes_cancel_check check (
    case when cancelled_at is null then refundable_minor = 0
      else cancel_reason is not null and settled_minor = refundable_minor
    end
  ),
  add constraint demand_notes_refund_check check ((refundable_minor > 0) = (refund_state is not null));

create or replace function applications.freeze_demand_note() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{settled_minor,cancelled_at,cancel_reason,refundable_minor,refund_state,state}';
begin
  if tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'demand note % is frozen', old.number using errcode = '55000';
  end if;
  return new;
end
$$;

-- WITHDRAWAL closes a note in the books, REFUND is money that leaves.
alter table ledger.journals drop constraint journals_kind_check, add constraint journals_kind_check check (
  kind in ('INVOICE', 'DEMAND_NOTE', 'PAYMENT', 'ADVANCE', 'REVERSAL', 'WITHDRAWAL', 'REFUND')
);
insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('1030', 'Bank account', 'ব্যাংক হিসাব', 'asset', false);

-- One case: money owed back to an applicant (account 2210), because of a withdrawn demand note, or because a bank
-- took a payment that the note no longer needed.
create table payments.refunds (
  id uuid primary key default uuidv7(),
  application_id uuid not null constraint refunds_application_id_fkey references applications.applications,
  demand_note_id uuid constraint refunds_demand_note_id_fkey references applications.demand_notes,
  payment_id uuid constraint refunds_payment_id_fkey references payments.payments,
  amount_minor bigint not null constraint refunds_amount_check check (amount_minor > 0),
  reason text not null,
  state text not null default 'REQUESTED' constraint refunds_state_check check (
    state in ('REQUESTED', 'APPROVED', 'REFUSED', 'PAID_OUT')
  ),
  asked_by uuid,
  asked_by_name text not null,
  asked_at timestamptz not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decided_on date,
  -- Required for a refusal.
  decision_remark text,
  method text constraint refunds_method_check check (method in ('CASH', 'BANK')),
  -- Number of the transfer or cheque.
  reference text,
  paid_on date,
  paid_by uuid,
  paid_by_name text,
  paid_at timestamptz,
  -- Of the voucher; gapless.
  number text constraint refunds_number_key unique,
  constraint refunds_source_check check (num_nonnulls(demand_note_id, payment_id) = 1),
  constraint refunds_two_persons check (decided_by is null or decided_by is distinct from asked_by),
  -- Who approves does not hand out the money.
  constraint refunds_payer_check check (paid_by is null or paid_by is distinct from decided_by),
  constraint refunds_decided_check check ((state = 'REQUESTED') = (decided_at is null)),
  constraint refunds_refused_check check (state <> 'REFUSED' or decision_remark is not null),
  constraint refunds_paid_check check (
    (state = 'PAID_OUT') = (num_nonnulls(method, paid_on, paid_at, number) = 4)
  ),
  constraint refunds_reference_check check (method <> 'BANK' or reference is not null),
  constraint refunds_paid_on_check check (paid_on >= decided_on)
);
-- The same money is given back once: a second case needs the first to be refused.
create unique index refunds_demand_note_key on payments.refunds (demand_note_id) where state <> 'REFUSED';
create unique index refunds_payment_key on payments.refunds (payment_id) where state <> 'REFUSED';
create index refunds_list on payments.refunds (state, asked_at desc, id);
create index refunds_application on payments.refunds (application_id);

-- What is owed, why and who asked never changes; the state moves along the machine of refund.rules.ts.
create function payments.guard_refund() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,decided_by,decided_by_name,decided_at,decided_on,decision_remark,method,reference,paid_on,paid_by,paid_by_name,paid_at,number}';
  paying constant text[] := '{state,method,reference,paid_on,paid_by,paid_by_name,paid_at,number}';
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'refund % is a fact', old.id using errcode = '23514', constraint = 'refunds_frozen';
  end if;
  if old.state || '>' || new.state not in ('REQUESTED>APPROVED', 'REQUESTED>REFUSED', 'APPROVED>PAID_OUT')
    or (old.state = 'APPROVED' and to_jsonb(new) - paying <> to_jsonb(old) - paying) then
    raise exception 'a refund does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'refunds_transition';
  end if;
  return new;
end
$$;
create trigger guard before update on payments.refunds for each row execute function payments.guard_refund();
create trigger keep before delete on payments.refunds for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on payments.refunds for each statement execute function platform.refuse_change();
revoke delete, truncate on payments.refunds from jolkol_app;
revoke select on payments.refunds from jolkol_consumer;

-- The new words, and the front desk's right to withdraw for a household, for roles that exist already.
insert into roles.role_permissions (role_id, permission)
select r.id, w.permission from roles.roles r
join (values
  ('reviewer', 'payments:refund'), ('reviewer', 'payments:approve-refund'),
  ('cashier', 'payments:refund'), ('cashier', 'applications:withdraw')
) as w (code, permission) on w.code = r.code
where r.built_in
on conflict do nothing;
