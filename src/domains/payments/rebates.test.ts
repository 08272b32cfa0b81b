/** What paying in time brings, from the rule to the books: the dated job, missed days, money of an earlier day, what is taken back. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rebatesOfBills } from '#domains/billing/book-proof.ts';
import { invoiceDetail } from '#domains/billing/invoices/contract.ts';
import { billData } from '#domains/billing/invoices/pdf/bill-pdf.ts';
import { billWords } from '#domains/billing/invoices/pdf/words.ts';
import { getInvoice } from '#domains/billing/invoices/queries.ts';
import { previewRebates } from '#domains/billing/rebates/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { statement } from '#domains/statements/contract.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { formatsOfPapers } from '#shared/format.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { recordPayments } from './actions/record-payments.ts';
import { depositCheques, dishonourCheque } from './cheques/contract.ts';
import { chequeCalls } from './cheques/factory-cheques.ts';
import { rebateCalls } from './factory-rebates.ts';
import { differences } from './queries.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = rebateCalls(app);
const { minor, goTo, credit, until, billed, pay, payDated, reverse, rebates, advance } = calls;
const detail = async (id: string) => app.call(invoiceDetail, { as: await calls.cashier(), params: { id } });
const noteOf = async (id: string) => (await detail(id)).rebate;
const hold = (billId: string, cause: 'dispute' | 'payment_plan', from: string, to: string | null) =>
  execute(
    app.owner.db,
    sql`insert into billing.collection_holds (invoice_id, cause, cause_id, from_day, to_day)
      values (${billId}, ${cause}, uuidv7(), ${from}, ${to}::date)`,
  );

beforeAll(async () => {
  await calls.ruled('2026-01-02', {});
  await calls.ruled('2026-06-01', { percent: '12.5', days: 5, mostMinor: minor(5_00) });
  await credit();
});

afterEach(async () => {
  expect(await rebatesOfBills.difference(app.db)).toBe(0);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

describe('credit', () => {
  test('a bill that is paid in full by its last day gets a share of its water charge on the next one, and not before', async () => {
    const { billId, connectionId } = await billed('2026-01-02');
    const late = await billed('2026-01-02');
    const part = await billed('2026-01-02');
    const before = await billed('2026-01-01');
    expect(await noteOf(billId)).toMatchObject({
      ...{ state: 'OFFERED', payBy: '2026-01-12', amountMinor: 6_00, basisMinor: 60_00, percent: '10' },
    });
    await until('2026-01-12');
    await pay(connectionId, 115_00);
    await pay(part.connectionId, 114_99);
    await pay(before.connectionId, 115_00);
    await credit();
    expect(await rebates(billId)).toEqual([]);
    expect((await noteOf(billId))?.state).toBe('EARNED');
    goTo('2026-01-13');
    await pay(late.connectionId, 115_00);
    expect(await noteOf(late.billId)).toBeNull();
    await Promise.all([credit(), credit()]);
    expect(await rebates(billId)).toEqual([
      {
        ...{ amount: 6_00, basis: 60_00, payBy: '2026-01-12', creditedOn: '2026-01-13' },
        ...{ because: null, isCharged: false },
      },
    ]);
    for (const other of [late, part, before]) expect(await rebates(other.billId)).toEqual([]);
    expect([await advance(connectionId), await advance(late.connectionId)]).toEqual([6_00, 0]);
    expect((await noteOf(billId))?.state).toBe('CREDITED');
    const written = await all(
      app.owner.db,
      sql`select object_id as day, object, request_id as by, after from platform.audit where action = 'rebate.credit'`,
    );
    expect(written).toEqual([
      {
        ...{ day: '2026-01-13', object: 'rebate', by: 'billing:credit-rebates' },
        after: { day: '2026-01-13', rebates: 1, amountMinor: 6_00 },
      },
    ]);
    goTo('2026-01-14');
    expect((await noteOf(late.billId))?.state).toBe('MISSED');
    // Issued before there was a rule.
    expect(await noteOf(before.billId)).toBeNull();
  });

  test('it pays the next bill, and what is open already', async () => {
    goTo('2026-02-01');
    await credit();
    const { billId, connectionId } = await billed('2026-02-01');
    await pay(connectionId, 115_00);
    const next = await billed('2026-02-10', { connectionId, period: '2026-03-01' });
    await until('2026-02-12');
    expect(await rebates(billId)).toHaveLength(1);
    expect([await advance(connectionId), (await detail(next.billId)).settledMinor]).toEqual([0, 6_00]);
    const { items } = await app.call(statement, {
      as: await app.staff('admin'),
      query: { connectionId, limit: 50, offset: 1, sort: '-day' },
    });
    expect(items.map(({ kind, paidMinor }) => [kind, paidMinor])).toContainEqual(['REBATE', 6_00]);
  });

  test('half a poisha is rounded up, and no bill gets more than the most', async () => {
    goTo('2026-06-01');
    await credit();
    const lines = (water: number) => [
      { kind: 'water' as const, amountMinor: water },
      { kind: 'minimum' as const, amountMinor: 4 },
      { kind: 'fixed' as const, amountMinor: 10_00 },
      { kind: 'sewer' as const, amountMinor: 20_00 },
      { kind: 'vat_water' as const, amountMinor: 3_00 },
    ];
    // 12.5 % of ৳20.04 is ৳2.505; of ৳100.04 it is more than ৳5.
    const bills = [
      await billed('2026-06-01', { lines: lines(20_00) }),
      await billed('2026-06-01', { lines: lines(100_00) }),
    ];
    for (const { connectionId, billId } of bills) await pay(connectionId, (await detail(billId)).totalMinor);
    await until('2026-06-07');
    const given = await Promise.all(bills.map(({ billId }) => rebates(billId)));
    expect(given.map(([row]) => [row?.basis, row?.amount])).toEqual([
      [20_04, 2_51],
      [100_04, 5_00],
    ]);
  });

  test('days that were missed are made up, with the money as it was by each day', async () => {
    goTo('2026-06-10');
    await credit();
    const [early, late] = [await billed('2026-06-10'), await billed('2026-06-10')];
    await pay(early.connectionId, 115_00);
    goTo('2026-06-17');
    await pay(late.connectionId, 115_00);
    goTo('2026-06-20');
    await credit();
    expect((await rebates(early.billId)).map(({ creditedOn }) => creditedOn)).toEqual(['2026-06-16']);
    expect(await rebates(late.billId)).toEqual([]);
  });

  test('money that is written down later counts by its own day', async () => {
    goTo('2026-06-20');
    const [inTime, late] = [await billed('2026-06-20'), await billed('2026-06-20')];
    await until('2026-06-28');
    await payDated(inTime.connectionId, 115_00, '2026-06-25');
    await payDated(late.connectionId, 115_00, '2026-06-26');
    expect((await rebates(inTime.billId)).map(({ amount, creditedOn }) => [amount, creditedOn])).toEqual([
      [5_00, '2026-06-28'],
    ]);
    expect(await rebates(late.billId)).toEqual([]);
    const written = await all(
      app.owner.db,
      sql`select object_id as id, after from platform.audit where action = 'rebate.credit-late'`,
    );
    expect(written).toEqual([{ id: inTime.billId, after: { amountMinor: 5_00 } }]);
    await credit();
    expect(await rebates(inTime.billId)).toHaveLength(1);
  });

  test('who began to pay at the bank before midnight of the last day paid in time', async () => {
    goTo('2026-06-22');
    await credit();
    const [inTime, late] = [await billed('2026-06-22'), await billed('2026-06-22')];
    await until('2026-06-28');
    const paid = (connectionId: string, takenAt: Date) => ({
      ...{ connectionId, amountMinor: 115_00, method: 'GATEWAY' as const, paidOn: '2026-06-28', takenAt },
    });
    await transaction(app.db, (tx) =>
      recordPayments(tx, app.system(), [
        paid(inTime.connectionId, new Date(at('2026-06-27', '23:59'))),
        paid(late.connectionId, new Date(at('2026-06-28', '00:01'))),
      ]),
    );
    expect(await rebates(inTime.billId)).toHaveLength(1);
    expect(await rebates(late.billId)).toEqual([]);
  });

  test('money of before the last day brings nothing before that day is over', async () => {
    goTo('2026-07-02');
    await credit();
    const { billId, connectionId } = await billed('2026-07-01');
    await payDated(connectionId, 115_00, '2026-07-01');
    expect(await rebates(billId)).toEqual([]);
    await until('2026-07-07');
    expect(await rebates(billId)).toHaveLength(1);
  });

  test('days of a dispute do not count; a bill in a payment plan gets none', async () => {
    goTo('2026-07-10');
    await credit();
    const [disputed, open] = [await billed('2026-07-10'), await billed('2026-07-10')];
    const [after, planned] = [await billed('2026-07-10'), await billed('2026-07-10')];
    await hold(disputed.billId, 'dispute', '2026-07-12', '2026-07-20');
    await hold(open.billId, 'dispute', '2026-07-12', null);
    // It began when the last day had gone by.
    await hold(after.billId, 'dispute', '2026-07-16', '2026-07-20');
    await hold(planned.billId, 'payment_plan', '2026-07-14', '2026-07-15');
    // Paid in time; about the one nobody has decided yet.
    for (const { connectionId } of [open, planned]) await pay(connectionId, 115_00);
    await until('2026-07-18');
    await pay(after.connectionId, 115_00);
    await until('2026-07-21');
    expect((await noteOf(disputed.billId))?.payBy).toBe('2026-07-23');
    expect(await noteOf(open.billId)).toBeNull();
    await pay(disputed.connectionId, 115_00);
    await until('2026-07-30');
    expect((await rebates(disputed.billId)).map(({ payBy }) => payBy)).toEqual(['2026-07-23']);
    for (const { billId } of [open, after, planned]) expect(await rebates(billId)).toEqual([]);
  });

  test('an advance pays in time as money does', async () => {
    goTo('2026-08-01');
    await credit();
    const { connectionId } = await billed('2026-08-01');
    await pay(connectionId, 300_00);
    const next = () => billed('2026-08-02', { connectionId, period: '2026-09-01' });
    const { billId } = await next();
    await calls.useAdvance(connectionId);
    await until('2026-08-08');
    expect((await rebates(billId)).map(({ amount }) => amount)).toEqual([5_00]);
  });
});

describe('taking back', () => {
  test('a payment is taken back while the credit is there: its journal gets the opposite', async () => {
    goTo('2026-09-01');
    await credit();
    const { billId, connectionId } = await billed('2026-09-01');
    const paymentId = await pay(connectionId, 115_00);
    await until('2026-09-08');
    expect(await advance(connectionId)).toBe(5_00);
    await reverse(paymentId);
    expect((await rebates(billId)).map(({ because, isCharged }) => [because, isCharged])).toEqual([
      ['NOT_PAID', false],
    ]);
    expect([await advance(connectionId), (await detail(billId)).settledMinor]).toEqual([0, 0]);
    expect(await noteOf(billId)).toMatchObject({ state: 'TAKEN_BACK', charge: null });
    const written = await all(
      app.owner.db,
      sql`select before, after from platform.audit where action = 'rebate.take-back' and object_id = ${billId}`,
    );
    expect(written).toEqual([
      {
        before: { amountMinor: 5_00 },
        after: { amountMinor: 0, because: 'NOT_PAID', askedByBill: false },
      },
    ]);
    // Late money brings it no more; money of the right day does, as its second revision.
    await pay(connectionId, 15_00);
    expect(await rebates(billId)).toHaveLength(1);
    await payDated(connectionId, 100_00, '2026-09-05');
    expect(await rebates(billId)).toHaveLength(1);
  });

  test('a cheque pays on the day it is taken; if the bank sends it back, the rebate goes with it', async () => {
    goTo('2026-09-09');
    await credit();
    const { billId, connectionId } = await billed('2026-09-09');
    const counter = await chequeCalls(app);
    await counter.take(connectionId, { number: '8801' });
    await app.call(depositCheques, counter.depositing([await counter.find('8801')]));
    await until('2026-09-15');
    expect(await advance(connectionId)).toBe(5_00);
    const memo = await chequeCalls(app);
    await app.call(dishonourCheque, memo.returning(await memo.find('8801')));
    expect((await rebates(billId)).map(({ because }) => because)).toEqual(['NOT_PAID']);
    expect(await advance(connectionId)).toBe(0);
  });

  test('it comes again with money of an earlier day', async () => {
    goTo('2026-09-10');
    await credit();
    const { billId, connectionId } = await billed('2026-09-10');
    const paymentId = await pay(connectionId, 115_00);
    await until('2026-09-18');
    await reverse(paymentId);
    await payDated(connectionId, 115_00, '2026-09-11');
    expect((await rebates(billId)).map(({ because }) => because)).toEqual(['NOT_PAID', null]);
  });

  test('a credit that was used is asked for by a bill of its own', async () => {
    goTo('2026-10-01');
    await credit();
    const owner = await app.consumer();
    const { id: connectionId } = await transaction(app.db, (tx) =>
      makeConnection(tx, app.system(), { consumerId: String(owner.consumerId) }),
    );
    const { billId } = await billed('2026-10-01', { connectionId });
    const paymentId = await pay(connectionId, 115_00);
    await until('2026-10-08');
    const next = await billed('2026-10-08', { connectionId, period: '2026-11-01' });
    await calls.useAdvance(connectionId);
    await pay(connectionId, 110_00);
    expect(await advance(connectionId)).toBe(0);
    await reverse(paymentId);
    const { rebate } = await detail(billId);
    expect(rebate).toMatchObject({ state: 'TAKEN_BACK', takenBackBecause: 'NOT_PAID' });
    const charge = await detail(String(rebate?.charge?.id));
    expect(charge).toMatchObject({
      ...{ totalMinor: 5_00, state: 'ISSUED', isSupplement: true },
      ...{ lines: [{ kind: 'rebate_back', amountMinor: 5_00 }], rebate: null },
    });
    expect(charge.can.cancel).toBe(false);
    const notices = await all(
      app.owner.db,
      sql`select params ->> 'number' as number from platform.notices n join identity.users u on u.id = n.user_id
        where u.consumer_id = ${owner.consumerId} and n.kind = 'billing.bill_issued'`,
    );
    expect(notices).toEqual([{ number: charge.number }]);
    // The next bill keeps what paid it.
    expect((await detail(next.billId)).settledMinor).toBe(115_00);
    const { items } = await app.call(statement, {
      as: await app.staff('admin'),
      query: { connectionId, limit: 50, offset: 1, sort: '-day' },
    });
    expect(items.map(({ kind, owedMinor }) => [kind, owedMinor])).toContainEqual(['REBATE_TAKEN_BACK', 5_00]);
  });
});

test('the paper tells what paying in time brings and what became of it, and nothing of a bill that missed it', async () => {
  goTo('2026-11-10');
  await credit();
  const [{ billId, connectionId }, missed] = [await billed('2026-11-10'), await billed('2026-11-10')];
  const remarks = async (id: string, language: 'en' | 'bn') => {
    const bill = await getInvoice(app.db, app.system(), id);
    const choice = { language, publicUrl: 'https://water.test', actor: app.system() };
    return (await billData(app.db, bill, choice)).remarks;
  };
  const tells = async (state: keyof (typeof billWords)['en']['rebate']) => {
    for (const language of ['en', 'bn'] as const) {
      const format = formatsOfPapers({ language, bengaliDigits: true });
      const sentence = billWords[language].rebate[state](format.money(5_00), format.day('2026-11-15'));
      expect(await remarks(billId, language)).toContain(sentence);
    }
  };
  await tells('OFFERED');
  const paymentId = await pay(connectionId, 115_00);
  await tells('EARNED');
  await until('2026-11-18');
  await tells('CREDITED');
  expect(await remarks(missed.billId, 'en')).toEqual([]);
  await reverse(paymentId);
  await tells('TAKEN_BACK');
});

test('a preview says what the bills of the last month would have got', async () => {
  goTo('2026-12-01');
  const [paid, late, open] = [
    await billed('2026-12-01'),
    await billed('2026-12-01'),
    await billed('2026-12-20'),
  ];
  await pay(paid.connectionId, 115_00);
  goTo('2026-12-15');
  await pay(late.connectionId, 115_00);
  const asked = { percent: '20', days: 10, mostMinor: minor(10_00) };
  const as = await app.staff('admin');
  expect(await app.call(previewRebates, { as, body: asked })).toEqual({
    ...{ period: '2026-12-01', bills: 3, rebates: 1, amountMinor: 10_00 },
    ...{ mostRebates: 3, mostAmountMinor: 30_00, open: 1 },
  });
  expect((await noteOf(open.billId))?.payBy).toBe(addDays('2026-12-20', 5));
});
