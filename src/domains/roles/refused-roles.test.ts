/** What the roles refuse, over HTTP. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { createRole, listRoles } from './contract.ts';

const app = await testApp();
const as = await app.staff('admin');

test('a role is copied of one that exists', async () => {
  const { items } = await app.call(listRoles, { as, query: { search: 'cashier' } });
  const role = { code: 'counter', name: 'Counter', description: '', status: 'active' as const };
  const create = (copyOf: string | undefined) => app.codeOf(createRole, { as, body: { ...role, copyOf } });
  expect(await create('0190ffff-ffff-7fff-8fff-ffffffffffff')).toBe('common.not_found');
  expect(await create(items[0]?.id)).toBeUndefined();
});
