/** Tariffs and rules by date that wait for a second person are on the first page of those who may approve them, until somebody decides. */
import { expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { asIf } from '#test/database.ts';
import * as tariffs from '../tariffs/contract.ts';
import * as contract from './contract.ts';
import { HOMES, vatOf, vatOffice } from './factory-vat.ts';
import { rulesToApprove } from './work-queues.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const { planner, approver, plan, approve, taking } = await vatOffice(app);
const engineer = await app.staff('engineer');

const totalOf = async (name: string, as: Person) =>
  (await app.call(ownWork, { as })).queues.find((queue) => queue.name === name)?.total ?? 0;
const rowsOf = async (name: string, as: Person) => {
  const queue = rulesToApprove.find((found) => found.name === name);
  return (await queue?.first(app.db, { ...app.system(), userId: as.userId }, 50))?.items ?? [];
};

test('VAT that somebody else planned waits for who may approve it, with its first day; not for who planned it', async () => {
  const change = await plan('7.5', '2026-12-01');
  expect(await rowsOf('vat-to-approve', engineer)).toEqual([
    {
      ...{ id: change.id, number: null, name: 'Karim Uddin', since: change.plannedAt, dueAt: '2026-12-01' },
      to: { path: '/configuration/vat' },
    },
  ]);
  expect(await rowsOf('vat-to-approve', planner)).toEqual([]);
  const all = async () => [
    await totalOf('vat-to-approve', engineer),
    await totalOf('vat-to-approve', planner),
    await totalOf('vat-to-approve', await app.staff('reviewer')),
  ];
  expect(await all()).toEqual([1, 0, 0]);
  await approve(change);
  expect(await all()).toEqual([0, 0, 0]);
});

test('one whose day went by before anybody approved it waits until it is withdrawn', async () => {
  const change = await plan('10', '2027-01-01');
  const past = sql`valid_from = '2026-11-10' where id = ${change.id}`;
  await asIf(app.owner.db, 'settings.dated_entries', past);
  expect(await rowsOf('vat-to-approve', engineer)).toMatchObject([{ id: change.id, dueAt: '2026-11-10' }]);
  await app.call(contract.withdrawVat, taking(change));
  expect(await totalOf('vat-to-approve', engineer)).toBe(0);
});

test('a tariff that is announced waits for who did not write it, until it is approved', async () => {
  // With the VAT that was approved above.
  const body = { ...HOMES, ...vatOf('7.5'), name: 'Homes of 2027', effectiveFrom: '2027-02-01' };
  const { id, version } = await app.call(tariffs.createTariff, { as: planner, body });
  const params = { id };
  expect(await rowsOf('tariffs-to-approve', engineer)).toEqual([]);
  const announced = await app.call(tariffs.submitTariff, { as: planner, params, body: { version } });
  expect(await rowsOf('tariffs-to-approve', engineer)).toMatchObject([
    { id, name: 'Homes of 2027', dueAt: '2027-02-01', to: { path: `/configuration/billing/${id}` } },
  ]);
  expect(await rowsOf('tariffs-to-approve', planner)).toEqual([]);
  expect(await totalOf('tariffs-to-approve', engineer)).toBe(1);
  await app.call(tariffs.approveTariff, { as: approver, params, body: { version: announced.version } });
  expect(await totalOf('tariffs-to-approve', engineer)).toBe(0);
});

test.each([
  ['surcharges', 'surcharge-rules-to-approve'],
  ['rebates', 'rebate-rules-to-approve'],
  ['leaks', 'leak-rules-to-approve'],
  ['payment-plans', 'plan-rules-to-approve'],
  ['empty_houses', 'empty-rules-to-approve'],
  ['dunning', 'dunning-rules-to-approve'],
])('rules of %s wait too', async (key, name) => {
  expect(await totalOf(name, engineer)).toBe(0);
  await execute(
    app.owner.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by, planned_by_name, planned_at)
      values (${key}, '2027-06-01', '{}', 'PLANNED', true, 'the board', ${planner.userId}, 'x', now())`,
  );
  expect([await totalOf(name, engineer), await totalOf(name, planner)]).toEqual([1, 0]);
});
