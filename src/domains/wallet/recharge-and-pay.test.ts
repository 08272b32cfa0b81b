/** Money into wallets and bills paid from them: limits, the bank, frozen wallets, and many payments at once (G10, G13). */
import { afterEach, expect, test } from 'vitest';
import { mergeConsumers, previewMerge } from '#domains/consumers/merge/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import * as gateway from '#domains/payments/gateway/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { guardedBalances } from './book-proof.ts';
import * as contract from './contract.ts';
import { walletCalls } from './factory.ts';

const app = await testApp();
const { admin, cashier, limits, balance, withMoney } = await walletCalls(app);
const reviewer = await app.staff('reviewer');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  expect(await guardedBalances.difference(app.db)).toBe(0);
});

const cash = (as: Person, amountMinor: number, more: object = {}) => ({
  as: cashier,
  body: {
    consumerId: String(as.consumerId),
    amountMinor: minor(amountMinor),
    tender: { method: 'CASH' as const, ...more },
  },
});
/** A consumer with bills of ৳115 and so much in the wallet. */
async function debtor(amountMinor: number, months = 1) {
  const as = await withMoney(amountMinor);
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId), months }),
  );
  const pay = (sum: number) => ({
    as,
    body: { connectionId, amountMinor: minor(sum), tender: { method: 'WALLET' as const } },
  });
  return { as, connectionId, pay };
}

test('a deposit that was started at the bank is told, until it has ended', async () => {
  const as = await app.consumer();
  const running = async () => (await app.call(contract.checkBalance, { as })).running;
  expect(await running()).toBeNull();
  const body = { amountMinor: minor(500_00), tender: { method: 'GATEWAY' as const } };
  const { id } = await app.call(contract.rechargeAccount, { as, body });
  expect(await running()).toMatchObject({ id, amountMinor: 500_00 });
  expect((await app.call(contract.checkBalance, { as: await app.consumer() })).running).toBeNull();
  await app.call(gateway.giveUpPayment, { as, body: { paymentId: id } });
  expect(await running()).toBeNull();
});

test('far above what the household brought or owes is asked about one time at the counter', async () => {
  const { as } = await debtor(2_000_00);
  const recharge = (amountMinor: number, more: object = {}) => {
    const { body } = cash(as, amountMinor);
    return { as: cashier, body: { ...body, ...more } };
  };
  const refusal = await app.refused(contract.rechargeAccount, recharge(6_000_01));
  expect([refusal.code, refusal.params]).toEqual([
    'wallet.unusual_recharge',
    { amount: 6_000_01, usual: 2_000_00 },
  ]);
  // Three times the most so far, and no more than the limit below which nobody is asked.
  await app.call(contract.rechargeAccount, recharge(6_000_00));
  await app.call(contract.rechargeAccount, recharge(18_000_01, { unusual: true }));
  expect(await balance(as)).toEqual([26_000_01, 0]);
  const owes = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(owes.consumerId), months: 20 }),
  );
  const sum = (amountMinor: number) => ({ ...cash(owes, amountMinor) });
  await app.call(contract.rechargeAccount, sum(6_900_00));
  expect(connectionId).toBeTruthy();
  expect(await app.codeOf(contract.rechargeAccount, sum(20_700_01))).toBe('wallet.unusual_recharge');
  const nothing = await app.consumer();
  await app.call(contract.rechargeAccount, cash(nothing, 5_000_00));
});

test('counter money is in the wallet with a receipt, within the limits of the day', async () => {
  const as = await app.consumer();
  const paid = await app.call(contract.rechargeAccount, cash(as, 500_00));
  expect(paid).toMatchObject({ source: 'WALLET_RECHARGE', state: 'APPROVED', method: 'CASH' });
  expect(paid.receiptNumber).toMatch(/^6/);
  expect(await balance(as)).toEqual([500_00, 0]);
  await app.call(contract.rechargeAccount, {
    ...cash(as, 200_00),
    body: { ...cash(as, 200_00).body, tender: { method: 'POS', receiptNumber: 'S-1' } },
  });
  const refused = (amountMinor: number, more = {}) =>
    app.codeOf(contract.rechargeAccount, cash(as, amountMinor, more));
  expect(await refused(99_99)).toBe('wallet.amount_below');
  expect(await refused(25_000_01)).toBe('wallet.amount_above');
  expect(await refused(200_00, { paidOn: addDays(app.system().today, 1) })).toBe('payments.paid_in_future');
  expect(await refused(200_00, { paidOn: addDays(app.system().today, -1) })).toBe('payments.date_reason');
  expect(await refused(200_00, { paidOn: addDays(app.system().today, -90) })).toBe(
    'payments.second_person_date',
  );
  const again = { ...cash(as, 200_00).body, tender: { method: 'POS' as const, receiptNumber: 'S-1' } };
  expect(await app.codeOf(contract.rechargeAccount, { as: cashier, body: again })).toBe(
    'payments.slip_taken',
  );
  await limits({ maxBalanceMinor: 800_00 });
  expect(await refused(100_01)).toBe('wallet.balance_full');
  await limits({ enabled: false });
  expect(await refused(100_00)).toBe('payments.wallet_off');
  await limits({});
  // A consumer puts nothing into a drawer, nobody else goes to the bank, and nobody reads the wallet of another one.
  expect(await app.codeOf(contract.rechargeAccount, { ...cash(as, 200_00), as })).toBe(
    'common.not_permitted',
  );
  const bank = { ...cash(as, 200_00).body, tender: { method: 'GATEWAY' as const } };
  expect(await app.codeOf(contract.rechargeAccount, { as: cashier, body: bank })).toBe(
    'common.not_permitted',
  );
  // Nor who has every word: the bank's page is for whose wallet it is.
  expect(await app.codeOf(contract.rechargeAccount, { as: admin, body: bank })).toBe('common.not_permitted');
  const nobody = { ...cash(as, 200_00).body, consumerId: admin.userId };
  expect(await app.codeOf(contract.rechargeAccount, { as: cashier, body: nobody })).toBe('common.not_found');
  expect(await app.codeOf(contract.checkBalance, { as: cashier, query: { consumerId: admin.userId } })).toBe(
    'common.not_found',
  );
  const other = await app.consumer();
  const own = await app.call(contract.checkBalance, {
    as: other,
    query: { consumerId: String(as.consumerId) },
  });
  expect(own.consumerId).toBe(other.consumerId);
  const theirs = await app.call(contract.transactionHistory, {
    as: other,
    query: { consumerId: String(as.consumerId) },
  });
  expect(theirs.total).toBe(0);
});

test('through the bank: only its own answer brings the money, the browser’s return proves nothing', async () => {
  const as = await app.consumer();
  const begin = { as, body: { amountMinor: 300_00, tender: { method: 'GATEWAY' as const } } };
  const { id } = await app.call(contract.rechargeAccount, begin);
  const { bankUrl } = await app.call(gateway.openOrder, { as, body: { paymentId: id } });
  expect(await app.codeOf(contract.rechargeAccount, begin)).toBe('payments.other_running');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const comeBack = async (page: string) => {
    const url = `/deposit/payment/${page}?payment=${id}`;
    const answer = await app.server.inject({ method: 'POST', url, headers, payload: 'status=APPROVED' });
    return String(answer.headers.location);
  };
  expect(await comeBack('approved')).toBe(`/deposit/payment/redirect?payment=${id}`);
  expect(await balance(as)).toEqual([0, 0]);
  const address = new URL(bankUrl ?? '', 'http://x').searchParams;
  const form = new URLSearchParams({
    ORDERID: address.get('ORDERID') ?? '',
    SESSIONID: address.get('SESSIONID') ?? '',
    decision: 'approve',
    manner: 'plain',
  });
  await app.server.inject({ method: 'POST', url: '/sandbox-bank/pay', headers, payload: form.toString() });
  const returns = await Promise.all(Array.from({ length: 20 }, () => comeBack('canceled')));
  expect(new Set(returns)).toEqual(new Set([`/deposit/payment/approved?payment=${id}`]));
  expect(await balance(as)).toEqual([300_00, 0]);
});

test('bills are paid from the own wallet: exactly what is open, never more than is there', async () => {
  const { as, connectionId, pay } = await debtor(200_00, 2);
  const first = await app.call(payments.makePayment, pay(115_00));
  expect(first).toMatchObject({ state: 'APPROVED', method: 'WALLET', advanceMinor: 0 });
  expect(first.invoices).toHaveLength(1);
  expect(await balance(as)).toEqual([85_00, 0]);
  expect(await app.codeOf(payments.makePayment, pay(100_00))).toBe('ledger.balance_short');
  await app.call(contract.rechargeAccount, cash(as, 500_00));
  expect(await app.codeOf(payments.makePayment, pay(115_01))).toBe('payments.not_due');
  // Nobody else pays from it: neither staff nor another household.
  const body = { connectionId, amountMinor: 50_00, tender: { method: 'WALLET' as const } };
  expect(await app.codeOf(payments.makePayment, { as: cashier, body })).toBe('common.not_permitted');
  expect(await app.codeOf(payments.makePayment, { as: await app.consumer(), body })).toBe('common.not_found');
  const history = await app.call(contract.transactionHistory, { as });
  expect(
    history.items.map(({ kind, inMinor, outMinor, balanceMinor }) => [
      kind,
      inMinor ?? outMinor,
      balanceMinor,
    ]),
  ).toEqual([
    ['RECHARGE', 500_00, 585_00],
    ['PAYMENT', 115_00, 85_00],
    ['RECHARGE', 200_00, 200_00],
  ]);
  // What is reversed is in the wallet again, and the bill is open.
  await app.call(payments.reversePayment, {
    as: reviewer,
    body: { paymentId: first.id, reason: 'wrong bill' },
  });
  expect(await balance(as)).toEqual([700_00, 0]);
  const report = await app.call(contract.walletReport, { as: reviewer, query: { search: '' } });
  const row = report.items.find(({ consumerId }) => consumerId === as.consumerId);
  expect(row).toMatchObject({
    ...{ openingMinor: 0, rechargedMinor: 700_00, paidMinor: 115_00, returnedMinor: 115_00 },
    ...{ withdrawnMinor: 0, closingMinor: 700_00, heldMinor: 0 },
  });
});

test('a frozen wallet gives nothing and takes nothing new, also if the program forgets to ask', async () => {
  const { as, pay } = await debtor(300_00);
  const freeze = (on: boolean) => ({
    as: reviewer,
    body: { consumerId: String(as.consumerId), freeze: on, reason: 'Phone was stolen' },
  });
  expect(await app.codeOf(contract.freezeWallet, freeze(false))).toBe('wallet.frozen_already');
  const nobody = { as: reviewer, body: { ...freeze(true).body, consumerId: admin.userId } };
  expect(await app.codeOf(contract.freezeWallet, nobody)).toBe('common.not_found');
  expect((await app.call(contract.freezeWallet, freeze(true))).frozenReason).toBe('Phone was stolen');
  expect(await app.codeOf(payments.makePayment, pay(50_00))).toBe('ledger.balance_frozen');
  expect(await app.codeOf(contract.rechargeAccount, cash(as, 200_00))).toBe('ledger.balance_frozen');
  const { items } = await app.call(contract.walletList, { as: reviewer, query: { state: 'FROZEN' } });
  expect(items.map(({ consumerId }) => consumerId)).toEqual([as.consumerId]);
  const spend = transaction(app.db, (tx) =>
    execute(
      tx,
      sql`with j as (insert into ledger.journals (kind, source_id, business_date, created_at) values ('PAYMENT', uuidv7(), '2026-11-15', now()) returning id),
        e as (select id from j)
        insert into ledger.entries (journal_id, line_no, account_code, party_id, amount_minor, business_date)
        select id, n, a, p, m, '2026-11-15' from e, (values (1, '2300', ${as.consumerId}::uuid, 100), (2, '1000', null, -100)) v (n, a, p, m)`,
    ),
  );
  await expect(spend).rejects.toMatchObject({ constraint: 'party_balances_blocked' });
  await app.call(contract.freezeWallet, freeze(false));
  await app.call(payments.makePayment, pay(50_00));
  // The program itself writes no balance.
  const cheat = execute(app.db, sql`update ledger.party_balances set balance_minor = 0`);
  await expect(cheat).rejects.toMatchObject({ code: '42501' });
});

test('50 payments of one bill at once, from the wallet and at the counter: the bill is paid once, the wallet is never below zero', async () => {
  const { as, connectionId, pay } = await debtor(1_000_00);
  const counter = { connectionId, amountMinor: 115_00, tender: { method: 'CASH' as const }, toPayBack: true };
  const codes = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 10 === 0
        ? app.codeOf(payments.makePayment, { as: cashier, body: counter })
        : app.codeOf(payments.makePayment, pay(115_00)),
    ),
  );
  const fromWallet = codes.filter((code, n) => n % 10 !== 0 && code === undefined).length;
  expect(fromWallet).toBeLessThanOrEqual(1);
  expect(await balance(as)).toEqual([1_000_00 - fromWallet * 115_00, 0]);
});

test('two entries become one: the money is of the one that is left', async () => {
  const [from, into] = [await withMoney(400_00), await withMoney(150_00)];
  const sides = await app.call(previewMerge, {
    as: admin,
    query: { fromId: String(from.consumerId), intoId: String(into.consumerId) },
  });
  await app.call(mergeConsumers, {
    as: admin,
    body: {
      ...{ fromId: String(from.consumerId), fromVersion: sides.from.version },
      ...{ intoId: String(into.consumerId), intoVersion: sides.into.version },
      ...{ confirmNumber: sides.from.number, reason: 'one person' },
    },
  });
  const left = await app.call(contract.checkBalance, {
    as: reviewer,
    query: { consumerId: String(from.consumerId) },
  });
  expect([left.consumerId, left.balanceMinor]).toEqual([into.consumerId, 550_00]);
  const written = await all(
    app.owner.db,
    sql`select actor_id as "actorId", object, after from platform.audit
      where action = 'wallet.move' and object_id = ${into.consumerId}`,
  );
  expect(written).toEqual([
    {
      ...{ actorId: admin.userId, object: 'wallet' },
      after: { from: from.consumerId, amountMinor: 400_00 },
    },
  ]);
});
