-- A closed account's last bill says that it is the final one, and a cashier's drawer knows what was in it at the beginning of
-- the day.

-- Known when the bill is posted, and frozen with it: the connection is closed, and no day of it is left to be billed.
alter table billing.invoices add column is_final boolean not null default false;
update billing.invoices i set is_final = true
from meters.connections c
where c.id = i.connection_id and c.status = 'closed' and i.period_to >= c.disconnected_on and i.adjusts_id is null
  and i.cancelled_on is null;

-- Money in the drawer at the beginning of a day, if somebody recorded it; else it is what the closing before left there.
create table ledger.cash_floats (
  cashier_id uuid not null,
  day date not null,
  amount_minor bigint not null constraint cash_floats_amount_check check (amount_minor >= 0),
  recorded_by uuid,
  recorded_at timestamptz not null,
  primary key (cashier_id, day)
);

alter table ledger.cash_closings
  add column float_minor bigint not null default 0 constraint cash_closings_float_check check (float_minor >= 0),
  -- What stays in the drawer for the next day.
  add column kept_minor bigint not null default 0,
  add constraint cash_closings_kept_check check (kept_minor between 0 and counted_minor),
  drop constraint cash_closings_reason_check,
  alter column variance_minor set expression as (counted_minor - expected_minor - float_minor);
alter table ledger.cash_closings add constraint cash_closings_reason_check
  check (counted_minor = expected_minor + float_minor or reason is not null);
create index cash_closings_cashier on ledger.cash_closings (cashier_id, day desc) where reopened_at is null;

-- A closed day keeps its float.
create function ledger.keep_float() returns trigger language plpgsql as $$
begin
  perform ledger.lock_day(coalesce(new.day, old.day), false);
  if exists (select from ledger.cash_closings c where c.cashier_id = coalesce(new.cashier_id, old.cashier_id)
    and c.day = coalesce(new.day, old.day) and c.reopened_at is null) then
    raise exception 'the day is closed' using errcode = '23514', constraint = 'cash_floats_day_open';
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep before insert or update or delete on ledger.cash_floats
  for each row execute function ledger.keep_float();
