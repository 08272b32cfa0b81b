-- Slip numbers compare without case and spaces, and prices never begin on a day that is billed.

-- Slips that stand twice already, by the new comparison, keep their rows: they are numbered apart.
alter table payments.payments add column slip_twin int not null default 0;
alter table payments.payments disable trigger guard;
with twins as (
  select id, row_number() over (
    partition by upper(regexp_replace(slip_number, '\s', '', 'g')), paid_on order by created_at, id) - 1 as twin
  from payments.payments where method = 'POS' and state = 'APPROVED'
)
update payments.payments p set slip_twin = t.twin from twins t where t.id = p.id and t.twin > 0;
alter table payments.payments enable trigger guard;
drop index payments.payments_slip_key;
create unique index payments_slip_key on payments.payments
  (upper(regexp_replace(slip_number, '\s', '', 'g')), paid_on, slip_twin)
  where method = 'POS' and state = 'APPROVED';

-- A version is approved only from a day on which no living bill of its category was made. Approving holds the prices'
-- lock alone and posting shares it (billing/tariffs/lock-prices.ts), so that neither slips in between.
create function billing.refuse_billed_day() returns trigger language plpgsql as $$
declare
  billed_to date;
begin
  select max(i.period_to) into billed_to
  from billing.invoices i join billing.tariff_versions v on v.id = i.tariff_version_id
  where v.category = new.category and i.cancelled_on is null and i.period_to > new.effective_from;
  if billed_to is not null then
    raise exception 'days until % are billed', billed_to
      using errcode = '23514', constraint = 'tariff_versions_day_billed';
  end if;
  return new;
end
$$;
create trigger refuse_billed_day before update of state on billing.tariff_versions for each row
  when (new.state = 'APPROVED' and old.state is distinct from 'APPROVED') execute function billing.refuse_billed_day();
create trigger refuse_billed_day_new before insert on billing.tariff_versions for each row
  when (new.state = 'APPROVED') execute function billing.refuse_billed_day();
