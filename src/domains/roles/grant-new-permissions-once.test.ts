/** What a start of the program does with permissions that domains declare newly, or not any more. */
import { describe, expect, test } from 'vitest';
import { one, sql, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import type { DomainWords } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import { ensureBuiltInRoles } from './actions/ensure-built-in-roles.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

const invented: DomainWords = {
  permissions: {
    invented: {
      title: ['Invented', 'উদ্ভাবিত'],
      features: {
        view: { name: ['View', 'দেখা'], roles: ['cashier', 'consumer'] },
        send: { name: ['Send', 'পাঠানো'], roles: ['cashier'] },
      },
    },
  },
  audit: {},
  objects: {},
};
const start = (words: readonly DomainWords[]) => transaction(app.db, (tx) => ensureBuiltInRoles(tx, words));

async function role(code: string) {
  const { id } = await one<{ id: string }>(app.db, sql`select id from roles.roles where code = ${code}`);
  return app.call(contract.getRole, { as: admin, params: { id } });
}
async function held(code: string): Promise<string[]> {
  return (await role(code)).permissions.filter((word) => word.startsWith('invented:'));
}
async function set(code: string, change: (words: string[]) => string[]) {
  const { id: roleId, version, permissions } = await role(code);
  return { as: admin, body: { roleId, version, permissions: change(permissions) } };
}

describe('a start with a domain that no start has seen before', () => {
  test('grants its permissions to the built-in roles that it names, and to the administrator', async () => {
    await start([...allWords, invented]);
    expect(await held('cashier')).toEqual(['invented:view', 'invented:send']);
    expect(await held('consumer')).toEqual(['invented:view']);
    expect(await held('reader')).toEqual([]);
    expect(await held('admin')).toEqual(['invented:view', 'invented:send']);
  });

  test('does not grant again what an administrator took away', async () => {
    const less = await set('cashier', (words) => words.filter((word) => word !== 'invented:send'));
    await app.call(contract.setPermission, less);
    await start([...allWords, invented]);
    expect(await held('cashier')).toEqual(['invented:view']);
  });

  test('lets consumers hold only what its domain names for them', async () => {
    const more = await set('consumer', (words) => [...words, 'invented:send']);
    expect((await app.refused(contract.setPermission, more)).code).toBe('roles.not_for_consumers');
  });

  test('without the domain nobody holds its permissions, and they cannot be given', async () => {
    await start(allWords);
    expect(await held('cashier')).toEqual([]);
    expect(await held('admin')).toEqual([]);
    const more = await set('cashier', (words) => [...words, 'invented:send']);
    expect(await app.refused(contract.setPermission, more)).toMatchObject({
      code: 'roles.unknown_permission',
      params: { permission: 'invented:send' },
      status: 422,
    });
  });
});

test('a permission that no domain ever declared is refused', async () => {
  const more = await set('reader', (words) => [...words, 'moon:walk']);
  expect((await app.refused(contract.setPermission, more)).code).toBe('roles.unknown_permission');
});

test('the modules are listed with the permissions that their domains declare', async () => {
  const { items } = await app.call(contract.listModules, { as: admin });
  expect(items.find(({ match }) => match === 'sectors')?.features).toEqual([
    { match: 'sectors:view', name: 'view' },
    { match: 'sectors:edit', name: 'edit' },
  ]);
});
