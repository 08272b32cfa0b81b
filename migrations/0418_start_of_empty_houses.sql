-- A trip is noted and approved before it begins: what the register shows on its first day is known later. The office adds it, by
-- another person than the one who noted the notice, and as long as the day is not billed.
alter table billing.empty_houses
  add column start_noted_by uuid,
  add column start_noted_by_name text,
  add column start_noted_at timestamptz,
  add constraint empty_houses_start_noted_check check (num_nonnulls(start_noted_by, start_noted_by_name, start_noted_at) in (0, 3)
    and (start_noted_at is null or start_litres is not null)),
  add constraint empty_houses_start_two_persons check (start_noted_by is distinct from proposed_by);

create or replace function billing.guard_empty_house() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{id,number,connection_id,consumer_id,from_day,open_end,reason,words,fixed_percent,minimum_percent,litres_per_month,proposed_by,proposed_by_name,proposed_at}';
  decided constant text[] := '{decided_by,decided_by_name,decided_at}';
  started constant text[] := '{start_litres,start_noted_by,start_noted_by_name,start_noted_at}';
  step constant text := old.state || '>' || new.state;
  -- Its first day's register is added, and nothing else.
  is_start constant boolean := step = 'APPROVED>APPROVED' and old.start_litres is null and new.start_noted_at is not null;
begin
  if exists (select from unnest(fixed || case when old.state = 'WAITING' then '{}' else decided end
        || case when is_start then '{}' else started end
        || case when step in ('APPROVED>ENDED', 'APPROVED>ENDED_BY_USE') then '{}' else '{until_day}' end::text[]) f (name)
      where to_jsonb(new) -> f.name is distinct from to_jsonb(old) -> f.name)
    or new.until_day > old.until_day
    or not is_start
      and step not in ('WAITING>APPROVED', 'WAITING>REFUSED', 'WAITING>WITHDRAWN', 'APPROVED>ENDED', 'APPROVED>ENDED_BY_USE') then
    raise exception 'what was noted and decided about empty house % is a fact', old.id using errcode = '23514', constraint = 'empty_houses_frozen';
  end if;
  -- Bills of a connection are made under its lock, and so is this.
  if (is_start or step = 'WAITING>APPROVED') and billing.connection_billed_until(new.connection_id, new.from_day) is not null
    or step = 'APPROVED>ENDED' and billing.connection_billed_until(new.connection_id, new.until_day) is not null then
    raise exception 'days of connection % are billed', new.connection_id using errcode = '23514', constraint = 'empty_houses_day_billed';
  end if;
  return new;
end
$$;
