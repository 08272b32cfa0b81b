/** What the roles refuse, over HTTP. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { createRole, getRole, listRoles, setPermission } from './contract.ts';

const app = await testApp();
const as = await app.staff('admin');

test('a role is copied of one that exists', async () => {
  const { items } = await app.call(listRoles, { as, query: { search: 'cashier' } });
  const role = { code: 'counter', name: 'Counter', description: '', status: 'active' as const };
  const create = (copyOf: string | undefined) => app.codeOf(createRole, { as, body: { ...role, copyOf } });
  expect(await create('0190ffff-ffff-7fff-8fff-ffffffffffff')).toBe('common.not_found');
  expect(await create(items[0]?.id)).toBeUndefined();
});

test('a copy of a staff role does not take the code of the consumers, who see own rows only', async () => {
  const { items } = await app.call(listRoles, { as, query: { search: 'cashier' } });
  const body = { code: 'consumer', name: 'Households', description: '', copyOf: items[0]?.id };
  expect(await app.codeOf(createRole, { as, body })).toBe('roles.not_for_consumers');
});

test('a code that begins as those of the planning authority is refused, also of a copy', async () => {
  const { items } = await app.call(listRoles, { as, query: { search: 'cashier' } });
  for (const copyOf of [undefined, items[0]?.id]) {
    const body = { code: 'rajukXY', name: 'Desk', description: '', status: 'active' as const, copyOf };
    const { code, fields } = await app.refused(createRole, { as, body });
    expect([code, fields.map(({ path, code }) => [path, code])]).toEqual([
      ...['common.invalid_input', [['code', 'roles.code_of_planners']]],
    ]);
  }
  expect((await app.call(listRoles, { as, query: { search: 'rajukXY' } })).total).toBe(0);
});

test('permissions of a role that is none', async () => {
  const body = { roleId: '0190ffff-ffff-7fff-8fff-ffffffffffff', version: 1, permissions: [] };
  expect(await app.codeOf(setPermission, { as, body })).toBe('common.not_found');
  const { items } = await app.call(listRoles, { as, query: { search: 'reader' } });
  const { id, version } = await app.call(getRole, { as, params: { id: String(items[0]?.id) } });
  const known = { roleId: id, version, permissions: [] };
  expect(await app.codeOf(setPermission, { as, body: known })).toBeUndefined();
});
