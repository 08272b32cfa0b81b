import { exportRoute } from '#platform/exports/export-list.ts';
import { action, query, type Route } from '#platform/route.ts';
import type { Words } from '#shared/words.ts';
import { createRole, deleteRole, editRole } from './actions/edit-roles.ts';
import { setPermission } from './actions/set-permission.ts';
import * as contract from './contract.ts';
import { rolesExport } from './exports.ts';
import { getRole, listModules, listRoles, type People, permissionsOf, withPeople } from './queries.ts';
import { lostWorkOf, type PeopleAtWork } from './work-of-role.ts';

type Context = People & { words: Words; atWork: PeopleAtWork };

export function routes({ words, atWork, ...people }: Context): Route[] {
  return [
    query(contract.listRoles, (db, _actor, { query: paging }) => listRoles(db, people, paging)),
    exportRoute(contract.listRolesDownload, rolesExport(people)),
    query(contract.getRole, async (db, _actor, { params }) => {
      const role = await getRole(db, params.id);
      return { ...(await withPeople(db, people, role)), permissions: await permissionsOf(db, params.id) };
    }),
    query(contract.getLostWork, async (db, actor, { params, query: { taken } }) => {
      const { id: roleId } = await getRole(db, params.id);
      const words = taken?.split(',') ?? (await permissionsOf(db, roleId));
      return { items: await lostWorkOf(db, actor, atWork.workByWord, { roleId, words }) };
    }),
    query(contract.listModules, async () => ({ items: listModules(words) })),
    action(contract.createRole, async (tx, actor, { body }) =>
      withPeople(tx, people, await createRole(tx, actor, body)),
    ),
    action(
      contract.editRole,
      async (tx, actor, { body }) => withPeople(tx, people, await editRole(tx, actor, atWork, body)),
      async (db, _actor, { body }) => withPeople(db, people, await getRole(db, body.id)),
    ),
    action(contract.deleteRole, (tx, actor, { params }) => deleteRole(tx, actor, people, params.id)),
    action(
      contract.setPermission,
      (tx, actor, { body }) => setPermission(tx, actor, atWork, body),
      async (db, _actor, { body: { roleId } }) => {
        const { version } = await getRole(db, roleId);
        return { permissions: await permissionsOf(db, roleId), version };
      },
    ),
  ];
}
