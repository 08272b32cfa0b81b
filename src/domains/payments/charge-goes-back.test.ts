/** The charge of a work order goes back: taken back by who took it, or owed back because the work is not done. */
import { afterEach, describe, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { waiting } from '#test/race.ts';
import * as contract from './contract.ts';
import { CASH, DUE, LABOUR, makeCharges } from './factory-charges.ts';
import * as refunds from './refunds/contract.ts';

const app = await testApp();
const { yard, cashier, second, charged, paying, pay, detail, booked } = await makeCharges(app);

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

describe('taken back', () => {
  const reversing = (paymentId: string, as = yard.admin) => ({
    ...{ as, body: { paymentId, reason: 'taken for the wrong order' } },
  });

  test('the accepted order waits for its money again, and the right money pays it', async () => {
    const { id } = await charged();
    const { id: paymentId } = await pay(id);
    await app.call(steps.acceptOrder, { as: yard.clerk, body: await yard.at(id) });
    expect(await app.call(contract.reversePayment, reversing(paymentId))).toMatchObject({
      state: 'REVERSED',
    });
    expect(await booked(id)).toEqual({});
    expect(await detail(id)).toMatchObject({ state: 'ON_REVIEW', paidMinor: 0, can: { accept: 'not_paid' } });
    await pay(id);
    expect(await booked(id)).toEqual({ '1000': DUE, '2100': -15_008, '4110': -LABOUR });
  });

  test('above what one person may alone a second person decides; the order remembers what was done', async () => {
    const { id } = await charged();
    const first = await pay(id);
    const [one, other] = [await app.staff('admin'), await app.staff('admin')];
    expect(await app.call(contract.reversePayment, reversing(first.id, one))).toMatchObject({
      state: 'REVERSED',
    });
    const again = await pay(id);
    expect(await app.call(contract.reversePayment, reversing(again.id, other))).toMatchObject({
      state: 'APPROVED',
      reversal: { state: 'REQUESTED' },
    });
    const [reversal] = await all<{ id: string }>(
      app.db,
      sql`select id from payments.reversals where payment_id = ${again.id}`,
    );
    const reversalId = String(reversal?.id);
    // Meanwhile the work is given to somebody: then the money stays.
    await app.call(steps.acceptOrder, { as: yard.clerk, body: await yard.at(id) });
    await app.call(steps.assignOrder, {
      as: yard.engineer,
      body: { ...(await yard.at(id)), crewId: yard.crew.userId },
    });
    expect(
      await app.codeOf(contract.decideReversal, { as: second, body: { reversalId, accept: true } }),
    ).toBe('work-orders.wrong_state');
    expect(await detail(id)).toMatchObject({ state: 'ASSIGNED', paidMinor: DUE });
  });

  test('money of work that is assigned is not taken back, nor is a second person asked for it', async () => {
    const { id } = await charged(200_000);
    const { id: paymentId } = await app.call(contract.payWorkOrder, {
      as: cashier,
      body: paying(id, 230_000),
    });
    await app.call(steps.acceptOrder, { as: yard.clerk, body: await yard.at(id) });
    await app.call(steps.assignOrder, {
      as: yard.engineer,
      body: { ...(await yard.at(id)), crewId: yard.crew.userId },
    });
    expect(await app.codeOf(contract.reversePayment, reversing(paymentId))).toBe('work-orders.wrong_state');
  });
});

test('money of work that somebody has started goes back by a refund only', async () => {
  const { id } = await charged();
  const { id: paymentId } = await pay(id);
  await app.call(steps.acceptOrder, { as: yard.clerk, body: await yard.at(id) });
  await app.call(steps.assignOrder, {
    as: yard.engineer,
    body: { ...(await yard.at(id)), crewId: yard.crew.userId },
  });
  await app.call(steps.noteArrival, { as: yard.crew, body: await yard.at(id) });
  await app.call(steps.unassignOrder, {
    as: yard.engineer,
    body: { ...(await yard.at(id)), remark: 'somebody else goes' },
  });
  const body = { paymentId, reason: 'not wanted any more' };
  expect(await app.codeOf(contract.reversePayment, { as: yard.admin, body })).toBe(
    'work-orders.work_started',
  );
});

describe('owed back', () => {
  test('paid work that is not done: the order ends, and its money goes out by a refund of three people', async () => {
    const { id, number, household } = await charged();
    await pay(id);
    const body = { ...(await yard.at(id)), remark: 'the pipe is not ours' };
    for (const as of [yard.clerk, cashier, household])
      expect(await app.codeOf(steps.withdrawPaidOrder, { as, body })).toBe('common.not_permitted');
    expect(await app.call(steps.withdrawPaidOrder, { as: yard.engineer, body })).toMatchObject({
      state: 'CANCELLED',
    });
    expect(await booked(id)).toEqual({ '1000': DUE, '2210': -DUE });
    const { items } = await app.call(refunds.listRefunds, { as: cashier, query: { search: number } });
    expect(items).toMatchObject([
      { targetNumber: number, amountMinor: DUE, workOrderId: id, payeeName: 'Rahima Khatun' },
    ]);
    const refundId = String(items[0]?.id);
    await app.call(refunds.decideRefund, { as: second, body: { refundId, accept: true } });
    await app.call(refunds.payRefund, { as: cashier, body: { refundId, tender: CASH } });
    expect(await booked(id)).toEqual({});
    expect(
      await app.codeOf(steps.withdrawPaidOrder, {
        as: yard.engineer,
        body: { ...body, ...(await yard.at(id)) },
      }),
    ).toBe('work-orders.wrong_state');
  });

  test('work that was not paid is not cancelled with its money', async () => {
    const { id } = await charged();
    expect(
      await app.codeOf(steps.withdrawPaidOrder, {
        as: yard.engineer,
        body: { ...(await yard.at(id)), remark: 'not needed' },
      }),
    ).toBe('work-orders.nothing_paid');
  });

  test('who cancels paid work waits for who takes its payment back, and both come to an end', async () => {
    const { id } = await charged();
    const { id: paymentId } = await pay(id);
    const { cancelled } = await transaction(app.db, async (tx) => {
      // The order of locks of who takes it back: the payment, then the work order.
      await execute(tx, sql`select from payments.payments where id = ${paymentId} for update`);
      const body = { ...(await yard.at(id)), remark: 'not needed' };
      const call = app.codeOf(steps.withdrawPaidOrder, { as: yard.engineer, body });
      await expect.poll(() => waiting(app)).toBeGreaterThan(0);
      await execute(tx, sql`select from work_orders.orders where id = ${id} for no key update`);
      return { cancelled: call };
    });
    expect(await cancelled).toBeUndefined();
  });

  test('a refused refund is asked for again', async () => {
    const { id } = await charged();
    await pay(id);
    await app.call(steps.withdrawPaidOrder, {
      as: yard.engineer,
      body: { ...(await yard.at(id)), remark: 'not needed' },
    });
    const refund = () =>
      one<{ id: string }>(
        app.db,
        sql`select id from payments.refunds where work_order_id = ${id} order by asked_at desc, id desc limit 1`,
      );
    const { id: refundId } = await refund();
    await app.call(refunds.decideRefund, {
      as: second,
      body: { refundId, accept: false, remark: 'the work was done' },
    });
    const asked = await app.call(refunds.openRefund, {
      as: cashier,
      body: { of: { kind: 'REFUSED', refundId }, reason: 'it was not' },
    });
    expect(asked).toMatchObject({ state: 'REQUESTED', workOrderId: id, amountMinor: DUE });
  });
});
