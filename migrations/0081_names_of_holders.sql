-- Who sees another one's connection read the holder's Bengali name on an English screen, because one function gave whichever
-- name there was. Now each language has its own.
create or replace function meters.holder_name(connection uuid) returns text language sql stable parallel safe
security definer set search_path = '' as $$
  select u.name from meters.connections c join consumers.consumers u on u.id = c.consumer_id
  where c.id = connection
    and c.id = any (meters.shared_with(platform.consumer_id(), platform.today(), false))
$$;

create function meters.holder_name_bn(connection uuid) returns text language sql stable parallel safe
security definer set search_path = '' as $$
  select u.name_bn from meters.connections c join consumers.consumers u on u.id = c.consumer_id
  where c.id = connection
    and c.id = any (meters.shared_with(platform.consumer_id(), platform.today(), false))
$$;
