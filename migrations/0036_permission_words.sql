-- The permissions that the program knows, written at each start from the domains' words.ts. A word that a start has
-- never seen is granted to the built-in roles that its domain names; a grant that an administrator took away stays away.
create table roles.permissions (
  permission text not null constraint permissions_pkey primary key,
  -- Order of the domains and of their words.
  position int not null default 0,
  -- A consumer's calls for it are limited to own rows: the role `consumer` may hold it.
  for_consumers boolean not null default false,
  -- False: a domain declared it once and does not any more.
  declared boolean not null default false
);

-- An installation that has roles has offered all of these to its administrator already.
insert into roles.permissions (permission)
select m.module || ':' || f.feature
from (values
  ('dashboard', 'view'), ('settings', 'view edit'), ('sectors', 'view edit'), ('roads', 'view edit'),
  ('materials', 'view edit'), ('roles', 'view edit'), ('users', 'view edit'),
  ('consumers', 'view edit import delete'), ('meters', 'view edit change'),
  ('readings', 'view create import review delete'),
  ('applications', 'view create edit accept auto-approve assign letter survey approve-survey install confirm-install recorrect hold suspend reject withdraw reopen archive delete'),
  ('noc', 'view remark decide desks'), ('demand-notes', 'view pay-counter pay-online'),
  ('tariffs', 'view edit approve quote'), ('bill-runs', 'view plan approve post reverse'),
  ('invoices', 'view cancel adjust'),
  ('payments', 'view take pay-online reverse revalidate refund approve-refund'), ('logs', 'view')
) as m (module, features)
cross join lateral regexp_split_to_table(m.features, ' ') as f (feature)
where exists (select from roles.roles)
union
select permission from roles.role_permissions;

alter table roles.role_permissions
  add constraint role_permissions_permission_fkey foreign key (permission) references roles.permissions;
