/** An order that a case of late bills let go of stays ended: the case sends somebody again by another order, and nobody else does. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { getOrder } from '#domains/work-orders/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { reopenRequest } from '#domains/work-orders/requests/contract.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { BILL, dunningCalls } from '../factory.ts';
import { sendingCalls } from '../factory-sending.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = dunningCalls(app);
const { rules, look, lookAtAll, pay, goTo, caseOf, orderState, statusOf, work } = calls;
const { ordered, disconnected, reconnectionOf } = sendingCalls(app, calls);
const remark = 'It is needed after all.';

beforeAll(() => rules());
beforeEach(async () => {
  await look();
});

async function reject(orderId: string) {
  const yard = await makeYard(app);
  await yard.step(steps.rejectOrder, yard.clerk, orderId, { remark: 'The gate is locked.' });
}

/** Nobody opens the order again, and its page does not offer it. */
async function staysEnded(orderId: string, state: 'CANCELLED' | 'REJECTED') {
  const yard = await makeYard(app);
  const page = await app.call(getOrder, { as: yard.clerk, params: { id: orderId } });
  expect([page.state, page.can['reopen-request']]).toEqual([state, 'no']);
  expect(await yard.codeOf(reopenRequest, yard.clerk, orderId, { remark })).toBe('work-orders.wrong_state');
  expect(await orderState(orderId)).toBe(state);
}

test('a disconnection whose bills were paid is not opened again', async () => {
  const { id, orderId } = await ordered();
  await pay(id, 2 * BILL);
  await look();
  expect([(await caseOf(id))?.state, await statusOf(id)]).toEqual(['CLOSED', 'active']);
  await staysEnded(orderId, 'CANCELLED');
});

test('nor is a disconnection that the office rejected: the case asks a person again', async () => {
  const { id, orderId } = await ordered();
  await reject(orderId);
  // Also before the case has heard of it.
  await staysEnded(orderId, 'REJECTED');
  await look();
  expect((await caseOf(id))?.state).toBe('NOTICED');
  await staysEnded(orderId, 'REJECTED');
});

test('nor is a reconnection that ended, beside the one that came after it', async () => {
  const { id } = await disconnected();
  await pay(id, 2 * BILL);
  await look();
  const ended = await reconnectionOf(id);
  await reject(ended);
  await look();
  await goTo(addDays(app.system().today, 1));
  await lookAtAll();
  expect(await reconnectionOf(id)).not.toBe(ended);
  await staysEnded(ended, 'REJECTED');
});

test('a disconnection that was done is done again only as long as the household is without water', async () => {
  const { id, orderId } = await disconnected();
  const yard = await makeYard(app);
  const mayReopen = async () =>
    (await app.call(getOrder, { as: yard.clerk, params: { id: orderId } })).can.reopen;
  expect(await mayReopen()).toBe('yes');
  await pay(id, 2 * BILL);
  await look();
  const reconnection = await reconnectionOf(id);
  await work(reconnection, 'COMPLETED');
  expect([await statusOf(id), await mayReopen()]).toEqual(['active', 'no']);
  expect(await yard.codeOf(steps.reopenOrder, yard.clerk, orderId, { remark })).toBe(
    'work-orders.wrong_state',
  );
  // The way back may be mended.
  expect(await yard.codeOf(steps.reopenOrder, yard.clerk, reconnection, { remark })).toBeUndefined();
});
