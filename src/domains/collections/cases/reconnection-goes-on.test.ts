/** A household that has paid for its water gets it: what ends the way of the crew, and what does not. And what a closed connection leaves. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import * as closure from '#domains/meters/closure/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { BILL, dunningCalls, RULES } from '../factory.ts';
import { sendingCalls } from '../factory-sending.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = dunningCalls(app);
const { rules, look, pay, caseOf, eventsOf, messages, orderState, statusOf, goTo, lookAtAll } = calls;
const { ordered, disconnected, reconnectionOf } = sendingCalls(app, calls);

beforeAll(() => rules());
beforeEach(async () => {
  await look();
});

async function takeBack(paymentId: string) {
  const [asker, second] = [await app.staff('admin'), await app.staff('admin')];
  const body = { paymentId, reason: 'another connection' };
  const { reversal, state } = await app.call(payments.reversePayment, { as: asker, body });
  if (state !== 'REVERSED' && reversal)
    await app.call(payments.decideReversal, {
      as: second,
      body: { reversalId: reversal.id, accept: true },
    });
}
/** Two bills become late while the crew is on its way. */
async function lateSince(connectionId: string) {
  const { today } = app.system();
  await transaction(app.db, async (tx) => {
    for (const period of ['2029-01-01', '2029-02-01'])
      await makeInvoice(tx, app.system(), { connectionId, issuedOn: today, dueOn: today, period });
  });
  goTo(addDays(today, 1));
}
/** Paid, and somebody is on the list to connect. */
async function earned() {
  const { id, number } = await disconnected();
  const paymentId = await pay(id, 2 * BILL);
  await look();
  return { id, number, paymentId, orderId: await reconnectionOf(id) };
}

test('a bill that becomes late while somebody is on the way does not stop them', async () => {
  const { id, orderId } = await earned();
  const before = await messages('openAgain');
  await lateSince(id);
  await lookAtAll();
  expect([(await caseOf(id))?.state, await orderState(orderId)]).toEqual(['RECONNECTING', 'PENDING']);
  expect(await messages('openAgain')).toEqual(before);
});

test('money that is taken back stops them, and the household is told why and the sum that it owes by now', async () => {
  const { id, number, paymentId, orderId } = await earned();
  await lateSince(id);
  await takeBack(paymentId);
  const before = (await messages('openAgain')).length;
  await look();
  await lookAtAll();
  expect([(await caseOf(id))?.state, await orderState(orderId)]).toEqual(['DISCONNECTED', 'CANCELLED']);
  expect(await caseOf(id)).toMatchObject({ dueMinor: 4 * BILL });
  expect((await eventsOf(id)).at(-1)).toBe('reconnection_ended');
  const told = (await messages('openAgain')).slice(before);
  expect(told).toHaveLength(1);
  const inEnglish = told[0]?.replace(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit)));
  expect(inEnglish).toContain(number);
  expect(inEnglish).toContain('460');
  const { remark } = await one<{ remark: string }>(
    app.db,
    sql`select remark from work_orders.orders where id = ${orderId}`,
  );
  expect(remark).toMatch(/the late bills are open again/);
});

test('who has arrived to connect goes on although money was taken back', async () => {
  const { paymentId, orderId } = await earned();
  const yard = await makeYard(app);
  await yard.step(steps.takeOrder, yard.clerk, orderId);
  await yard.step(steps.acceptOrder, yard.clerk, orderId);
  await yard.step(steps.assignOrder, yard.engineer, orderId, { crewId: yard.crew.userId });
  await yard.step(steps.noteArrival, yard.crew, orderId);
  await takeBack(paymentId);
  await look();
  expect(await orderState(orderId)).toBe('IN_PROGRESS');
});

/** The same, with the fee of the rules paid. */
async function paidFee() {
  await rules({ ...RULES, reconnectionFeeMinor: 50_000 });
  const made = await earned();
  const { charge } = await one<{ charge: Minor }>(
    app.db,
    sql`select charge_minor as charge from work_orders.orders where id = ${made.orderId}`,
  );
  await app.call(payments.payWorkOrder, {
    as: await app.staff('cashier'),
    body: { orderId: made.orderId, amountMinor: charge, tender: { method: 'CASH' } },
  });
  return made;
}
const closes = (connectionId: string) =>
  execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = ${app.system().today} where id = ${connectionId}`,
  );

test('a reconnection whose fee is paid goes on, and is left to people if the connection is closed', async () => {
  const { id, paymentId, orderId } = await paidFee();
  await takeBack(paymentId);
  await look();
  expect([(await caseOf(id))?.state, await orderState(orderId)]).toEqual(['RECONNECTING', 'ON_REVIEW']);
  await closes(id);
  await look();
  expect(await caseOf(id)).toMatchObject({ state: 'CLOSED', because: 'connection_closed' });
  expect(await orderState(orderId)).toBe('ON_REVIEW');
});

test('a reconnection that nobody has paid is cancelled with the connection', async () => {
  const { id, orderId } = await earned();
  await closes(id);
  await look();
  expect([(await caseOf(id))?.state, await orderState(orderId)]).toEqual(['CLOSED', 'CANCELLED']);
});

test('a case of a closed connection ends although its order was completed meanwhile', async () => {
  const { id, orderId } = await ordered();
  await closes(id);
  await calls.work(orderId, 'COMPLETED');
  await look();
  expect(await caseOf(id)).toMatchObject({ state: 'CLOSED', because: 'connection_closed' });
  expect(await orderState(orderId)).toBe('COMPLETED');
});

/** Gives the way back. */
async function closedByMistake(connectionId: string) {
  const as = await app.staff('admin');
  const { meterId, litres } = await one<{ meterId: string; litres: number }>(
    app.db,
    sql`select a.meter_id as "meterId", coalesce((select max(r.register_litres) from meters.readings r
        where r.connection_id = a.connection_id and r.living), a.opening_litres)::bigint as litres
      from meters.assignments a where a.connection_id = ${connectionId} and a.removed_on is null`,
  );
  const body = { meterId, reason: 'the wrong house' };
  const { today: readOn } = app.system();
  await app.call(closure.closeConnection, { as, body: { ...body, readOn, registerLitres: litres } });
  return () => app.call(closure.reopenConnection, { as, body });
}

test('a closure that is taken back leaves a connection without water, and its case goes on to the reconnection', async () => {
  const { id } = await disconnected();
  const reopen = await closedByMistake(id);
  await look();
  expect(await caseOf(id)).toMatchObject({ state: 'CLOSED', because: 'connection_closed' });
  await reopen();
  expect(await statusOf(id)).toBe('disconnected');
  await look();
  expect(await caseOf(id)).toMatchObject({ state: 'DISCONNECTED', because: null });
  expect((await eventsOf(id)).at(-1)).toBe('reopened');
  await pay(id, 2 * BILL);
  await look();
  expect((await caseOf(id))?.state).toBe('RECONNECTING');
});

test('the paid order to reconnect is its order again when the closure is taken back', async () => {
  const { id, orderId } = await paidFee();
  const reopen = await closedByMistake(id);
  await look();
  await reopen();
  await look();
  expect(await caseOf(id)).toMatchObject({ state: 'RECONNECTING', reconnectionId: orderId });
});

test('the water is off and on from the days of the work, also if the phone of the crew tells on the next day', async () => {
  const { id, orderId } = await ordered();
  const day = app.system().today;
  // 23:30 of this day in Dhaka.
  app.clock.set(`${day}T17:30:00Z`);
  const yard = await makeYard(app);
  await yard.step(steps.takeOrder, yard.clerk, orderId);
  await yard.step(steps.acceptOrder, yard.clerk, orderId);
  await yard.step(steps.assignOrder, yard.engineer, orderId, { crewId: yard.crew.userId });
  await yard.step(steps.noteArrival, yard.crew, orderId);
  app.clock.set(`${day}T18:20:00Z`);
  expect(app.system().today).toBe(addDays(day, 1));
  const noted = { notedAt: `${day}T17:40:00.000Z` };
  await yard.step(steps.completeOrder, yard.crew, orderId, { ...yard.done, ...noted });
  expect(await statusOf(id)).toBe('disconnected');
  expect(
    await all(
      app.db,
      sql`select d.from_day as "from", k.disconnected_on as "on" from meters.disconnections d
        join collections.cases k on k.connection_id = d.connection_id where d.connection_id = ${id}`,
    ),
  ).toEqual([{ from: day, on: day }]);
});
