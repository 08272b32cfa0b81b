/** Limits of the checks: for all, for a category, in an order in which each of them can find something. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import type { Flag } from '../readings/contract.ts';
import { problemOf } from './check.rules.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

const find = async (code: Flag, category = '*') =>
  (await app.call(contract.listReadingChecks, { as: admin })).items.find(
    (check) => check.code === code && check.category === category,
  );
const set = async (code: Flag, given: object, category = '*') => {
  const now = await find(code, category);
  const base = now ?? { effect: 'REVIEW' as const, factor: null, litres: null, readings: null };
  const { effect, factor, litres, readings } = base;
  return {
    as: admin,
    body: { code, category, effect, factor, litres, readings, changedAt: now?.changedAt ?? null, ...given },
  };
};

test('limits are changed, audited, and refused if they are stale', async () => {
  const stale = await set('HIGH', { factor: '3' });
  const changed = await app.call(
    contract.setReadingCheck,
    await set('HIGH', { factor: '2.5', litres: 5000 }),
  );
  expect(changed).toMatchObject({ factor: '2.5', litres: 5000, effect: 'REVIEW' });
  expect((await app.refused(contract.setReadingCheck, stale)).code).toBe('common.stale_version');
  const audits = await all(
    app.db,
    sql`select before ->> 'factor' as before, after ->> 'factor' as after from platform.audit
      where object = 'reading-check' and object_id = 'HIGH:*'`,
  );
  expect(audits).toEqual([{ before: '2', after: '2.5' }]);
});

test('a category gets limits of its own, and gives them back', async () => {
  await app.call(
    contract.setReadingCheck,
    await set('HIGH', { factor: '3', litres: 50_000, effect: 'SECOND_APPROVER' }, 'commercial'),
  );
  expect(await find('HIGH', 'commercial')).toMatchObject({ factor: '3', effect: 'SECOND_APPROVER' });
  const key = { code: 'HIGH' as const, category: 'commercial' };
  await app.call(contract.removeReadingCheck, { as: admin, query: key });
  expect(await find('HIGH', 'commercial')).toBeUndefined();
  const ofAll = { as: admin, query: { ...key, category: '*' } };
  expect((await app.refused(contract.removeReadingCheck, ofAll)).code).toBe('meters.check_of_all');
});

test('a check that could never find anything is refused', async () => {
  const order = await app.refused(contract.setReadingCheck, await set('HIGH', { factor: '5' }));
  expect([order.code, order.fields[0]?.path]).toEqual(['meters.check_order', 'factor']);
  const none = await app.refused(contract.setReadingCheck, await set('ZERO', { readings: null }));
  expect(none.fields.map((field) => [field.path, field.code])).toEqual([
    ['readings', 'meters.check_readings'],
  ]);
  const engineer = { ...(await set('ZERO', { readings: 3 })), as: await app.staff('engineer') };
  expect((await app.refused(contract.setReadingCheck, engineer)).status).toBe(402);
});

test('limits of a category are not given back if those for all do not fit its other ones', async () => {
  const ofAll = await find('VERY_HIGH', '*');
  const above = (times: number) => String(Number(ofAll?.factor) * times);
  await app.call(
    contract.setReadingCheck,
    await set('VERY_HIGH', { factor: above(4), litres: 1000 }, 'government'),
  );
  await app.call(
    contract.setReadingCheck,
    await set('HIGH', { factor: above(2), litres: 1000 }, 'government'),
  );
  const remove = (code: Flag) =>
    app.codeOf(contract.removeReadingCheck, { as: admin, query: { code, category: 'government' } });
  expect(await remove('VERY_HIGH')).toBe('meters.check_order');
  expect([await remove('HIGH'), await remove('VERY_HIGH')]).toEqual([undefined, undefined]);
});

test.each([
  ['HIGH', '1', 0, null, 'factor'],
  ['HIGH', '1.1', 0, null, undefined],
  ['HIGH', '2', null, null, 'litres'],
  ['LOW', '1', 0, null, 'factor'],
  ['LOW', '0.5', 0, null, undefined],
  ['GAP', '12', null, null, undefined],
  ['ROLL_OVER', '0', null, null, 'factor'],
  ['ZERO', null, null, 2, undefined],
  ['NEGATIVE', null, null, null, undefined],
] as const)('%s with %s, %s, %s: %s', (code, factor, litres, readings, problem) => {
  expect(problemOf({ code, factor, litres, readings })).toBe(problem);
});
