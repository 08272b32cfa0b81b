-- A register that was typed wrong was final, and the person who approved a notice could write both of its registers: one person decided what
-- is billed. Now who approved the notice adds no register, and another person corrects one as long as its day is not billed.
create or replace function billing.guard_empty_house() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,number,connection_id,consumer_id,from_day,open_end,reason,words,fixed_percent,minimum_percent,litres_per_month,proposed_by,proposed_by_name,proposed_at}';
  decided constant text[] := '{decided_by,decided_by_name,decided_at}';
  started constant text[] := '{start_litres,start_noted_by,start_noted_by_name,start_noted_at}';
  returned constant text[] := '{return_litres,return_noted_by,return_noted_by_name,return_noted_at}';
  ended constant text[] := '{answer,ended_by_name,ended_at,ended_by_invoice_id}';
  step constant text := old.state || '>' || new.state;
  -- Its first day's register is added or corrected, and nothing else.
  is_start constant boolean := step = 'APPROVED>APPROVED' and new.start_noted_at is not null
    and (new.start_litres, new.start_noted_by, new.start_noted_at) is distinct from (old.start_litres, old.start_noted_by, old.start_noted_at);
  -- The register of the day of the return is added or corrected, and nothing else.
  is_return constant boolean := step in ('APPROVED>APPROVED', 'ENDED>ENDED') and new.return_noted_at is not null
    and (new.return_litres, new.return_noted_by, new.return_noted_at) is distinct from (old.return_litres, old.return_noted_by, old.return_noted_at);
begin
  if exists (select from unnest(fixed || case when old.state = 'WAITING' then '{}' else decided end
        || case when is_start and not is_return then '{}' else started end
        || case when is_return then ended else returned end
        -- The register of the return is that of the last day.
        || case when step = 'APPROVED>ENDED_BY_USE' or step = 'APPROVED>ENDED' and old.return_litres is null then '{}' else '{until_day}' end::text[]) f (name)
      where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or new.until_day > old.until_day
    or not is_start and not is_return
      and step not in ('WAITING>APPROVED', 'WAITING>REFUSED', 'WAITING>WITHDRAWN', 'APPROVED>ENDED', 'APPROVED>ENDED_BY_USE') then
    raise exception 'what was noted and decided about empty house % is a fact', old.id using errcode = '23514', constraint = 'empty_houses_frozen';
  end if;
  if is_start and new.start_noted_by in (old.decided_by, old.start_noted_by) then
    raise exception 'who approved empty house % or noted the register does not note it', old.id
      using errcode = '23514', constraint = 'empty_houses_start_two_persons';
  end if;
  if is_return and new.return_noted_by in (old.decided_by, old.return_noted_by) then
    raise exception 'who approved empty house % or noted the register does not note it', old.id
      using errcode = '23514', constraint = 'empty_houses_return_two_persons';
  end if;
  -- Bills of a connection are made under its lock, and so is this.
  if (is_start or step = 'WAITING>APPROVED') and billing.connection_billed_until(new.connection_id, new.from_day) is not null
    or (is_return or step = 'APPROVED>ENDED') and billing.connection_billed_until(new.connection_id, new.until_day) is not null then
    raise exception 'days of connection % are billed', new.connection_id using errcode = '23514', constraint = 'empty_houses_day_billed';
  end if;
  return new;
end
$$;
