/**
 * What advances pay, and what they give back: when a payment is reversed, when a bill is cancelled, and when somebody asks
 * for an advance; alone, and while somebody else moves money of the same connection.
 */
import { afterEach, describe, expect, test } from 'vitest';
import * as corrections from '#domains/billing/corrections/contract.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { applyAdvances } from '#domains/billing/invoices/actions/use-advances.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, sql, type Tx, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { recordPayments } from './actions/record-payments.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';
import { differences } from './queries.ts';
import { openRefund as claim } from './refunds/actions/open-refund.ts';
import { decideRefund, openRefund } from './refunds/contract.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
const reviewer = await app.staff('reviewer');
const [admin, second] = [await app.staff('admin'), await app.staff('admin')];

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

const debtor = (months: number) => transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months }));
const body = (connectionId: string, amountMinor: number) => ({
  ...{ connectionId, amountMinor, unusual: true },
  tender: { method: 'CASH' as const },
});
const paid = async (connectionId: string, amountMinor: number) =>
  (await app.call(contract.makePayment, { as: cashier, body: body(connectionId, amountMinor) })).id;
/** Not paid from an advance yet: the bill run does that for its own bills. */
const billed = (connectionId: string, period: string) =>
  transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period }));
const applied = (tx: Tx, connectionId: string) =>
  applyAdvances(tx, app.system(), {
    connections: sql`select ${connectionId}::uuid as id`,
    businessDate: '2026-11-15',
  });
const settled = async (connectionId: string) =>
  (
    await all<{ settled: number }>(
      app.db,
      sql`select settled_minor as settled from billing.invoices where connection_id = ${connectionId} order by issued_on, id`,
    )
  ).map((bill) => bill.settled);
const advanceOf = (connectionId: string) => balanceOf(app.db, { partyId: connectionId, account: '2200' });
const reversal = (paymentId: string) => ({ as: admin, body: { paymentId, reason: 'wrong connection' } });
const asked = (connectionId: string, amountMinor: number) => ({
  as: cashier,
  body: { of: { kind: 'ADVANCE' as const, connectionId, amountMinor }, reason: 'moves away' },
});

describe('a payment is reversed', () => {
  test("the bill that is open again is paid from another payment's advance", async () => {
    const { connectionId } = await debtor(1);
    const first = await paid(connectionId, 11_500);
    await paid(connectionId, 5000);
    await app.call(contract.reversePayment, reversal(first));
    expect(await settled(connectionId)).toEqual([5000]);
    expect(await advanceOf(connectionId)).toBe(0);
  });

  test('the advance that it brought is taken from the newest bill, also if that was made first', async () => {
    const { connectionId } = await debtor(0);
    await paid(connectionId, 11_500);
    const small = await paid(connectionId, 3500);
    for (const period of ['2026-10-01', '2026-09-01']) await billed(connectionId, period);
    await transaction(app.db, (tx) => applied(tx, connectionId));
    expect(await settled(connectionId)).toEqual([11_500, 3500]);
    await app.call(contract.reversePayment, reversal(small));
    expect(await settled(connectionId)).toEqual([11_500, 0]);
    expect(await advanceOf(connectionId)).toBe(0);
  });

  test('by a second person while its advance is asked for: it waits, and is refused because the advance is gone', async () => {
    const { connectionId } = await debtor(0);
    const paymentId = await paid(connectionId, 600_000);
    const { reversal: waiting } = await app.call(contract.reversePayment, reversal(paymentId));
    const decision = { as: reviewer, body: { reversalId: String(waiting?.id), accept: true } };
    const code = await duringChange(
      app,
      (tx) => claim(tx, app.actorOf(cashier), asked(connectionId, 600_000).body),
      () => app.codeOf(contract.decideReversal, decision),
    );
    expect(code).toBe('billing.advance_gone');
    expect(await advanceOf(connectionId)).toBe(0);
  });

  test('the reversal of a payment is decided once; yes and no have an audit row each', async () => {
    const decided = async (accept: boolean) => {
      const { connectionId } = await debtor(1);
      const paymentId = await paid(connectionId, 600_000);
      const { reversal: waiting } = await app.call(contract.reversePayment, reversal(paymentId));
      const remark = accept ? {} : { remark: 'it is right' };
      const decision = { as: reviewer, body: { reversalId: String(waiting?.id), accept, ...remark } };
      await app.call(contract.decideReversal, decision);
      expect((await app.refused(contract.decideReversal, decision)).code).toBe('payments.not_reversible');
      return all(
        app.db,
        sql`select action, reason, after ->> 'state' as state, (after ->> 'amountMinor')::bigint as amount
          from platform.audit where object_id = ${paymentId} and action like 'payment.%-reversal' order by action`,
      );
    };
    const row = (action: string, state: string, reason = 'wrong connection') => ({
      action: `payment.${action}-reversal`,
      ...{ reason, state, amount: 600_000 },
    });
    expect(await decided(true)).toEqual([row('approve', 'REVERSED'), row('ask', 'APPROVED')]);
    expect(await decided(false)).toEqual([row('ask', 'APPROVED'), row('refuse', 'APPROVED', 'it is right')]);
  });
});

describe('an advance pays bills', () => {
  test('two at once use it one time: the second waits for the connection and finds nothing', async () => {
    const { connectionId } = await debtor(0);
    await paid(connectionId, 5000);
    await billed(connectionId, '2026-10-01');
    const later = await duringChange(
      app,
      (tx) => applied(tx, connectionId),
      () => transaction(app.db, (tx) => applied(tx, connectionId)),
    );
    expect(later).toEqual({ uses: 0 });
    expect(await settled(connectionId)).toEqual([5000]);
    expect(await advanceOf(connectionId)).toBe(0);
  });

  const cancelled = async (invoiceId: string) => {
    const cancelling = { invoiceId, version: 1, reason: 'wrong category', freePayment: true };
    const { id } = await app.call(corrections.cancelInvoice, { as: admin, body: cancelling });
    const body = { correctionId: id, accept: true };
    await app.call(corrections.decideCorrection, { as: second, body });
  };

  test('a bill that was cancelled is not paid from it', async () => {
    const { connectionId } = await debtor(0);
    const bill = await billed(connectionId, '2026-09-01');
    const paymentId = await paid(connectionId, 5000);
    await cancelled(bill.id);
    expect([await settled(connectionId), await advanceOf(connectionId)]).toEqual([[0], -5000]);
    await transaction(app.db, async (tx) => {
      expect(await applied(tx, connectionId)).toEqual({ uses: 0 });
    });
    await billed(connectionId, '2026-10-01');
    await transaction(app.db, (tx) => applied(tx, connectionId));
    expect(await settled(connectionId)).toEqual([0, 5000]);
    await app.call(contract.reversePayment, reversal(paymentId));
    expect(await settled(connectionId)).toEqual([0, 0]);
  });

  test('what had paid a bill pays the next open one when the bill is cancelled', async () => {
    const { connectionId } = await debtor(0);
    const first = await billed(connectionId, '2026-09-01');
    await billed(connectionId, '2026-10-01');
    await paid(connectionId, 11_500);
    expect(await settled(connectionId)).toEqual([11_500, 0]);
    await cancelled(first.id);
    expect(await settled(connectionId)).toEqual([0, 11_500]);
    expect(await advanceOf(connectionId)).toBe(0);
  });
});

describe('an advance is asked for', () => {
  test('bills that are open are paid from it first', async () => {
    const { connectionId } = await debtor(0);
    await paid(connectionId, 15_000);
    await billed(connectionId, '2026-10-01');
    const tooMuch = await app.refused(openRefund, asked(connectionId, 3501));
    expect([tooMuch.code, tooMuch.params]).toEqual(['payments.above_advance', { amount: 3500 }]);
    await app.call(openRefund, asked(connectionId, 3000));
    expect(await settled(connectionId)).toEqual([11_500]);
    expect(await advanceOf(connectionId)).toBe(-500);
  });

  test('while its payment is taken: it waits for the connection, and finds the advance', async () => {
    const { connectionId } = await debtor(0);
    const code = await duringChange(
      app,
      (tx) =>
        recordPayments(tx, app.system(), [
          { connectionId, method: 'CASH', amountMinor: 5000, paidOn: '2026-11-15' },
        ]),
      () => app.codeOf(openRefund, asked(connectionId, 5000)),
    );
    expect(code).toBeUndefined();
    expect(await advanceOf(connectionId)).toBe(0);
  });

  test('refused after a bill came: the bill is paid with it', async () => {
    const { connectionId } = await debtor(0);
    await paid(connectionId, 5000);
    const refund = await app.call(openRefund, asked(connectionId, 5000));
    await billed(connectionId, '2026-10-01');
    const remark = 'the consumer stays';
    await app.call(decideRefund, { as: reviewer, body: { refundId: refund.id, accept: false, remark } });
    expect(await settled(connectionId)).toEqual([5000]);
    expect(await advanceOf(connectionId)).toBe(0);
  });
});

test('money at the counter and money of a list leave their audit rows', async () => {
  const { connectionId } = await debtor(1);
  const paymentId = await paid(connectionId, 700);
  const taken = await all(
    app.db,
    sql`select after ->> 'state' as state, (after ->> 'amountMinor')::bigint as amount, after ->> 'method' as method
      from platform.audit where action = 'payment.make' and object_id = ${paymentId}`,
  );
  expect(taken).toEqual([{ state: 'APPROVED', amount: 700, method: 'CASH' }]);
  const money = { connectionId, method: 'CASH' as const, amountMinor: 100, paidOn: '2026-11-14' };
  await transaction(app.db, (tx) => recordPayments(tx, app.system(), [money, money]));
  const ofList = await all<{ id: string }>(
    app.db,
    sql`select id from payments.payments where connection_id = ${connectionId} and amount_minor = 100 order by id`,
  );
  const listed = await all(
    app.db,
    sql`select (after ->> 'count')::int as count, after ->> 'first' as first, after ->> 'last' as last
      from platform.audit where action = 'payment.record' and object_id = ${ofList[0]?.id}`,
  );
  expect(listed).toEqual([{ count: 2, first: ofList[0]?.id, last: ofList[1]?.id }]);
});
