-- Who did the work saw their own orders only, and whose role lost that word saw the orders of every household. Seeing all orders has its own
-- word, as it has for applications. A role keeps what it sees. A first start has no roles yet: words.ts names them.
insert into roles.permissions (permission, declared)
select 'work-orders:view-all', true where exists (select from roles.roles)
on conflict (permission) do nothing;
insert into roles.role_permissions (role_id, permission)
select r.id, 'work-orders:view-all'
from roles.roles r
join roles.role_permissions held on held.role_id = r.id and held.permission = 'work-orders:view'
where r.code <> 'consumer' and (
  not exists (select from roles.role_permissions w where w.role_id = r.id and w.permission = 'work-orders:work')
  or exists (select from roles.role_permissions w where w.role_id = r.id
    and w.permission in ('work-orders:review', 'work-orders:assign')))
on conflict do nothing;
