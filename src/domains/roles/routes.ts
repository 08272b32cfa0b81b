import { action, query, type Route } from '#platform/route.ts';
import { createRole, deleteRole, editRole } from './actions/edit-roles.ts';
import { setPermission } from './actions/set-permission.ts';
import * as contract from './contract.ts';
import { getRole, listRoles, modules, permissionsOf } from './queries.ts';

export function routes(): Route[] {
  return [
    query(contract.listRoles, (db, _actor, { query: paging }) => listRoles(db, paging)),
    query(contract.getRole, async (db, _actor, { params }) => ({
      ...(await getRole(db, params.id)),
      permissions: await permissionsOf(db, params.id),
    })),
    query(contract.listModules, async () => ({ items: modules() })),
    action(contract.createRole, (tx, actor, { body }) => createRole(tx, actor, body)),
    action(contract.editRole, (tx, actor, { body }) => editRole(tx, actor, body)),
    action(contract.deleteRole, (tx, actor, { params }) => deleteRole(tx, actor, params.id)),
    action(contract.setPermission, (tx, actor, { body }) => setPermission(tx, actor, body)),
  ];
}
