/** What a household sees of the money for its repair: while it is open, at the bank, paid, waived or not needed any more. */
import { describe, expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { listOrders } from '#domains/work-orders/contract.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { DUE, makeCharges } from './factory-charges.ts';
import * as gateway from './gateway/contract.ts';
import * as payables from './payables/contract.ts';

const app = await testApp();
const { yard, cashier, charged, pay, detail, estimate } = await makeCharges(app);

const payableOf = (as: Person, query: { workOrderId?: string; applicationId?: string }) =>
  app.call(payables.getPayable, { as, query });
const begin = async (orderId: string, as: Person) => {
  const { id: paymentId } = await app.call(contract.payWorkOrder, {
    ...{ as, body: { orderId, amountMinor: DUE, tender: { method: 'GATEWAY' } } },
  });
  await app.call(gateway.openOrder, { as, body: { paymentId } });
  return paymentId;
};
const homeOf = (as: Person) => app.call(consumerDashboard, { as });

describe('what can be paid', () => {
  test('the list, the page and the home say what is left; after the payment none of them does', async () => {
    const { id, household } = await charged();
    const listed = async () => (await app.call(listOrders, { as: household, query: {} })).items[0]?.openMinor;
    expect([await listed(), (await detail(id, household)).openMinor]).toEqual([DUE, DUE]);
    expect((await homeOf(household)).repairsToPay).toEqual([{ id, dueMinor: DUE, isBeingPaid: false }]);
    expect((await homeOf((await charged()).household)).repairsToPay).not.toMatchObject([{ id }]);
    await pay(id);
    expect([await listed(), (await detail(id, household)).openMinor]).toEqual([0, 0]);
    expect((await homeOf(household)).repairsToPay).toEqual([]);
  });

  test('a payment that is open at the bank is on the page of the order and at home, and nobody else reads it', async () => {
    const { id, household } = await charged();
    expect((await detail(id, household)).atBank).toBeNull();
    const paymentId = await begin(id, household);
    const atBank = { paymentId, amountMinor: DUE, isSetAside: false };
    expect((await detail(id, household)).atBank).toMatchObject(atBank);
    expect((await homeOf(household)).repairsToPay).toMatchObject([{ id, isBeingPaid: true }]);
    const crew = await app.staffWith(['work-orders:view', 'work-orders:view-all', 'work-orders:review']);
    expect((await detail(id, crew)).atBank).toBeNull();
    expect((await detail(id, cashier)).atBank).toMatchObject(atBank);
  });

  test('who is asked for a charge that the office wrote down does not read the phone of who told of it', async () => {
    const household = await app.consumer();
    const { number: connectionNumber } = await yard.connect({ consumerId: String(household.consumerId) });
    const body = { ...(await yard.fields({ connectionNumber })), phone: '01711000999' };
    const { id: workOrderId } = await app.call(steps.createOrder, { as: yard.clerk, body });
    await yard.step(steps.takeOrder, yard.clerk, workOrderId);
    await estimate(workOrderId);
    const seen = [
      await payableOf(household, { workOrderId }),
      await app.call(payables.myPayables, { as: household }),
    ];
    expect(JSON.stringify(seen)).not.toContain('1711000999');
    expect((await payableOf(cashier, { workOrderId })).phone).toContain('1711000999');
  });
});

describe('what cannot be paid any more', () => {
  test('a paid charge says so, with its receipt, on its page and at its address', async () => {
    const { id, household } = await charged();
    const payment = await pay(id);
    const receipt = { paymentId: payment.id, number: payment.receiptNumber };
    expect((await detail(id, household)).receipt).toEqual(receipt);
    expect(await payableOf(household, { workOrderId: id })).toMatchObject({
      ...{ kind: 'WORK_ORDER', dueMinor: 0, items: [], closed: { because: 'PAID', receipt } },
    });
    expect((await payableOf(cashier, { workOrderId: id })).closed).toEqual({ because: 'PAID', receipt });
    // Neither is for somebody else.
    const stranger = await app.consumer();
    expect(await app.codeOf(payables.getPayable, { as: stranger, query: { workOrderId: id } })).toBe(
      'common.not_found',
    );
    // Who sees no payments reads that it is paid.
    const reader = await app.staffWith(['work-orders:view', 'work-orders:view-all', 'work-orders:review']);
    expect(await detail(id, reader)).toMatchObject({ paidMinor: DUE, receipt: null });
  });

  test('a charge that was waived, whose work ended, or that is not asked for now says so', async () => {
    const because = async (household: Person, workOrderId: string) =>
      (await payableOf(household, { workOrderId })).closed?.because;
    const [waived, ended, returned] = [await charged(), await charged(), await charged()];
    await yard.step(steps.waiveCharge, yard.engineer, waived.id, { reason: 'our pipe' });
    await yard.step(steps.cancelOrder, yard.engineer, ended.id, { remark: 'found dry' });
    await yard.step(steps.returnOrder, yard.clerk, returned.id, { remark: 'look again' });
    expect([
      await because(waived.household, waived.id),
      await because(ended.household, ended.id),
      await because(returned.household, returned.id),
    ]).toEqual(['WAIVED', 'ENDED', 'NOT_YET']);
    const open = await charged();
    expect(await payableOf(open.household, { workOrderId: open.id })).toMatchObject({
      ...{ dueMinor: DUE, closed: null },
    });
  });

  test('a demand note says it too: not asked for, open, paid with its receipt, ended with its application', async () => {
    const because = async (applicationId: string) =>
      (await payableOf(cashier, { applicationId })).closed?.because ?? null;
    const early = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
    expect(await because(early.id)).toBe('NOT_YET');
    const note = await makeApplication(app, { upTo: 'READY_TO_PAY' });
    const { dueMinor, closed } = await payableOf(cashier, { applicationId: note.id });
    expect(closed).toBeNull();
    const payment = await app.call(contract.payDemandNote, {
      ...{ as: cashier, body: { applicationId: note.id, amountMinor: dueMinor, tender: { method: 'CASH' } } },
    });
    expect((await payableOf(cashier, { applicationId: note.id })).closed).toEqual({
      because: 'PAID',
      receipt: { paymentId: payment.id, number: payment.receiptNumber },
    });
    const over = await makeApplication(app, { upTo: 'READY_TO_PAY' });
    for (const state of ['REJECTED', 'WITHDRAWN', 'EXPIRED']) {
      await execute(
        app.owner.db,
        sql`update applications.applications set state = ${state} where id = ${over.id}`,
      );
      expect([state, await because(over.id)]).toEqual([state, 'ENDED']);
    }
    const stranger = await app.consumer();
    expect(await app.codeOf(payables.getPayable, { as: stranger, query: { applicationId: note.id } })).toBe(
      'common.not_found',
    );
  });
});
