/** The work of a ticket ends in each of its ways: the ticket goes on in the same transaction, also if who ended it answers no tickets. */
import { describe, expect, test } from 'vitest';
import { makeCharges } from '#domains/payments/factory-charges.ts';
import * as orderSteps from '#domains/work-orders/steps/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeDesk } from './factory-calls.ts';

const app = await testApp();
const desk = await makeDesk(app);
const { yard, charged, pay } = await makeCharges(app);
const { agent, home } = desk;

const tie = (ticketId: string, orderId: string) =>
  execute(
    app.owner.db,
    sql`update work_orders.orders set ticket_id = case when id = ${orderId} then ${ticketId}::uuid end, asked_as = 'STAFF'
      where id = ${orderId} or ticket_id = ${ticketId}`,
  );
/** A ticket that waits for an order, which is brought near its end. */
async function waiting(orderId: string): Promise<string> {
  const { id } = await desk.ticket({ upTo: 'WAITING_FIELD' });
  await tie(id, orderId);
  return id;
}
const remark = 'not needed';

describe('the ticket goes on', () => {
  test('when the work is rejected', async () => {
    const order = await yard.order({ upTo: 'ON_REVIEW' });
    const id = await waiting(order.id);
    await yard.step(orderSteps.rejectOrder, yard.clerk, order.id, { remark });
    expect((await desk.stand(id)).state).toBe('IN_PROGRESS');
  });

  test('when it is cancelled', async () => {
    const order = await yard.order({ upTo: 'ASSIGNED' });
    const id = await waiting(order.id);
    await yard.step(orderSteps.cancelOrder, yard.engineer, order.id, { remark });
    expect((await desk.stand(id)).state).toBe('IN_PROGRESS');
  });

  test('when it is done and verified, not before', async () => {
    const order = await yard.order({ upTo: 'IN_PROGRESS' });
    const id = await waiting(order.id);
    await yard.step(orderSteps.completeOrder, yard.crew, order.id, yard.done);
    expect((await desk.stand(id)).state).toBe('WAITING_FIELD');
    await yard.step(orderSteps.verifyOrder, yard.clerk, order.id);
    expect((await desk.stand(id)).state).toBe('IN_PROGRESS');
  });

  test('when it was paid and its money is owed back', async () => {
    const order = await charged();
    await pay(order.id);
    const id = await waiting(order.id);
    await yard.step(orderSteps.withdrawPaidOrder, yard.engineer, order.id, { remark });
    expect((await desk.stand(id)).state).toBe('IN_PROGRESS');
  });
});

test('a ticket that was resolved meanwhile stays so, and one that waits for nothing is not touched', async () => {
  const order = await yard.order({ upTo: 'ASSIGNED' });
  const id = await waiting(order.id);
  await desk.update(agent, id, 'RESOLVED', { remark: 'Water is back.' });
  const before = await desk.at(id);
  await yard.step(orderSteps.cancelOrder, yard.engineer, order.id, { remark });
  expect((await desk.stand(id)).state).toBe('RESOLVED');
  expect(await desk.at(id)).toEqual(before);
  expect((await desk.see(home.person, id)).timeline.map(({ action }) => action)).not.toContain('field-done');
});
