/** A request to take a payment back that waits for the second person: who asked takes it back; that one refuses with a reason; who asked is told. */
import { afterEach, describe, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { decideReversal } from '../actions/reverse-payment.ts';
import * as cheques from '../cheques/contract.ts';
import { chequeCalls } from '../cheques/factory-cheques.ts';
import * as payments from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { hindrances } from '../hindrances.ts';
import { giveUpReversal } from './actions/give-up-reversal.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [cashier, asker, second] = [
  await app.staff('cashier'),
  await app.staff('reviewer'),
  await app.staff('reviewer'),
];
const reason = 'wrong connection';

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const ask = (paymentId: string, as = asker) =>
  app.call(payments.reversePayment, { as, body: { paymentId, reason } });
const page = (id: string, as = asker) => app.call(payments.getPayment, { as, params: { id } });

/** A payment above what one person reverses alone, and the request that waits. */
async function asked() {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor: 600_000, tender: { method: 'CASH' as const }, unusual: true };
  const { id: paymentId } = await app.call(payments.makePayment, { as: cashier, body });
  const { reversal } = await ask(paymentId);
  return { paymentId, reversalId: String(reversal?.id) };
}
const giving = (reversalId: string, as: Person = asker, why = 'it was right') => ({
  as,
  body: { reversalId, reason: why },
});
const codeOf = (reversalId: string, as: Person = asker) =>
  app.codeOf(contract.giveUpReversal, giving(reversalId, as));
const deciding = (reversalId: string, accept: boolean, remark?: string, as: Person = second) => ({
  as,
  body: { reversalId, accept, ...(remark === undefined ? {} : { remark }) },
});
const decided = (reversalId: string, accept: boolean) =>
  app.codeOf(payments.decideReversal, deciding(reversalId, accept, 'the slip says so'));
const hinders = () =>
  hindrances.find(({ kind }) => kind === 'reversals')?.count(app.db, '2026-11-01') ?? Promise.resolve(0);
const entries = (paymentId: string, action: string) =>
  all<{ reason: string; state: string }>(
    app.db,
    sql`select reason, after ->> 'state' as state from platform.audit where action = ${action} and object_id = ${paymentId}`,
  );
const told = async (as: Person, path: string) => {
  const { items } = await app.call(listNotices, { as, query: {} });
  return items.filter((notice) => notice.path === path && notice.kind !== 'payments.decision_waiting');
};

describe('who asked takes the request back', () => {
  test('the payment stays, its month is free, and it may be asked for again', async () => {
    const before = await hinders();
    const { paymentId, reversalId } = await asked();
    expect(await hinders()).toBe(before + 1);
    expect((await page(paymentId)).can).toMatchObject({ giveUpReversal: true, decideReversal: false });
    const given = await app.call(contract.giveUpReversal, giving(reversalId));
    expect(given).toMatchObject({
      state: 'APPROVED',
      reversal: {
        ...{ id: reversalId, state: 'GIVEN_UP', reason },
        ended: { by: 'Karim Uddin', reason: 'it was right' },
      },
      can: { giveUpReversal: false, decideReversal: false, reverse: true },
    });
    expect(await entries(paymentId, 'payment.give-up-reversal')).toEqual([
      { reason: 'it was right', state: 'APPROVED' },
    ]);
    expect(await hinders()).toBe(before);
    const again = await ask(paymentId);
    expect(again.reversal).toMatchObject({ state: 'REQUESTED', ended: null });
    expect(await decided(String(again.reversal?.id), true)).toBeUndefined();
    expect((await page(paymentId)).state).toBe('REVERSED');
  });

  test('nobody else, not without the word, and not without a reason', async () => {
    const { paymentId, reversalId } = await asked();
    expect(await codeOf(reversalId, second)).toBe('payments.not_asker');
    expect((await page(paymentId, second)).can).toMatchObject({
      giveUpReversal: false,
      decideReversal: true,
    });
    expect(await codeOf(reversalId, cashier)).toBe('common.not_permitted');
    expect(await app.codeOf(contract.giveUpReversal, giving(reversalId, asker, ' '))).toBe(
      'common.invalid_input',
    );
    expect(await codeOf(crypto.randomUUID())).toBe('common.not_found');
    expect((await page(paymentId)).reversal?.state).toBe('REQUESTED');
  });

  test('once; what was taken back is not decided', async () => {
    const { paymentId, reversalId } = await asked();
    await app.call(contract.giveUpReversal, giving(reversalId));
    expect(await codeOf(reversalId)).toBe('payments.reversal_decided');
    for (const accept of [true, false])
      expect(await decided(reversalId, accept)).toBe('payments.not_reversible');
    expect(await entries(paymentId, 'payment.give-up-reversal')).toHaveLength(1);
    expect((await page(paymentId)).state).toBe('APPROVED');
  });

  test.each([true, false])('what was decided (%s) is not taken back', async (accept) => {
    const { reversalId } = await asked();
    expect(await decided(reversalId, accept)).toBeUndefined();
    expect(await codeOf(reversalId)).toBe('payments.reversal_decided');
  });

  test('decided at this moment, and taken back at this moment: the first of the two counts', async () => {
    const [first, other] = [await asked(), await asked()];
    const late = await duringChange(
      app,
      (tx) => decideReversal(tx, app.actorOf(second), { reversalId: first.reversalId, accept: true }),
      () => codeOf(first.reversalId),
    );
    expect([late, (await page(first.paymentId)).state]).toEqual(['payments.reversal_decided', 'REVERSED']);
    const tooLate = await duringChange(
      app,
      (tx) => giveUpReversal(tx, app.actorOf(asker), { reversalId: other.reversalId, reason }),
      () => decided(other.reversalId, true),
    );
    expect([tooLate, (await page(other.paymentId)).state]).toEqual(['payments.not_reversible', 'APPROVED']);
  });

  test('a cheque goes to the bank again', async () => {
    const { debtor, take, find, depositing } = await chequeCalls(app);
    const { connectionId } = await debtor({ months: 60 });
    const payment = await take(connectionId, {}, minor(6_000_00));
    const { reversal } = await ask(payment.id);
    const number = payment.slipNumber ?? '';
    const deposit = async () => app.codeOf(cheques.depositCheques, depositing([await find(number)]));
    expect(await deposit()).toBe('payments.cheque_reversal_waits');
    await app.call(contract.giveUpReversal, giving(String(reversal?.id)));
    expect(await find(number)).toMatchObject({ isAskedBack: false, can: { deposit: true } });
    expect(await deposit()).toBeUndefined();
  });

  test('the database lets nobody else take it back, nor without a reason', async () => {
    const { reversalId } = await asked();
    const set = (by: Person, remark: string | null) =>
      execute(
        app.db,
        sql`update payments.reversals set state = 'GIVEN_UP', decided_by = ${by.userId}, decided_at = now(),
          decision_remark = ${remark} where id = ${reversalId}`,
      );
    await expect(set(second, 'x')).rejects.toMatchObject({ constraint: 'reversals_two_persons' });
    await expect(set(asker, null)).rejects.toMatchObject({ constraint: 'reversals_given_up_check' });
  });
});

describe('the second person', () => {
  test('refuses with a reason, which who asked reads; nobody else is told', async () => {
    const { paymentId, reversalId } = await asked();
    const silent = await app.refused(payments.decideReversal, deciding(reversalId, false));
    expect([silent.code, silent.fields.map(({ path }) => path)]).toEqual([
      'payments.refusal_reason',
      ['remark'],
    ]);
    expect(await app.codeOf(payments.decideReversal, deciding(reversalId, false, 'x', asker))).toBe(
      'payments.second_person',
    );
    const refused = await app.call(payments.decideReversal, deciding(reversalId, false, 'the slip is right'));
    expect(refused).toMatchObject({
      state: 'APPROVED',
      reversal: { state: 'REFUSED', ended: { by: 'Karim Uddin', reason: 'the slip is right' } },
      can: { reverse: true },
    });
    expect(await entries(paymentId, 'payment.refuse-reversal')).toEqual([
      { reason: 'the slip is right', state: 'APPROVED' },
    ]);
    const path = `/payment-history/${paymentId}`;
    expect(await told(asker, path)).toMatchObject([
      {
        kind: 'payments.reversal_refused',
        params: { minor: 600_000, name: 'Karim Uddin', reason: 'the slip is right' },
      },
    ]);
    for (const person of [second, cashier]) expect(await told(person, path)).toEqual([]);
    await ask(paymentId);
  });

  test('agrees: who asked is told, each time that is decided', async () => {
    const { paymentId, reversalId } = await asked();
    await app.call(payments.decideReversal, deciding(reversalId, false, 'not yet'));
    const { reversal } = await ask(paymentId);
    expect(await decided(String(reversal?.id), true)).toBeUndefined();
    const path = `/payment-history/${paymentId}`;
    expect((await told(asker, path)).map(({ kind }) => kind).toSorted()).toEqual([
      'payments.reversal_approved',
      'payments.reversal_refused',
    ]);
    expect((await told(cashier, path)).map(({ kind }) => kind)).toEqual(['payments.drawer_lowered']);
  });
});

// Last: the books of this month stay closed.
test('a request of a month that was closed meanwhile is taken back too', async () => {
  const { paymentId, reversalId } = await asked();
  await execute(
    app.owner.db,
    sql`insert into ledger.closed_periods (period, closed_at) values ('2026-11-01', now())`,
  );
  expect(await decided(reversalId, true)).toBe('ledger.period_closed');
  expect(await codeOf(reversalId)).toBeUndefined();
  expect((await page(paymentId)).reversal?.state).toBe('GIVEN_UP');
});
