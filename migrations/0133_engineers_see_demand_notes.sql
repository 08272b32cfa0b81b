-- The engineer approves the survey that becomes the demand note. Until now an application showed the note to everybody who saw the
-- application; since it needs its own permission, the engineer has that. A first start has no roles yet: words.ts names it.
insert into roles.role_permissions (role_id, permission)
select r.id, 'demand-notes:view' from roles.roles r where r.built_in and r.code = 'engineer'
on conflict do nothing;
