/** The charge of an order to disconnect was paid: it still ends when the bills are paid. And a case that fails stops nothing else. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { orderEnded } from '#domains/work-orders/points.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, first, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { joined } from '../../../services.ts';
import { BILL, dunningCalls } from '../factory.ts';
import { sendingCalls } from '../factory-sending.ts';
import { jobs } from '../jobs.ts';
import { LADDER_JOB } from '../ladder/actions/work-ladder.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = dunningCalls(app);
const { rules, look, pay, caseOf, eventsOf, orderState, statusOf, debtor, goTo } = calls;
const { ordered } = sendingCalls(app, calls);

beforeAll(() => rules());
beforeEach(async () => {
  await look();
});
afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const LABOUR = 50_000;

/** The office asks a charge for the order, and the household pays it. */
async function charged(orderId: string) {
  const yard = await makeYard(app);
  await yard.step(steps.takeOrder, yard.clerk, orderId);
  const estimate = { labourMinor: LABOUR as Minor, charged: true, materials: [] };
  await yard.step(steps.estimateOrder, yard.clerk, orderId, estimate);
  const { charge } = await one<{ charge: number }>(
    app.db,
    sql`select charge_minor as charge from work_orders.orders where id = ${orderId}`,
  );
  await app.call(payments.payWorkOrder, {
    as: await app.staff('cashier'),
    body: { orderId, amountMinor: charge as Minor, tender: { method: 'CASH' } },
  });
  await yard.step(steps.acceptOrder, yard.clerk, orderId);
  return { yard, charge };
}
async function sent(orderId: string) {
  const { yard, charge } = await charged(orderId);
  await yard.step(steps.assignOrder, yard.engineer, orderId, { crewId: yard.crew.userId });
  return { yard, charge };
}
const owedBack = (orderId: string) =>
  all(
    app.db,
    sql`select state, amount_minor as "amountMinor", reason, asked_by as "askedBy" from payments.refunds where work_order_id = ${orderId}`,
  );
const toldCrew = async (userId: string, orderId: string) =>
  (
    await all<{ kind: string }>(
      app.owner.db,
      sql`select kind from platform.notices where user_id = ${userId} and path = ${`/work-order-list/${orderId}`} order by id`,
    )
  ).map(({ kind }) => kind);

test.each(['ASSIGNED', 'IN_PROGRESS'] as const)(
  'an order that is %s and whose charge is paid ends when the bills are paid: the crew is told, and the charge is owed back',
  async (upTo) => {
    const { id, orderId } = await ordered();
    const { yard, charge } = await sent(orderId);
    if (upTo === 'IN_PROGRESS') await yard.step(steps.noteArrival, yard.crew, orderId);
    await pay(id, 2 * BILL);
    await look();
    expect([await orderState(orderId), await statusOf(id)]).toEqual(['CANCELLED', 'active']);
    expect(await caseOf(id)).toMatchObject({ state: 'CLOSED', because: 'paid' });
    expect((await eventsOf(id)).slice(-2)).toEqual(['order_cancelled', 'closed']);
    const reason = 'বকেয়া বিল পরিশোধ হয়েছে / the late bills are paid';
    expect(await owedBack(orderId)).toEqual([
      { state: 'REQUESTED', amountMinor: charge, reason, askedBy: null },
    ]);
    expect(await toldCrew(String(yard.crew.userId), orderId)).toEqual([
      ...['work-orders.assigned', 'work-orders.taken'],
    ]);
    const { body } = await one<{ body: string }>(
      app.db,
      sql`select body from platform.outbox where event like ${`work-orders.ended:${orderId}:%`}`,
    );
    expect(body.normalize()).toContain(reason.normalize());
    expect(
      await first(
        app.db,
        sql`select from platform.outbox o join payments.refunds r on o.event like '%' || r.id || '%' where r.work_order_id = ${orderId}`,
      ),
    ).toBeDefined();
  },
);

test('an order that was opened again after the disconnection, and is paid, ends before somebody is sent to reconnect', async () => {
  const { id, orderId } = await ordered();
  const { yard } = await sent(orderId);
  await yard.step(steps.noteArrival, yard.crew, orderId);
  await yard.step(steps.completeOrder, yard.crew, orderId, yard.done);
  await look();
  expect(await statusOf(id)).toBe('disconnected');
  await yard.step(steps.reopenOrder, yard.clerk, orderId, { remark: 'The seal is missing' });
  await pay(id, 2 * BILL);
  await look();
  expect([await orderState(orderId), (await caseOf(id))?.state]).toEqual(['CANCELLED', 'RECONNECTING']);
  expect(await owedBack(orderId)).toHaveLength(1);
});

test('a case that fails is tried again by its own job; the others and the ladder go on', async () => {
  const [failing, other] = [await ordered(), await ordered()];
  const today = addDays(app.system().today, 1);
  goTo(today);
  const late = await debtor([addDays(today, -6)]);
  for (const { id } of [failing, other]) await pay(id, 2 * BILL);
  await calls.dropJobs();
  const logged: unknown[] = [];
  const log = { ...app.platform.log, error: (...args: unknown[]) => logged.push(args) } as never;
  const only = ((point: unknown) =>
    point === orderEnded
      ? async (_tx: unknown, _actor: unknown, order: { id: string }) => {
          if (order.id === failing.orderId) throw new Error('the ticket is gone');
        }
      : joined.only(point as never)) as never;
  const run = jobs(app.platform, { only })[LADDER_JOB]?.run;
  const context = { signal: new AbortController().signal, log, jobId: '1', attempt: 1, maxAttempts: 25 };
  await run?.({}, context);
  expect([await orderState(failing.orderId), await orderState(other.orderId)]).toEqual([
    ...['PENDING', 'CANCELLED'],
  ]);
  expect((await caseOf(late.id))?.state).toBe('REMINDED');
  expect(logged).toMatchObject([[{ connectionId: failing.id }, expect.any(String)]]);
  // Its own job, which raises the alarm if it goes on failing.
  expect(await look()).toBeGreaterThan(0);
  expect(await orderState(failing.orderId)).toBe('CANCELLED');
});
