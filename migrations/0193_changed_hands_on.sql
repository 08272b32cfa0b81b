-- The day on which a connection changed hands, for who had it until then: the connection that goes on is not theirs to see, and the day
-- is all that they learn of it. Staff read it of every connection.
create function meters.changed_hands_on(connection uuid) returns date language sql stable parallel safe
security definer set search_path = '' as $$
  select f.connected_on from meters.connections f join meters.connections c on c.id = f.follows_id
  where f.follows_id = connection
    and (platform.consumer_id() is null or c.consumer_id = any (consumers.known_as(platform.consumer_id())))
$$;
