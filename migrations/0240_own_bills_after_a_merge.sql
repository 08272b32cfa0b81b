-- If the register finds that who took a bill over is the person whose bill it is (their entries are merged), it is a bill of their own again.
create or replace function billing.is_taken_over(invoice uuid) returns boolean language sql stable parallel safe
security definer set search_path = '' as $$
  select exists (select from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id
    join consumers.consumers k on k.id = t.consumer_id left join consumers.consumers c on c.id = i.consumer_id
    where t.invoice_id = invoice
      and coalesce(k.merged_into, k.id) is distinct from coalesce(c.merged_into, c.id))
$$;
create or replace function billing.taken_over_due(invoice uuid) returns bigint language sql stable parallel safe
security definer set search_path = '' as $$
  select coalesce((
    select greatest(0, least(i.total_minor - i.settled_minor, billing.taken_over_most(invoice)
      - coalesce((select sum(p.amount_minor) from billing.paid_of_taken p where p.invoice_id = invoice), 0)
      + coalesce((select sum(m.amount_minor) from billing.moved_credits m where m.invoice_id = invoice), 0)))::bigint
    from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id
    where t.invoice_id = invoice and i.cancelled_on is null and i.settled_minor < i.total_minor
      and billing.is_taken_over(invoice)), 0)
$$;
