/** What the office does with one cheque, and with its fee, is refused if the cheque or the fee has changed since it was shown. */
import { afterEach, describe, expect, test } from 'vitest';
import * as corrections from '#domains/billing/corrections/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { makePayment } from '../contract.ts';
import { differences } from '../queries.ts';
import { decideRefund, openRefund, payRefund } from '../refunds/contract.ts';
import * as cheques from './contract.ts';
import { chequeCalls } from './factory-cheques.ts';
import * as fee from './fee/contract.ts';

const app = await testApp();
const { cashier, reviewer, find, taken, deposited, clearing, returning } = await chequeCalls(app);

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

describe('what a cheque paid of a bill that was cancelled', () => {
  const advance = async () => {
    const { cheque, connectionId, payment } = await deposited();
    const { invoiceId } = await one<{ invoiceId: string }>(
      app.db,
      sql`select invoice_id as "invoiceId" from payments.allocations where payment_id = ${payment.id}`,
    );
    const admin = await app.staff('admin');
    const { id } = await app.call(corrections.cancelInvoice, {
      as: admin,
      body: { invoiceId, version: 1, reason: 'wrong category', freePayment: true },
    });
    await app.call(corrections.decideCorrection, { as: reviewer, body: { correctionId: id, accept: true } });
    const refund = {
      ...{
        as: cashier,
        body: { of: { kind: 'ADVANCE' as const, connectionId, amountMinor: 115_00 }, reason: 'x' },
      },
    };
    return { cheque, refund };
  };

  test('is not paid back before the bank has paid the cheque, which can still be returned', async () => {
    const { cheque, refund } = await advance();
    const refused = await app.refused(openRefund, refund);
    expect([refused.code, refused.params]).toEqual(['payments.advance_in_clearing', { amount: 0 }]);
    await app.call(cheques.dishonourCheque, returning(cheque));
    expect((await app.refused(openRefund, refund)).code).toBe('payments.above_advance');
  });

  /** Cleared, asked back and approved; then the bank takes the cheque back. */
  const claimed = async () => {
    const { cheque, refund } = await advance();
    await app.call(cheques.clearCheques, clearing([cheque]));
    const { id } = await app.call(openRefund, refund);
    return { cheque, id, connectionId: refund.body.of.connectionId };
  };
  const decide = async (refundId: string, accept = true) => ({
    as: await app.staff('admin'),
    body: { refundId, accept, remark: 'seen' },
  });
  const payOut = async (refundId: string) => ({
    as: await app.staff('admin'),
    body: { refundId, tender: { method: 'BANK' as const, reference: 'T-1' } },
  });
  const returned = async (number: string) => app.call(cheques.dishonourCheque, returning(await find(number)));
  const asked = (connectionId: string) =>
    one(
      app.db,
      sql`select count(*)::int as bills, sum(i.total_minor - i.settled_minor)::bigint as "openMinor", min(l.kind) as kind
        from billing.invoices i join billing.invoice_lines l on l.invoice_id = i.id
        where i.connection_id = ${connectionId} and i.cancelled_on is null`,
    );
  const proved = async () => {
    expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
    expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  };

  test('was paid out: the bank still takes its cheque back, and the household owes the money by a bill of its own', async () => {
    const { cheque, id, connectionId } = await claimed();
    await app.call(decideRefund, await decide(id));
    expect((await app.call(payRefund, await payOut(id))).state).toBe('PAID_OUT');
    await returned(cheque.number);
    expect((await find(cheque.number)).state).toBe('DISHONOURED');
    expect(await asked(connectionId)).toEqual({ bills: 1, openMinor: 115_00, kind: 'advance_back' });
    await proved();
    expect(
      await one(
        app.db,
        sql`select after ->> 'advanceBackMinor' as back from platform.audit
        where object_id = ${cheque.id} and action = 'cheque.dishonour'`,
      ),
    ).toEqual({ back: '11500' });
    const body = { connectionId, amountMinor: minor(115_00), tender: { method: 'CASH' as const } };
    await app.call(makePayment, { as: cashier, body });
    expect(await asked(connectionId)).toMatchObject({ openMinor: 0 });
    await proved();
  });

  test('is asked back: it is neither approved nor paid out after the return; refused, it pays the bill', async () => {
    const [waits, approved] = [await claimed(), await claimed()];
    await app.call(decideRefund, await decide(approved.id));
    for (const { cheque } of [waits, approved]) await returned(cheque.number);
    const refused = await app.refused(decideRefund, await decide(waits.id));
    expect([refused.code, refused.params]).toEqual(['payments.refund_not_paid_in', { amount: 115_00 }]);
    expect(await app.codeOf(payRefund, await payOut(approved.id))).toBe('payments.refund_not_paid_in');
    await app.call(decideRefund, await decide(waits.id, false));
    expect(await asked(waits.connectionId)).toMatchObject({ openMinor: 0 });
    await proved();
  });
});

type Seen = { id: string; version: number };
const kept = (id: string) =>
  one(
    app.owner.db,
    sql`select to_jsonb(c) as cheque, to_jsonb(p) as payment, (select count(*)::int from platform.audit) as logged,
        (select count(*)::int from ledger.journals) as booked, (select count(*)::int from platform.outbox) as told
      from payments.cheques c join payments.payments p on p.id = c.payment_id where c.id = ${id}`,
  );
const STEPS = {
  'taken off its slip': ({ id, version }: Seen) =>
    app.codeOf(cheques.takeOffSlip, {
      ...{ as: cashier, params: { id } },
      body: { version, reason: 'left in the drawer' },
    }),
  'returned by the bank': (seen: Seen) => app.codeOf(cheques.dishonourCheque, returning(seen)),
};

describe.each(Object.entries(STEPS))('a cheque is not noted as %s', (_, step) => {
  test('by who saw another version of it; who looked again does', async () => {
    const { cheque } = await deposited();
    const before = await kept(cheque.id);
    for (const version of [cheque.version - 1, cheque.version + 1])
      expect(await step({ ...cheque, version })).toBe('common.stale_version');
    expect(await kept(cheque.id)).toEqual(before);
    expect(await step(cheque)).toBeUndefined();
  });

  test('if it is not at the bank', async () => {
    const { cheque } = await taken();
    const before = await kept(cheque.id);
    expect(await step(cheque)).toBe('payments.cheques_moved');
    expect(await kept(cheque.id)).toEqual(before);
  });
});

test('a fee is neither approved nor withdrawn by who saw another version of it', async () => {
  const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
  const value = { returnFeeMinor: minor(25_00) };
  const { id, version } = await app.call(fee.planChequeFee, {
    as: planner,
    body: { validFrom: addDays(app.system().today, 3), value, reason: 'the board' },
  });
  const entry = () =>
    one(app.owner.db, sql`select to_jsonb(d) as entry from settings.dated_entries d where id = ${id}`);
  const before = await entry();
  const approving = (seen: number) =>
    app.codeOf(fee.approveChequeFee, { as: approver, params: { id }, body: { version: seen } });
  const withdrawing = (seen: number) =>
    app.codeOf(fee.withdrawChequeFee, {
      ...{ as: approver, params: { id } },
      body: { version: seen, reason: 'not now' },
    });
  for (const other of [version - 1, version + 1])
    expect([await approving(other), await withdrawing(other)]).toEqual([
      'common.stale_version',
      'common.stale_version',
    ]);
  expect(await entry()).toEqual(before);
  expect([await approving(version), await withdrawing(version + 1)]).toEqual([undefined, undefined]);
});
