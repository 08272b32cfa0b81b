-- Who says that no money came says it about the bank's answer of that moment, and who counted a drawer may take the count back
-- while it waits for a second person.

-- What the bank had said when somebody asked to end an alarm without money. It is compared when it ends.
alter table payments.proposals add column seen_bank_minor bigint;

-- A count that waits is taken back by who counted: nothing was posted, and the day is counted again.
alter table ledger.cash_closings
  add column withdrawn boolean not null default false,
  drop constraint cash_closings_variance_two_persons,
  add constraint cash_closings_variance_two_persons check (decided_at is null or case
    when withdrawn then state = 'REFUSED' and decided_by is not null and decided_by is not distinct from closed_by
    else decided_by is not null and decided_by is distinct from closed_by and decided_by <> cashier_id end),
  add constraint cash_closings_withdrawn_check check (not withdrawn or state = 'REFUSED');
create or replace function ledger.guard_closing() returns trigger language plpgsql as $$
declare
  -- The variance follows from the others, and is not known yet before the row is written.
  moving constant text[] := case old.state
    when 'WAITING' then '{state,decided_by,decided_at,decision_remark,withdrawn,variance_minor}'::text[]
    else '{reopen_asked_by,reopen_asked_at,reopen_reason,reopened_by,reopened_at,variance_minor}'::text[] end;
begin
  if old.reopened_at is not null or old.state = 'REFUSED' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'cash closing % is a fact', old.id using errcode = '23514', constraint = 'cash_closings_frozen';
  end if;
  return new;
end
$$;
