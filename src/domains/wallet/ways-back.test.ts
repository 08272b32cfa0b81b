/** Money in wallets has every way back: out of a wallet that is switched off, and never past a freeze or the second person. */
import { afterEach, expect, test } from 'vitest';
import { mergeConsumers, previewMerge } from '#domains/consumers/merge/contract.ts';
import { expectedCash } from '#domains/ledger/closings/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import * as gateway from '#domains/payments/gateway/contract.ts';
import { getPayable } from '#domains/payments/payables/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { guardedBalances } from './book-proof.ts';
import * as contract from './contract.ts';
import { walletCalls } from './factory.ts';
import * as withdrawals from './withdrawals/contract.ts';

const app = await testApp();
const { admin, cashier, limits, balance, withMoney, ask, codeOf } = await walletCalls(app);

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  expect(await guardedBalances.difference(app.db)).toBe(0);
});

const [reviewer, payer] = [await app.staff('reviewer'), await app.staff('cashier')];

const cash = (as: Person, amountMinor: number) => ({
  as: cashier,
  body: {
    ...{ consumerId: String(as.consumerId), amountMinor: minor(amountMinor), unusual: true },
    tender: { method: 'CASH' as const },
  },
});
async function debtor(amountMinor: number) {
  const as = await withMoney(amountMinor);
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const tender = { method: 'WALLET' as const };
  const pay = (sum: number) => ({ as, body: { connectionId, amountMinor: minor(sum), tender } });
  return { as, connectionId, pay };
}

test('wallets switched off: nothing is put in, and what is there pays bills and can be taken out to the last poisha', async () => {
  const { as, connectionId, pay } = await debtor(500_00);
  await limits({ enabled: false });
  const off = { as, body: { amountMinor: minor(200_00), tender: { method: 'GATEWAY' as const } } };
  expect(await app.codeOf(contract.rechargeAccount, off)).toBe('payments.wallet_off');
  expect(await app.codeOf(contract.rechargeAccount, cash(as, 200_00))).toBe('payments.wallet_off');
  const { walletMinor } = await app.call(getPayable, { as, query: { connectionId } });
  expect(walletMinor).toBe(500_00);
  const { can } = await app.call(contract.checkBalance, { as });
  expect(can).toMatchObject({ recharge: false, askWithdrawal: true });
  await app.call(payments.makePayment, pay(115_00));
  const consumerId = String(as.consumerId);
  const office = { consumerId, amountMinor: minor(100_00), wanted: 'CASH' as const };
  const { id } = await app.call(withdrawals.withdrawForConsumer, { as: cashier, body: office });
  await proved(cashier, id);
  await ask(as, 285_00);
  expect(await balance(as)).toEqual([0, 385_00]);
  await limits({});
});

const proved = async (by: Person, withdrawalId: string) =>
  app.call(withdrawals.confirmWithdrawal, {
    as: by,
    body: { withdrawalId, code: await codeOf(withdrawalId) },
  });
const payOut = (withdrawalId: string) => ({
  as: payer,
  body: { withdrawalId, tender: { method: 'CASH' as const } },
});

test('a frozen wallet pays no approved withdrawal out, also if the program forgets to ask; after the freeze it is paid', async () => {
  const as = await withMoney(1_000_00);
  const { id } = await ask(as, 600_00);
  expect((await proved(as, id)).state).toBe('APPROVED');
  const freeze = (on: boolean) => ({
    as: reviewer,
    body: { consumerId: String(as.consumerId), freeze: on, reason: 'Phone was stolen' },
  });
  await app.call(contract.freezeWallet, freeze(true));
  expect(await app.codeOf(withdrawals.payWithdrawal, payOut(id))).toBe('ledger.balance_frozen');
  const { can } = await app.call(withdrawals.getWithdrawal, { as: payer, params: { id } });
  expect(can).toMatchObject({ pay: false, payAfterFreeze: true });
  const spend = transaction(app.db, (tx) =>
    execute(
      tx,
      sql`with j as (insert into ledger.journals (kind, source_id, business_date, created_at) values ('WALLET_PAYOUT', uuidv7(), '2026-11-15', now()) returning id)
        insert into ledger.entries (journal_id, line_no, account_code, party_id, amount_minor, business_date)
        select id, n, a, p, m, '2026-11-15' from j, (values (1, '2310', ${as.consumerId}::uuid, 100), (2, '1000', null, -100)) v (n, a, p, m)`,
    ),
  );
  await expect(spend).rejects.toMatchObject({ constraint: 'party_balances_blocked' });
  await app.call(contract.freezeWallet, freeze(false));
  expect((await app.call(withdrawals.payWithdrawal, payOut(id))).state).toBe('PAID_OUT');
});

test('what a wallet pays was received when it was put in: sums of what was received, tallied and counted, and the file', async () => {
  const received = async (query: object) => {
    const { sums } = await app.call(payments.paymentHistory, {
      as: reviewer,
      query: { source: 'ALL', ...query },
    });
    return sums.amountMinor;
  };
  const before = await received({});
  const { as, pay } = await debtor(300_00);
  await app.call(payments.makePayment, pay(115_00));
  const consumerId = String(as.consumerId);
  expect(await received({})).toBe(before + 300_00);
  expect(await received({ consumerId })).toBe(300_00);
  expect(await received({ consumerId, method: 'WALLET' })).toBe(115_00);
  const file = await app.server.inject({
    url: '/api/billing/payment/history/download',
    query: { format: 'csv', source: 'ALL', consumerId, columns: 'amountMinor,receivedMinor' },
    headers: { authorization: `Bearer ${reviewer.idToken}` },
  });
  expect(file.body.trim().split('\r\n').slice(-2).sort()).toEqual(['115.00,', '300.00,300.00']);
});

const reversal = (paymentId: string) => ({ as: reviewer, body: { paymentId, reason: 'A zero too many' } });
const recharged = async (as: Person, amountMinor: number) =>
  (await app.call(contract.rechargeAccount, cash(as, amountMinor))).id;
const detail = (id: string) => app.call(payments.getPayment, { as: reviewer, params: { id } });

test('a recharge that was typed wrongly is reversed: wallet, drawer, movements and report have never seen it', async () => {
  const as = await withMoney(100_00);
  const drawer = async () =>
    (await app.call(expectedCash, { as: cashier, query: { day: app.system().today } })).expectedMinor;
  const before = await drawer();
  const id = await recharged(as, 2_500_00);
  expect(await drawer()).toBe(before + 2_500_00);
  expect((await detail(id)).can.reverse).toBe(true);
  expect((await app.call(payments.reversePayment, reversal(id))).state).toBe('REVERSED');
  expect([await balance(as), await drawer()]).toEqual([[100_00, 0], before]);
  expect(await app.codeOf(payments.reversePayment, reversal(id))).toBe('payments.not_reversible');
  const { items } = await app.call(contract.transactionHistory, { as });
  expect(items.map(({ kind, inMinor, outMinor }) => [kind, inMinor ?? outMinor])).toEqual([
    ['TAKEN_BACK', 2_500_00],
    ['RECHARGE', 2_500_00],
    ['RECHARGE', 100_00],
  ]);
  const report = await app.call(contract.walletReport, { as: reviewer, query: {} });
  expect(report.items.find(({ consumerId }) => consumerId === as.consumerId)).toMatchObject({
    ...{ rechargedMinor: 100_00, returnedMinor: 0, closingMinor: 100_00 },
  });
});

async function paidAtBank(as: Person, paymentId: string): Promise<void> {
  const { bankUrl } = await app.call(gateway.openOrder, { as, body: { paymentId } });
  const asked = new URL(bankUrl ?? '', 'http://bank.test').searchParams;
  const form = new URLSearchParams({ decision: 'approve', manner: 'plain' });
  for (const name of ['ORDERID', 'SESSIONID']) form.set(name, asked.get(name) ?? '');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await app.server.inject({ method: 'POST', url: '/sandbox-bank/pay', headers, payload: form.toString() });
  await app.call(gateway.completeGatewayPayment, { as, body: { paymentId } });
}

test('a recharge is reversed as far as the wallet has it: what is spent, held or came through the bank is not', async () => {
  const { as, pay } = await debtor(100_00);
  const id = await recharged(as, 400_00);
  await app.call(payments.makePayment, pay(115_00));
  expect(await detail(id)).toMatchObject({ keptBecause: 'SPENT', can: { reverse: false } });
  const refused = await app.refused(payments.reversePayment, reversal(id));
  expect([refused.code, refused.params]).toEqual(['payments.recharge_spent', { amount: 385_00 }]);
  await recharged(as, 115_00);
  // Many at once: what is there leaves once.
  await limits({ minWithdrawalMinor: 100_00 });
  const ways = Array.from({ length: 10 }, (_, n) =>
    n % 2 === 0
      ? app.codeOf(payments.reversePayment, reversal(id))
      : app.codeOf(withdrawals.withdrawOwn, { as, body: { amountMinor: minor(400_00), wanted: 'CASH' } }),
  );
  expect((await Promise.all(ways)).filter((code) => code === undefined)).toHaveLength(1);
  const [free, held] = await balance(as);
  expect([free, [0, 400_00].includes(Number(held))]).toEqual([100_00, true]);
  await limits({});

  // Above what one person may, the second one is bound by what is there then.
  const large = await withMoney(100_00);
  const asked = await app.call(payments.reversePayment, reversal(await recharged(large, 6_000_00)));
  expect(asked.reversal?.state).toBe('REQUESTED');
  await ask(large, 600_00);
  const decision = { reversalId: String(asked.reversal?.id), accept: true };
  expect(await app.codeOf(payments.decideReversal, { as: admin, body: decision })).toBe(
    'payments.recharge_spent',
  );
  await recharged(large, 500_00);
  expect((await app.call(payments.decideReversal, { as: admin, body: decision })).state).toBe('REVERSED');
  expect(await balance(large)).toEqual([0, 600_00]);

  const bank = { as, body: { amountMinor: minor(300_00), tender: { method: 'GATEWAY' as const } } };
  const { id: online } = await app.call(contract.rechargeAccount, bank);
  await paidAtBank(as, online);
  expect(await detail(online)).toMatchObject({ keptBecause: 'BANK', can: { reverse: false } });
  expect(await app.codeOf(payments.reversePayment, reversal(online))).toBe('payments.not_reversible');
});

test('what one person reversed of a wallet counts: two recharges are one large one', async () => {
  const as = await withMoney(100_00);
  const [first, second] = [await recharged(as, 4_000_00), await recharged(as, 2_000_00)];
  const others = [await app.staff('reviewer'), await app.staff('reviewer')];
  const by = (n: number, paymentId: string) =>
    app.call(payments.reversePayment, {
      as: others[n] as Person,
      body: { paymentId, reason: 'wrong wallet' },
    });
  expect((await by(0, first)).state).toBe('REVERSED');
  expect((await by(1, second)).reversal?.state).toBe('REQUESTED');
});

test('two entries became one: what is reversed follows the money, into the wallet and out of it', async () => {
  const { as: from, pay } = await debtor(500_00);
  const into = await withMoney(150_00);
  const bill = await app.call(payments.makePayment, pay(115_00));
  const recharge = await recharged(from, 200_00);
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
  expect(await balance(into)).toEqual([735_00, 0]);
  await app.call(payments.reversePayment, reversal(bill.id));
  expect(await balance(into)).toEqual([850_00, 0]);
  await app.call(payments.reversePayment, reversal(recharge));
  expect(await balance(into)).toEqual([650_00, 0]);
});

test('many small withdrawals are one large one: of a wallet, and of who asks at the office, within the day', async () => {
  // Twenty minutes before midnight.
  app.clock.set('2026-11-15T17:40:00Z');
  const { withMoney } = await walletCalls(app);
  const [clerk, decider, rich] = [
    await app.staff('cashier'),
    await app.staff('reviewer'),
    await withMoney(25_000_00),
  ];
  const own = async (amountMinor: number) => proved(rich, (await ask(rich, amountMinor)).id);
  expect(await own(3_000_00)).toMatchObject({ state: 'APPROVED', decidedBy: null });
  const large = await own(2_500_00);
  expect(large.state).toBe('OTP_CONFIRMED');
  // What was refused does not count.
  const refusal = { withdrawalId: large.id, accept: false, remark: 'Not today' };
  await app.call(withdrawals.decideWithdrawal, { as: decider, body: refusal });
  expect((await own(2_000_00)).state).toBe('APPROVED');
  expect((await own(500_00)).state).toBe('OTP_CONFIRMED');

  const ofOffice = async (as: Person, amountMinor: number, by = clerk) => {
    const body = {
      consumerId: String(as.consumerId),
      amountMinor: minor(amountMinor),
      wanted: 'CASH' as const,
    };
    const { id } = await app.call(withdrawals.withdrawForConsumer, { as: by, body });
    return (await proved(by, id)).state;
  };
  const [first, second, third] = [
    await withMoney(5_000_00),
    await withMoney(5_000_00),
    await withMoney(5_000_00),
  ];
  expect(await ofOffice(first, 4_000_00)).toBe('APPROVED');
  expect(await ofOffice(second, 1_000_00)).toBe('APPROVED');
  expect(await ofOffice(third, 500_00)).toBe('OTP_CONFIRMED');
  // Of one wallet by all who ask: its consumer, then another person of the office.
  const shared = await withMoney(6_000_00);
  await proved(shared, (await ask(shared, 3_000_00)).id);
  expect(await ofOffice(shared, 2_500_00, decider)).toBe('OTP_CONFIRMED');
  // The next day begins at zero.
  app.clock.set('2026-11-15T18:10:00Z');
  expect((await own(5_000_00)).state).toBe('APPROVED');
  expect(await ofOffice(second, 4_000_00)).toBe('APPROVED');
});
