/** The way back of a refund: withdrawn before it is paid out, returned by the bank after; each by two people, each once. */
import { afterEach, describe, expect, test } from 'vitest';
import { getApplication } from '#domains/applications/contract.ts';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as payments from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { decideProposal } from '../proposals/contract.ts';
import { differences } from '../queries.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [cashier, other] = [await app.staff('cashier'), await app.staff('cashier')];
const [reviewer, second] = [await app.staff('reviewer'), await app.staff('reviewer')];

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

const WISH = { reason: 'the consumer wants to stay' };
const cameBack = (refundId: string) => ({
  reference: `FT26319-${refundId}`,
  reason: 'the account is closed',
});
const of = (partyId: string, account: '1100' | '2200' | '2210') => balanceOf(app.db, { partyId, account });
const refund = (id: string) => app.call(contract.getRefund, { as: cashier, params: { id } });
const bank = async () =>
  (
    await one<{ minor: number }>(
      app.db,
      sql`select coalesce(sum(amount_minor), 0)::bigint as minor from ledger.entries where account_code = '1030'`,
    )
  ).minor;

/** An advance of ৳50 whose refund is approved. */
async function approved() {
  const debtor = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const { connectionId } = debtor;
  const body = { connectionId, amountMinor: 16_500, tender: { method: 'CASH' as const } };
  await app.call(payments.makePayment, { as: cashier, body });
  const ask = { of: { kind: 'ADVANCE' as const, connectionId, amountMinor: 5_000 }, reason: 'moves away' };
  const { id } = await app.call(contract.openRefund, { as: cashier, body: ask });
  await app.call(contract.decideRefund, { as: reviewer, body: { refundId: id, accept: true } });
  return { ...debtor, id };
}
async function paidOut(method: 'CASH' | 'BANK' = 'BANK') {
  const made = await approved();
  const tender = method === 'BANK' ? { method, reference: 'TRX 1' } : { method };
  await app.call(contract.payRefund, { as: other, body: { refundId: made.id, tender } });
  return made;
}
const withdraw = (refundId: string, as = cashier) => ({ as, body: { refundId, ...WISH } });
const comeBack = (refundId: string, as = cashier) => ({ as, body: { refundId, ...cameBack(refundId) } });
async function decide(refundId: string, as: Person, accept = true) {
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from payments.proposals where refund_id = ${refundId} order by requested_at desc limit 1`,
  );
  const body = { accept, ...(accept ? {} : { remark: 'no' }) };
  return { as, params: { id }, body };
}

describe('an approved refund is withdrawn', () => {
  test('by two people; the advance is the connection’s again and pays what is open', async () => {
    const { id, connectionId } = await approved();
    await transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period: '2026-11-01' }));
    expect([await of(connectionId, '1100'), await of(connectionId, '2210')]).toEqual([11_500, -5_000]);
    expect((await refund(id)).can).toMatchObject({ withdraw: true, return: false });
    const asked = await app.call(contract.askWithdrawal, withdraw(id));
    expect(asked).toMatchObject({
      state: 'APPROVED',
      proposal: { kind: 'WITHDRAW_REFUND' },
      can: { withdraw: false },
    });
    expect((await app.refused(contract.askWithdrawal, withdraw(id, other))).code).toBe(
      'payments.refund_change_waits',
    );
    expect((await app.refused(decideProposal, await decide(id, cashier))).status).toBe(402);
    const done = await app.call(decideProposal, await decide(id, reviewer));
    expect(done).toMatchObject({ kind: 'WITHDRAW_REFUND', state: 'DONE', refundId: id, paymentId: null });
    expect(await refund(id)).toMatchObject({
      state: 'WITHDRAWN',
      proposal: null,
      can: { open: false, pay: false },
    });
    expect([
      await of(connectionId, '1100'),
      await of(connectionId, '2200'),
      await of(connectionId, '2210'),
    ]).toEqual([6_500, 0, 0]);
  });

  test('who asked does not agree; a refusal leaves it to be paid out; an unknown case is not found', async () => {
    const { id } = await approved();
    await app.call(contract.askWithdrawal, withdraw(id, reviewer));
    expect((await app.refused(decideProposal, await decide(id, reviewer))).code).toBe(
      'payments.proposal_asker',
    );
    await app.call(decideProposal, await decide(id, second, false));
    const tender = { method: 'CASH' as const };
    expect((await app.call(contract.payRefund, { as: other, body: { refundId: id, tender } })).state).toBe(
      'PAID_OUT',
    );
    const nobody = crypto.randomUUID();
    expect((await app.refused(contract.askWithdrawal, withdraw(nobody))).code).toBe('common.not_found');
    expect((await app.refused(contract.askReturn, comeBack(nobody))).code).toBe('common.not_found');
  });

  test('it was paid out meanwhile: the second person is told, nothing is moved', async () => {
    const { id, connectionId } = await approved();
    await app.call(contract.askWithdrawal, withdraw(id));
    await app.call(contract.payRefund, { as: other, body: { refundId: id, tender: { method: 'CASH' } } });
    expect((await app.refused(decideProposal, await decide(id, reviewer))).code).toBe(
      'payments.refund_not_approved',
    );
    expect(await of(connectionId, '2200')).toBe(0);
  });

  test('money of an application stays owed and may be asked for again', async () => {
    const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
    const note = () => app.call(getApplication, { as: reviewer, params: { id: made.id } });
    const tender = { method: 'CASH' as const };
    const paid = { applicationId: made.id, amountMinor: (await note()).totalMinor ?? 0, tender };
    await app.call(payments.payDemandNote, { as: cashier, body: paid });
    const body = { applicationId: made.id, version: (await note()).version, remark: 'moved' };
    await app.call(withdrawAfterPayment, { as: await app.staff('admin'), body });
    const { items } = await app.call(contract.listRefunds, {
      as: cashier,
      query: { applicationId: made.id },
    });
    const { id = '', amountMinor = 0 } = items[0] ?? {};
    await app.call(contract.decideRefund, { as: reviewer, body: { refundId: id, accept: true } });
    await app.call(contract.askWithdrawal, withdraw(id));
    await app.call(decideProposal, await decide(id, second));
    expect(await of(made.id, '2210')).toBe(-amountMinor);
    expect((await refund(id)).can.open).toBe(true);
    const again = { of: { kind: 'REFUSED' as const, refundId: id }, reason: 'changed again' };
    expect((await app.call(contract.openRefund, { as: cashier, body: again })).state).toBe('REQUESTED');
  });
});

describe('a refund that was paid by bank comes back', () => {
  test('by two people: in the bank and owed again; a new approved case is paid out', async () => {
    const before = await bank();
    const { id, connectionId } = await paidOut();
    expect(await bank()).toBe(before - 5_000);
    expect((await refund(id)).can).toMatchObject({ return: true, withdraw: false });
    await app.call(contract.askReturn, comeBack(id));
    expect((await app.refused(contract.askReturn, comeBack(id, other))).code).toBe(
      'payments.refund_change_waits',
    );
    const done = await app.call(decideProposal, await decide(id, reviewer));
    expect(done).toMatchObject({ state: 'DONE', statementReference: cameBack(id).reference });
    expect([await bank(), await of(connectionId, '2210')]).toEqual([before, -5_000]);
    const old = await refund(id);
    expect(old).toMatchObject({ state: 'RETURNED', can: { return: false, voucher: true } });
    expect(old.number).toMatch(/^\d{11}$/);
    const { items } = await app.call(contract.listRefunds, { as: cashier, query: { connectionId } });
    const next = items.find(({ followsId }) => followsId === id);
    expect(next).toMatchObject({
      state: 'APPROVED',
      amountMinor: 5_000,
      decidedBy: old.decidedBy,
      number: null,
    });
    const tender = { method: 'BANK' as const, reference: 'TRX 2' };
    const paid = await app.call(contract.payRefund, {
      as: other,
      body: { refundId: String(next?.id), tender },
    });
    expect(paid.number).not.toBe(old.number);
    expect([await bank(), await of(connectionId, '2210')]).toEqual([before - 5_000, 0]);
    expect((await app.refused(contract.askReturn, comeBack(id))).code).toBe('payments.refund_not_returned');
  });

  test('or it becomes an advance again', async () => {
    const { id, connectionId } = await paidOut();
    await app.call(contract.askReturn, comeBack(id));
    await app.call(decideProposal, await decide(id, reviewer));
    const { items } = await app.call(contract.listRefunds, { as: cashier, query: { connectionId } });
    const next = String(items.find(({ followsId }) => followsId === id)?.id);
    await app.call(contract.askWithdrawal, withdraw(next));
    await app.call(decideProposal, await decide(next, second));
    expect([await of(connectionId, '2200'), await of(connectionId, '2210')]).toEqual([-5_000, 0]);
  });

  test('while another refund of the advance is under way', async () => {
    const { id, connectionId } = await paidOut();
    const body = { connectionId, amountMinor: 1_000, tender: { method: 'CASH' as const } };
    await app.call(payments.makePayment, { as: cashier, body });
    const ask = { of: { kind: 'ADVANCE' as const, connectionId, amountMinor: 1_000 }, reason: 'the rest' };
    await app.call(contract.openRefund, { as: cashier, body: ask });
    await app.call(contract.askReturn, comeBack(id));
    await app.call(decideProposal, await decide(id, reviewer));
    expect(await of(connectionId, '2210')).toBe(-6_000);
  });

  test('one line of the statement brings one refund back, also if it is typed in another way', async () => {
    const [first, second] = [await paidOut(), await paidOut()];
    const line = (refundId: string, reference: string) => ({
      as: cashier,
      body: { refundId, reference, reason: 'the account is closed' },
    });
    await app.call(contract.askReturn, line(first.id, 'Ft 91'));
    expect(await app.codeOf(contract.askReturn, line(second.id, 'FT91'))).toBe(
      'payments.return_reference_taken',
    );
    await app.call(decideProposal, { ...(await decide(first.id, reviewer)) });
    expect(await app.codeOf(contract.askReturn, line(second.id, 'FT 91'))).toBe(
      'payments.return_reference_taken',
    );
    expect(await app.codeOf(contract.askReturn, line(second.id, 'FT 92'))).toBeUndefined();
  });

  test('cash does not come back from a bank; a return is told once', async () => {
    const cash = await paidOut('CASH');
    expect((await app.refused(contract.askReturn, comeBack(cash.id))).code).toBe(
      'payments.refund_not_returned',
    );
    const { id } = await paidOut();
    await app.call(contract.askReturn, comeBack(id));
    await app.call(decideProposal, await decide(id, reviewer));
    // A second proposal that was written before the first one was decided.
    await execute(
      app.owner.db,
      sql`insert into payments.proposals (kind, refund_id, amount_minor, statement_reference, reason, requested_by, requested_at)
        values ('RETURN_REFUND', ${id}, 5000, 'x', 'x', ${cashier.userId}, now() + interval '1 minute')`,
    );
    expect((await app.refused(decideProposal, await decide(id, reviewer))).code).toBe(
      'payments.refund_not_returned',
    );
    await expect(
      execute(app.db, sql`update payments.refunds set state = 'PAID_OUT' where id = ${id}`),
    ).rejects.toMatchObject({ constraint: 'refunds_transition' });
  });
});
