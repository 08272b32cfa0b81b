-- True of a payment by a cheque that the bank sent back: it never was money. For who asks what was paid on a day, also households.
create function payments.is_returned_cheque(payment uuid) returns boolean language sql stable parallel safe
security definer set search_path = '' as $$
  select exists (select from payments.cheques k where k.payment_id = payment and k.state = 'DISHONOURED')
$$;

-- The fee of a returned cheque stands beside a bill, but is no part of what the bill comes to: who gave the cheque pays it.
create function billing.is_cheque_fee(invoice uuid) returns boolean language sql stable parallel safe
security definer set search_path = '' as $$
  select exists (select from billing.invoice_lines l where l.invoice_id = invoice and l.kind = 'cheque_fee')
$$;
create or replace function billing.net_of_bill(invoice uuid) returns bigint language sql stable parallel safe
security definer set search_path = '' as $$
  select case when billing.is_cheque_fee(i.id) then i.total_minor else
    (m.total_minor + coalesce((select sum(s.total_minor) from billing.invoices s
        where s.adjusts_id = m.id and s.cancelled_on is not distinct from m.cancelled_on and not billing.is_cheque_fee(s.id)), 0)
      + coalesce((select sum(n.amount_minor) from billing.adjustments n where n.invoice_id = m.id and n.amount_minor < 0), 0))::bigint end
  from billing.invoices i join billing.invoices m on m.id = coalesce(i.adjusts_id, i.id) where i.id = invoice
$$;
create or replace function billing.taken_over_most(invoice uuid, without bigint default 0) returns bigint language sql stable parallel safe
security definer set search_path = '' as $$
  select greatest(0, least(t.amount_minor, least(
      greatest(0, least(t.agreed_minor, billing.net_of_bill(invoice) + without - t.own_minor)), next.below_minor) - t.below_minor))::bigint
  from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id
  cross join lateral (select min(e.below_minor) as below_minor from billing.taken_over_bills e join billing.invoices x on x.id = e.invoice_id
    where coalesce(i.adjusts_id, i.id) in (x.id, x.adjusts_id) and e.position > t.position
      and not billing.is_cheque_fee(x.id) and not billing.is_cheque_fee(i.id)) next
  where t.invoice_id = invoice
$$;

-- Fees that were taken over with their bill: each is an agreement of its own.
alter table billing.taken_over_bills disable trigger user;
update billing.taken_over_bills t set agreed_minor = t.agreed_minor - f.taken_minor, below_minor = t.below_minor - f.below_minor,
  own_minor = t.own_minor - f.own_minor
from billing.invoices i cross join lateral (
  select coalesce(sum(e.amount_minor), 0)::bigint as taken_minor, coalesce(sum(x.total_minor - coalesce(e.amount_minor, 0)), 0)::bigint as own_minor,
    coalesce(sum(e.amount_minor) filter (where e.position < k.position), 0)::bigint as below_minor
  from billing.taken_over_bills k join billing.invoices x on x.adjusts_id = coalesce(i.adjusts_id, i.id)
    and x.cancelled_on is null and uuid_extract_timestamp(x.id) < k.taken_at and billing.is_cheque_fee(x.id)
  left join billing.taken_over_bills e on e.invoice_id = x.id
  where k.invoice_id = i.id
) f where i.id = t.invoice_id and not billing.is_cheque_fee(i.id);
update billing.taken_over_bills t set agreed_minor = t.amount_minor, own_minor = i.total_minor - t.amount_minor, position = 0, below_minor = 0
from billing.invoices i where i.id = t.invoice_id and billing.is_cheque_fee(i.id);
alter table billing.taken_over_bills enable trigger user;
