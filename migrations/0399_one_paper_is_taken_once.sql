-- The same cheque is the same cheque also if somebody writes its number, bank or branch in another way: of the number the digits count, without the
-- noughts in front; of a bank its name without "Ltd." and "PLC"; of a branch its name without "Branch". A branch that is written wrong is found by
-- the day on the cheque. Cheques from before that are the same by these rules stay as they are.
create function payments.cheque_number_key(number text) returns text language sql immutable parallel safe as $$
  select ltrim(regexp_replace(number, '[^0-9]', '', 'g'), '0')
$$;
create function payments.cheque_bank_key(bank text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(upper(bank), '\m(LIMITED|LTD|PLC|THE)\M', '', 'g'), '[[:space:][:punct:]]', '', 'g')
$$;
create function payments.cheque_branch_key(branch text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(upper(branch), '\m(BRANCH|BR)\M|শাখা', '', 'g'), '[[:space:][:punct:]]', '', 'g')
$$;

alter table payments.cheques add column is_compared boolean not null default true;
alter table payments.cheques disable trigger user;
update payments.cheques c set is_compared = false from (
  select id, row_number() over (partition by payments.cheque_number_key(number), payments.cheque_bank_key(bank), payments.cheque_branch_key(branch) order by id) as by_branch,
    row_number() over (partition by payments.cheque_number_key(number), payments.cheque_bank_key(bank), drawn_on order by id) as by_day
  from payments.cheques where state not in ('DISHONOURED', 'GIVEN_BACK')
) d where d.id = c.id and (d.by_branch > 1 or d.by_day > 1);
alter table payments.cheques enable trigger user;
drop index payments.cheques_key;
create unique index cheques_key on payments.cheques (
    payments.cheque_number_key(number), payments.cheque_bank_key(bank), payments.cheque_branch_key(branch))
  where is_compared and state not in ('DISHONOURED', 'GIVEN_BACK');
create unique index cheques_day_key on payments.cheques (
    payments.cheque_number_key(number), payments.cheque_bank_key(bank), drawn_on)
  where is_compared and state not in ('DISHONOURED', 'GIVEN_BACK');

create or replace function payments.guard_cheque() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,payment_id,number,bank,branch,drawer,drawn_on,received_on,received_by,received_by_name,is_compared}';
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
-- Every cheque from now on is compared.
revoke insert on payments.cheques from jolkol_app;
grant insert (id, payment_id, number, bank, branch, drawer, drawn_on, received_on, received_by, received_by_name, state, state_on, deposit_id,
  answered_on, answered_by, answered_by_name, answered_at, return_reason, return_words, fee_invoice_id, version) on payments.cheques to jolkol_app;
