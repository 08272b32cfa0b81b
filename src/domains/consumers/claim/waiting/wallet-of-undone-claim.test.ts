/** A claim is undone: each of the two has the money in the wallet that is theirs. */
import { afterEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { claimConsumer } from '#domains/consumers/claim/contract.ts';
import { townOf } from '#domains/consumers/claim/factory.ts';
import { agreeClaim, undoClaim } from '#domains/consumers/claim/waiting/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import * as gateway from '#domains/payments/gateway/contract.ts';
import { updateAutoPay } from '#domains/wallet/auto-pay/contract.ts';
import { on } from '#domains/wallet/auto-pay/factory.ts';
import { guardedBalances } from '#domains/wallet/book-proof.ts';
import { checkBalance, freezeWallet, rechargeAccount } from '#domains/wallet/contract.ts';
import { walletCalls } from '#domains/wallet/factory.ts';
import * as withdrawals from '#domains/wallet/withdrawals/contract.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';

const app = await testApp();
const { newPhone, register, signedIn, household, codeAt, claimedBy } = townOf(app);
const { admin, cashier, ask, codeOf } = await walletCalls(app);
const clerk = await app.staff('reviewer');

/** Money that comes through the bank. */
async function bring(as: Person, amountMinor: number) {
  const body = { amountMinor: minor(amountMinor), tender: { method: 'GATEWAY' as const } };
  const { id } = await app.call(rechargeAccount, { as, body });
  const { bankUrl } = await app.call(gateway.openOrder, { as, body: { paymentId: id } });
  const address = new URL(bankUrl ?? '', 'http://x').searchParams;
  const order = { ORDERID: address.get('ORDERID') ?? '', SESSIONID: address.get('SESSIONID') ?? '' };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (url: string, form: Record<string, string>) =>
    app.server.inject({ method: 'POST', url, headers, payload: new URLSearchParams(form).toString() });
  await post('/sandbox-bank/pay', { ...order, decision: 'approve', manner: 'plain' });
  await post(`/deposit/payment/approved?payment=${id}`, {});
}

/** Money that the office takes at the counter. */
const atCounter = (consumerId: string, amountMinor: number) =>
  app.call(rechargeAccount, {
    as: cashier,
    body: { consumerId, amountMinor: minor(amountMinor), tender: { method: 'CASH' }, unusual: true },
  });

/** A household with ৳300 in its wallet is claimed by the account of the phone; its own phone agrees. */
async function join(phone: string, before: Person) {
  const home = await household(newPhone());
  await atCounter(home.id, 300_00);
  const claim = { customerNumber: home.number, evidence: home.last.number };
  await app.call(claimConsumer, { as: before, body: claim });
  const { id } = await claimedBy(phone);
  await app.call(agreeClaim, { as: before, body: { id, code: await codeAt(home.phone) } });
  return { home, id, person: await signedIn(phone) };
}

/** Somebody who registers, with or without a household of their own. */
async function account(hasHousehold = false) {
  const phone = newPhone();
  if (hasHousehold) await household(phone);
  await register(phone, hasHousehold ? {} : { isNew: true });
  const before = await signedIn(phone);
  return { phone, before, ownId: String(before.consumerId) };
}

/** Proved by the code of the person's phone, and paid out. */
async function takeOut(as: Person, amountMinor: number, tender?: Tender): Promise<string> {
  const { id } = await ask(as, amountMinor);
  return prove(as, id, tender);
}
type Tender = z.input<(typeof withdrawals.payWithdrawal)['body']>['tender'];
async function prove(as: Person, withdrawalId: string, tender: Tender = { method: 'CASH' }): Promise<string> {
  const code = await codeOf(withdrawalId);
  await app.call(withdrawals.confirmWithdrawal, { as, body: { withdrawalId, code } });
  await app.call(withdrawals.payWithdrawal, { as: cashier, body: { withdrawalId, tender } });
  return withdrawalId;
}

const freeze = (consumerId: string) =>
  app.call(freezeWallet, { as: clerk, body: { consumerId, freeze: true, reason: 'looked at' } });
const undo = (id: string) =>
  app.call(undoClaim, { as: clerk, params: { id }, body: { reason: 'not theirs' } });
const wallet = async (consumerId: string) => {
  const { balanceMinor, heldMinor, isFrozen } = await app.call(checkBalance, {
    as: clerk,
    query: { consumerId },
  });
  return [balanceMinor, heldMinor, isFrozen];
};

afterEach(async () => {
  expect(await guardedBalances.difference(app.db)).toBe(0);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

test.each([[false], [true]])(
  'what the account brought meanwhile, less what it spent, goes with it; the household keeps its own (frozen: %s)',
  async (isFrozen) => {
    const { phone, before, ownId } = await account();
    const { home, id, person } = await join(phone, before);
    const { connectionId } = await transaction(app.db, (tx) =>
      makeDebtor(tx, app.system(), { consumerId: home.id, months: 1 }),
    );
    await bring(person, 1000_00);
    const spent = { connectionId, amountMinor: minor(50_00), tender: { method: 'WALLET' as const } };
    await app.call(payments.makePayment, { as: person, body: spent });
    await takeOut(person, 500_00);
    if (isFrozen) await freeze(home.id);
    await undo(id);
    expect(await wallet(ownId)).toEqual([450_00, 0, isFrozen]);
    expect(await wallet(home.id)).toEqual([300_00, 0, isFrozen]);
  },
);

test.each([[false], [true]])(
  'what the account brought by the claim comes back less what it took out since then (frozen: %s)',
  async (isFrozen) => {
    const { phone, before, ownId } = await account();
    await bring(before, 1000_00);
    const { home, id, person } = await join(phone, before);
    await takeOut(person, 800_00);
    if (isFrozen) await freeze(home.id);
    await undo(id);
    expect(await wallet(ownId)).toEqual([200_00, 0, isFrozen]);
    expect(await wallet(home.id)).toEqual([300_00, 0, isFrozen]);
  },
);

test('who took out more than they brought gets nothing of the household', async () => {
  const { phone, before, ownId } = await account();
  await bring(before, 500_00);
  const { home, id, person } = await join(phone, before);
  await takeOut(person, 700_00);
  await undo(id);
  expect(await wallet(ownId)).toEqual([0, 0, false]);
  expect(await wallet(home.id)).toEqual([100_00, 0, false]);
});

test('what the office asked for counts as taken out by who proved it', async () => {
  const { phone, before, ownId } = await account();
  await bring(before, 1000_00);
  const { home, id } = await join(phone, before);
  const body = { consumerId: home.id, amountMinor: minor(800_00), wanted: 'CASH' as const };
  const { id: withdrawalId } = await app.call(withdrawals.withdrawForConsumer, { as: clerk, body });
  await prove(clerk, withdrawalId);
  await undo(id);
  expect(await wallet(ownId)).toEqual([200_00, 0, false]);
  expect(await wallet(home.id)).toEqual([300_00, 0, false]);
});

test('what the bank sent back is there again, and goes with who had asked for it', async () => {
  const { phone, before, ownId } = await account();
  await bring(before, 1000_00);
  const { home, id, person } = await join(phone, before);
  const withdrawalId = await takeOut(person, 800_00, { method: 'BANK', reference: 'BNK-1' });
  const line = { withdrawalId, reference: 'BNK-2', reason: 'account closed' };
  await app.call(withdrawals.askReturn, { as: clerk, body: line });
  const askedAt = app.clock.now().toISOString();
  await app.call(withdrawals.decideReturn, { as: admin, body: { withdrawalId, askedAt, accept: true } });
  await undo(id);
  expect(await wallet(ownId)).toEqual([1000_00, 0, false]);
  expect(await wallet(home.id)).toEqual([300_00, 0, false]);
});

test('what is asked for and not paid out yet ends, and goes with the account', async () => {
  const { phone, before, ownId } = await account();
  await bring(before, 1000_00);
  const { home, id, person } = await join(phone, before);
  const { id: withdrawalId } = await ask(person, 500_00);
  await undo(id);
  expect(await wallet(ownId)).toEqual([1000_00, 0, false]);
  expect(await wallet(home.id)).toEqual([300_00, 0, false]);
  const { state, rejectedAs } = await app.call(withdrawals.getWithdrawal, {
    as: clerk,
    params: { id: withdrawalId },
  });
  expect([state, rejectedAs]).toEqual(['REJECTED', 'MERGED']);
});

test('a withdrawal under way keeps nothing of a household that came into the entry of the account', async () => {
  const { phone, before, ownId } = await account(true);
  await bring(before, 400_00);
  const { home, id, person } = await join(phone, before);
  await ask(person, 600_00);
  await undo(id);
  expect(await wallet(home.id)).toEqual([300_00, 0, false]);
  expect(await wallet(ownId)).toEqual([400_00, 0, false]);
});

test('bills that the account wanted paid from the wallet of the household are not paid by themselves any more', async () => {
  const { phone, before } = await account();
  const { home, id, person } = await join(phone, before);
  await app.call(updateAutoPay, on(person));
  const wishes = () =>
    all(
      app.db,
      sql`select ended_as as "endedAs" from wallet.auto_rules where connection_id = ${home.connection.id}`,
    );
  expect(await wishes()).toEqual([{ endedAs: null }]);
  await undo(id);
  expect(await wishes()).toEqual([{ endedAs: 'OFF' }]);
});
