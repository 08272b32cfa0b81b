/** A household asks for something, takes it back and asks again: three times in thirty days, and the office without a limit. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import type { TestApp } from '#test/app.ts';
import * as disputes from './disputes/contract.ts';
import { disputingOffice } from './disputes/factory.ts';
import * as houses from './empty-houses/contract.ts';
import { emptyOffice, WORDS } from './empty-houses/factory.ts';
import * as leaks from './leaks/contract.ts';
import { leakOffice } from './leaks/factory.ts';
import * as plans from './payment-plans/contract.ts';
import { planningOffice } from './payment-plans/factory.ts';

const bells = (app: TestApp, kind: string) =>
  one<{ count: number }>(
    app.owner.db,
    sql`select count(distinct event)::int as count from platform.notices where kind = ${kind}`,
  );

test('disputes: three that the household takes back, then none before the day that it is told', async () => {
  const { app, bill, ask, asked, note, household, cashier, decider } = await disputingOffice();
  const { billId } = await bill();
  const back = (id: string, as = household, reason: string | null = null) =>
    app.call(disputes.withdrawDispute, { as, params: { id }, body: { version: 1, reason } });
  // What the office notes and takes back counts for nobody.
  for (let turn = 0; turn < 4; turn += 1) {
    const { id } = await app.call(disputes.disputeForHousehold, note(billId));
    await back(id, cashier, 'She called again');
  }
  await back((await ask(billId)).id, cashier, 'She asked two times');
  // A reason does not make it the office's.
  for (let turn = 0; turn < 3; turn += 1) await back((await ask(billId)).id, household, 'x');
  const { code, params } = await app.refused(disputes.disputeOwnBill, {
    ...{ as: household, body: { reason: 'OTHER', words: 'Again', invoiceId: billId } },
  });
  expect([code, params]).toEqual(['disputes.asked_often', { day: '2026-12-02' }]);
  expect(await bells(app, 'disputes.asked')).toEqual({ count: 8 });
  // Another connection of the household is not limited by it, and the office notes this one.
  expect(await asked((await bill()).billId)).toBeUndefined();
  const { id } = await app.call(disputes.disputeForHousehold, note(billId));
  expect(await app.call(disputes.getDispute, { as: decider, params: { id } })).toMatchObject({
    state: 'OPEN',
  });
});

test('leaks: the same; from the day on that it is told the household asks again', async () => {
  const { app, bill, ask, asked, note, household, cashier } = await leakOffice();
  const { billId } = await bill();
  const back = (id: string, as = household, reason: string | null = null) =>
    app.call(leaks.withdrawLeak, { as, params: { id }, body: { version: 1, reason } });
  await back((await ask(billId)).id, cashier, 'She asked two times');
  for (let turn = 0; turn < 3; turn += 1) await back((await ask(billId)).id, household, 'x');
  const body = { words: 'Again', repairedOn: '2026-11-01', invoiceId: billId };
  const { code, params } = await app.refused(leaks.askOwnLeak, { as: household, body });
  expect([code, params]).toEqual(['leaks.asked_often', { day: '2026-12-02' }]);
  const { id } = await app.call(leaks.noteLeak, note(billId));
  await back(id, cashier, 'She called again');
  // As if the first of them had been asked for a day earlier.
  await execute(app.owner.db, sql`alter table billing.leaks disable trigger user`);
  const first = sql`select id from billing.leaks where channel = 'PORTAL' and withdrawn_reason is null order by id limit 1`;
  const asOf = (day: string) =>
    execute(
      app.owner.db,
      sql`update billing.leaks set repaired_on = ${day}::date, asked_on = ${day}::date where id = (${first})`,
    );
  await asOf('2026-10-04');
  expect(await asked(billId)).toBe('leaks.asked_often');
  await asOf('2026-10-03');
  expect(await asked(billId)).toBeUndefined();
  await execute(app.owner.db, sql`alter table billing.leaks enable trigger user`);
});

test('empty houses: those that wait count too, also if several are sent at once', async () => {
  const { app, home, note, household, seen, approve } = await emptyOffice();
  const made = await home(0);
  const body = (fromDay: string, untilDay: string) => ({
    ...{ connectionId: made.id, ...WORDS, fromDay, untilDay },
  });
  const send = (fromDay: string, untilDay: string) =>
    app.codeOf(houses.askEmptyHouse, { as: household, body: body(fromDay, untilDay) });
  await note(made, { fromDay: '2027-01-01', untilDay: '2027-01-02' });
  const { id } = await app.call(houses.askEmptyHouse, {
    ...{ as: household, body: body('2026-11-10', '2026-11-11') },
  });
  await app.call(houses.withdrawEmptyHouse, {
    ...{ as: household, params: { id }, body: { version: 1, answer: '' } },
  });
  const codes = await Promise.all([
    send('2026-11-10', '2026-11-11'),
    send('2026-11-11', '2026-11-12'),
    send('2026-11-12', '2026-11-13'),
  ]);
  expect(codes.toSorted()).toEqual(['empty_houses.asked_often', undefined, undefined]);
  const { code, params } = await app.refused(houses.askEmptyHouse, {
    ...{ as: household, body: body('2026-12-01', '2026-12-02') },
  });
  expect([code, params]).toEqual(['empty_houses.asked_often', { day: '2026-12-04' }]);
  expect(await bells(app, 'empty_houses.waiting')).toEqual({ count: 4 });
  // The office notes more of them, and what it decided does not count any more.
  await note(made, { fromDay: '2027-02-01', untilDay: '2027-02-02' });
  const { items } = await app.call(houses.listEmptyHouses, {
    ...{ as: household, query: { state: 'WAITING', connectionId: made.id } },
  });
  const own = items.find(({ fromDay }) => fromDay < '2026-12-01');
  await approve((await seen(String(own?.id))).params.id);
  expect(await send('2026-12-01', '2026-12-02')).toBeUndefined();
});

test('payment plans: requests that the household declines', async () => {
  const { app, debtor, household } = await planningOffice();
  const { connectionId } = await debtor();
  const asking = { as: household, body: { connectionId, words: 'Please' } };
  for (let turn = 0; turn < 3; turn += 1) {
    const { id } = await app.call(plans.requestPlan, asking);
    await app.call(plans.declinePlan, { as: household, params: { id }, body: { version: 1 } });
  }
  const { code, params } = await app.refused(plans.requestPlan, asking);
  expect([code, params]).toEqual(['payment_plans.asked_often', { day: '2027-01-04' }]);
  expect(await bells(app, 'payment_plans.asked')).toEqual({ count: 3 });
});
