/** Lists of work, the board and the first page begin with what is late, then what is urgent, by when it is due; a badge counts its list. */
import { expect, test } from 'vitest';
import { counterItems } from '#domains/dashboard/contract.ts';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { receiptOfCharge } from '#domains/payments/charge-payments.ts';
import { execute, sql } from '#platform/database/db.ts';
import { pageOf } from '#platform/database/lists.ts';
import { type Person, testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { at } from '#test/zone.ts';
import { listOrders, listOrdersDownload } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { boardOrders } from './plan/contract.ts';
import { makeManyOrders } from './plan/factory.ts';
import { orderList } from './queries.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer } = yard;

/** An order with a due day and a priority; now is the 15th. */
async function due(upTo: 'PENDING' | 'ON_REVIEW' | 'ACCEPTED' | 'COMPLETED', day: string, priority: string) {
  const { id } = await yard.order({ upTo });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set due_at = ${at(day, '10:00')}, priority = ${priority} where id = ${id}`,
  );
  return id;
}
const listed = async (query: object, as: Person = clerk) =>
  (await app.call(listOrders, { as, query: { sort: 'urgency', ...query } as never })).items.map(
    ({ id }) => id,
  );

test('what is late comes first, then what is urgent, by when it is due: in lists, on the board and on the first page', async () => {
  for (const state of ['PENDING', 'ACCEPTED'] as const) {
    const soon = await due(state, '2026-11-16', 'NORMAL');
    const urgent = await due(state, '2026-11-20', 'URGENT');
    const high = await due(state, '2026-11-17', 'HIGH');
    const late = await due(state, '2026-11-12', 'LOW');
    const lateUrgent = await due(state, '2026-11-13', 'URGENT');
    const inOrder = [lateUrgent, late, urgent, soon, high];
    expect(await listed({ state })).toEqual(inOrder);
    const stage = state === 'PENDING' ? 'requests' : 'process';
    expect(await listed({ stage })).toEqual(inOrder);
    // Each page goes on after the one before.
    const pages = [1, 2, 3, 4, 5].map((offset) => listed({ stage, limit: 1, offset }));
    expect((await Promise.all(pages)).flat()).toEqual(inOrder);
    const file = await app.server.inject({
      url: `/api/main${listOrdersDownload.path}`,
      query: { format: 'csv', stage, sort: 'urgency', columns: 'priority' },
      headers: { authorization: `Bearer ${clerk.idToken}` },
    });
    expect(file.body.trim().split('\r\n').slice(-5)).toEqual(['Urgent', 'Low', 'Urgent', 'Normal', 'High']);
    // The person's own choice comes before it.
    expect(await listed({ state, sort: 'dueAt' })).toEqual([late, lateUrgent, soon, high, urgent]);
    if (state === 'PENDING') {
      const { items } = await app.call(ownWork, { as: clerk });
      expect(items.map(({ id }) => id).filter((id) => inOrder.includes(id)).length).toBe(5);
    } else {
      const { columns } = await app.call(boardOrders, { as: engineer, query: {} });
      expect(columns[0]?.items.map(({ id }) => id)).toEqual(inOrder);
    }
  }
  // What is completed is not late: urgent work is verified first.
  const past = await due('COMPLETED', '2026-11-10', 'NORMAL');
  const urgent = await due('COMPLETED', '2026-11-20', 'URGENT');
  expect(await listed({ stage: 'review' })).toEqual([urgent, past]);
});

test('of many orders the list reads those that it shows', async () => {
  await makeManyOrders(app, { count: 3000, state: 'PENDING', dueFrom: at('2026-11-14', '12:00') });
  const actor = { ...app.actorOf(clerk), permissions: new Set(['work-orders:view-all'] as const) };
  const list = orderList(actor, { stage: 'requests' }, { most: 20, receiptOf: receiptOfCharge });
  const plan = await answered(app.db, pageOf({ sort: 'urgency', limit: 20, offset: 1 }, list));
  expect(plan.reads.join()).toContain('orders_urgency');
  expect(plan.reads.join()).not.toMatch(/Seq Scan orders/);
  expect(plan.rowsRead).toBeLessThan(500);
});

test('each tab and each badge of work orders has one number, for an administrator, a supervisor and a crew member', async () => {
  for (const upTo of ['PENDING', 'ON_REVIEW', 'ACCEPTED', 'ASSIGNED', 'IN_PROGRESS', 'COMPLETED'] as const)
    await yard.order({ upTo });
  const again = await yard.order({ upTo: 'COMPLETED' });
  await yard.step(steps.reopenOrder, clerk, again.id, { remark: 'leaks' });
  for (const as of [yard.admin, engineer, yard.crew]) {
    const badges = (await app.call(counterItems, { as })).work_order ?? {};
    const listed = async (stage: string) => app.call(listOrders, { as, query: { stage } as never });
    const [requests, process, review] = [
      await listed('requests'),
      await listed('process'),
      await listed('review'),
    ];
    expect(badges).toEqual({
      pending: requests.counts.PENDING ?? 0,
      accepted: process.counts.ACCEPTED ?? 0,
      re__open: process.counts.RE_OPEN ?? 0,
      assigned: process.counts.ASSIGNED ?? 0,
      in__progress: process.counts.IN_PROGRESS ?? 0,
      on__review: (review.counts.ON_REVIEW ?? 0) + (review.counts.COMPLETED ?? 0),
    });
    const { accepted = 0, re__open = 0, assigned = 0, in__progress = 0 } = badges;
    expect(accepted + re__open + assigned + in__progress).toBe(process.total);
    expect(assigned * in__progress).toBeGreaterThan(0);
  }
});

test('a badge counts what its list has: with what waits for verification; the charges that are due wait on the first page of who takes them', async () => {
  const cashier = await app.staff('cashier');
  const total = async (as: Person, query: object) =>
    (await app.call(listOrders, { as, query: query as never })).total;
  await yard.order({ upTo: 'ON_REVIEW' });
  await yard.order({ upTo: 'COMPLETED' });
  const charged = await yard.order({ upTo: 'ON_REVIEW' });
  await yard.step(steps.estimateOrder, clerk, charged.id, { labourMinor: 500, charged: true, materials: [] });
  const paid = await yard.order({ upTo: 'ON_REVIEW' });
  await yard.step(steps.estimateOrder, clerk, paid.id, { labourMinor: 500, charged: true, materials: [] });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set paid_minor = charge_minor where id = ${paid.id}`,
  );
  for (const as of [clerk, cashier, yard.crew]) {
    const badges = (await app.call(counterItems, { as })).work_order ?? {};
    expect(badges.on__review).toBe(await total(as, { stage: 'review' }));
    expect(badges.pending).toBe(await total(as, { stage: 'requests' }));
  }
  const { queues, items } = await app.call(ownWork, { as: cashier });
  expect(queues.find(({ name }) => name === 'work-order-charges')).toMatchObject({
    total: 1,
    list: { path: '/work-order-payment', query: { money: 'DUE' } },
  });
  expect(items.find(({ id }) => id === charged.id)?.to).toEqual({
    path: '/take-payment',
    query: { workOrderId: charged.id },
  });
});
