/** Payments of wallets that are taken back: the household is told, old recharges need two people, and nobody waits in a circle. */
import { afterEach, expect, test } from 'vitest';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { guardedBalances } from '#domains/wallet/book-proof.ts';
import * as contract from '#domains/wallet/contract.ts';
import { walletCalls } from '#domains/wallet/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { waiting } from '#test/race.ts';
import * as payments from './contract.ts';
import { makeDebtor } from './factory.ts';

const app = await testApp();
const { cashier, balance, withMoney } = await walletCalls(app);
let reviewer = await app.staff('reviewer');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await guardedBalances.difference(app.db)).toBe(0);
});

const REASON = 'typed twice';
const reversal = (paymentId: string) => ({ as: reviewer, body: { paymentId, reason: REASON } });
const recharged = (as: Person, amountMinor: number) =>
  app.call(contract.rechargeAccount, {
    as: cashier,
    body: {
      ...{ consumerId: String(as.consumerId), amountMinor: minor(amountMinor), unusual: true },
      tender: { method: 'CASH' },
    },
  });
async function debtor(amountMinor: number) {
  const as = await withMoney(amountMinor);
  const { connectionId, number } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  return { as, connectionId, number };
}
const smsOf = (paymentId: string) =>
  all<{ body: string }>(
    app.owner.db,
    sql`select body from platform.outbox where event like ${`payments.taken-back:${paymentId}:%`} and channel = 'sms'`,
  );
const bellsOf = (as: Person) =>
  all<{ params: object; path: string }>(
    app.owner.db,
    sql`select params, path from platform.notices where kind = 'payments.taken_back' and user_id = ${as.userId}`,
  );

test('a recharge that is taken back is told to its household one time, by SMS and bell, with the reason', async () => {
  const as = await withMoney(100_00);
  const { id, receiptNumber: receipt } = await recharged(as, 250_00);
  await app.call(payments.reversePayment, reversal(id));
  const told = await smsOf(id);
  expect(told).toHaveLength(1);
  for (const fact of ['250', String(receipt), 'wallet', REASON]) expect(told[0]?.body).toContain(fact);
  expect(await bellsOf(as)).toEqual([
    { params: { minor: 250_00, receipt, reason: REASON }, path: `/payment-history/${id}` },
  ]);
});

test('a payment of bills that is taken back is told: what it paid is open, and what a wallet paid is in it again', async () => {
  const { as, connectionId, number } = await debtor(200_00);
  const byHand = { connectionId, amountMinor: minor(50_00), tender: { method: 'CASH' as const } };
  const cash = await app.call(payments.makePayment, { as: cashier, body: byHand });
  const byWallet = { connectionId, amountMinor: minor(65_00), tender: { method: 'WALLET' as const } };
  const own = await app.call(payments.makePayment, { as, body: byWallet });
  for (const { id } of [cash, own]) await app.call(payments.reversePayment, reversal(id));
  const [first, second] = [await smsOf(cash.id), await smsOf(own.id)];
  for (const [told, sum, what] of [
    [first, 'Tk 50', 'open again'],
    [second, 'Tk 65', 'in the wallet again'],
  ] as const) {
    expect(told).toHaveLength(1);
    for (const fact of [sum, number, what, REASON]) expect(told[0]?.body).toContain(fact);
  }
  expect(await bellsOf(as)).toHaveLength(2);
});

test('what a wallet paid is taken back: the wallet is locked before the connection, so that nobody waits in a circle', async () => {
  const { as, connectionId } = await debtor(200_00);
  const body = { connectionId, amountMinor: minor(115_00), tender: { method: 'WALLET' as const } };
  const { id } = await app.call(payments.makePayment, { as, body });
  const { taken } = await transaction(app.db, async (tx) => {
    await lockBalance(tx, { account: ACCOUNTS.wallets, partyId: String(as.consumerId) });
    const started = app.call(payments.reversePayment, reversal(id));
    await expect.poll(() => waiting(app)).toBeGreaterThan(0);
    // Who has the wallet gets the connection next.
    await execute(
      tx,
      sql`select from meters.connections where id = ${connectionId} for no key update nowait`,
    );
    return { taken: started };
  });
  expect((await taken).state).toBe('REVERSED');
  expect(await balance(as)).toEqual([200_00, 0]);
});

test('a recharge that is older than one person may date money back is taken out by two people, however small', async () => {
  const as = await withMoney(100_00);
  const [old, young] = [await recharged(as, 150_00), await recharged(as, 120_00)];
  app.clock.advance(3 * 86_400);
  reviewer = await app.staff('reviewer');
  expect((await app.call(payments.reversePayment, reversal(young.id))).state).toBe('REVERSED');
  app.clock.advance(86_400);
  reviewer = await app.staff('reviewer');
  const { leftMinor } = await app.call(payments.reverseAlone, { as: reviewer, params: { id: old.id } });
  expect(leftMinor).toBe(0);
  const asked = await app.call(payments.reversePayment, reversal(old.id));
  expect([asked.state, asked.reversal?.state]).toEqual(['APPROVED', 'REQUESTED']);
  const decision = { reversalId: String(asked.reversal?.id), accept: true };
  const second = await app.staff('admin');
  expect((await app.call(payments.decideReversal, { as: second, body: decision })).state).toBe('REVERSED');
});
