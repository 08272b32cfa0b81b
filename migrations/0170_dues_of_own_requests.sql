-- A change of owner waits until the open bills are paid that the new owner does not take over. Both owners are told that it waits;
-- the new one sees none of these bills (billing.invoices is closed to their reads), only that there are some.
create function ownership.has_dues(request uuid) returns boolean language sql stable parallel safe
security definer set search_path = '' as $$
  select exists (select from ownership.requests r
    where r.id = request
      and (select sum(i.total_minor - i.settled_minor) from billing.invoices i
        where i.connection_id = r.connection_id and i.cancelled_on is null and i.settled_minor < i.total_minor) > r.liability_minor
      and (r.from_consumer_id = any (consumers.known_as(platform.consumer_id()))
        or r.to_consumer_id = any (consumers.known_as(platform.consumer_id()))
        or (r.to_consumer_id is null and r.phone = (select c.phone from consumers.consumers c where c.id = platform.consumer_id()))))
$$;
