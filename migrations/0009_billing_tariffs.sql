-- Tariffs: what a category of consumers pays from a day on. A version is frozen as soon as it is announced;
-- bills keep its id. Rates are exact decimals in units of `currency`; bounds are in the version's own volume
-- unit of `unit_litres` litres; computed amounts are integers of 10^-money_scale (poisha: 2).
select platform.open_schema('billing');

create table billing.tariff_categories (
  code text primary key constraint tariff_categories_code_check check (code ~ '^[a-z][a-z0-9_]{0,59}$'),
  name_en text not null,
  name_bn text not null,
  position int not null default 0
);

insert into billing.tariff_categories (code, name_en, name_bn, position) values
  ('residential', 'Residential', 'আবাসিক', 1),
  ('commercial', 'Commercial', 'বাণিজ্যিক', 2),
  ('industrial', 'Industrial', 'শিল্প', 3),
  ('institutional', 'Institutional', 'প্রাতিষ্ঠানিক', 4),
  ('government', 'Government', 'সরকারি', 5),
  ('community', 'Community and low-income', 'কমিউনিটি ও নিম্নআয়', 6);

create table billing.tariff_versions (
  id uuid primary key default uuidv7(),
  category text not null constraint tariff_versions_category_fkey references billing.tariff_categories,
  name text not null,
  effective_from date not null,
  state text not null default 'DRAFT'
    constraint tariff_versions_state_check check (state in ('DRAFT', 'ANNOUNCED', 'APPROVED', 'WITHDRAWN')),
  currency text not null default 'BDT' constraint tariff_versions_currency_check check (currency ~ '^[A-Z]{3}$'),
  money_scale int not null default 2 constraint tariff_versions_money_scale_check check (money_scale between 0 and 6),
  unit_litres numeric not null default 1000 constraint tariff_versions_unit_check check (unit_litres > 0),
  -- blocks: each part of the use at its own block's rate; tiers: all of it at the rate of the tier it reaches;
  -- flat: an amount whatever the use.
  water_mode text not null constraint tariff_versions_water_mode_check check (water_mode in ('blocks', 'tiers', 'flat')),
  flat_amount numeric not null default 0,
  fixed_amount numeric not null default 0,
  -- floor: the water charge is at least the minimum; base: the minimum is added to it.
  minimum_mode text not null default 'none'
    constraint tariff_versions_minimum_mode_check check (minimum_mode in ('none', 'floor', 'base')),
  minimum_per text not null default 'bill'
    constraint tariff_versions_minimum_per_check check (minimum_per in ('bill', 'day')),
  minimum_amount numeric not null default 0,
  minimum_when_unused boolean not null default true,
  -- Percent of water and minimum charge (and of the fixed charge where sewer_on_fixed); a connection may have its own.
  sewer_percent numeric not null default 0,
  sewer_on_fixed boolean not null default false,
  vat_water_percent numeric not null default 0,
  vat_fixed_percent numeric not null default 0,
  vat_minimum_percent numeric not null default 0,
  vat_sewer_percent numeric not null default 0,
  -- The payable is rounded half up to a multiple of this (1 = whole Taka); the difference is a line of its own.
  round_off_to numeric constraint tariff_versions_round_off_check check (round_off_to > 0 and round_off_to * 10 ^ money_scale = trunc(round_off_to * 10 ^ money_scale)),
  -- What shrinks with the days of a first or last partial period; block widths and tier bounds count as `blocks`.
  prorate_fixed boolean not null default true,
  prorate_minimum boolean not null default true,
  prorate_blocks boolean not null default true,
  -- What is multiplied by the number of dwellings behind the connection.
  per_dwelling_fixed boolean not null default false,
  per_dwelling_minimum boolean not null default false,
  per_dwelling_blocks boolean not null default false,
  source text not null default '',
  -- Number of the ministry's order, wanted for a rise above the legal yearly limit (WASA Act 1996 §22).
  order_number text,
  -- Everybody who wrote or announced it: none of them may approve it.
  author_ids uuid[] not null default '{}',
  announced_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint tariff_versions_amounts_check check (
    least(flat_amount, fixed_amount, minimum_amount, sewer_percent, vat_water_percent, vat_fixed_percent,
      vat_minimum_percent, vat_sewer_percent) >= 0
  ),
  constraint tariff_versions_second_person check (not approved_by = any (author_ids)),
  constraint tariff_versions_approved_check check (state <> 'APPROVED' or approved_at is not null)
);
create unique index tariff_versions_effective_key on billing.tariff_versions (category, effective_from)
  where state = 'APPROVED';
create index tariff_versions_list on billing.tariff_versions (effective_from desc, id);

create table billing.tariff_blocks (
  version_id uuid not null constraint tariff_blocks_version_id_fkey references billing.tariff_versions on delete cascade,
  from_quantity numeric not null constraint tariff_blocks_from_check check (from_quantity >= 0),
  -- Half-open: the quantity `to` belongs to the next block; null is the last, open one.
  to_quantity numeric,
  rate numeric not null constraint tariff_blocks_rate_check check (rate >= 0),
  primary key (version_id, from_quantity),
  constraint tariff_blocks_bounds_check check (to_quantity > from_quantity),
  constraint tariff_blocks_overlap exclude using gist (version_id with =, numrange(from_quantity, to_quantity) with &&)
);

-- Amounts of a pipe size; a size without a row takes the version's own amounts.
create table billing.tariff_pipe_sizes (
  version_id uuid not null constraint tariff_pipe_sizes_version_id_fkey references billing.tariff_versions on delete cascade,
  pipe_size_mm int not null constraint tariff_pipe_sizes_size_check check (pipe_size_mm > 0),
  flat_amount numeric not null default 0,
  fixed_amount numeric not null default 0,
  minimum_amount numeric not null default 0,
  primary key (version_id, pipe_size_mm),
  constraint tariff_pipe_sizes_amounts_check check (least(flat_amount, fixed_amount, minimum_amount) >= 0)
);

-- An announced version never changes but in its state, and is never deleted.
create function billing.freeze_tariff() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{state,author_ids,announced_at,approved_by,approved_at,withdrawn_at,withdrawn_reason,order_number,version}';
begin
  if old.state <> 'DRAFT' and (tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving) then
    raise exception 'tariff version % is frozen', old.id
      using errcode = '23514', constraint = 'tariff_versions_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger frozen before update or delete on billing.tariff_versions
  for each row execute function billing.freeze_tariff();

create function billing.freeze_tariff_part() returns trigger language plpgsql as $$
declare
  touched constant uuid := case when tg_op = 'DELETE' then old.version_id else new.version_id end;
begin
  if exists (select from billing.tariff_versions v where v.id = touched and v.state <> 'DRAFT') then
    raise exception 'tariff version % is frozen', touched
      using errcode = '23514', constraint = 'tariff_versions_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger frozen before insert or update or delete on billing.tariff_blocks
  for each row execute function billing.freeze_tariff_part();
create trigger frozen before insert or update or delete on billing.tariff_pipe_sizes
  for each row execute function billing.freeze_tariff_part();

-- The versions as the calculation reads them: one row per version with its parts as arrays. `key` is what a bill
-- asks for: the category, for the version in force (until the next approved one), or a version's own id.
create view billing.tariff_book with (security_invoker = true) as
with parts as (
  select v.*, 10::numeric ^ v.money_scale as money_factor, b.bounds_from, b.bounds_to, b.rates, b.amounts_below, b.explained_blocks,
    format('{"version":"%s","mode":"%s","unitLitres":"%s"', v.id, v.water_mode, v.unit_litres) as explained_head, p.pipe_sizes
  from billing.tariff_versions v
  cross join lateral (
    select array_agg(c.from_quantity order by c.from_quantity) as bounds_from,
      array_agg(c.to_quantity order by c.from_quantity) as bounds_to,
      array_agg(c.rate order by c.from_quantity) as rates,
      array_agg(c.amount_below order by c.from_quantity) as amounts_below,
      -- JSON text of what a use that ends in this block went through: the blocks up to it, or the one tier.
      array_agg('[' || case when v.water_mode = 'tiers' then c.explained else c.explained_up_to end || ']'
        order by c.from_quantity) as explained_blocks
    from (
      select b.*, e.explained, string_agg(e.explained, ',') over (order by b.from_quantity) as explained_up_to, coalesce(sum((b.to_quantity - b.from_quantity) * b.rate)
        over (order by b.from_quantity rows between unbounded preceding and 1 preceding), 0) as amount_below
      from billing.tariff_blocks b
      cross join lateral (
        select format('{"from":"%s","to":%s,"rate":"%s"}', b.from_quantity, coalesce('"' || b.to_quantity || '"', 'null'), b.rate) as explained
      ) e
      where b.version_id = v.id
    ) c
  ) b
  cross join lateral (
    select jsonb_object_agg(s.pipe_size_mm, jsonb_build_array(s.flat_amount, s.fixed_amount, s.minimum_amount)) as pipe_sizes
    from billing.tariff_pipe_sizes s where s.version_id = v.id
  ) p
)
select v.category as key, v.effective_from as valid_from,
  lead(v.effective_from, 1, 'infinity') over w as valid_to,
  first_value(v.effective_from) over w as first_day, v.*
from parts v where v.state = 'APPROVED' window w as (partition by v.category order by v.effective_from)
union all
select v.id::text, '-infinity', 'infinity', '-infinity', v.* from parts v;
