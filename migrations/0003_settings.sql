-- Settings: the utility itself, and the places and materials that everything else refers to.
select platform.open_schema('settings');

-- Numbers as people count them, in Latin and Bengali digits: "2" before "10" before "10A".
create collation platform.natural (provider = icu, locale = 'und-u-kn');

-- Text that searches look in: comparable, with Bengali digits as Latin ones.
create function settings.place_search(variadic parts text[]) returns text language sql immutable parallel safe as $$
  select translate(platform.search_text(variadic parts), '০১২৩৪৫৬৭৮৯', '0123456789')
$$;

-- Key -> value of every setting that is no table of its own; the keys and their shapes stand in
-- domains/settings/contract.ts. Secrets never stand here in clear.
create table settings.entries (
  key text primary key,
  value jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

-- The one-time link of an installation nobody has an account in. One row; only the hash of the token is kept.
create table settings.setup (
  only_row boolean primary key default true constraint setup_only_row_check check (only_row),
  token_hash bytea,
  issued_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint setup_spent_check check (finished_at is null or token_hash is null)
);
revoke select on settings.setup from jolkol_consumer;

create table settings.dmas (
  id uuid primary key default uuidv7(),
  number text not null,
  name text not null,
  version int not null default 1
);
create unique index dmas_number_key on settings.dmas (lower(number));

create table settings.sectors (
  id uuid primary key default uuidv7(),
  number text not null,
  name text not null,
  name_bn text,
  dma_id uuid constraint sectors_dma_id_fkey references settings.dmas,
  version int not null default 1,
  created_at timestamptz not null default now(),
  search text generated always as (settings.place_search(number, name, name_bn)) stored
);
create unique index sectors_number_key on settings.sectors (lower(number));
create index sectors_dma_id on settings.sectors (dma_id);

create table settings.roads (
  id uuid primary key default uuidv7(),
  sector_id uuid not null constraint roads_sector_id_fkey references settings.sectors,
  number text not null,
  name text not null,
  name_bn text,
  -- Order in which a meter reader walks the sector.
  route_order int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  search text generated always as (settings.place_search(number, name, name_bn)) stored
);
create unique index roads_sector_number_key on settings.roads (sector_id, lower(number));

create table settings.materials (
  id uuid primary key default uuidv7(),
  type text not null constraint materials_type_check check (type in ('FIXED', 'EXTRA')),
  name_en text not null,
  name_bn text not null,
  unit text not null,
  default_quantity numeric(12, 3) not null default 1 constraint materials_default_quantity_check check (default_quantity >= 0),
  active boolean not null default true,
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now()
);
create unique index materials_name_key on settings.materials (type, lower(name_en));

-- Price history: the rate of a day is the one with the latest effective_from not after it.
create table settings.material_rates (
  material_id uuid not null constraint material_rates_material_id_fkey references settings.materials on delete cascade,
  effective_from date not null,
  rate_minor bigint not null constraint material_rates_rate_check check (rate_minor >= 0),
  primary key (material_id, effective_from)
);

-- What one unit of a material costs on a day; null before its first rate.
create function settings.material_rate(material uuid, day date) returns bigint language sql stable as $$
  select rate_minor from settings.material_rates
  where material_id = material and effective_from <= day order by effective_from desc limit 1
$$;
