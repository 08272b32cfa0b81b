/** The household pays the charge of an order at the bank: who ends or changes the charge meanwhile is asked first, for the money would go back. */
import { describe, expect, test } from 'vitest';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import { waiting } from '#test/race.ts';
import { payWorkOrder } from './contract.ts';
import { DUE, LABOUR, makeCharges } from './factory-charges.ts';
import * as gateway from './gateway/contract.ts';
import { lockChargePayments } from './refunds/lock-charge-payments.ts';

const app = await testApp();
const { yard, charged, detail } = await makeCharges(app);
const { clerk, engineer } = yard;
const remark = 'the pipe is not ours';

/** @param open false: the payment was started and never came to the bank */
async function beingPaid(open = true) {
  const order = await charged();
  const body = { orderId: order.id, amountMinor: DUE, tender: { method: 'GATEWAY' as const } };
  const { id: paymentId } = await app.call(payWorkOrder, { as: order.household, body });
  if (open) await app.call(gateway.openOrder, { as: order.household, body: { paymentId } });
  return { ...order, paymentId };
}
/** The bank says yes, and its answer comes. */
async function comes(as: Person, paymentId: string) {
  await execute(
    app.db,
    sql`update payments.sandbox_orders set status = 'APPROVED', decided_at = ${app.clock.now()}
      where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
  );
  await app.call(gateway.completeGatewayPayment, { as, body: { paymentId } });
}
const estimated = (labourMinor: number) => ({ labourMinor, charged: true, materials: [] });
const logged = (id: string, action: string) =>
  all<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
    app.db,
    sql`select before, after from platform.audit where object_id = ${id} and action = ${`work-order.${action}`} order by at, id`,
  );
const edited = async () => ({
  ...{ categoryId: await yard.category('OTHER'), description: 'Water comes out of the road' },
});

const STEPS: [name: string, step: Endpoint, as: Person, more: () => object | Promise<object>][] = [
  ['estimate', steps.estimateOrder, clerk, () => estimated(LABOUR - 1_000)],
  ['waive', steps.waiveCharge, engineer, () => ({ reason: remark })],
  ['return', steps.returnOrder, clerk, () => ({ remark })],
  ['reject', steps.rejectOrder, clerk, () => ({ remark })],
  ['cancel', steps.cancelOrder, engineer, () => ({ remark })],
  ['edit', steps.updateOrder, engineer, edited],
];

describe.each(STEPS)('%s', (name, step, as, more) => {
  test('is asked about with the sum, and the log says that they knew; the money goes back', async () => {
    const { id, household, paymentId } = await beingPaid();
    const fields = await more();
    const refusal = await app.refused(step, {
      ...{ as, body: { ...(await yard.at(id)), ...fields } },
    } as never);
    expect([refusal.status, refusal.code, refusal.params]).toEqual([
      ...[409, 'work-orders.payment_at_bank', { amountMinor: DUE }],
    ]);
    // What the step itself refuses is told first.
    expect(await app.codeOf(step, { as, body: { orderId: id, version: 1, ...fields } } as never)).toBe(
      'common.stale_version',
    );
    expect(await detail(id)).toMatchObject({ state: 'ON_REVIEW', chargeMinor: DUE, openMinor: DUE });
    await yard.step(step, as, id, { ...fields, despitePayment: true });
    expect((await logged(id, name)).at(-1)?.after).toMatchObject({ despitePayment: true });
    await comes(household, paymentId);
    expect((await detail(id)).goesBack).toMatchObject([{ amountMinor: DUE }]);
  });

  test('is not asked about if no payment has come to the bank', async () => {
    const { id } = await beingPaid(false);
    await yard.step(step, as, id, { ...(await more()), despitePayment: true });
    expect((await logged(id, name)).at(-1)?.after).not.toHaveProperty('despitePayment');
  });
});

test('an estimate that leaves the charge as it is, and another priority, take nothing from who pays', async () => {
  const { id, household, paymentId } = await beingPaid();
  await yard.step(steps.estimateOrder, clerk, id, estimated(LABOUR));
  const { categoryId } = await detail(id);
  const same = { categoryId, description: 'Water comes out of the road', priority: 'HIGH' };
  await yard.step(steps.updateOrder, engineer, id, same);
  await comes(household, paymentId);
  expect(await detail(id)).toMatchObject({ paidMinor: DUE, goesBack: [] });
});

test('a charge that is waived is asked about by nobody any more: its money goes back anyway', async () => {
  const { id } = await beingPaid();
  await yard.step(steps.waiveCharge, engineer, id, { reason: remark, despitePayment: true });
  expect(await yard.codeOf(steps.cancelOrder, engineer, id, { remark })).toBeUndefined();
});

test('the log tells what a waiver and a new estimate changed: who pays, the charge, the materials', async () => {
  const { id } = await charged();
  const materialId = await yard.material('Pipe 25 mm', 2_000);
  await yard.step(steps.waiveCharge, engineer, id, { reason: remark });
  expect(await logged(id, 'waive')).toMatchObject([
    { before: { chargeMinor: DUE, isWaived: false }, after: { chargeMinor: DUE, isWaived: true } },
  ]);
  await yard.step(steps.estimateOrder, clerk, id, {
    ...estimated(50_000),
    materials: [{ materialId, quantity: '3' }],
  });
  const first = { labourMinor: LABOUR, materialsMinor: 0, estimateMinor: LABOUR, chargeMinor: DUE };
  const cost = { labourMinor: 50_000, materialsMinor: 6_000, estimateMinor: 56_000, chargeMinor: 64_400 };
  expect((await logged(id, 'estimate')).slice(-1)).toMatchObject([
    {
      before: { ...first, vatMinor: DUE - LABOUR, isWaived: true },
      after: { ...cost, vatMinor: 8_400, isWaived: false },
    },
  ]);
  await yard.step(steps.waiveCharge, engineer, id, { reason: remark });
  await yard.step(steps.updateOrder, engineer, id, await edited());
  expect((await logged(id, 'edit')).slice(-1)).toMatchObject([
    {
      before: { estimateMinor: 56_000, chargeMinor: 64_400, isWaived: true },
      after: { estimateMinor: null, chargeMinor: null, isWaived: false },
    },
  ]);
});

test('who pays once more while a case of late bills is looked at waits for its payment first, so that nobody waits for the other', async () => {
  const { id, household } = await beingPaid(false);
  const body = { orderId: id, amountMinor: DUE, tender: { method: 'GATEWAY' as const } };
  const { answer } = await transaction(app.db, async (tx) => {
    await lockChargePayments(tx, sql`select ${id}::uuid`);
    const started = app.call(payWorkOrder, { as: household, body });
    await expect.poll(() => waiting(app)).toBeGreaterThan(0);
    await execute(tx, sql`select from work_orders.orders where id = ${id} for no key update`);
    return { answer: started };
  });
  expect((await answer).state).toBe('CREATED');
});
