-- Settings: the utility itself, and the places and materials that everything else refers to.
select platform.open_schema('settings');

-- Key -> value of every setting that is no table of its own; the keys and their shapes stand in
-- domains/settings/contract.ts. Secrets never stand here in clear.
create table settings.entries (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

create table settings.dmas (
  id uuid primary key default uuidv7(),
  number text not null,
  name text not null,
  version int not null default 1,
  constraint dmas_number_key unique (number)
);

create table settings.sectors (
  id uuid primary key default uuidv7(),
  number text not null,
  name text not null,
  dma_id uuid constraint sectors_dma_id_fkey references settings.dmas,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint sectors_number_key unique (number)
);

create table settings.roads (
  id uuid primary key default uuidv7(),
  sector_id uuid not null constraint roads_sector_id_fkey references settings.sectors,
  number text not null,
  name text not null,
  -- Order in which a meter reader walks the sector.
  route_order int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint roads_sector_number_key unique (sector_id, number)
);

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
  created_at timestamptz not null default now(),
  constraint materials_name_key unique (type, name_en)
);

-- Price history: the rate of a day is the one with the latest effective_from not after it.
create table settings.material_rates (
  material_id uuid not null constraint material_rates_material_id_fkey references settings.materials on delete cascade,
  effective_from date not null,
  rate_minor bigint not null constraint material_rates_rate_check check (rate_minor >= 0),
  primary key (material_id, effective_from)
);
