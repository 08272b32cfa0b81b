-- The limits of what one person may do alone, and the other limits of money, are changed by two people: one asks with a
-- reason, another one decides. Until then the old value counts.
create table settings.entry_changes (
  id uuid primary key default uuidv7(),
  key text not null,
  -- What counted when it was asked for, and what shall count.
  was jsonb not null,
  value jsonb not null,
  -- Of the entry, as it was looked at; 0 if nobody had saved it yet.
  version int not null,
  reason text not null,
  state text not null default 'REQUESTED' constraint entry_changes_state_check check (state in ('REQUESTED', 'DONE', 'REFUSED')),
  requested_by uuid,
  requested_by_name text not null,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  -- The one who asked may take it back, but never let it count.
  constraint entry_changes_two_persons check (
    state <> 'DONE' or (decided_by is not null and decided_by is distinct from requested_by)
  ),
  constraint entry_changes_decided_check check ((state = 'REQUESTED') = (decided_at is null))
);
create unique index entry_changes_waiting_key on settings.entry_changes (key) where state = 'REQUESTED';

-- What was asked for never changes, nor what was decided.
create function settings.freeze_entry_change() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,decided_by,decided_by_name,decided_at}';
begin
  if tg_op = 'DELETE' or old.state <> 'REQUESTED' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'change % of the settings is a fact', old.id
      using errcode = '23514', constraint = 'entry_changes_frozen';
  end if;
  return new;
end
$$;
create trigger frozen before update or delete on settings.entry_changes
  for each row execute function settings.freeze_entry_change();
