/** Late bills that are paid by a plan: the ladder leaves them alone as long as it is kept, and water comes back when its first payment is there. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { workPlans } from '#domains/billing/payment-plans/actions/work-plans.ts';
import * as plans from '#domains/billing/payment-plans/contract.ts';
import { ruleOfPlans } from '#domains/billing/payment-plans/factory.ts';
import * as payments from '#domains/payments/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { BILL, dunningCalls } from '../factory.ts';
import { sendingCalls } from '../factory-sending.ts';
import { workLadder } from '../ladder/actions/work-ladder.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = dunningCalls(app);
const { rules, goTo, look, pay, caseOf, eventsOf, orderState } = calls;
const { noticed, ordered, disconnected, reconnectionOf } = sendingCalls(app, calls);
const FIRST = 100_00;

beforeAll(async () => {
  await rules();
  await ruleOfPlans(app, { brokenAYear: 12, aloneUpToMinor: 1_000_00 });
});
beforeEach(async () => {
  await look();
});

/** Of ৳230: ৳100 within a week, and ৳130 in two months. */
async function propose(connectionId: string, firstMinor = FIRST): Promise<string> {
  const as = await app.staff('engineer');
  const { bills, sumMinor } = await app.call(plans.planOptions, { as, query: { connectionId } });
  expect(sumMinor).toBe(2 * BILL);
  const body = {
    ...{ connectionId, billIds: bills.map(({ id }) => id), sumMinor: Number(sumMinor) },
    ...{ firstMinor, instalments: 2, dayOfMonth: 10 },
  };
  return (await app.call(plans.proposePlan, { as, body })).id;
}
async function accept(id: string): Promise<void> {
  const as = await app.staff('cashier');
  const { version } = await app.call(plans.getPlan, { as, params: { id } });
  await app.call(plans.noteAcceptance, { as, params: { id }, body: { version, signedBy: 'Rahim' } });
}
const planState = async (id: string) =>
  (await one<{ state: string }>(app.db, sql`select state from billing.payment_plans where id = ${id}`)).state;

/** The daily work of plans, and then the ladder's, as their times of day are. */
async function until(day: string): Promise<void> {
  for (let on = addDays(app.system().today, 1); on <= day; on = addDays(on, 1)) {
    goTo(on);
    await workPlans(app.db, app.clock);
    await workLadder(app.db, app.clock);
  }
}

test('nothing is asked while all late bills are in a plan; after it is broken the ladder begins again', async () => {
  const late = await noticed();
  const id = await propose(late.id);
  await look();
  expect(await caseOf(late.id)).toMatchObject({ state: 'CLOSED', because: 'held' });
  await accept(id);
  await pay(late.id, FIRST);
  const told = await eventsOf(late.id);
  expect(told).toEqual(['reminder', 'notice', 'closed']);
  const { parts } = await app.call(plans.getPlan, { as: await app.staff('engineer'), params: { id } });
  // Missed on the next day, told on it, and five days of grace.
  const broken = addDays(String(parts[1]?.dueOn), 6);
  await until(addDays(broken, -1));
  expect([await planState(id), await eventsOf(late.id)]).toEqual(['ACTIVE', told]);
  await until(broken);
  // Collected from the day after on.
  expect([await planState(id), await eventsOf(late.id)]).toEqual(['BROKEN', told]);
  await until(addDays(broken, 1));
  expect(await eventsOf(late.id)).toEqual([...told, 'reminder']);
  expect(await caseOf(late.id)).toMatchObject({ state: 'REMINDED', dueMinor: 2 * BILL - FIRST });
});

test('a late bill beside the plan is asked for alone', async () => {
  const late = await noticed();
  const [first] = late.bills;
  const as = await app.staff('engineer');
  const body = {
    ...{ connectionId: late.id, billIds: [String(first)], sumMinor: BILL },
    ...{ firstMinor: 50_00, instalments: 1, dayOfMonth: 10 },
  };
  await app.call(plans.proposePlan, { as, body });
  await look();
  expect((await caseOf(late.id))?.state).toBe('NOTICED');
});

test('who is on the way to disconnect is stopped by a plan that is proposed', async () => {
  const late = await ordered();
  await propose(late.id);
  await look();
  expect(await orderState(late.orderId)).toBe('CANCELLED');
  expect(await caseOf(late.id)).toMatchObject({ state: 'CLOSED', because: 'held' });
});

test('without water, nobody is sent for a plan that is only proposed or accepted, but for its first payment; taken back, nobody comes', async () => {
  const { id: connectionId } = await disconnected();
  const id = await propose(connectionId);
  await look();
  expect((await caseOf(connectionId))?.state).toBe('DISCONNECTED');
  await accept(id);
  expect(await look()).toBe(1);
  expect((await caseOf(connectionId))?.state).toBe('DISCONNECTED');
  const paymentId = await pay(connectionId, FIRST);
  await look();
  expect((await caseOf(connectionId))?.state).toBe('RECONNECTING');
  const order = await reconnectionOf(connectionId);
  expect(await orderState(order)).toBe('PENDING');
  const as = await app.staff('admin');
  await app.call(payments.reversePayment, { as, body: { paymentId, reason: 'wrong house' } });
  await look();
  expect([(await caseOf(connectionId))?.state, await orderState(order)]).toEqual([
    'DISCONNECTED',
    'CANCELLED',
  ]);
});

test('without water and without a first payment, somebody is sent when the plan is accepted', async () => {
  await ruleOfPlans(app, { firstPercent: 0, brokenAYear: 12, aloneUpToMinor: 1_000_00 });
  const { id: connectionId } = await disconnected();
  const id = await propose(connectionId, 0);
  await look();
  expect((await caseOf(connectionId))?.state).toBe('DISCONNECTED');
  await accept(id);
  await look();
  expect((await caseOf(connectionId))?.state).toBe('RECONNECTING');
});
