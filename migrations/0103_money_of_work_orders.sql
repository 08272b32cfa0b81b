-- What an examination of work orders and their money found.
alter table work_orders.orders
  -- Who called the office, if it is not the consumer of the connection: pays the charge, and gets it back.
  add column contact_name text,
  -- The first arrival: from then on money that was paid is not taken back by one person.
  add column started_at timestamptz,
  -- No sum is larger than what one payment can be.
  add constraint orders_sums_check check (greatest(labour_minor, estimate_minor, charge_minor, used_minor) <= 10000000000);
update work_orders.orders o set started_at = (select min(t.at) from work_orders.timeline t where t.order_id = o.id and t.action = 'arrive');

-- A payment says its own VAT; the journals of old notes say that of their first payment.
alter table payments.payments add column vat_minor bigint not null default 0
  constraint payments_vat_check check (vat_minor between 0 and amount_minor);
alter table payments.payments disable trigger user;
update payments.payments p set vat_minor = least(p.amount_minor, -e.amount_minor)
from ledger.journals k
join ledger.journals j on j.kind = 'DEMAND_NOTE' and j.created_at = k.created_at
join ledger.entries e on e.journal_id = j.id and e.account_code = '2100'
where k.kind = 'PAYMENT' and k.source_id = p.id and j.source_id = p.demand_note_id and e.amount_minor < 0;
-- Money that came when nothing was due any more is owed back from the start, for whatever it was paid.
update payments.payments p set owed_back = true
from ledger.journals j join ledger.entries e on e.journal_id = j.id and e.account_code = '2210' and e.amount_minor < 0
where j.kind = 'PAYMENT' and j.source_id = p.id and p.state = 'APPROVED' and p.source <> 'INVOICE';
alter table payments.payments enable trigger user;
truncate payments.payment_tally;
insert into payments.payment_tally
select source, state, owed_back, paid_on, count(*), sum(amount_minor) from payments.payments group by 1, 2, 3, 4;
create index payments_owed_back on payments.payments (created_at, id) where owed_back and state = 'APPROVED';

create or replace function payments.guard_payment() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,paid_on,decided_at,decline_reason,set_aside_at,replaced_by_id,owed_back,vat_minor}';
  step constant text := old.state || '>' || new.state;
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving or (old.paid_on is not null and new.paid_on is distinct from old.paid_on)
    or (old.set_aside_at is not null and new.set_aside_at is distinct from old.set_aside_at)
    or (old.replaced_by_id is not null and new.replaced_by_id is distinct from old.replaced_by_id)
    or (old.owed_back and not new.owed_back) or (old.vat_minor > 0 and new.vat_minor <> old.vat_minor)
    or (new.state <> 'APPROVED' and (new.owed_back, new.vat_minor) is distinct from (old.owed_back, old.vat_minor)) then
    raise exception 'payment % is a fact', old.id using errcode = '23514', constraint = 'payments_frozen';
  end if;
  -- Only its marks change.
  if old.state = new.state and (new.set_aside_at is distinct from old.set_aside_at
    or new.replaced_by_id is distinct from old.replaced_by_id
    or (new.owed_back, new.vat_minor) is distinct from (old.owed_back, old.vat_minor)) then
    return new;
  end if;
  if step not in (
    'CREATED>PROCESSING', 'CREATED>APPROVED', 'CREATED>CANCELED', 'CREATED>EXPIRED',
    'PROCESSING>APPROVED', 'PROCESSING>DECLINED', 'PROCESSING>CANCELED', 'PROCESSING>EXPIRED',
    'CANCELED>APPROVED', 'EXPIRED>APPROVED', 'APPROVED>REVERSED'
  ) or (old.replaced_by_id is not null and new.state = 'APPROVED') then
    raise exception 'a payment does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'payments_transition';
  end if;
  return new;
end
$$;
