/** What the arrangement of lists and saved views refuses, over HTTP, each for its own reason. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [admin, cashier, household] = [
  await app.staff('admin'),
  await app.staff('cashier'),
  await app.consumer(),
];
const LIST = '/customer-management';
const fields = (name: string) => ({
  ...{ name, audience: 'own' as const, query: {}, order: [], hidden: [] },
});
const made = (name: string) =>
  app.call(contract.createListView, {
    as: cashier,
    body: { list: LIST, endpoint: 'main/consumers', ...fields(name) },
  });

test('the lists of consumers are as they come', async () => {
  const layout = { list: LIST, order: [], hidden: [] };
  expect(await app.codeOf(contract.saveListLayout, { as: household, body: layout })).toBe(
    'common.not_permitted',
  );
  const body = { list: LIST, viewId: null };
  expect(await app.codeOf(contract.chooseDefaultView, { as: household, body })).toBe('common.not_permitted');
});

test('a default view of one list more than a person may arrange', async () => {
  const busy = await app.staff('reader');
  const choose = (list: string) =>
    app.codeOf(contract.chooseDefaultView, { as: busy, body: { list, viewId: null } });
  await execute(
    app.db,
    sql`insert into identity.list_layouts (user_id, list)
    select ${busy.userId}, '/m' || n from generate_series(2, ${contract.LAYOUTS_MAX}) n`,
  );
  expect([await choose('/last'), await choose('/beyond')]).toEqual([undefined, 'identity.too_many_lists']);
});

test('a view is not changed to a name that is taken, nor for people it may not be for', async () => {
  const [one, other] = [await made('Owing'), await made('Paid')];
  const change = (body: object) =>
    app.codeOf(contract.changeListView, {
      as: cashier,
      params: { id: other.id },
      body: { ...fields('Paid'), version: other.version, ...body },
    });
  expect(await change({ name: one.name.toUpperCase() })).toBe('identity.view_name_taken');
  expect(await change({ audience: 'all' })).toBe('identity.view_not_shareable');
  expect(await change({ name: 'Settled' })).toBeUndefined();
});

test('a shared view is not given to a role that is none', async () => {
  const { id, version } = await app.call(contract.createListView, {
    as: admin,
    body: { list: LIST, endpoint: 'main/consumers', ...fields('For all'), audience: 'all' },
  });
  const change = (roleCode: string) =>
    app.codeOf(contract.changeListView, {
      as: admin,
      params: { id },
      body: { ...fields('For one'), audience: 'role', roleCode, version },
    });
  expect([await change('consumer'), await change('cashier')]).toEqual([
    'identity.view_unknown_role',
    undefined,
  ]);
});
