/** As long as the money of who asked is waited for, nobody is late: the deadline waits, and goes on when the charge is settled. */
import { expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { listOrders } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { settleCharge } from './steps/actions/settle-charge.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
let yard = await makeYard(app);
let { clerk, engineer } = yard;
const HOUR = 3_600_000;

/** Longer than a session lives without use. */
async function hoursPass(hours: number) {
  app.clock.advance(hours * 3600);
  yard = await makeYard(app);
  ({ clerk, engineer } = yard);
}
const dueOf = async (id: string) =>
  Date.parse(
    (await one<{ at: string }>(app.db, sql`select due_at as at from work_orders.orders where id = ${id}`)).at,
  );
/** Urgent, so that its clock runs at night too; other work: working-time.test.ts. */
const order = async () => {
  const { id } = await yard.order({ upTo: 'ON_REVIEW', code: 'PIPE_BURST' });
  return { id, due: await dueOf(id) };
};
const estimate = (id: string, labourMinor = 500) =>
  yard.step(steps.estimateOrder, clerk, id, { labourMinor, charged: true, materials: [] });
const pay = async (id: string) => {
  const { due } = await one<{ due: number }>(
    app.db,
    sql`select (charge_minor - paid_minor)::int as due from work_orders.orders where id = ${id}`,
  );
  await transaction(app.db, (tx) => settleCharge(tx, app.actorOf(clerk), { orderId: id, amountMinor: due }));
};
const lateOf = async (late: boolean) =>
  (
    await app.call(listOrders, { as: clerk, query: { stage: 'review', late, limit: 100 } as never })
  ).items.map(({ id }) => id);
const later = async ({ id, due }: { id: string; due: number }) => ((await dueOf(id)) - due) / HOUR;

test('the deadline waits from the estimate to the payment, through a second estimate, and is kept by a correction', async () => {
  const made = await order();
  await hoursPass(2);
  await estimate(made.id);
  await hoursPass(100);
  await estimate(made.id, 600);
  await hoursPass(100);
  expect(await later(made)).toBe(0);
  expect(await lateOf(true)).not.toContain(made.id);
  expect(await lateOf(false)).toContain(made.id);
  await pay(made.id);
  expect(await later(made)).toBe(200);
  expect(await lateOf(true)).not.toContain(made.id);
  const fields = { categoryId: await yard.category('PIPE_BURST'), description: 'Corrected' };
  await yard.step(steps.updateOrder, clerk, made.id, fields);
  expect(await later(made)).toBe(200);
  // From then on its time runs.
  await hoursPass(500);
  expect(await lateOf(true)).toContain(made.id);
});

test('what was late before the charge stays late, and a waiver lets the clock go on', async () => {
  const made = await order();
  await hoursPass(500);
  await estimate(made.id);
  await hoursPass(10);
  expect(await lateOf(true)).toContain(made.id);
  await yard.step(steps.waiveCharge, engineer, made.id, { reason: 'our own mistake' });
  expect(await later(made)).toBe(10);
  await hoursPass(10);
  await yard.step(steps.acceptOrder, clerk, made.id);
  expect(await later(made)).toBe(10);
});

test('given back to the requests nobody can pay it: its time runs until it is taken again', async () => {
  const made = await order();
  await estimate(made.id);
  await hoursPass(5);
  await yard.step(steps.returnOrder, clerk, made.id, { remark: 'the category' });
  expect(await later(made)).toBe(5);
  await hoursPass(7);
  await yard.step(steps.takeOrder, clerk, made.id);
  await hoursPass(11);
  await pay(made.id);
  expect(await later(made)).toBe(16);
});

test('what waits for its charge comes last in the list of the review', async () => {
  const [waits, other] = [await order(), await order()];
  await estimate(waits.id);
  const { items } = await app.call(listOrders, {
    as: clerk,
    query: { state: 'ON_REVIEW', sort: 'urgency', limit: 100 } as never,
  });
  const ids = items.map(({ id }) => id);
  expect(ids.indexOf(waits.id)).toBeGreaterThan(ids.indexOf(other.id));
});

test('on the first page nothing is due of what waits for its charge or is on hold; what was late before still is', async () => {
  const late = await order();
  await hoursPass(500);
  await estimate(late.id);
  const cashier = await app.staff('cashier');
  const waits = await order();
  await estimate(waits.id);
  const { items } = await app.call(ownWork, { as: cashier });
  const rowOf = (id: string) => items.find((item) => item.id === id);
  expect(rowOf(waits.id)).toMatchObject({ queue: 'work-order-charges', dueAt: null, late: false });
  expect(rowOf(late.id)).toMatchObject({ queue: 'work-order-charges', late: true });
  const [runs, held] = [await yard.order({ upTo: 'ASSIGNED' }), await yard.order({ upTo: 'ASSIGNED' })];
  await yard.step(steps.pauseOrder, engineer, held.id, { remark: 'waits for a part' });
  const own = (await app.call(ownWork, { as: yard.crew })).items;
  expect(own.find(({ id }) => id === runs.id)?.dueAt).toEqual(expect.any(String));
  expect(own.find(({ id }) => id === held.id)).toMatchObject({ dueAt: null });
});
