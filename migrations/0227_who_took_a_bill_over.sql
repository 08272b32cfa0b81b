-- Who took a bill over and when, for its paper: the office, and the consumer in whose name the bill is. Who only sees the connection, because
-- it is shared with them, learns no name.
create function billing.taker_of(invoice uuid) returns table (name text, name_bn text, taken_at timestamptz) language sql stable parallel safe
security definer set search_path = '' as $$
  select u.name, u.name_bn, t.taken_at from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id
  join consumers.consumers k on k.id = t.consumer_id join consumers.consumers u on u.id = coalesce(k.merged_into, k.id)
  where t.invoice_id = invoice
    and (platform.consumer_id() is null or i.consumer_id = any (consumers.known_as(platform.consumer_id())))
$$;
