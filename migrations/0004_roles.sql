-- Roles and what they may do. The role `admin` holds every permission, whatever its rows say.
select platform.open_schema('roles');
revoke select on all tables in schema roles from jolkol_consumer;
alter default privileges in schema roles revoke select on tables from jolkol_consumer;

create table roles.roles (
  id uuid primary key default uuidv7(),
  code text not null,
  name text not null,
  description text not null default '',
  status text not null default 'active' constraint roles_status_check check (status in ('active', 'inactive')),
  -- Built-in roles are named in the specification or by the program: never deleted.
  built_in boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint roles_code_key unique (code)
);

create table roles.role_permissions (
  role_id uuid not null constraint role_permissions_role_id_fkey references roles.roles on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);
