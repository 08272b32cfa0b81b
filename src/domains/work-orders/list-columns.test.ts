/** What a list says of each order: materials, photos, other work at the plot, who reviews it, how long it took, the receipt. */
import { expect, test } from 'vitest';
import { receiptOfCharge } from '#domains/payments/charge-payments.ts';
import { payWorkOrder } from '#domains/payments/contract.ts';
import { makeCharges } from '#domains/payments/factory-charges.ts';
import { execute, sql } from '#platform/database/db.ts';
import { pageOf } from '#platform/database/lists.ts';
import type { Minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { at } from '#test/zone.ts';
import { listOrders, listReviewers } from './contract.ts';
import { makeManyOrders } from './plan/factory.ts';
import { orderList } from './queries.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const { yard, cashier } = await makeCharges(app);
const { clerk, engineer, crew, admin, step } = yard;

const rows = async (query: object, as: Person = clerk) =>
  (await app.call(listOrders, { as, query: query as never })).items;
const longAgo = (id: string, what: 'asked_at' | 'state_since', time: string) =>
  execute(
    app.owner.db,
    sql`update work_orders.orders set ${sql.ref(what)} = ${sql.ref(what)} - ${time}::interval where id = ${id}`,
  );
const rowOf = async (id: string, as: Person = clerk) => (await rows({}, as)).find((row) => row.id === id);

test('what the work will take, and after it what it took; how long, and whether it was right the first time', async () => {
  const [valve, clamp] = [await yard.material('Valve', 1_000), await yard.material('Clamp', 1_000)];
  const { id } = await yard.planned([
    { materialId: valve, quantity: '2' },
    { materialId: clamp, quantity: '1.5' },
  ]);
  expect(await rowOf(id)).toMatchObject({
    ...{ materialsEn: 'Valve × 2, Clamp × 1.5', reviewerName: 'Karim Uddin', photos: 0 },
    ...{ hoursTaken: null, firstTimeFix: null, receiptId: null, receiptNumber: null, paidBy: null },
  });
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  const used = { materials: [{ materialId: valve, quantity: '3' }], varianceReason: 'deeper' };
  await step(steps.completeOrder, crew, id, { ...yard.done, ...used });
  await longAgo(id, 'asked_at', '3 hours');
  expect(await rowOf(id)).toMatchObject({ materialsEn: 'Valve × 3', hoursTaken: 3, firstTimeFix: null });
  await step(steps.verifyOrder, clerk, id);
  expect(await rowOf(id)).toMatchObject({ firstTimeFix: 'YES' });
  await step(steps.reopenOrder, clerk, id, { remark: 'leaks' });
  expect(await rowOf(id)).toMatchObject({ firstTimeFix: 'NO' });
});

test('other open work at the plot, of those who see all orders', async () => {
  const { number } = await yard.connect();
  const first = await yard.order({ connectionNumber: number });
  expect((await rowOf(first.id))?.similar).toBeNull();
  const second = await yard.order({ connectionNumber: number, code: 'NO_WATER' });
  const third = await yard.order({ connectionNumber: number, code: 'LOW_PRESSURE', upTo: 'ASSIGNED' });
  app.clock.advance(60);
  expect((await rowOf(first.id))?.similar).toMatchObject({ count: 2 });
  expect((await rowOf(third.id, crew))?.similar).toBeNull();
  await step(steps.cancelOrder, engineer, third.id, { remark: 'dry' });
  expect((await rowOf(first.id))?.similar).toEqual({ id: second.id, number: second.number, count: 1 });
  expect((await rowOf(third.id))?.similar).toBeNull();
  // However the plot is written.
  await execute(
    app.owner.db,
    sql`update work_orders.orders set plot_number = '0' || left(plot_number, 1) || chr(8203) || right(plot_number, -1) where id = ${second.id}`,
  );
  expect((await rowOf(first.id))?.similar).toMatchObject({ id: second.id });
});

test('the receipt of a charge and how it was paid, for who sees payments', async () => {
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  await step(steps.estimateOrder, clerk, id, { labourMinor: 1000, charged: true, materials: [] });
  const { chargeMinor } = (await rowOf(id)) ?? {};
  expect(await rowOf(id)).toMatchObject({ receiptId: null, openMinor: chargeMinor });
  const body = { orderId: id, amountMinor: chargeMinor as Minor, tender: { method: 'CASH' as const } };
  const { id: paymentId } = await app.call(payWorkOrder, { as: cashier, body });
  const row = await rowOf(id, cashier);
  expect(row).toMatchObject({ receiptId: paymentId, paidBy: 'CASH', openMinor: 0 });
  expect(row?.receiptNumber).toMatch(/\d/);
  expect(await rowOf(id, engineer)).toMatchObject({ receiptId: null, receiptNumber: null, paidBy: null });
  expect((await rows({ charged: true, money: 'PAID' }, cashier)).map((item) => item.id)).toEqual([id]);
});

test('a household reads of the list how long its work took, and nothing of the office', async () => {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber: number, upTo: 'COMPLETED' });
  expect(await rowOf(id, household)).toMatchObject({
    ...{
      hoursTaken: 0,
      materialsEn: null,
      materialsBn: null,
      photos: null,
      similar: null,
      reviewerName: null,
    },
    ...{ firstTimeFix: null, receiptId: null, receiptNumber: null, paidBy: null },
  });
});

test('by who reviews it and for how long it is in its state', async () => {
  const mine = await yard.order({ upTo: 'ON_REVIEW' });
  const { id } = await yard.order();
  await step(steps.takeOrder, admin, id);
  const ids = async (query: object) => (await rows({ stage: 'review', ...query })).map((row) => row.id);
  expect(await ids({ reviewerId: admin.userId })).toEqual([id]);
  expect(await ids({ reviewerId: clerk.userId })).toContain(mine.id);
  const { items } = await app.call(listReviewers, { as: clerk });
  expect(items.map((item) => item.id).toSorted()).toEqual([admin.userId, clerk.userId].toSorted());
  expect(await ids({ age: '1' })).toEqual([]);
  await longAgo(id, 'state_since', '24 hours');
  expect(await ids({ age: '1' })).toContain(id);
  expect(await ids({ age: '1' })).not.toContain(mine.id);
  expect(await ids({ age: '3' })).toEqual([]);
});

test('of many orders a page reads its own rows, also for what it says of their plots, materials and photos', async () => {
  await makeManyOrders(app, { count: 3000, state: 'PENDING', dueFrom: at('2026-11-14', '12:00') });
  const actor = { ...app.actorOf(clerk), permissions: new Set(['work-orders:view-all'] as const) };
  const list = orderList(actor, { stage: 'requests' }, { most: 20, receiptOf: receiptOfCharge });
  const plan = await answered(app.db, pageOf({ sort: 'urgency', limit: 20, offset: 1 }, list));
  expect(plan.reads.join()).toContain('orders_open_place');
  expect(plan.reads.join()).not.toMatch(/Seq Scan (orders|materials|photos|payments)/);
});
