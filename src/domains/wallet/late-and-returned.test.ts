/** Money of wallets that comes late or comes back, each by two people: counter money of a day long ago, a withdrawal that a bank returns. */
import { afterEach, expect, test } from 'vitest';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { expectedCash } from '#domains/ledger/closings/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { decideProposal, listProposals } from '#domains/payments/proposals/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, firstOfMonth } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { guardedBalances } from './book-proof.ts';
import * as contract from './contract.ts';
import { walletCalls } from './factory.ts';
import * as withdrawals from './withdrawals/contract.ts';

const app = await testApp();
const { admin, cashier, limits, balance, withMoney, ask, codeOf } = await walletCalls(app);
const [reviewer, payer] = [await app.staff('reviewer'), await app.staff('cashier')];

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  expect(await guardedBalances.difference(app.db)).toBe(0);
});

const proved = async (by: Person, withdrawalId: string) =>
  app.call(withdrawals.confirmWithdrawal, {
    as: by,
    body: { withdrawalId, code: await codeOf(withdrawalId) },
  });
const atBank = async () => {
  const { minor: sum } = await one<{ minor: number }>(
    app.db,
    sql`select coalesce(sum(amount_minor), 0)::bigint as minor from ledger.entries where account_code = '1030'`,
  );
  return sum;
};

test('a withdrawal that the bank sends back is in the wallet again by two people, and its owner is told', async () => {
  const as = await withMoney(2_000_00);
  const { id } = await ask(as, 600_00);
  await proved(as, id);
  const back = (by: Person) => ({
    as: by,
    body: { withdrawalId: id, reference: 'BNK-78', reason: 'account closed' },
  });
  const askedAt = app.clock.now().toISOString();
  const decide = (by: Person, accept: boolean, remark?: string) => ({
    as: by,
    body: { withdrawalId: id, askedAt, accept, ...(remark ? { remark } : {}) },
  });
  const nobody = String(as.consumerId);
  const { askReturn, decideReturn } = withdrawals;
  expect(
    await app.codeOf(askReturn, { as: payer, body: { ...back(payer).body, withdrawalId: nobody } }),
  ).toBe('common.not_found');
  const ofNobody = { as: reviewer, body: { withdrawalId: nobody, askedAt, accept: true } };
  expect(await app.codeOf(decideReturn, ofNobody)).toBe('common.not_found');
  expect(await app.codeOf(askReturn, back(payer))).toBe('wallet.wrong_state');
  const bank = { withdrawalId: id, tender: { method: 'BANK' as const, reference: 'BNK-77' } };
  await app.call(withdrawals.payWithdrawal, { as: payer, body: bank });
  expect(await app.codeOf(decideReturn, decide(reviewer, true))).toBe('wallet.wrong_state');
  // Cash that was handed over does not come back from a bank.
  const other = await withMoney(600_00);
  const { id: handed } = await ask(other, 600_00);
  await proved(other, handed);
  const cash = { withdrawalId: handed, tender: { method: 'CASH' as const } };
  await app.call(withdrawals.payWithdrawal, { as: payer, body: cash });
  const ofCash = { as: reviewer, body: { ...back(reviewer).body, withdrawalId: handed } };
  expect(await app.codeOf(askReturn, ofCash)).toBe('wallet.wrong_state');
  const asked = await app.call(askReturn, back(reviewer));
  expect(asked).toMatchObject({ state: 'PAID_OUT', return: { reference: 'BNK-78', decidedBy: null } });
  expect(await app.codeOf(askReturn, back(payer))).toBe('wallet.return_waits');
  // Who reported it does not agree to it.
  expect(await app.codeOf(decideReturn, decide(reviewer, true))).toBe('wallet.return_asker');
  const alone = execute(
    app.db,
    sql`update wallet.withdrawals set state = 'RETURNED', returned_by = return_asked_by, returned_by_name = 'x', returned_at = now() where id = ${id}`,
  );
  await expect(alone).rejects.toMatchObject({ constraint: 'withdrawals_return_two_persons' });
  expect(await app.codeOf(decideReturn, decide(admin, false))).toBe('wallet.return_refusal_reason');
  const refused = await app.call(decideReturn, decide(admin, false, 'another line'));
  expect(refused).toMatchObject({ state: 'PAID_OUT', return: null });
  await app.call(askReturn, back(reviewer));
  expect(await balance(as)).toEqual([1_400_00, 0]);
  const before = await atBank();
  const many = Array.from({ length: 5 }, () => app.codeOf(decideReturn, decide(admin, true)));
  expect((await Promise.all(many)).filter((code) => code === undefined)).toHaveLength(1);
  expect(await balance(as)).toEqual([2_000_00, 0]);
  expect((await atBank()) - before).toBe(600_00);
  const own = await app.call(withdrawals.getWithdrawal, { as, params: { id } });
  expect(own).toMatchObject({ state: 'RETURNED', return: null, number: expect.any(String) });
  const { items } = await app.call(contract.transactionHistory, { as, query: { limit: 1 } });
  expect(items).toMatchObject([{ kind: 'RETURN', inMinor: 600_00, reference: own.number }]);
  const told = await one<{ n: number }>(
    app.owner.db,
    sql`select count(*) as n from platform.outbox where event = ${`wallet.returned:${id}`}`,
  );
  expect(told.n).toBe(1);
  const words = await all<{ action: string }>(
    app.owner.db,
    sql`select action from platform.audit where object = 'withdrawal' and object_id = ${id} order by id desc limit 4`,
  );
  expect(words.map(({ action }) => action)).toEqual([
    'wallet.return',
    'wallet.ask-return',
    'wallet.refuse-return',
    'wallet.ask-return',
  ]);
  const moved = execute(app.db, sql`update wallet.withdrawals set reference = 'other' where id = ${id}`);
  await expect(moved).rejects.toMatchObject({ constraint: 'withdrawals_frozen' });
});

test('counter money of a day too long ago is put in by two people, in the drawer of who took it', async () => {
  const as = await withMoney(100_00);
  const paidOn = addDays(app.system().today, -20);
  const late = (amountMinor: number, more: object = {}) => ({
    as: cashier,
    body: {
      ...{ consumerId: String(as.consumerId), amountMinor: minor(amountMinor), reason: 'power cut' },
      tender: { method: 'CASH' as const, paidOn, ...more },
    },
  });
  const refused = (amountMinor: number, more: object = {}) =>
    app.codeOf(contract.proposeRecharge, late(amountMinor, more));
  const nobody = { ...late(200_00), body: { ...late(200_00).body, consumerId: admin.userId } };
  expect(await app.codeOf(contract.proposeRecharge, nobody)).toBe('common.not_found');
  expect(await app.codeOf(contract.proposeRecharge, { ...late(200_00), as: reviewer })).toBe(
    'common.not_permitted',
  );
  expect(await refused(99_99)).toBe('wallet.amount_below');
  expect(await refused(25_000_01)).toBe('wallet.amount_above');
  expect(await refused(200_00, { paidOn: addDays(app.system().today, 1) })).toBe('payments.paid_in_future');
  expect(await refused(200_00, { paidOn: app.system().today })).toBe('payments.backdate_alone');
  const freeze = (on: boolean) =>
    app.call(contract.freezeWallet, {
      as: reviewer,
      body: { consumerId: String(as.consumerId), freeze: on, reason: 'asked' },
    });
  await freeze(true);
  expect(await refused(200_00)).toBe('ledger.balance_frozen');
  await freeze(false);
  await limits({ maxBalanceMinor: 250_00 });
  expect(await refused(200_00)).toBe('wallet.balance_full');
  await limits({ enabled: false });
  expect(await refused(200_00)).toBe('payments.wallet_off');
  await limits({});

  const proposal = await app.call(contract.proposeRecharge, late(200_00));
  const { customerNumber } = await app.call(contract.checkBalance, { as });
  expect(proposal).toMatchObject({
    kind: 'BACKDATE',
    state: 'REQUESTED',
    targetNumber: customerNumber,
    paidOn,
  });
  expect(await refused(200_00)).toBe('payments.backdate_waits');
  const found = await app.call(listProposals, { as: admin, query: { search: customerNumber } });
  expect(found.items.map(({ id, goesBack }) => [id, goesBack])).toEqual([[proposal.id, false]]);
  expect(await balance(as)).toEqual([100_00, 0]);
  const decision = { as: admin, params: { id: proposal.id }, body: { accept: true } };
  const { paymentId } = await app.call(decideProposal, decision);
  expect(await balance(as)).toEqual([300_00, 0]);
  const paid = await app.call(payments.getPayment, { as: admin, params: { id: String(paymentId) } });
  expect(paid).toMatchObject({
    source: 'WALLET_RECHARGE',
    paidOn,
    state: 'APPROVED',
    targetNumber: customerNumber,
  });
  const { expectedMinor } = await app.call(expectedCash, { as: cashier, query: { day: paidOn } });
  expect(expectedMinor).toBe(200_00);
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), firstOfMonth(paidOn)));
  expect(await refused(300_00)).toBe('ledger.period_closed');
});
