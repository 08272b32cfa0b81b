-- How people arrange their lists, on every device: density, columns, saved views, pins.
create table identity.list_densities (
  user_id uuid primary key constraint list_densities_user_id_fkey references identity.users on delete cascade,
  density text not null constraint list_densities_density_check check (density in ('comfortable', 'normal', 'compact'))
);

create table identity.list_views (
  id uuid primary key default uuidv7(),
  owner_id uuid not null constraint list_views_owner_id_fkey references identity.users on delete cascade,
  -- Path of the page, as the routes write it: /customer-management, /bill-run/$id/items.
  list text not null,
  -- The endpoint whose rows it shows: who may not call it does not see the view.
  endpoint text not null,
  name text not null,
  audience text not null constraint list_views_audience_check check (audience in ('own', 'role', 'all')),
  role_id uuid constraint list_views_role_id_fkey references roles.roles on delete cascade,
  -- Query of the address without its page: filters, sort, search, size, tab.
  query jsonb not null,
  column_order text[] not null,
  hidden_columns text[] not null,
  density text constraint list_views_density_check check (density in ('comfortable', 'normal', 'compact')),
  version int not null default 1,
  created_at timestamptz not null,
  constraint list_views_role_check check ((audience = 'role') = (role_id is not null))
);
create unique index list_views_name_key on identity.list_views (owner_id, list, lower(name));
create index list_views_shared on identity.list_views (audience, role_id) where audience <> 'own';

create table identity.list_layouts (
  user_id uuid not null constraint list_layouts_user_id_fkey references identity.users on delete cascade,
  list text not null,
  column_order text[] not null default '{}',
  hidden_columns text[] not null default '{}',
  -- Opened where the list is opened without a query.
  default_view_id uuid constraint list_layouts_default_view_id_fkey references identity.list_views on delete set null,
  primary key (user_id, list)
);
create index list_layouts_default_view_id on identity.list_layouts (default_view_id);

create table identity.list_pins (
  user_id uuid not null constraint list_pins_user_id_fkey references identity.users on delete cascade,
  view_id uuid not null constraint list_pins_view_id_fkey references identity.list_views on delete cascade,
  pinned_at timestamptz not null,
  primary key (user_id, view_id)
);
create index list_pins_view_id on identity.list_pins (view_id);
