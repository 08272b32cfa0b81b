/** An advance that is paid back: by the refund way, never more than there is, and never twice. */
import { afterEach, describe, expect, test } from 'vitest';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { differences } from '../queries.ts';
import { decideRefund, openRefund, payRefund } from './contract.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
const reviewer = await app.staff('reviewer');
const payer = await app.staff('cashier');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

describe('an advance is paid back by the refund way', () => {
  const ask = (connectionId: string, amountMinor: number) => ({
    as: cashier,
    body: { of: { kind: 'ADVANCE' as const, connectionId, amountMinor }, reason: 'moves away' },
  });
  const advanced = async (surplus: number) => {
    const debtor = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
    const body = {
      connectionId: debtor.connectionId,
      amountMinor: 11_500 + surplus,
      tender: { method: 'CASH' as const },
    };
    const { id } = await app.call(contract.makePayment, { as: cashier, body });
    return { ...debtor, paymentId: id };
  };

  test('asked for, approved, paid out; not more than there is, and no bill uses it meanwhile', async () => {
    const { connectionId } = await advanced(5000);
    const tooMuch = await app.refused(openRefund, ask(connectionId, 5001));
    expect([tooMuch.code, tooMuch.params]).toEqual(['payments.above_advance', { amount: 5000 }]);
    const refund = await app.call(openRefund, ask(connectionId, 3000));
    expect(refund).toMatchObject({ cause: 'ADVANCE', connectionId, state: 'REQUESTED', amountMinor: 3000 });
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2200' })).toBe(-2000);
    expect((await app.refused(openRefund, ask(connectionId, 100))).code).toBe('payments.advance_refund_open');
    await app.call(decideRefund, { as: reviewer, body: { refundId: refund.id, accept: true } });
    const paid = await app.call(payRefund, {
      as: payer,
      body: { refundId: refund.id, tender: { method: 'CASH' } },
    });
    expect(paid.number).toMatch(/^\d{11}$/);
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2210' })).toBe(0);
  });

  test('refused: it is an advance again, and may be asked for again', async () => {
    const { connectionId } = await advanced(5000);
    const refund = await app.call(openRefund, ask(connectionId, 5000));
    const remark = 'the consumer stays';
    const refused = await app.call(decideRefund, {
      as: reviewer,
      body: { refundId: refund.id, accept: false, remark },
    });
    expect([refused.state, refused.can.open]).toEqual(['REFUSED', false]);
    const old = { of: { kind: 'REFUSED' as const, refundId: refund.id }, reason: 'again' };
    expect((await app.refused(openRefund, { as: cashier, body: old })).code).toBe(
      'payments.nothing_refundable',
    );
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2200' })).toBe(-5000);
    expect((await app.call(openRefund, ask(connectionId, 5000))).state).toBe('REQUESTED');
  });

  test('ten ask at once: one case; a payment whose advance is gone is not reversed', async () => {
    const { connectionId, paymentId } = await advanced(5000);
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => app.codeOf(openRefund, ask(connectionId, 5000))),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    const body = { paymentId, reason: 'wrong connection' };
    expect((await app.refused(contract.reversePayment, { as: reviewer, body })).code).toBe(
      'billing.advance_gone',
    );
  });

  test('an unknown connection is not found', async () => {
    expect((await app.refused(openRefund, ask(crypto.randomUUID(), 1))).code).toBe('common.not_found');
  });
});
