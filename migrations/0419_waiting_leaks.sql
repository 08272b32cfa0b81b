-- What one person decided about a leak is what the second one approves. Until now it was a fact only when the leak was over: who could write to
-- the table could change who decided, and approve the own credit. Now nothing changes without a step, and a step changes only what is its own.
create or replace function billing.guard_leak() returns trigger language plpgsql as $$
declare
  asked constant text[] := '{id,number,invoice_id,connection_id,period,words,repaired_on,proof_file_id,channel,caller_name,exception_reason,asked_by,asked_by_name,asked_at,asked_on,rules,wait_until}';
  -- What a step writes that does not give a decision back.
  ends constant text[] := '{state,version,ended_at,ended_on,withdrawn_reason}';
  approves constant text[] := '{approved_by,approved_by_name,approved_at,correction_id}';
  step constant text := old.state || '>' || new.state;
begin
  if exists (select from unnest(asked) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or old.ended_at is not null and to_jsonb(new) - '{state,version}'::text[] is distinct from to_jsonb(old) - '{state,version}'::text[]
    or old.state = new.state and new is distinct from old
    or old.state = 'WAITING' and new.state <> 'OPEN' and to_jsonb(new) - ends - approves is distinct from to_jsonb(old) - ends - approves
    or old.state = 'WAITING' and new.state <> 'CREDITED'
      and num_nonnulls(new.approved_by, new.approved_by_name, new.approved_at, new.correction_id) > 0 then
    raise exception 'what was asked and decided about leak % is a fact', old.id using errcode = '23514', constraint = 'leaks_frozen';
  end if;
  if old.state <> new.state and step not in ('OPEN>WAITING', 'OPEN>CREDITED', 'OPEN>REFUSED', 'OPEN>WITHDRAWN', 'OPEN>EXPIRED', 'OPEN>ENDED',
    'WAITING>OPEN', 'WAITING>CREDITED', 'WAITING>WITHDRAWN', 'WAITING>ENDED', 'CREDITED>REPLACED') then
    raise exception 'a leak does not go from % to %', old.state, new.state using errcode = '23514', constraint = 'leaks_transition';
  end if;
  return new;
end
$$;
