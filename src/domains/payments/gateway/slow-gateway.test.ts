/** A gateway that takes long to answer: nothing is asked two times, and each answer is booked on the day on which it came. */
import { expect, test } from 'vitest';
import { all, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { sandboxGateway } from '../sandbox/bank.ts';
import { gatewayContext } from './context.ts';
import { decidedAtBank, waysAtGateway } from './factory-at-gateway.ts';
import type { OpenedOrder } from './gateway.ts';
import { checkDueOrders } from './janitor.ts';
import { processInbox } from './receive-callback.ts';

const app = await testApp({ now: '2026-11-20T17:00:00Z' });
const context = gatewayContext(app.platform);
const { startPayment } = waysAtGateway(app);

/** Orders that the bank has taken the money of, and nobody has asked about since; the oldest first. */
async function taken(count: number): Promise<{ orderId: string; paymentId: string }[]> {
  const made = [];
  for (let step = 0; step < count; step += 1) {
    const payment = await startPayment();
    made.push({ orderId: await decidedAtBank(app, payment), paymentId: payment.id });
    app.clock.advance(1);
  }
  return made;
}

/** The bank called about each, and the process ended before it asked. */
const called = (orders: readonly { paymentId: string }[]) =>
  app.owner.pool.query(
    `insert into payments.inbox (gateway, digest, body, state, received_at, payment_id)
      select 'sandbox', sha256(id::text::bytea), '', 'WAITING', $2, id from unnest($1::uuid[]) as c (id)`,
    [orders.map(({ paymentId }) => paymentId), app.clock.now()],
  );
const dayOf = async (paymentId: string | undefined) =>
  all<{ day: string }>(
    app.db,
    sql`select business_date as day from ledger.journals where kind = 'PAYMENT' and source_id = ${paymentId}`,
  );

async function allApproved(orders: readonly { paymentId: string }[]): Promise<void> {
  for (const { paymentId } of orders)
    expect(await one(app.db, sql`select state from payments.payments where id = ${paymentId}`)).toEqual({
      state: 'APPROVED',
    });
}

/** Notes what is asked; `during` happens while the first question waits for its answer. */
function slow(during: () => Promise<unknown> | undefined) {
  const asked: string[] = [];
  const gateway = sandboxGateway(context.sandbox);
  const orderDetails = async (order: OpenedOrder) => {
    asked.push(order.orderId);
    if (asked.length === 1) await during();
    return gateway.orderDetails(order);
  };
  return { asked, context: { ...context, gateways: async () => [{ ...gateway, orderDetails }] } };
}

test('what another round checked meanwhile is not asked again, and after midnight it is the next day', async () => {
  const [first, second, third] = await taken(3);
  app.clock.set('2026-11-20T17:59:00Z');
  const round = slow(async () => {
    await app.owner.pool.query('update payments.orders set next_check_at = $1 where payment_id = $2', [
      '2026-11-21T06:00:00Z',
      second?.paymentId,
    ]);
    app.clock.set('2026-11-20T18:05:00Z');
  });
  expect(await checkDueOrders(round.context, app.system)).toBe(3);
  expect(round.asked).toEqual([first?.orderId, third?.orderId]);
  expect(await dayOf(third?.paymentId)).toEqual([{ day: '2026-11-21' }]);
});

test('the program stops: the rest waits for the next round', async () => {
  app.clock.set('2026-11-22T05:00:00Z');
  await checkDueOrders(context, app.system);
  const orders = await taken(2);
  app.clock.advance(3600);
  const stop = new AbortController();
  const round = slow(async () => stop.abort());
  await checkDueOrders(round.context, app.system, stop.signal);
  expect(round.asked).toEqual([orders[0]?.orderId]);
  await checkDueOrders(context, app.system);
  await allApproved(orders);
});

test('calls of the bank: each is booked on the day on which it is asked about', async () => {
  app.clock.set('2026-11-24T17:50:00Z');
  const orders = await taken(2);
  await called(orders);
  app.clock.set('2026-11-24T17:59:00Z');
  const round = slow(async () => app.clock.set('2026-11-24T18:05:00Z'));
  await processInbox(round.context, app.system);
  const days = (await Promise.all(orders.map(({ paymentId }) => dayOf(paymentId)))).flat();
  expect(new Set(days.map(({ day }) => day))).toEqual(new Set(['2026-11-24', '2026-11-25']));
});

test('calls of the bank: the program stops, and the rest waits for the next round', async () => {
  app.clock.set('2026-11-26T05:00:00Z');
  const orders = await taken(2);
  await called(orders);
  const stop = new AbortController();
  const round = slow(async () => stop.abort());
  await processInbox(round.context, app.system, stop.signal);
  expect(round.asked).toHaveLength(1);
  await processInbox(context, app.system);
  await allApproved(orders);
});
