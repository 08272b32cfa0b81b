/** What becomes late is told to those who assign work, each order one time for its deadline. */
import { expect, test } from 'vitest';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeYard, type Yard } from './factory-calls.ts';
import { escalateLate } from './steps/actions/escalate-late.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const november = (day: number, time: string) => `2026-11-${day}T${time}:00+06:00`;

/** Nothing of the tests before is open, and nobody but new people is there. Sunday 15 November at 10:00. */
async function begin(): Promise<Yard> {
  await execute(
    app.owner.db,
    sql`update work_orders.orders set late_told_at = now() where late_told_at is null`,
  );
  await execute(app.owner.db, sql`delete from platform.notices`);
  await execute(app.owner.db, sql`update identity.users set status = 'disabled' where consumer_id is null`);
  return on(15, '10:00');
}
async function on(day: number, time: string): Promise<Yard> {
  app.clock.set(november(day, time));
  return makeYard(app);
}
function round(day: number, time: string) {
  app.clock.set(november(day, time));
  return escalateLate(app.db, app.system());
}
const told = () =>
  all<{ user: string; path: string; params: object }>(
    app.owner.db,
    sql`select user_id as "user", path, params from platform.notices where kind = 'work-orders.late' order by user_id`,
  );

test('those who assign work are told one time, and a second run of the job tells nobody', async () => {
  const { order, engineer, admin } = await begin();
  const { id, number } = await order();
  // Two working days.
  expect(await round(17, '10:00')).toEqual({ late: 0 });
  expect(await round(17, '10:01')).toEqual({ late: 1 });
  const path = `/work-order-list/${id}`;
  const notices = [engineer, admin].map(({ userId }) => ({
    ...{ user: userId, path, params: { number, count: 1 } },
  }));
  expect(await told()).toEqual(notices.toSorted((a, b) => a.user.localeCompare(b.user)));
  expect(await round(17, '10:01')).toEqual({ late: 0 });
  expect(await round(18, '10:00')).toEqual({ late: 0 });
  expect((await told()).length).toBe(2);
});

test('several at once are one notice with their number, which leads to the late ones', async () => {
  const { order, engineer } = await begin();
  await order({ upTo: 'ACCEPTED' });
  await order({ upTo: 'IN_PROGRESS' });
  expect(await round(17, '12:00')).toEqual({ late: 2 });
  const of = (await told()).filter(({ user }) => user === engineer.userId);
  expect(of).toMatchObject([{ path: '/all-work-order?page=1&late=true', params: { count: 2 } }]);
});

test('on hold nothing is told; what was told before the hold is not told again after it', async () => {
  const { order, step, engineer } = await begin();
  const { id } = await order({ upTo: 'ASSIGNED' });
  const { id: other } = await order({ upTo: 'ASSIGNED' });
  await step(steps.pauseOrder, engineer, id, { remark: 'no permission' });
  expect(await round(17, '12:00')).toEqual({ late: 1 });
  const wednesday = await on(18, '10:00');
  await wednesday.step(steps.pauseOrder, wednesday.engineer, other, { remark: 'no permission' });
  const thursday = await on(19, '10:00');
  for (const held of [id, other]) await thursday.step(steps.resumeOrder, thursday.engineer, held);
  expect(await round(19, '12:00')).toEqual({ late: 0 });
  // The first one has its two days from then on, without those off.
  expect(await round(23, '10:01')).toEqual({ late: 1 });
});

test('what is done is not late any more', async () => {
  const { order, step, engineer } = await begin();
  await order({ upTo: 'COMPLETED' });
  const { id } = await order();
  await step(steps.cancelOrder, engineer, id, { remark: 'found dry' });
  expect(await round(24, '10:00')).toEqual({ late: 0 });
});

test('what somebody works on at this moment is told a minute later, and keeps no other order waiting', async () => {
  const { order } = await begin();
  const { id } = await order();
  await order();
  const reached = await transaction(app.db, async (tx) => {
    await execute(tx, sql`select from work_orders.orders where id = ${id} for update`);
    return round(17, '12:00');
  });
  expect(reached).toEqual({ late: 1 });
  expect(await round(17, '12:01')).toEqual({ late: 1 });
});

test('with another deadline it is told again if that is over too, with the same it is not', async () => {
  const { order } = await begin();
  const { id } = await order();
  expect(await round(17, '12:00')).toEqual({ late: 1 });
  const correct = async (priority: string) => {
    const { step, clerk, category } = await on(17, '13:00');
    const fields = { categoryId: await category('LEAK'), description: 'A leak', priority };
    await step(steps.updateOrder, clerk, id, fields);
  };
  await correct('NORMAL');
  expect(await round(17, '13:01')).toEqual({ late: 0 });
  // From Sunday at 10:00 two days by the clock end at the same instant.
  await correct('URGENT');
  expect(await round(17, '13:02')).toEqual({ late: 0 });
  const { step, clerk, category } = await on(17, '14:00');
  await step(steps.updateOrder, clerk, id, {
    ...{ categoryId: await category('NO_WATER'), description: 'No water' },
  });
  expect(await round(17, '14:01')).toEqual({ late: 1 });
});

test('work that is opened again and late again is told again', async () => {
  const { order } = await begin();
  const { id } = await order({ upTo: 'IN_PROGRESS' });
  expect(await round(17, '12:00')).toEqual({ late: 1 });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set state = 'COMPLETED', completed_at = arrived_at where id = ${id}`,
  );
  const { step, clerk } = await on(17, '13:00');
  await step(steps.reopenOrder, clerk, id, { remark: 'it leaks again' });
  expect(await round(19, '12:59')).toEqual({ late: 0 });
  expect(await round(19, '13:01')).toEqual({ late: 1 });
});
