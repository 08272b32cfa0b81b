-- A bank takes a cheque back that it had paid, or somebody noted the wrong answer: a paid cheque is dishonoured like one in clearing.
create or replace function payments.guard_cheque() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,payment_id,number,bank,branch,drawer,drawn_on,received_on,received_by,received_by_name}';
  step constant text := old.state || '>' || new.state;
begin
  if exists (select from unnest(fixed) f (name) where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or (old.state in ('CLEARED', 'DISHONOURED', 'GIVEN_BACK') and step <> 'CLEARED>DISHONOURED'
      and not (old.fee_invoice_id is null and new.fee_invoice_id is not null
        and to_jsonb(new) - 'fee_invoice_id' = to_jsonb(old) - 'fee_invoice_id')) then
    raise exception 'cheque % is a fact', old.id using errcode = '23514', constraint = 'cheques_frozen';
  end if;
  if old.state <> new.state and step not in ('RECEIVED>DEPOSITED', 'RECEIVED>GIVEN_BACK', 'DEPOSITED>RECEIVED', 'DEPOSITED>CLEARED',
    'DEPOSITED>DISHONOURED', 'CLEARED>DISHONOURED') then
    raise exception 'a cheque does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'cheques_transition';
  end if;
  return new;
end
$$;
