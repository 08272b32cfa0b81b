/** Creates the specification's roles where they are missing, with their first grants. Runs at every start. */

import { sql, type Tx } from '#platform/db.ts';
import { BUILT_IN_ROLES, type BuiltInRole, DEFAULT_GRANTS } from '#shared/permissions.ts';

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

/** A role that exists keeps the grants that an administrator gave it. */
export async function ensureBuiltInRoles(tx: Tx): Promise<void> {
  const wanted = BUILT_IN_ROLES.map((code) => ({
    code,
    name: NAMES[code],
    permissions: DEFAULT_GRANTS[code],
  }));
  await sql`
    with wanted as (
      select w->>'code' as code, w->>'name' as name, w->'permissions' as permissions
      from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) w
    ), added as (
      insert into roles.roles (code, name, built_in) select code, name, true from wanted
      on conflict on constraint roles_code_key do nothing returning id, code
    )
    insert into roles.role_permissions (role_id, permission)
    select a.id, p.permission from added a join wanted w using (code),
      jsonb_array_elements_text(w.permissions) as p (permission)
    where a.code <> 'admin'`.execute(tx);
}
