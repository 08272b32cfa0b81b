-- The period of a first or a last bill is stretched to whole months, so that charges by the month count by its days. Its days are
-- fewer: from the first day of the connection until the last one. Those are calculated and shown; the days around them are not
-- billed, and a price may begin on them.

-- The end of the last billed day of a category after a day (the first day that is not billed); null: none after it is billed.
create function billing.billed_until(of_category text, day date) returns date language sql stable as $$
  select max(least(i.period_to, c.disconnected_on))
  from billing.invoices i
  join billing.tariff_versions v on v.id = i.tariff_version_id and v.category = of_category
  join meters.connections c on c.id = i.connection_id
  where i.cancelled_on is null and i.period_to > day and least(i.period_to, c.disconnected_on) > day
$$;

-- As in migration 0048, by the days that bills cover.
create or replace function billing.refuse_billed_day() returns trigger language plpgsql as $$
declare
  billed_to date;
begin
  if exists (select from billing.bill_runs r where r.tariff_version_id = new.id and r.state = 'POSTING') then
    return new;
  end if;
  billed_to := billing.billed_until(new.category, new.effective_from);
  if billed_to is not null then
    raise exception 'days until % are billed', billed_to
      using errcode = '23514', constraint = 'tariff_versions_day_billed';
  end if;
  return new;
end
$$;

-- Advances of closed connections are work on the home of those who pay them back: found from the few that are closed.
create index connections_closed on meters.connections (id) where status = 'closed';
