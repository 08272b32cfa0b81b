-- Wrong one-time codes, counted for the phone and for the address that they came from, in windows.
create table identity.failed_codes (
  -- 'phone +8801…' or 'address 203.0.113.7'.
  counted_for text not null,
  window_start timestamptz not null,
  failures int not null,
  constraint failed_codes_pkey primary key (counted_for, window_start)
);

-- Two new permissions take apart what applications:view allowed: seeing every application, and opening documents. A role
-- of the utility's own keeps what it could do; of the built-in ones each gets what its work needs. A first start has no
-- roles yet: it is granted what words.ts names.
insert into roles.permissions (permission, declared)
select w.permission, true from (values ('applications:view-all'), ('applications:documents')) as w (permission)
where exists (select from roles.roles)
on conflict (permission) do nothing;
insert into roles.role_permissions (role_id, permission)
select r.id, w.permission
from roles.roles r
join roles.role_permissions held on held.role_id = r.id and held.permission = 'applications:view'
cross join (values ('applications:view-all'), ('applications:documents')) as w (permission)
where not (r.built_in and (r.code, w.permission) in (
    ('surveyor', 'applications:view-all'), ('installer', 'applications:view-all'), ('cashier', 'applications:documents'),
    ('consumer', 'applications:view-all')))
on conflict do nothing;
