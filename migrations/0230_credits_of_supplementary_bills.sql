-- A credit note names the bill that was corrected, also if what was too much is in its supplementary bill, which a new owner took over. The bill
-- and its supplementary bills are one sum to the owner: what is credited of it lowers what was taken over of any of them, the newest
-- supplementary bill first, which is paid last, and the bill itself last. One connection has one person who took its bills over.
alter table billing.taken_over_bills disable trigger user;
update billing.taken_over_bills t set credited_minor = coalesce((select -sum(n.amount_minor) from billing.adjustments n
    where n.invoice_id = i.adjusts_id and n.amount_minor < 0 and uuid_extract_timestamp(n.id) < t.taken_at), 0)
from billing.invoices i where i.id = t.invoice_id and i.adjusts_id is not null;
alter table billing.taken_over_bills enable trigger user;

drop function billing.taken_over_most(uuid);
-- `without`: as it was before the last credit of that sum.
create function billing.taken_over_most(invoice uuid, without bigint default 0) returns bigint language sql stable parallel safe
security definer set search_path = '' as $$
  select t.amount_minor - greatest(0, least(t.amount_minor, credited.minor - without - t.credited_minor - before.minor))::bigint
  from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id
  cross join lateral (select coalesce(-sum(n.amount_minor), 0) as minor from billing.adjustments n
    where n.invoice_id = coalesce(i.adjusts_id, i.id) and n.amount_minor < 0) credited
  cross join lateral (select coalesce(sum(e.amount_minor), 0) as minor from billing.taken_over_bills e join billing.invoices x on x.id = e.invoice_id
    where x.adjusts_id = coalesce(i.adjusts_id, i.id) and (i.adjusts_id is null or x.id > i.id)) before
  where t.invoice_id = invoice
$$;
