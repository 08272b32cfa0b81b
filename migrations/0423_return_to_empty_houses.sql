-- A family comes back in the middle of a month. What the register shows on that day is known only then: the office adds it, by another person
-- than the one who noted the notice, and as long as the day is not billed. Then use after the notice does not count against it.
alter table billing.empty_houses
  add column return_litres bigint,
  add column return_noted_by uuid,
  add column return_noted_by_name text,
  add column return_noted_at timestamptz,
  add constraint empty_houses_return_noted_check check (num_nonnulls(return_litres, return_noted_by, return_noted_by_name, return_noted_at) in (0, 4)),
  add constraint empty_houses_return_check check (return_litres >= coalesce(start_litres, 0)),
  add constraint empty_houses_return_two_persons check (return_noted_by is distinct from proposed_by);

create or replace function billing.guard_empty_house() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,number,connection_id,consumer_id,from_day,open_end,reason,words,fixed_percent,minimum_percent,litres_per_month,proposed_by,proposed_by_name,proposed_at}';
  decided constant text[] := '{decided_by,decided_by_name,decided_at}';
  started constant text[] := '{start_litres,start_noted_by,start_noted_by_name,start_noted_at}';
  returned constant text[] := '{return_litres,return_noted_by,return_noted_by_name,return_noted_at}';
  ended constant text[] := '{answer,ended_by_name,ended_at,ended_by_invoice_id}';
  step constant text := old.state || '>' || new.state;
  -- Its first day's register is added, and nothing else.
  is_start constant boolean := step = 'APPROVED>APPROVED' and old.start_litres is null and new.start_noted_at is not null;
  -- The register of the day of the return is added, and nothing else.
  is_return constant boolean := step in ('APPROVED>APPROVED', 'ENDED>ENDED') and old.return_litres is null and new.return_noted_at is not null;
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
  -- Bills of a connection are made under its lock, and so is this.
  if (is_start or step = 'WAITING>APPROVED') and billing.connection_billed_until(new.connection_id, new.from_day) is not null
    or (is_return or step = 'APPROVED>ENDED') and billing.connection_billed_until(new.connection_id, new.until_day) is not null then
    raise exception 'days of connection % are billed', new.connection_id using errcode = '23514', constraint = 'empty_houses_day_billed';
  end if;
  return new;
end
$$;
