/** Each kind of posting and the accounts that it touches: each flow is run as the program runs it, its journals are compared with the table. */
import { expect, test } from 'vitest';
import { cancelInvoice, decideCorrection } from '#domains/billing/corrections/contract.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { applyAdvances } from '#domains/billing/invoices/actions/use-advances.ts';
import { chargeSurcharges } from '#domains/billing/surcharges/actions/charge-surcharges.ts';
import * as surcharges from '#domains/billing/surcharges/contract.ts';
import { mergeConsumers, previewMerge } from '#domains/consumers/merge/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makeFees } from '#domains/ownership/fee/factory-fees.ts';
import { rejectChange } from '#domains/ownership/steps/contract.ts';
import * as cheques from '#domains/payments/cheques/contract.ts';
import { chequeCalls } from '#domains/payments/cheques/factory-cheques.ts';
import * as chequeFee from '#domains/payments/cheques/fee/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeCharges } from '#domains/payments/factory-charges.ts';
import { rebateCalls } from '#domains/payments/factory-rebates.ts';
import { decideProposal } from '#domains/payments/proposals/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { settledOfPayments } from '#domains/payments/settled-by-day.ts';
import { walletCalls } from '#domains/wallet/factory.ts';
import { endLateWithdrawals } from '#domains/wallet/withdrawals/actions/end-withdrawal.ts';
import * as withdrawals from '#domains/wallet/withdrawals/contract.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { readSource } from '#tools/source-files.ts';
import { ACCOUNTS, JOURNAL_KINDS } from './accounts.rules.ts';

const app = await testApp();
/** Signed in now: a session of the day before has ended. */
const office = async () => ({
  ...{ admin: await app.staff('admin'), other: await app.staff('cashier') },
  ...{ cashier: await app.staff('cashier'), reviewer: await app.staff('reviewer') },
});

/** By kind: the accounts that are debited (+) and credited (-), in their order. */
type Posted = Record<string, string>;
const asked: Posted[] = [];

/** What an act posts. */
async function posts(act: () => Promise<unknown>): Promise<Posted> {
  const before = await all<{ id: string }>(app.db, sql`select id from ledger.journals`);
  await act();
  const rows = await all<{ kind: string; accounts: string }>(
    app.db,
    sql`select kind, string_agg(account, ' ' order by account collate "C") as accounts from (
        select distinct j.kind, e.account_code || case when e.amount_minor > 0 then '+' else '-' end as account
        from ledger.journals j join ledger.entries e on e.journal_id = j.id
        where j.id <> all(${before.map(({ id }) => id)}::uuid[])) p group by kind`,
  );
  const posted = Object.fromEntries(rows.map(({ kind, accounts }) => [kind, accounts]));
  asked.push(posted);
  return posted;
}

test('a bill, what paying late costs, and that it is waived', async () => {
  const first = await office();
  const value = { onceMode: 'flat' as const, onceFlatMinor: minor(30_00), monthlyMode: 'none' as const };
  const planned = await app.call(surcharges.planSurchargeRules, {
    as: first.admin,
    body: { validFrom: '2026-11-16', value: { ...value, onceAfterDays: 0 }, reason: 'Board' },
  });
  await app.call(surcharges.approveSurchargeRules, {
    as: (await office()).admin,
    params: { id: planned.id },
    body: { version: planned.version },
  });
  app.clock.set('2026-11-16T04:00:00Z');
  const settled = settledOfPayments;
  await chargeSurcharges(app.db, app.clock, settled);
  const { id: connectionId } = await transaction(app.db, (tx) => makeConnection(tx, app.system()));
  const bill = { connectionId, period: '2026-11-01', issuedOn: '2026-11-16', dueOn: '2026-11-16' };
  expect(await posts(() => transaction(app.db, (tx) => makeInvoice(tx, app.system(), bill)))).toEqual({
    INVOICE: '1100+ 2100- 4000- 4020-',
  });
  app.clock.set('2026-11-17T04:00:00Z');
  expect(await posts(() => chargeSurcharges(app.db, app.clock, settled))).toEqual({
    INVOICE: '1100+ 4030-',
  });
  const { id, version } = await one<{ id: string; version: number }>(
    app.db,
    sql`select i.id, i.version from billing.invoices i join billing.surcharges on invoice_id = i.id`,
  );
  const body = { invoiceId: id, version, reason: 'Flood', freePayment: false };
  const { admin, reviewer } = await office();
  const waived = await posts(async () => {
    const { id: correctionId, state } = await app.call(cancelInvoice, { as: admin, body });
    if (state === 'REQUESTED')
      await app.call(decideCorrection, { as: reviewer, body: { correctionId, accept: true } });
  });
  expect(waived).toEqual({ REVERSAL: '1100- 4030+' });
});

test('a rebate for payment in time, taken back while the credit is there, and after it was used', async () => {
  const calls = rebateCalls(app);
  const { today } = app.system();
  const day = (count: number) => addDays(today, count);
  await calls.ruled(day(1), {});
  calls.goTo(day(1));
  await calls.credit();
  const [kept, used] = [await calls.billed(day(1)), await calls.billed(day(1))];
  const [paid, spent] = [
    await calls.pay(kept.connectionId, 115_00),
    await calls.pay(used.connectionId, 115_00),
  ];
  calls.goTo(day(12));
  expect(await posts(() => calls.credit())).toEqual({ REBATE: '2200- 4050+' });
  expect(await posts(() => calls.reverse(paid))).toEqual({ REVERSAL: '1000- 1100+ 2200+ 4050-' });
  await calls.billed(day(12), { connectionId: used.connectionId, period: '2027-01-01' });
  await calls.useAdvance(used.connectionId);
  expect(await posts(() => calls.reverse(spent))).toEqual({
    INVOICE: '1100+ 4050-',
    REVERSAL: '1000- 1100+',
  });
});

test('more than a bill, what is left is refunded, comes back from the bank, and stays an advance', async () => {
  const { admin: second, cashier, other, reviewer } = await office();
  const { id: connectionId } = await transaction(app.db, (tx) => makeConnection(tx, app.system()));
  await transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period: '2026-10-01' }));
  const tender = { method: 'CASH' as const };
  const pay = { as: cashier, body: { connectionId, amountMinor: minor(300_00), tender } };
  expect(await posts(() => app.call(payments.makePayment, pay))).toEqual({ PAYMENT: '1000+ 1100- 2200-' });
  await transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period: '2026-11-01' }));
  const using = { connections: sql`select ${connectionId}::uuid as id`, businessDate: app.system().today };
  expect(await posts(() => transaction(app.db, (tx) => applyAdvances(tx, app.system(), using)))).toEqual({
    ADVANCE: '1100- 2200+',
  });
  const claim = async (): Promise<string> => {
    const of = { kind: 'ADVANCE' as const, connectionId, amountMinor: minor(10_00) };
    const { id } = await app.call(refunds.openRefund, { as: cashier, body: { of, reason: 'moves away' } });
    await app.call(refunds.decideRefund, { as: reviewer, body: { refundId: id, accept: true } });
    return id;
  };
  const agree = async (refundId: string) => {
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select id from payments.proposals where refund_id = ${refundId} and state = 'REQUESTED'`,
    );
    return app.call(decideProposal, { as: second, params: { id }, body: { accept: true } });
  };
  let refundId = '';
  const claiming = () =>
    posts(async () => {
      refundId = await claim();
    });
  expect(await claiming()).toEqual({ REFUND_CLAIM: '2200+ 2210-' });
  const bank = { refundId, tender: { method: 'BANK' as const, reference: 'T 1' } };
  expect(await posts(() => app.call(refunds.payRefund, { as: other, body: bank }))).toEqual({
    REFUND: '1030- 2210+',
  });
  const cameBack = { refundId, reference: 'T 2', reason: 'the account is closed' };
  await app.call(refunds.askReturn, { as: cashier, body: cameBack });
  expect(await posts(() => agree(refundId))).toEqual({ REFUND_RETURN: '1030+ 2210-' });
  await claiming();
  await app.call(refunds.askWithdrawal, { as: cashier, body: { refundId, reason: 'stays' } });
  expect(await posts(() => agree(refundId))).toEqual({ REFUND_WITHDRAWAL: '2200- 2210+' });
});

test('a cheque that the bank pays, and one that it sends back, with its fee', async () => {
  const calls = await chequeCalls(app);
  const [paid, sentBack] = [await calls.debtor(), await calls.debtor()];
  expect(await posts(() => calls.take(paid.connectionId, { number: '7001' }))).toEqual({
    PAYMENT: '1040+ 1100-',
  });
  await calls.take(sentBack.connectionId, { number: '7002' });
  for (const number of ['7001', '7002'])
    await app.call(cheques.depositCheques, calls.depositing([await calls.find(number)]));
  const cleared = calls.clearing([await calls.find('7001')]);
  expect(await posts(() => app.call(cheques.clearCheques, cleared))).toEqual({
    CHEQUE_CLEARED: '1030+ 1040-',
  });
  const planned = await app.call(chequeFee.planChequeFee, {
    as: await app.staff('admin'),
    body: { validFrom: app.system().today, value: { returnFeeMinor: minor(20_00) }, reason: 'Board' },
  });
  await app.call(chequeFee.approveChequeFee, {
    ...{ as: await app.staff('admin'), params: { id: planned.id } },
    body: { version: planned.version },
  });
  const memo = calls.returning(await calls.find('7002'), minor(20_00));
  expect(await posts(() => app.call(cheques.dishonourCheque, memo))).toEqual({
    REVERSAL: '1040- 1100+',
    INVOICE: '1100+ 4040-',
  });
});

test('the fee of an ownership change, in cash and through the bank; that it is owed back', async () => {
  const fees = await makeFees(app);
  const request = await fees.asked();
  const fee = '1130+ 2100- 4120-';
  expect(await posts(() => fees.pay(request.id))).toEqual({ OWNERSHIP_FEE: fee, PAYMENT: '1000+ 1130-' });
  const [{ version }, requestId] = [await fees.office.at(request.id), request.id];
  const refusal = { version, remark: 'the heirs do not agree', despitePayment: true };
  const rejecting = { as: fees.office.admin, query: { requestId }, body: refusal };
  expect(await posts(() => app.call(rejectChange, rejecting))).toEqual({
    WITHDRAWAL: '2100+ 2210- 4120+',
  });
  const { id, owner } = await fees.asked();
  const paymentId = await fees.atBank(id, owner);
  await fees.approve(paymentId);
  expect(await posts(() => fees.complete(paymentId, owner))).toEqual({
    OWNERSHIP_FEE: fee,
    PAYMENT: '1020+ 1130-',
  });
});

test('the charge of a work order', async () => {
  const charges = await makeCharges(app);
  const { id } = await charges.charged();
  expect(await posts(() => charges.pay(id))).toEqual({
    WORK_ORDER: '1120+ 2100- 4110-',
    PAYMENT: '1000+ 1120-',
  });
});

test('money in a wallet: taken, held, paid out in cash and by bank, not paid, and of two entries that become one', async () => {
  const { reviewer, other } = await office();
  const { ask, codeOf, withMoney } = await walletCalls(app);
  let as = await app.consumer();
  const taken = await posts(async () => {
    as = await withMoney(9_000_00);
  });
  expect(taken).toEqual({ PAYMENT: '1000+ 2300-' });
  const approved = async (): Promise<string> => {
    const { id } = await ask(as, 600_00);
    const body = { withdrawalId: id, code: await codeOf(id) };
    await app.call(withdrawals.confirmWithdrawal, { as, body });
    await app.codeOf(withdrawals.decideWithdrawal, {
      as: reviewer,
      body: { withdrawalId: id, accept: true },
    });
    return id;
  };
  let [inCash, byBank] = ['', ''];
  const held = await posts(async () => {
    [inCash, byBank] = [await approved(), await approved()];
  });
  expect(held).toEqual({ WALLET_HOLD: '2300+ 2310-' });
  const pay = (withdrawalId: string, tender: { method: 'CASH' } | { method: 'BANK'; reference: string }) =>
    posts(() => app.call(withdrawals.payWithdrawal, { as: other, body: { withdrawalId, tender } }));
  expect(await pay(inCash, { method: 'CASH' })).toEqual({ WALLET_PAYOUT: '1000- 2310+' });
  expect(await pay(byBank, { method: 'BANK', reference: 'T-1' })).toEqual({ WALLET_PAYOUT: '1030- 2310+' });
  await ask(as, 700_00);
  app.clock.advance(31 * 60);
  expect(await posts(() => endLateWithdrawals(app.db, app.system()))).toEqual({
    WALLET_RELEASE: '2300- 2310+',
  });
  const into = await app.consumer('Rahima Khatoon');
  expect(await posts(() => merge(as, into))).toEqual({ WALLET_MOVE: '2300+ 2300-' });
});

async function merge(from: Person, into: Person): Promise<void> {
  const { admin } = await office();
  const ids = { fromId: String(from.consumerId), intoId: String(into.consumerId) };
  const sides = await app.call(previewMerge, { as: admin, query: ids });
  await app.call(mergeConsumers, {
    as: admin,
    body: {
      ...{ ...ids, fromVersion: sides.from.version, intoVersion: sides.into.version },
      ...{ confirmNumber: sides.from.number, reason: 'one person' },
    },
  });
}

/** Kinds that a test of their own compares in the same way, and the accounts in it. */
const ELSEWHERE: Record<string, readonly [file: string, ...accounts: string[]]> = {
  DEMAND_NOTE: [
    'src/domains/payments/demand-note-to-accounts.test.ts',
    ...['cardTerminal', 'applicants', 'connectionFees'],
  ],
  ADJUSTMENT: ['src/domains/payments/credit-note-to-accounts.test.ts', '4010'],
  BANK_FILE: ['src/domains/payments/bank-files/compare-bank-file.test.ts', '6010'],
  WALLET_RETURN: ['src/domains/wallet/late-and-returned.test.ts'],
  CASH_VARIANCE: ['src/domains/ledger/closings/variance-drawer.test.ts', '6000'],
};
const ROUNDED = ['src/domains/billing/bill-run/lines-to-accounts.test.ts', '4900'] as const;

test('each kind and each account of the chart is asked for, here or by the file that is named', () => {
  const kinds = new Set([...asked.flatMap((posted) => Object.keys(posted)), ...Object.keys(ELSEWHERE)]);
  expect(JOURNAL_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
  const named = [...Object.values(ELSEWHERE), ROUNDED].flatMap(([file, ...accounts]) => {
    const text = readSource(file);
    return accounts.filter((account) => text.includes(account));
  });
  const here = asked.flatMap((posted) => Object.values(posted)).join(' ');
  const left = Object.entries(ACCOUNTS).filter(
    ([name, code]) => !here.includes(code) && !named.includes(name) && !named.includes(code),
  );
  expect(left).toEqual([]);
});

test('the decision about the chart lists each account', () => {
  const decision = readSource('docs/decisions/0014-chart-of-accounts.md');
  expect(Object.values(ACCOUNTS).filter((code) => !decision.includes(code))).toEqual([]);
});
