/**
 * Writes the permissions that the domains declare, and creates the specification's roles if they are missing.
 * Runs at every start. A role that exists keeps the grants that an administrator gave it; it gets only permissions
 * that no start has seen before.
 */
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { BUILT_IN_ROLES, type BuiltInRole } from '#shared/permissions.ts';
import { allPermissions, firstGrants, type Words } from '#shared/words.ts';

const NAMES: Record<BuiltInRole, string> = {
  admin: 'Administrator',
  reviewer: 'Application reviewer',
  cashier: 'Cashier',
  reader: 'Meter reader',
  surveyor: 'Surveyor',
  installer: 'Meter installer',
  engineer: 'Engineer',
  rajukSAE: 'RAJUK Sub-Assistant Engineer',
  rajukAE: 'RAJUK Assistant Engineer',
  rajukPD: 'RAJUK Project Director',
  rajukPM: 'RAJUK Project Manager',
  consumer: 'Consumer',
};

export async function ensureBuiltInRoles(tx: Tx, words: Words): Promise<void> {
  const declared = allPermissions(words);
  const ofConsumers = firstGrants(words, 'consumer');
  const wanted = BUILT_IN_ROLES.map((code) => ({
    code,
    name: NAMES[code],
    // The administrator's permissions are not rows: nobody can lock the utility out of its own system.
    permissions: code === 'admin' ? [] : firstGrants(words, code),
  }));
  await execute(
    tx,
    sql`
    with declared as (
      select permission, position, permission = any(${ofConsumers}::text[]) as for_consumers
      from unnest(${declared}::text[]) with ordinality as w (permission, position)
    ), unseen as (
      insert into roles.permissions (permission, position, for_consumers, declared)
      select permission, position, for_consumers, true from declared
      on conflict (permission) do nothing returning permission
    ), wanted as (
      select w->>'code' as code, w->>'name' as name, w->'permissions' as permissions
      from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) w
    ), added as (
      insert into roles.roles (code, name, built_in) select code, name, true from wanted
      on conflict on constraint roles_code_key do nothing returning id, code
    )
    insert into roles.role_permissions (role_id, permission)
    select r.id, p.permission
    from (select id, code, true as is_new from added
      union all select id, code, false from roles.roles where built_in) r
    join wanted w using (code)
    cross join jsonb_array_elements_text(w.permissions) as p (permission)
    where r.is_new or p.permission in (select permission from unseen)
    on conflict do nothing`,
  );
  await execute(
    tx,
    sql`update roles.permissions p
    set position = coalesce(d.position, 0), for_consumers = d.permission = any(${ofConsumers}::text[]) is true,
      declared = d.permission is not null
    from roles.permissions o
    left join unnest(${declared}::text[]) with ordinality as d (permission, position) using (permission)
    where p.permission = o.permission
      and (p.position, p.for_consumers, p.declared) is distinct from
        (coalesce(d.position, 0), d.permission = any(${ofConsumers}::text[]) is true, d.permission is not null)`,
  );
}
