/** A demand note that its household pays from the own wallet: what is taken, what is refused, and the ways back (G10, G13). */
import { afterEach, expect, test } from 'vitest';
import * as applications from '#domains/applications/contract.ts';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { mergeConsumers, previewMerge } from '#domains/consumers/merge/contract.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { guardedBalances } from '#domains/wallet/book-proof.ts';
import * as wallet from '#domains/wallet/contract.ts';
import { walletCalls } from '#domains/wallet/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { waiting } from '#test/race.ts';
import * as contract from './contract.ts';
import * as gateway from './gateway/contract.ts';
import { getPayable } from './payables/contract.ts';
import { differences } from './queries.ts';
import * as refunds from './refunds/contract.ts';

const app = await testApp();
const { admin, cashier, balance, ask, limits } = await walletCalls(app);
const reviewer = await app.staff('reviewer');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  expect(await guardedBalances.difference(app.db)).toBe(0);
});

const recharge = (as: Person, amountMinor: number) =>
  app.call(wallet.rechargeAccount, {
    as: cashier,
    body: {
      ...{ consumerId: String(as.consumerId), amountMinor: minor(amountMinor), unusual: true },
      tender: { method: 'CASH' },
    },
  });
const setting = (key: string, value: object) =>
  execute(
    app.db,
    sql`insert into settings.entries (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`,
  );
/** A household whose note waits for its money, and whose wallet has so much more (or less) than the note asks. */
async function toPay(moreMinor = 0) {
  const as = await app.consumer();
  const made = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId: String(as.consumerId) });
  const { dueMinor: total } = await app.call(getPayable, { as, query: { applicationId: made.id } });
  await recharge(as, total + moreMinor);
  const paying = (amountMinor: number = total, by: Person = as) => ({
    as: by,
    body: { applicationId: made.id, amountMinor: minor(amountMinor), tender: { method: 'WALLET' as const } },
  });
  const pay = () => app.call(contract.payDemandNote, paying());
  const codeOf = (amountMinor?: number, by?: Person) =>
    app.codeOf(contract.payDemandNote, paying(amountMinor, by));
  return { as, id: made.id, number: String(made.number), total, paying, pay, codeOf };
}
const reversing = (paymentId: string) => ({ as: reviewer, body: { paymentId, reason: 'wrong application' } });
const page = (id: string) => app.call(applications.getApplication, { as: admin, params: { id } });
const owed = (partyId: string) => balanceOf(app.db, { partyId, account: ACCOUNTS.applicants });
const paidBy = (id: string) =>
  all<{ state: string }>(
    app.db,
    sql`select state from payments.payments where application_id = ${id} order by created_at, id`,
  );
const smsLike = (event: string) =>
  all<{ body: string }>(
    app.owner.db,
    sql`select body from platform.outbox where event like ${event} and channel = 'sms' order by id`,
  );

test('the note is paid at once: wallet, books, receipt, message, audit log and statement agree', async () => {
  const { as, id, number, total, pay } = await toPay(300_00);
  const asked = await app.call(getPayable, { as, query: { applicationId: id } });
  expect([asked.walletMinor, asked.dueMinor]).toEqual([total + 300_00, total]);
  const paid = await pay();
  expect(paid).toMatchObject({ source: 'APPLICATION_SURVEY', method: 'WALLET', state: 'APPROVED' });
  expect([paid.amountMinor, paid.applicationId]).toEqual([total, id]);
  expect(paid.receiptNumber).toMatch(/^6/);
  expect([await balance(as), await owed(id)]).toEqual([[300_00, 0], 0]);
  expect((await page(id)).state).toBe('READY_FOR_METER_INSTALLATION');
  const { accounts } = await one<{ accounts: string }>(
    app.db,
    sql`select string_agg(e.account_code || ' ' || e.amount_minor || ' ' || e.party_id, ', ' order by e.line_no) as accounts
      from ledger.entries e join ledger.journals j on j.id = e.journal_id where j.kind = 'PAYMENT' and j.source_id = ${paid.id}`,
  );
  expect(accounts).toBe(`2300 ${total} ${as.consumerId}, 1110 ${-total} ${id}`);
  const [told, ...more] = await smsLike(`payments.receipt:${paid.id}%`);
  expect(more).toEqual([]);
  for (const fact of ['from your wallet', number, String(paid.receiptNumber)])
    expect(told?.body).toContain(fact);
  const written = await all(
    app.owner.db,
    sql`select actor_id as by, after ->> 'method' as method, (after ->> 'walletOf')::uuid as "walletOf", (after ->> 'amountMinor')::bigint as minor
      from platform.audit where action = 'payment.make' and object_id = ${paid.id}`,
  );
  expect(written).toEqual([{ by: as.userId, method: 'WALLET', walletOf: as.consumerId, minor: total }]);
  const { items } = await app.call(wallet.transactionHistory, { as });
  expect(items[0]).toMatchObject({
    ...{ kind: 'PAYMENT', outMinor: total, balanceMinor: 300_00 },
    ...{ paymentId: paid.id, reference: paid.receiptNumber },
  });
  const report = await app.call(wallet.walletReport, { as: reviewer, query: { search: '' } });
  expect(report.items.find(({ consumerId }) => consumerId === as.consumerId)).toMatchObject({
    ...{ rechargedMinor: total + 300_00, paidMinor: total, returnedMinor: 0, closingMinor: 300_00 },
  });
  // The money was received when it was put in.
  const listed = { source: 'APPLICATION_SURVEY' as const, applicationId: id };
  const list = await app.call(contract.paymentHistory, { as: admin, query: listed });
  expect([list.total, list.items[0]?.method, list.sums.amountMinor]).toEqual([1, 'WALLET', 0]);
  for (const language of ['en', 'bn'] as const) {
    const pdf = await app.server.inject({
      url: `/api/billing/payment/receipt/${paid.id}?language=${language}`,
      headers: { authorization: `Bearer ${as.idToken}` },
    });
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  }
});

test('too little, held money and a frozen wallet pay nothing; a frozen wallet is no way on the page', async () => {
  const { as, id, total, codeOf } = await toPay(-1);
  expect(await codeOf()).toBe('ledger.balance_short');
  await recharge(as, 500_00);
  // Held for a withdrawal: of what is left a poisha is missing.
  await ask(as, 500_00);
  expect(await balance(as)).toEqual([total - 1, 500_00]);
  expect(await codeOf()).toBe('ledger.balance_short');
  await recharge(as, 500_00);
  const freeze = (on: boolean) =>
    app.call(wallet.freezeWallet, {
      as: reviewer,
      body: { consumerId: String(as.consumerId), freeze: on, reason: 'Phone was stolen' },
    });
  await freeze(true);
  expect(await codeOf()).toBe('ledger.balance_frozen');
  expect((await app.call(getPayable, { as, query: { applicationId: id } })).walletMinor).toBeNull();
  expect([await paidBy(id), (await page(id)).state]).toEqual([[], 'READY_TO_PAY']);
  await freeze(false);
  // What is there can leave, also if wallets are switched off.
  await limits({ enabled: false });
  expect(await codeOf()).toBeUndefined();
  await limits({});
});

test('the note is asked as by other money: its sum, its state, its last day', async () => {
  const { as, id, total, codeOf } = await toPay(10_000_00);
  expect(await codeOf(total - 1)).toBe('applications.partial_payment');
  expect(await codeOf(total + 1)).toBe('applications.amount_above_balance');
  await setting('applications', { partialPayment: true });
  expect(await codeOf(total - 100_00)).toBeUndefined();
  expect([await balance(as), await owed(id)]).toEqual([[10_100_00, 0], 100_00]);
  await execute(
    app.owner.db,
    sql`update applications.applications set expires_on = '2026-11-14' where id = ${id}`,
  );
  expect(await codeOf(100_00)).toBe('applications.note_expired');
  await setting('applications', {});
  const { items } = await app.call(contract.paymentHistory, {
    ...{ as, query: { source: 'APPLICATION_SURVEY', applicationId: id } },
  });
  expect(items.map(({ amountMinor }) => amountMinor)).toEqual([total - 100_00]);
  const other = await toPay(0);
  await app.call(contract.payDemandNote, {
    as: cashier,
    body: { ...other.paying().body, tender: { method: 'CASH' } },
  });
  expect(await other.codeOf()).toBe('applications.wrong_state');
  expect(await balance(other.as)).toEqual([other.total, 0]);
});

test('nobody else pays from it: no clerk, no administrator, and no other household pays this note', async () => {
  const { as, total, codeOf } = await toPay();
  expect(await codeOf(total, cashier)).toBe('common.not_permitted');
  expect(await codeOf(total, admin)).toBe('common.not_permitted');
  const other = await app.consumer();
  await recharge(other, total);
  expect(await codeOf(total, other)).toBe('common.not_found');
  expect([await balance(as), await balance(other)]).toEqual([
    [total, 0],
    [total, 0],
  ]);
});

test('ten at once: the note is paid one time, and the others read that it is paid', async () => {
  const { as, id, codeOf } = await toPay(25_00);
  const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf()));
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set([undefined, 'applications.wrong_state']));
  expect([await balance(as), await paidBy(id)]).toEqual([[25_00, 0], [{ state: 'APPROVED' }]]);
});

test('two notes and money for one: at once, one is paid', async () => {
  const first = await toPay();
  const { id } = await makeApplication(app, {
    ...{ upTo: 'READY_TO_PAY' as const, consumerId: String(first.as.consumerId) },
  });
  const second = app.codeOf(contract.payDemandNote, {
    as: first.as,
    body: { ...first.paying().body, applicationId: id },
  });
  const codes = await Promise.all([first.codeOf(), second]);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === 'ledger.balance_short')).toHaveLength(1);
  expect(await balance(first.as)).toEqual([0, 0]);
});

test('a repeated key pays one time and gives the first answer again', async () => {
  const { as, id, paying } = await toPay(70_00);
  const headers = { 'idempotency-key': `note-${id}` };
  const [first, again] = [
    await app.call(contract.payDemandNote, { ...paying(), headers }),
    await app.call(contract.payDemandNote, { ...paying(), headers }),
  ];
  expect(again).toEqual(first);
  expect([await balance(as), await paidBy(id)]).toEqual([[70_00, 0], [{ state: 'APPROVED' }]]);
});

test('one payment at a time: one that never reached the bank gives way, one at the bank does not', async () => {
  const begin = (given: Awaited<ReturnType<typeof toPay>>) =>
    app.call(contract.payDemandNote, {
      as: given.as,
      body: { ...given.paying().body, tender: { method: 'GATEWAY' } },
    });
  const left = await toPay();
  const { id: paymentId } = await begin(left);
  expect(await left.codeOf()).toBeUndefined();
  expect(await paidBy(left.id)).toEqual([{ state: 'EXPIRED' }, { state: 'APPROVED' }]);
  const gone = await app.call(gateway.openOrder, { as: left.as, body: { paymentId } });
  expect(gone.state).toBe('EXPIRED');
  const sent = await toPay();
  const started = await begin(sent);
  await app.call(gateway.openOrder, { as: sent.as, body: { paymentId: started.id } });
  expect(await sent.codeOf()).toBe('payments.other_running');
  expect(await balance(sent.as)).toEqual([sent.total, 0]);
  // A person looks at that one: what is open may be paid.
  await execute(
    app.owner.db,
    sql`update payments.payments set set_aside_at = now() where id = ${started.id}`,
  );
  expect(await sent.codeOf()).toBeUndefined();
});

test('reversed by two people: the money is in the wallet again, the household is told so, and pays again', async () => {
  const { as, id, number, total, pay } = await toPay();
  const paid = await pay();
  await setting('payments', { reverseAloneUpToMinor: 0 });
  expect((await app.call(contract.getPayment, { as: reviewer, params: { id: paid.id } })).can.reverse).toBe(
    true,
  );
  const asked = await app.call(contract.reversePayment, reversing(paid.id));
  expect([asked.state, asked.reversal?.state]).toEqual(['APPROVED', 'REQUESTED']);
  expect(await balance(as)).toEqual([0, 0]);
  const body = { reversalId: String(asked.reversal?.id), accept: true };
  expect(await app.codeOf(contract.decideReversal, { as: reviewer, body })).toBe('payments.second_person');
  expect((await app.call(contract.decideReversal, { as: admin, body })).state).toBe('REVERSED');
  expect([await balance(as), await owed(id), (await page(id)).state]).toEqual([
    [total, 0],
    0,
    'READY_TO_PAY',
  ]);
  const told = await smsLike(`application.takenBackToWallet:${id}:%`);
  expect(told).toHaveLength(1);
  for (const fact of ['in your wallet again', number]) expect(told[0]?.body).toContain(fact);
  expect(await smsLike(`application.takenBack:${id}:%`)).toEqual([]);
  const { items } = await app.call(wallet.transactionHistory, { as });
  expect(items[0]).toMatchObject({ kind: 'REVERSAL', inMinor: total, balanceMinor: total });
  await pay();
  expect([await balance(as), (await page(id)).state]).toEqual([[0, 0], 'READY_FOR_METER_INSTALLATION']);
  await setting('payments', {});
});

test.each(['alone', 'by two people'])(
  'a reversal %s locks the wallet before the application, as a payment does, so that nobody waits in a circle',
  async (by) => {
    const { as, id, total, pay } = await toPay();
    const { id: paymentId } = await pay();
    await setting('payments', { reverseAloneUpToMinor: by === 'alone' ? total : 0 });
    const reverse = () => app.call(contract.reversePayment, reversing(paymentId));
    const asked = by === 'alone' ? undefined : await reverse();
    const body = { reversalId: String(asked?.reversal?.id), accept: true };
    const { taken } = await transaction(app.db, async (tx) => {
      await lockBalance(tx, { account: ACCOUNTS.wallets, partyId: String(as.consumerId) });
      const started = asked ? app.call(contract.decideReversal, { as: admin, body }) : reverse();
      await expect.poll(() => waiting(app)).toBeGreaterThan(0);
      // Who has the wallet gets the application next.
      await execute(tx, sql`select from applications.applications where id = ${id} for update nowait`);
      return { taken: started };
    });
    expect((await taken).state).toBe('REVERSED');
    expect([await balance(as), await owed(id)]).toEqual([[total, 0], 0]);
    await setting('payments', {});
  },
);

test('of two entries that became one, a reversal puts the money into the wallet of the one that is left', async () => {
  const [from, into] = [await toPay(15_00), await app.consumer()];
  const { id: paymentId } = await from.pay();
  const sides = await app.call(previewMerge, {
    as: admin,
    query: { fromId: String(from.as.consumerId), intoId: String(into.consumerId) },
  });
  await app.call(mergeConsumers, {
    as: admin,
    body: {
      ...{ fromId: String(from.as.consumerId), fromVersion: sides.from.version },
      ...{ intoId: String(into.consumerId), intoVersion: sides.into.version },
      ...{ confirmNumber: sides.from.number, reason: 'one person' },
    },
  });
  await app.call(contract.reversePayment, reversing(paymentId));
  const left = await app.call(wallet.checkBalance, {
    as: reviewer,
    query: { consumerId: String(from.as.consumerId) },
  });
  expect([left.consumerId, left.balanceMinor]).toEqual([into.consumerId, from.total + 15_00]);
});

test('withdrawn after it was paid from the wallet: refunded by three people like any other, the wallet stays as it is', async () => {
  const { as, id, total, pay } = await toPay(40_00);
  const paid = await pay();
  const { version } = await page(id);
  await app.call(withdrawAfterPayment, {
    as,
    body: { applicationId: id, version, remark: 'moved to Khulna' },
  });
  const [refund, ...more] = (
    await app.call(refunds.listRefunds, { as: cashier, query: { applicationId: id } })
  ).items;
  expect(more).toEqual([]);
  expect(refund).toMatchObject({ state: 'REQUESTED', amountMinor: total, cause: 'WITHDRAWAL' });
  // Its refund decides: the payment is not also put back into the wallet.
  expect(await app.codeOf(contract.reversePayment, reversing(paid.id))).toBe('applications.note_withdrawn');
  const refundId = String(refund?.id);
  await app.call(refunds.decideRefund, { as: reviewer, body: { refundId, accept: true } });
  await app.call(refunds.payRefund, {
    as: await app.staff('cashier'),
    body: { refundId, tender: { method: 'CASH' } },
  });
  expect([await owed(id), await balanceOf(app.db, { partyId: id, account: ACCOUNTS.refundable })]).toEqual([
    0, 0,
  ]);
  expect(await balance(as)).toEqual([40_00, 0]);
});
