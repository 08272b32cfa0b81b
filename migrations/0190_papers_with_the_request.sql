-- A list shows how many papers a request has: a kind that several were brought of is counted as often. (What an owner may know of it is
-- as before, migration 0145.)
create or replace function ownership.paper_kinds(request uuid) returns text[] language sql stable parallel safe
security definer set search_path = '' as $$
  select coalesce(array_agg(d.kind), '{}') from ownership.documents d join ownership.requests r on r.id = d.request_id
  where r.id = request and not d.replaced
    and (r.from_consumer_id = any (consumers.known_as(platform.consumer_id()))
      or r.to_consumer_id = any (consumers.known_as(platform.consumer_id()))
      or (r.to_consumer_id is null and r.phone = (select c.phone from consumers.consumers c where c.id = platform.consumer_id())))
$$;
