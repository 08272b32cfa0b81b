-- Whether bills of a category can become less while a house is empty: its price of a day, or a later one, has a fixed charge or a minimum.
-- A household is asked only then. It may read the versions of prices but not their amounts by pipe size, so this reads them for it.
create function billing.category_relieves(code text, day date) returns boolean language sql stable parallel safe
security definer set search_path = '' as $$
  select exists (
    select from billing.tariff_versions v
    where v.category = code and v.state = 'APPROVED'
      and v.effective_from >= coalesce((select max(e.effective_from) from billing.tariff_versions e
        where e.category = code and e.state = 'APPROVED' and e.effective_from <= day), v.effective_from)
      and (v.fixed_amount <> 0 or v.minimum_mode <> 'none'
        or exists (select from billing.tariff_pipe_sizes z where z.version_id = v.id and z.fixed_amount <> 0)))
$$;
