-- A second person who does not approve the credit of a leak gives it back with a reason. Until now the reason was in the audit log only, and the
-- answer that the first person had written was gone. Now the leak keeps both, from the last time that it was given back.
alter table billing.leaks
  add column returned_reason text,
  add column returned_by uuid,
  add column returned_by_name text,
  add column returned_at timestamptz,
  -- What the household would have been told.
  add column returned_answer text,
  add constraint leaks_returned_check check (
    num_nonnulls(returned_reason, returned_by, returned_by_name, returned_at, returned_answer) in (0, 5));

-- As 0419, and: only giving it back writes that, and it keeps the answer as it was.
create or replace function billing.guard_leak() returns trigger language plpgsql as $$
declare
  asked constant text[] := '{id,number,invoice_id,connection_id,period,words,repaired_on,proof_file_id,channel,caller_name,exception_reason,asked_by,asked_by_name,asked_at,asked_on,rules,wait_until}';
  -- What a step writes that does not give a decision back.
  ends constant text[] := '{state,version,ended_at,ended_on,withdrawn_reason}';
  approves constant text[] := '{approved_by,approved_by_name,approved_at,correction_id}';
  returned constant text[] := '{returned_reason,returned_by,returned_by_name,returned_at,returned_answer}';
  step constant text := old.state || '>' || new.state;
begin
  if exists (select from unnest(asked) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or old.ended_at is not null and to_jsonb(new) - '{state,version}'::text[] is distinct from to_jsonb(old) - '{state,version}'::text[]
    or old.state = new.state and new is distinct from old
    or old.state = 'WAITING' and new.state <> 'OPEN' and to_jsonb(new) - ends - approves is distinct from to_jsonb(old) - ends - approves
    or old.state = 'WAITING' and new.state <> 'CREDITED'
      and num_nonnulls(new.approved_by, new.approved_by_name, new.approved_at, new.correction_id) > 0
    or step = 'WAITING>OPEN' and new.returned_answer is distinct from old.answer
    or step <> 'WAITING>OPEN'
      and exists (select from unnest(returned) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name) then
    raise exception 'what was asked and decided about leak % is a fact', old.id using errcode = '23514', constraint = 'leaks_frozen';
  end if;
  if old.state <> new.state and step not in ('OPEN>WAITING', 'OPEN>CREDITED', 'OPEN>REFUSED', 'OPEN>WITHDRAWN', 'OPEN>EXPIRED', 'OPEN>ENDED',
    'WAITING>OPEN', 'WAITING>CREDITED', 'WAITING>WITHDRAWN', 'WAITING>ENDED', 'CREDITED>REPLACED') then
    raise exception 'a leak does not go from % to %', old.state, new.state using errcode = '23514', constraint = 'leaks_transition';
  end if;
  return new;
end
$$;

-- The text of the notice has the reason now; of notices that were sent before it is not known.
update platform.notices set params = params || '{"reason": "—"}' where kind = 'leaks.returned' and not params ? 'reason';
