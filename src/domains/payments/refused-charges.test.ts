/** Each thing that the payment of a work order refuses: its day, its slip, closed books, and what has changed since it was asked for. */
import { describe, expect, test } from 'vitest';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { closeCash } from '#domains/ledger/closings/contract.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { DUE, makeCharges } from './factory-charges.ts';
import * as proposals from './proposals/contract.ts';

const app = await testApp();
const { yard, cashier, second, estimate, charged, pay } = await makeCharges(app);
const TODAY = app.system().today;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

type Tender = { method: 'CASH'; paidOn?: string } | { method: 'POS'; receiptNumber: string };
const take = (orderId: string, tender: Tender, more: { as?: Person; dateReason?: string } = {}) => {
  const { as = cashier, ...reason } = more;
  const body = { orderId, amountMinor: DUE, tender, ...reason };
  return app.codeOf(contract.payWorkOrder, { as, body });
};
const on = (paidOn: string) => ({ method: 'CASH' as const, paidOn });

describe('at the counter', () => {
  test('a day that is ahead, past without a reason, or before the work was asked for', async () => {
    const { id } = await charged();
    const yesterday = on(addDays(TODAY, -1));
    expect([
      await take(id, on(addDays(TODAY, 1))),
      await take(id, yesterday),
      await take(id, yesterday, { dateReason: 'the network was down' }),
      await take(id, on(TODAY)),
    ]).toEqual([
      ...['payments.paid_in_future', 'payments.date_reason', 'payments.paid_too_early'],
      undefined,
    ]);
  });

  test('a slip that was taken', async () => {
    const [one, other] = [await charged(), await charged()];
    const slip = { method: 'POS' as const, receiptNumber: 'WO-77' };
    expect([await take(one.id, slip), await take(other.id, slip)]).toEqual([
      undefined,
      'payments.slip_taken',
    ]);
  });

  test('a day that the cashier has closed', async () => {
    const [{ id }, before, clerk] = [await charged(), await charged(), await app.staff('cashier')];
    await take(before.id, on(TODAY), { as: clerk });
    const counted = { by: 'total' as const, totalMinor: DUE };
    await app.call(closeCash, { as: clerk, body: { day: TODAY, counted, expectedMinor: DUE } });
    expect(await take(id, on(TODAY), { as: clerk })).toBe('ledger.day_closed');
  });
});

test('an order that is not there is not cancelled with its money', async () => {
  const body = { orderId: UNKNOWN, version: 1, remark: 'not needed' };
  expect(await app.codeOf(steps.withdrawPaidOrder, { as: yard.engineer, body })).toBe('common.not_found');
});

test('a second person does not take money back of work that was started since it was asked for', async () => {
  const { id } = await charged();
  const { id: paymentId } = await pay(id);
  await execute(
    app.db,
    sql`update settings.entries set value = value || '{"reverseAloneUpToMinor": 0}'::jsonb where key = 'payments'`,
  );
  await app.call(contract.reversePayment, { as: yard.admin, body: { paymentId, reason: 'another order' } });
  const [reversal] = await all<{ id: string }>(
    app.db,
    sql`select id from payments.reversals where payment_id = ${paymentId}`,
  );
  await app.call(steps.acceptOrder, { as: yard.clerk, body: await yard.at(id) });
  const given = { crewId: yard.crew.userId };
  await app.call(steps.assignOrder, { as: yard.engineer, body: { ...(await yard.at(id)), ...given } });
  await app.call(steps.noteArrival, { as: yard.crew, body: await yard.at(id) });
  const body = { ...(await yard.at(id)), remark: 'somebody else goes' };
  await app.call(steps.unassignOrder, { as: yard.engineer, body });
  const decision = { reversalId: String(reversal?.id), accept: true };
  expect(await app.codeOf(contract.decideReversal, { as: second, body: decision })).toBe(
    'work-orders.work_started',
  );
});

describe('money of long ago that waits for a second person', () => {
  /** Asked for a day on which the order was there. */
  async function asked() {
    const made = await charged();
    const [row] = await all<{ day: string }>(
      app.db,
      sql`update work_orders.orders set asked_at = asked_at - interval '40 days' where id = ${made.id}
        returning ((asked_at at time zone 'Asia/Dhaka')::date + 1)::text as day`,
    );
    const { id } = await app.call(proposals.proposeBackdated, {
      as: cashier,
      body: {
        target: { kind: 'WORK_ORDER', orderId: made.id },
        ...{ amountMinor: DUE, tender: on(String(row?.day)), reason: 'found in the drawer' },
      },
    });
    const decide = () =>
      app.codeOf(proposals.decideProposal, { as: second, params: { id }, body: { accept: true } });
    return { orderId: made.id, decide };
  }

  test('is refused if the order was paid, charged differently or cancelled meanwhile', async () => {
    const [paid, other, ended] = [await asked(), await asked(), await asked()];
    await pay(paid.orderId);
    await estimate(other.orderId, 1_000);
    const body = { ...(await yard.at(ended.orderId)), remark: 'not needed' };
    await app.call(steps.cancelOrder, { as: yard.engineer, body });
    expect([await paid.decide(), await other.decide(), await ended.decide()]).toEqual([
      ...['work-orders.nothing_due', 'work-orders.charge_whole', 'work-orders.wrong_state'],
    ]);
  });
});

// Last: the books of this month stay closed.
test('in a month whose books are closed nothing is paid', async () => {
  const { id } = await charged();
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), `${TODAY.slice(0, 7)}-01`));
  expect(await take(id, on(TODAY))).toBe('ledger.period_closed');
});
