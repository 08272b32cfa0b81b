/** Deadlines are working time: Friday, Saturday, holidays and nights do not count, except for urgent work. Holds and charges stop that clock. */
import { expect, test } from 'vitest';
import { updateApplicationSettings } from '#domains/applications/settings/contract.ts';
import { workSettings } from '#domains/applications/settings/settings.rules.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeYard, type Yard } from './factory-calls.ts';
import { liveOrders } from './steps/actions/hand-over-orders.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const november = (day: number, time: string) =>
  new Date(`2026-11-${String(day).padStart(2, '0')}T${time}:00+06:00`);
/** The days of November 2026: 19 is a Thursday, 22 a Sunday. Sessions of before have ended. */
async function on(day: number, time: string): Promise<Yard> {
  app.clock.set(november(day, time).toISOString());
  return makeYard(app);
}
const dueOf = async (id: string) =>
  new Date(
    (await one<{ at: string }>(app.db, sql`select due_at as at from work_orders.orders where id = ${id}`)).at,
  );
const correct = async ({ step, clerk, category }: Yard, id: string, more: object = {}) =>
  step(steps.updateOrder, clerk, id, {
    ...{ categoryId: await category('LEAK'), description: 'A leak', ...more },
  });

test('two working days of a leak, twelve hours of a burst', async () => {
  const yard = await on(19, '10:00');
  expect(await dueOf((await yard.order()).id)).toEqual(november(23, '10:00'));
  const evening = await on(19, '20:00');
  expect(await dueOf((await evening.order()).id)).toEqual(november(23, '17:00'));
  expect(await dueOf((await evening.order({ code: 'PIPE_BURST' })).id)).toEqual(november(20, '08:00'));
});

test('a household’s request counts by the same calendar', async () => {
  const yard = await on(19, '10:00');
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber: number });
  expect(await dueOf(id)).toEqual(november(23, '10:00'));
});

test('with another priority the other clock counts from the request on', async () => {
  const yard = await on(19, '10:00');
  const { id } = await yard.order();
  await correct(yard, id, { priority: 'URGENT' });
  expect(await dueOf(id)).toEqual(november(21, '10:00'));
  await correct(yard, id, { priority: 'LOW' });
  expect(await dueOf(id)).toEqual(november(23, '10:00'));
});

test('a hold over the days off is as long as its working hours, and a correction keeps that', async () => {
  const { id } = await (await on(19, '10:00')).order({ upTo: 'ASSIGNED' });
  const thursday = await on(19, '16:00');
  await thursday.step(steps.pauseOrder, thursday.engineer, id, { remark: 'no permission' });
  const sunday = await on(22, '10:00');
  await sunday.step(steps.resumeOrder, sunday.engineer, id);
  expect(await dueOf(id)).toEqual(november(23, '12:00'));
  await sunday.step(steps.unassignOrder, sunday.engineer, id, { remark: 'another crew' });
  await execute(app.owner.db, sql`update work_orders.orders set state = 'ON_REVIEW' where id = ${id}`);
  await correct(sunday, id);
  expect(await dueOf(id)).toEqual(november(23, '12:00'));
  // By the clock it is later by the 66 hours of the hold.
  await correct(sunday, id, { priority: 'URGENT' });
  expect(await dueOf(id)).toEqual(november(24, '04:00'));
});

test('a hold that began before the weekend leaves as much working time as it found', async () => {
  const { id } = await (await on(18, '16:00')).order({ upTo: 'ASSIGNED' });
  expect(await dueOf(id)).toEqual(november(22, '16:00'));
  const thursday = await on(19, '17:00');
  await thursday.step(steps.pauseOrder, thursday.engineer, id, { remark: 'no permission' });
  const monday = await on(23, '09:30');
  await monday.step(steps.resumeOrder, monday.engineer, id);
  expect(await dueOf(id)).toEqual(november(23, '16:30'));
});

test('what was late by working hours when it was put on hold is late by as much', async () => {
  const { id } = await (await on(15, '10:00')).order({ upTo: 'ASSIGNED' });
  const thursday = await on(19, '11:00');
  await thursday.step(steps.pauseOrder, thursday.engineer, id, { remark: 'no permission' });
  const tuesday = await on(24, '12:00');
  await tuesday.step(steps.resumeOrder, tuesday.engineer, id);
  // It was due on Tuesday at 10:00: two days and an hour of work.
  expect(await dueOf(id)).toEqual(november(22, '11:00'));
});

test('the wait for a charge is as long as its working hours', async () => {
  const { id } = await (await on(19, '10:00')).order({ upTo: 'ON_REVIEW' });
  const thursday = await on(19, '16:00');
  const labour = { labourMinor: 500, charged: true, materials: [] };
  await thursday.step(steps.estimateOrder, thursday.clerk, id, labour);
  expect(await dueOf(id)).toEqual(november(23, '10:00'));
  const sunday = await on(22, '11:00');
  await sunday.step(steps.waiveCharge, sunday.engineer, id, { reason: 'our own mistake' });
  expect(await dueOf(id)).toEqual(november(23, '13:00'));
});

test('work on hold of a leader who leaves without a successor keeps its time', async () => {
  const thursday = await on(19, '10:00');
  const { id } = await thursday.order({ upTo: 'ASSIGNED' });
  await thursday.step(steps.pauseOrder, thursday.engineer, id, { remark: 'no permission' });
  await on(22, '10:00');
  await transaction(app.db, async (tx) => {
    await liveOrders.accountEnds?.(tx, app.system(), thursday.crew.userId);
  });
  expect(await dueOf(id)).toEqual(november(24, '10:00'));
});

test('a holiday of the settings is free', async () => {
  const yard = await on(19, '10:00');
  const work = workSettings.parse({ office: { holidays: ['2026-11-22'] } });
  await app.call(updateApplicationSettings, { as: yard.admin, body: { work, version: 0 } });
  expect(await dueOf((await yard.order()).id)).toEqual(november(24, '10:00'));
});
