-- A withdrawal that no code has proved holds money of a household. The office can end it (STAFF: who asked for it, or who approves
-- withdrawals), with a reason that the household reads; and one of a wallet waits for its code at a time.
alter table wallet.withdrawals
  -- Of those from before this migration none counts: there may be several of a wallet, and each ends by itself within the hour.
  add column awaits_code boolean not null default false,
  add column ended_by uuid,
  add column ended_by_name text,
  drop constraint withdrawals_rejected_check,
  add constraint withdrawals_rejected_check check ((state = 'REJECTED') = (rejected_as is not null)
    and (rejected_as is null or rejected_as in ('OFFICE', 'OWNER', 'STAFF', 'EXPIRED', 'MERGED'))),
  add constraint withdrawals_ended_check check (case when rejected_as = 'STAFF'
    then num_nonnulls(ended_by, ended_by_name, decision_remark) = 3 else num_nonnulls(ended_by, ended_by_name) = 0 end);
create unique index withdrawals_unproved_key on wallet.withdrawals (consumer_id) where state = 'REQUESTED' and awaits_code;

create or replace function wallet.guard_withdrawal() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,consumer_id,amount_minor,wanted,bank_account,asked_by,asked_by_name,asked_at,asked_on,phone,awaits_code}'::text[]
    || case when old.state in ('PAID_OUT', 'RETURNED')
      then '{decided_by,paid_by,paid_by_name,paid_at,paid_on,method,reference,number}'::text[] else '{}' end;
  step constant text := old.state || '>' || new.state;
begin
  if exists (select from unnest(fixed) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name) then
    raise exception 'what was asked for by withdrawal % is a fact', old.id using errcode = '23514', constraint = 'withdrawals_frozen';
  end if;
  if old.state <> new.state and step not in ('REQUESTED>OTP_CONFIRMED', 'REQUESTED>REJECTED', 'OTP_CONFIRMED>APPROVED',
    'OTP_CONFIRMED>REJECTED', 'APPROVED>PAID_OUT', 'APPROVED>REJECTED', 'PAID_OUT>RETURNED') then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'withdrawals_transition';
  end if;
  return new;
end
$$;
