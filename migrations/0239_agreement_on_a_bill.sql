-- What a new owner agreed to pay is a sum of a bill with its supplementary bills, and stays the same sum if the bill is corrected up again or
-- is cancelled and its month billed again. Of what is left of the bill, the first part is the earlier owner's (`own_minor`, what was paid on
-- that day), the next `agreed_minor` are the new owner's, and what comes on top of both is the earlier owner's: a bill that is less lowers
-- the top first. The rows of a bill are in order: `below_minor` is what of the agreement the rows before have.
alter table billing.taken_over_bills disable trigger user;
alter table billing.taken_over_bills add column agreed_minor bigint, add column own_minor bigint, add column position int,
  add column below_minor bigint;
update billing.taken_over_bills t set agreed_minor = g.agreed_minor, own_minor = g.net_minor - g.agreed_minor,
  position = g.position, below_minor = g.below_minor
from (
  select e.invoice_id, sum(e.amount_minor) over (partition by m.id)::bigint as agreed_minor,
    m.total_minor + coalesce(sum(i.total_minor) filter (where i.adjusts_id is not null) over (partition by m.id), 0)::bigint
      - e.credited_minor as net_minor,
    (row_number() over (partition by m.id order by i.adjusts_id is not null, i.id) - 1)::int as position,
    coalesce(sum(e.amount_minor) over (partition by m.id order by i.adjusts_id is not null, i.id
      rows between unbounded preceding and 1 preceding), 0)::bigint as below_minor
  from billing.taken_over_bills e join billing.invoices i on i.id = e.invoice_id
  join billing.invoices m on m.id = coalesce(i.adjusts_id, i.id)
) g where g.invoice_id = t.invoice_id;
alter table billing.taken_over_bills
  alter column agreed_minor set not null, alter column own_minor set not null,
  alter column position set not null, alter column below_minor set not null,
  add constraint taken_over_bills_agreed_check check (agreed_minor >= amount_minor),
  add constraint taken_over_bills_below_check check (position >= 0 and below_minor >= 0);
drop function billing.taken_over_most(uuid, bigint);
alter table billing.taken_over_bills drop column credited_minor;
alter table billing.taken_over_bills enable trigger user;

-- What a bill with its supplementary bills comes to, less what was credited; of a cancelled one, as it was.
create function billing.net_of_bill(invoice uuid) returns bigint language sql stable parallel safe
security definer set search_path = '' as $$
  select (m.total_minor + coalesce((select sum(s.total_minor) from billing.invoices s
      where s.adjusts_id = m.id and s.cancelled_on is not distinct from m.cancelled_on), 0)
    + coalesce((select sum(n.amount_minor) from billing.adjustments n where n.invoice_id = m.id and n.amount_minor < 0), 0))::bigint
  from billing.invoices i join billing.invoices m on m.id = coalesce(i.adjusts_id, i.id) where i.id = invoice
$$;
-- What of a taken-over bill or supplementary bill who took it over answers for. `without`: as if the bill came to that much more.
create function billing.taken_over_most(invoice uuid, without bigint default 0) returns bigint language sql stable parallel safe
security definer set search_path = '' as $$
  select greatest(0, least(t.amount_minor, least(
      greatest(0, least(t.agreed_minor, billing.net_of_bill(invoice) + without - t.own_minor)), next.below_minor) - t.below_minor))::bigint
  from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id
  cross join lateral (select min(e.below_minor) as below_minor from billing.taken_over_bills e join billing.invoices x on x.id = e.invoice_id
    where coalesce(i.adjusts_id, i.id) in (x.id, x.adjusts_id) and e.position > t.position) next
  where t.invoice_id = invoice
$$;
