/** Takes words from the role of a person, as an administrator does it in the matrix. */
import { execute, one, sql } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Person, TestApp } from '#test/app.ts';
import { editRole, getLostWork, getRole, setPermission } from './contract.ts';

export function takenBench(app: TestApp, admin: Person) {
  const roleOf = async ({ userId }: Person) => {
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select role_id as id from identity.users where id = ${userId}`,
    );
    return app.call(getRole, { as: admin, params: { id } });
  };
  const told = async (person: Person, query: { taken?: string }) => {
    const { id } = await roleOf(person);
    const { items } = await app.call(getLostWork, { as: admin, params: { id }, query });
    return items.map(({ kind, people, count }) => ({ kind, people, count }));
  };
  return {
    roleOf,
    preview: (person: Person, ...words: Permission[]) => told(person, { taken: words.join(',') }),
    previewOfEnd: (person: Person) => told(person, {}),
    take: async (person: Person, word: Permission) => {
      const { id: roleId, version, permissions } = await roleOf(person);
      const body = { roleId, version, permissions: permissions.filter((held) => held !== word) };
      return app.call(setPermission, { as: admin, body });
    },
    putOutOfUse: async (person: Person) => {
      const { id, version, name, description } = await roleOf(person);
      return app.call(editRole, {
        as: admin,
        body: { id, version, name, description, status: 'inactive' as const },
      });
    },
    audited: (action: 'role.permissions' | 'role.edit' = 'role.permissions') =>
      one<{ after: { handedOver?: object } }>(
        app.owner.db,
        sql`select after from platform.audit where action = ${action} order by id desc limit 1`,
      ),
    /** Two people of one role. */
    async pair(...words: Permission[]): Promise<[Person, Person]> {
      const first = await app.staffWith(words);
      const second = await app.staffWith(words);
      await execute(
        app.owner.db,
        sql`update identity.users set role_id = (select role_id from identity.users where id = ${first.userId}) where id = ${second.userId}`,
      );
      return [first, second];
    },
  };
}
