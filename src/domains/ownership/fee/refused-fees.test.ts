/** Each thing that the payment of a fee refuses: its day, its slip, closed books, and what has changed since it was asked for. */
import { describe, expect, test } from 'vitest';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { closeCash } from '#domains/ledger/closings/contract.ts';
import { payOwnershipFee } from '#domains/payments/contract.ts';
import * as proposals from '#domains/payments/proposals/contract.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type Person, testApp } from '#test/app.ts';
import * as steps from '../steps/contract.ts';
import { FEE, makeFees } from './factory-fees.ts';

const app = await testApp();
const { office, cashier, second, asked, pay, kept, books, refunds } = await makeFees(app);
const TODAY = app.system().today;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const remark = 'the heirs do not agree';

type Tender = { method: 'CASH'; paidOn?: string } | { method: 'POS'; receiptNumber: string };
const take = (requestId: string, tender: Tender, more: { as?: Person; dateReason?: string } = {}) => {
  const { as = cashier, ...reason } = more;
  return app.codeOf(payOwnershipFee, { as, body: { requestId, amountMinor: FEE, tender, ...reason } });
};
const on = (paidOn: string) => ({ method: 'CASH' as const, paidOn });

describe('at the counter', () => {
  test('a day that is ahead, past without a reason, or before the change was asked for', async () => {
    const { id } = await asked();
    const yesterday = on(addDays(TODAY, -1));
    expect([
      await take(UNKNOWN, on(TODAY)),
      await take(id, on(addDays(TODAY, 1))),
      await take(id, yesterday),
      await take(id, yesterday, { dateReason: 'the network was down' }),
      await take(id, on(TODAY)),
    ]).toEqual([
      ...['common.not_found', 'payments.paid_in_future', 'payments.date_reason', 'payments.paid_too_early'],
      undefined,
    ]);
  });

  test('a slip that was taken', async () => {
    const [one, other] = [await asked(), await asked()];
    const slip = { method: 'POS' as const, receiptNumber: 'OC-77' };
    expect([await take(one.id, slip), await take(other.id, slip)]).toEqual([
      undefined,
      'payments.slip_taken',
    ]);
    expect(await kept(other.id)).toMatchObject({ state: 'READY_TO_PAY', paid: 0 });
  });

  test('a day that the cashier has closed', async () => {
    const [{ id }, before, clerk] = [await asked(), await asked(), await app.staff('cashier')];
    await take(before.id, on(TODAY), { as: clerk });
    // The fee is in the drawer of who took it.
    const counted = { by: 'total' as const, totalMinor: FEE };
    await app.call(closeCash, { as: clerk, body: { day: TODAY, counted, expectedMinor: FEE } });
    expect(await take(id, on(TODAY), { as: clerk })).toBe('ledger.day_closed');
  });
});

describe('money of long ago that waits for a second person', () => {
  async function proposed(amountMinor = FEE) {
    const made = await asked();
    const [row] = await all<{ day: string }>(
      app.owner.db,
      sql`update ownership.requests set asked_at = asked_at - interval '40 days' where id = ${made.id}
        returning ((asked_at at time zone 'Asia/Dhaka')::date + 1)::text as day`,
    );
    const { id } = await app.call(proposals.proposeBackdated, {
      as: cashier,
      body: {
        target: { kind: 'OWNERSHIP', requestId: made.id },
        ...{ amountMinor, tender: on(String(row?.day)), reason: 'found in the drawer' },
      },
    });
    const decide = () =>
      app.codeOf(proposals.decideProposal, { as: second, params: { id }, body: { accept: true } });
    return { requestId: made.id, decide };
  }

  test('is refused if the fee is another one, or was paid, or the request has ended meanwhile', async () => {
    const [other, paid, ended] = [await proposed(FEE - 1), await proposed(), await proposed()];
    await pay(paid.requestId);
    const body = { ...(await office.at(ended.requestId)), remark };
    await app.call(steps.withdrawRequest, { as: office.clerk, body });
    expect([await other.decide(), await paid.decide(), await ended.decide()]).toEqual([
      ...['ownership.fee_whole', 'ownership.wrong_state', 'ownership.wrong_state'],
    ]);
  });
});

// Last: the books of this month stay closed.
test('in a month whose books are closed nothing is paid, and a paid request does not end', async () => {
  const [open, rejected, withdrawn] = [await asked(), await asked(), await asked()];
  await pay(rejected.id);
  await pay(withdrawn.id);
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), `${TODAY.slice(0, 7)}-01`));
  const { version } = await office.at(rejected.id);
  const rejecting = { as: office.admin, query: { requestId: rejected.id }, body: { version, remark } };
  const withdrawing = { as: withdrawn.owner, body: { ...(await office.at(withdrawn.id)), remark } };
  expect([
    await take(open.id, on(TODAY)),
    await app.codeOf(steps.rejectChange, rejecting),
    await app.codeOf(steps.withdrawRequest, withdrawing),
  ]).toEqual(Array.from({ length: 3 }, () => 'ledger.period_closed'));
  for (const { id } of [rejected, withdrawn]) {
    expect(await kept(id)).toMatchObject({ state: 'READY_TO_APPROVE', paid: FEE });
    expect(await refunds(id)).toEqual([]);
    expect(Object.keys(await books(id))).not.toContain('2210');
  }
});
