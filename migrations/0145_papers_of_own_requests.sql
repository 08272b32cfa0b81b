-- An owner is told on their first page which papers their change of owner still lacks. They see no paper that the other one
-- brought (ownership.documents is closed to their reads), only of which kinds there are some.
create function ownership.paper_kinds(request uuid) returns text[] language sql stable parallel safe
security definer set search_path = '' as $$
  select coalesce(array_agg(distinct d.kind), '{}') from ownership.documents d join ownership.requests r on r.id = d.request_id
  where r.id = request and not d.replaced
    and (r.from_consumer_id = any (consumers.known_as(platform.consumer_id()))
      or r.to_consumer_id = any (consumers.known_as(platform.consumer_id()))
      or (r.to_consumer_id is null and r.phone = (select c.phone from consumers.consumers c where c.id = platform.consumer_id())))
$$;
