import { describe, expect, test } from 'vitest';
import { getProfile } from '#domains/identity/session/contract.ts';
import { createUser } from '#domains/identity/users/contract.ts';
import { listSectors } from '#domains/settings/places/contract.ts';
import { all, sql } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { allPermissions } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

let made = 0;
const newRole = (more: object = {}) => {
  made += 1;
  return { code: `crew-${made}`, name: `Crew ${made}`, ...more };
};
const create = (more: object = {}) => app.call(contract.createRole, { as: admin, body: newRole(more) });
const roleOf = async (code: string) => {
  const { items } = await app.call(contract.listRoles, { as: admin, query: { limit: 200, search: code } });
  const role = items.find((role) => role.code === code);
  if (!role) throw new Error(`no role ${code}`);
  return role;
};

describe('roles', () => {
  test('a copy has the words of the role it was made of and a code of its own', async () => {
    const cashier = await roleOf('cashier');
    const copy = await create({ copyOf: cashier.id });
    const [before, after] = await Promise.all(
      [cashier.id, copy.id].map((id) => app.call(contract.getRole, { as: admin, params: { id } })),
    );
    expect(after?.permissions).toEqual(before?.permissions);
    expect(copy).toMatchObject({ builtIn: false, people: 0 });
    const taken = await app.refused(contract.createRole, {
      as: admin,
      body: { code: 'cashier', name: 'Again' },
    });
    expect(taken.code).toBe('roles.code_taken');
  });

  test('one with people is not deleted and says how many they are; a built-in one never is', async () => {
    const role = await create();
    const person = { name: 'Salma', email: 'salma@example.org', phone: '01811999001', role: role.code };
    await app.call(createUser, { as: admin, body: person });
    expect((await roleOf(role.code)).people).toBe(1);
    const used = await app.refused(contract.deleteRole, { as: admin, params: { id: role.id } });
    expect(used).toMatchObject({ code: 'roles.in_use', params: { count: 1 }, status: 409 });
    const empty = await create();
    await app.call(contract.deleteRole, { as: admin, params: { id: empty.id } });
    const reader = await roleOf('reader');
    expect((await app.refused(contract.deleteRole, { as: admin, params: { id: reader.id } })).code).toBe(
      'roles.built_in',
    );
  });

  test('G25: people of a role that is put out of use are signed out at their next request', async () => {
    const person = await app.staffWith(['sectors:view']);
    const { id, version, name } = await roleOf(person.role);
    await app.call(listSectors, { as: person });
    const body = { id, version, name, status: 'inactive' as const };
    await app.call(contract.editRole, { as: admin, body });
    expect((await app.refused(listSectors, { as: person })).status).toBe(403);
  });

  test('administrators cannot put their own role out of use', async () => {
    const { id, version, name } = await roleOf('admin');
    const refusal = await app.refused(contract.editRole, {
      as: admin,
      body: { id, version, name, status: 'inactive' },
    });
    expect(refusal.code).toBe('roles.built_in');
  });

  test('nobody puts their own role out of use; somebody else does, and the audit log says so', async () => {
    const clerk = await app.staffWith(['roles:view', 'roles:edit']);
    const { id, version, name } = await roleOf(clerk.role);
    const body = { id, version, name, status: 'inactive' as const };
    expect((await app.refused(contract.editRole, { as: clerk, body })).code).toBe('roles.own_role');
    await app.call(contract.editRole, { as: clerk, body: { ...body, status: 'active' } });
    await app.call(contract.editRole, { as: admin, body: { ...body, version: version + 1 } });
    const audited = await all(
      app.db,
      sql`select before ->> 'status' as was, after ->> 'status' as now from platform.audit
        where action = 'role.edit' and object_id = ${id} order by id`,
    );
    expect(audited).toEqual([
      { was: 'active', now: 'active' },
      { was: 'active', now: 'inactive' },
    ]);
  });

  test('a role that is made, and one that is deleted, is in the audit log with its words', async () => {
    const reader = await roleOf('reader');
    const { permissions } = await app.call(contract.getRole, { as: admin, params: { id: reader.id } });
    const copy = await create({ copyOf: reader.id });
    await app.call(contract.deleteRole, { as: admin, params: { id: copy.id } });
    const audited = await all<{ action: string }>(
      app.db,
      sql`select action, before, after from platform.audit where object = 'role' and object_id = ${copy.id} order by id`,
    );
    expect(audited).toMatchObject([
      { action: 'role.create', after: { code: copy.code, copyOf: 'reader' } },
      { action: 'role.delete', before: { code: copy.code } },
    ]);
    const [created, deleted] = audited as unknown as [
      { after: { permissions: string[] } },
      { before: { permissions: string[] } },
    ];
    expect(created.after.permissions.toSorted()).toEqual(permissions.toSorted());
    expect(deleted.before.permissions.toSorted()).toEqual(permissions.toSorted());
  });

  test('the second of two who have the same role open is refused', async () => {
    const { id, version } = await create();
    const body = { id, version, name: 'First', status: 'active' as const };
    await app.call(contract.editRole, { as: admin, body });
    const late = await app.refused(contract.editRole, { as: admin, body: { ...body, name: 'Second' } });
    expect(late).toMatchObject({ code: 'common.stale_version', status: 409 });
  });
});

describe('permissions', () => {
  const set = (as: typeof admin, body: { roleId: string; version: number; permissions: string[] }) =>
    ({ as, body }) as const;

  test('G25: a word taken away is refused with 402 at the next request, and the profile says so', async () => {
    const person = await app.staffWith(['sectors:view', 'roads:view']);
    const { id, version } = await roleOf(person.role);
    await app.call(listSectors, { as: person });
    const body = { roleId: id, version, permissions: ['roads:view'] };
    const saved = await app.call(contract.setPermission, set(admin, body));
    expect(saved).toEqual({ permissions: ['roads:view'], version: version + 1 });
    expect((await app.refused(listSectors, { as: person })).status).toBe(402);
    const { permissions } = await app.call(getProfile, { as: person });
    expect(permissions).toEqual([{ match: 'roads', features: [{ match: 'roads:view' }] }]);
    const audited = await all(
      app.db,
      sql`select before, after from platform.audit where action = 'role.permissions' and object_id = ${id}`,
    );
    expect(audited).toEqual([{ before: { permissions: ['sectors:view'] }, after: { permissions: [] } }]);
  });

  test('the second of two administrators who have the same list open is refused', async () => {
    const role = await create();
    const of = (word: string) => ({ roleId: role.id, version: role.version, permissions: [word] });
    const answers = await Promise.allSettled(
      ['roads:view', 'sectors:view'].map((word) => app.call(contract.setPermission, set(admin, of(word)))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const late = await app.refused(contract.setPermission, set(admin, of('cms:edit')));
    expect(late).toMatchObject({ code: 'common.stale_version', status: 409 });
  });

  test('nobody gives a word that they do not hold, nor makes a copy with one', async () => {
    const clerk = await app.staffWith(['roles:view', 'roles:edit', 'sectors:view']);
    const role = await create();
    const give = (permissions: string[]) =>
      set(clerk, { roleId: role.id, version: role.version, permissions });
    const beyond = await app.refused(contract.setPermission, give(['sectors:view', 'payments:take']));
    expect(beyond).toMatchObject({ status: 402, params: { permission: 'payments:take' } });
    const cashier = await roleOf('cashier');
    const body = newRole({ copyOf: cashier.id });
    expect((await app.refused(contract.createRole, { as: clerk, body })).status).toBe(402);
    await app.call(contract.setPermission, give(['sectors:view']));
  });

  test('nobody puts a role into use again that has a word which they do not hold', async () => {
    const clerk = await app.staffWith(['roles:view', 'roles:edit', 'sectors:view']);
    const person = await app.staffWith(['payments:take']);
    const { id, version, name } = await roleOf(person.role);
    const body = { id, version, name, status: 'inactive' as const };
    await app.call(contract.editRole, { as: admin, body });
    const again = { ...body, version: version + 1, status: 'active' as const };
    const beyond = await app.refused(contract.editRole, { as: clerk, body: again });
    expect(beyond).toMatchObject({ status: 402, params: { permission: 'payments:take' } });
    // Its name is changed by them, as it is.
    await app.call(contract.editRole, { as: clerk, body: { ...again, name: 'Crew', status: 'inactive' } });
    await app.call(contract.editRole, { as: admin, body: { ...again, version: version + 2 } });
    expect((await roleOf(person.role)).status).toBe('active');
  });

  test('nobody takes the right to edit roles from their own role', async () => {
    const clerk = await app.staffWith(['roles:view', 'roles:edit', 'sectors:view']);
    const { id, version } = await roleOf(clerk.role);
    const body = { roleId: id, version, permissions: ['roles:view', 'sectors:view'] };
    expect((await app.refused(contract.setPermission, set(clerk, body))).code).toBe('roles.own_role');
    await app.call(contract.setPermission, set(admin, body));
  });

  test('consumers get only words whose calls are limited to own rows; admin cannot be given fewer', async () => {
    const consumer = await roleOf('consumer');
    const { permissions } = await app.call(contract.getRole, { as: admin, params: { id: consumer.id } });
    const more = {
      roleId: consumer.id,
      version: consumer.version,
      permissions: [...permissions, 'payments:take'],
    };
    expect((await app.refused(contract.setPermission, set(admin, more))).code).toBe(
      'roles.not_for_consumers',
    );
    const { id, version } = await roleOf('admin');
    const fewer = { roleId: id, version, permissions: ['roles:edit'] };
    expect((await app.refused(contract.setPermission, set(admin, fewer))).code).toBe('roles.built_in');
    expect((await app.call(contract.getRole, { as: admin, params: { id } })).permissions).toEqual(
      allPermissions(allWords),
    );
  });
});
