-- The categories of a connection follow from changes that two people agreed to, also for the program's own role: what begins on a day is
-- a change of the connection, or of one that it follows, or the category after one. Looked at when the transaction ends, because the rows are
-- written with the approval. The first category is the one of before all changes, so it stays when the rows are written again.
create function meters.check_category_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from meters.connection_categories k
      where k.connection_id = old.connection_id and k.from_day = '-infinity' and k.category = old.category) then
      raise exception 'the first category of connection % is another one', old.connection_id
        using errcode = '23514', constraint = 'connection_categories_first';
    end if;
  elsif not exists (
    with recursive chain as (
      select c.id, c.follows_id from meters.connections c where c.id = new.connection_id
      union all
      select c.id, c.follows_id from chain b join meters.connections c on c.id = b.follows_id)
    select from billing.category_changes k
    where k.connection_id in (select id from chain) and k.state = 'APPROVED'
      and (new.from_day = '-infinity' or (k.from_day, k.category) = (new.from_day, new.category)
        or (k.until_day, k.next_category) = (new.from_day, new.category))
  ) then
    raise exception 'no approved change gives connection % category % from % on', new.connection_id, new.category, new.from_day
      using errcode = '23514', constraint = 'connection_categories_changed';
  end if;
  return null;
end
$$;
create constraint trigger follows_change after insert on meters.connection_categories deferrable initially deferred
  for each row execute function meters.check_category_change();
create constraint trigger keeps_first after delete on meters.connection_categories deferrable initially deferred
  for each row when (old.from_day = '-infinity') execute function meters.check_category_change();
