-- What a new owner took over of a bill is the sum that was open on that day. If a payment from before it is reversed, what opens again is
-- the earlier owner's.
alter table billing.taken_over_bills disable trigger user;
alter table billing.taken_over_bills add column amount_minor bigint, add column credited_minor bigint;
-- Of changes before this day: what is settled now, without what came since and with what was reversed since.
update billing.taken_over_bills t set credited_minor = b.credited_minor,
  amount_minor = least(b.total_minor, greatest(1, b.total_minor - b.settled_minor + b.since_minor - b.reversed_minor))
from (
  select i.id, i.total_minor, i.settled_minor,
    coalesce((select -sum(n.amount_minor) from billing.adjustments n
      where n.invoice_id = i.id and n.amount_minor < 0 and uuid_extract_timestamp(n.id) < k.taken_at), 0) as credited_minor,
    coalesce((select sum(x.amount_minor) from payments.allocations x join payments.payments p on p.id = x.payment_id
      where x.invoice_id = i.id and p.state = 'APPROVED' and p.decided_at >= k.taken_at), 0)
    + coalesce((select sum(u.amount_minor) from billing.advance_uses u
      where u.invoice_id = i.id and uuid_extract_timestamp(u.id) >= k.taken_at), 0) as since_minor,
    coalesce((select sum(x.amount_minor) from payments.allocations x join payments.payments p on p.id = x.payment_id
      where x.invoice_id = i.id and p.state = 'REVERSED' and p.decided_at >= k.taken_at and p.created_at < k.taken_at), 0) as reversed_minor
  from billing.taken_over_bills k join billing.invoices i on i.id = k.invoice_id
) b where b.id = t.invoice_id;
alter table billing.taken_over_bills
  alter column amount_minor set not null, alter column credited_minor set not null,
  add constraint taken_over_bills_amount_check check (amount_minor > 0),
  add constraint taken_over_bills_credited_check check (credited_minor >= 0);
alter table billing.taken_over_bills enable trigger user;

-- What was paid of it: by who took it over, or by the earlier owner with money that was at the bank on that day. Below zero: the payment
-- was reversed.
create table billing.paid_of_taken (
  id uuid primary key default uuidv7(),
  invoice_id uuid not null constraint paid_of_taken_invoice_id_fkey references billing.taken_over_bills,
  payment_id uuid not null,
  of_taker boolean not null,
  amount_minor bigint not null constraint paid_of_taken_amount_check check (amount_minor <> 0)
);
create index paid_of_taken_invoice_id on billing.paid_of_taken (invoice_id);
create index paid_of_taken_payment_id on billing.paid_of_taken (payment_id);
select platform.append_only('billing.paid_of_taken');
insert into billing.paid_of_taken (invoice_id, payment_id, of_taker, amount_minor)
select t.invoice_id, p.id, coalesce(coalesce(y.merged_into, y.id) = coalesce(k.merged_into, k.id), false), x.amount_minor
from billing.taken_over_bills t
join payments.allocations x on x.invoice_id = t.invoice_id
join payments.payments p on p.id = x.payment_id and p.state = 'APPROVED' and p.decided_at >= t.taken_at
join consumers.consumers k on k.id = t.consumer_id
left join consumers.consumers y on y.id = p.payer_id;
drop table billing.paid_by_takers;

-- What who took a bill over answers for: what was open on that day, less what was credited since.
create function billing.taken_over_most(invoice uuid) returns bigint language sql stable parallel safe
security definer set search_path = '' as $$
  select greatest(0, t.amount_minor + t.credited_minor + coalesce((select sum(n.amount_minor) from billing.adjustments n
    where n.invoice_id = invoice and n.amount_minor < 0), 0))::bigint
  from billing.taken_over_bills t where t.invoice_id = invoice
$$;
-- What of an open bill who took it over still pays; all else of it is its owner's. For who may see the bill.
create function billing.taken_over_due(invoice uuid) returns bigint language sql stable parallel safe
security definer set search_path = '' as $$
  select coalesce((
    select greatest(0, least(i.total_minor - i.settled_minor, billing.taken_over_most(invoice)
      - coalesce((select sum(p.amount_minor) from billing.paid_of_taken p where p.invoice_id = invoice), 0)
      + coalesce((select sum(m.amount_minor) from billing.moved_credits m where m.invoice_id = invoice), 0)))::bigint
    from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id
    where t.invoice_id = invoice and i.cancelled_on is null and i.settled_minor < i.total_minor), 0)
$$;
