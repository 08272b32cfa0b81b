/** Cheques at the counter: what is taken, and what is refused. */
import { afterEach, describe, expect, test } from 'vitest';
import * as closings from '#domains/ledger/closings/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, type Sql, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { differences } from '../queries.ts';
import * as cheques from './contract.ts';
import { chequeCalls } from './factory-cheques.ts';
import { waitingAgainstBooks } from './queries.ts';

const app = await testApp();
const { reviewer, debtor, tender, paying, take, find, taken, depositing } = await chequeCalls(app);

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  expect(await one(app.db, waitingAgainstBooks('1040'))).toEqual({ difference: 0 });
});

const accounts = (paymentId: string) =>
  all(
    app.db,
    sql`select e.account_code as account, e.amount_minor as minor from ledger.entries e join ledger.journals j on j.id = e.journal_id
      where j.source_id = ${paymentId} order by e.line_no`,
  );

describe('taken', () => {
  test('it pays the bill on its day, subject to clearing, and waits in an account of its own', async () => {
    const { payment, cheque } = await taken();
    expect(payment).toMatchObject({
      ...{ state: 'APPROVED', method: 'CHEQUE', cheque: 'RECEIVED', paidOn: '2026-11-15', advanceMinor: 0 },
      can: { receipt: true },
    });
    expect(await accounts(payment.id)).toEqual([
      { account: '1040', minor: 115_00 },
      { account: '1100', minor: -115_00 },
    ]);
    expect(cheque).toMatchObject({
      ...{ state: 'RECEIVED', bank: 'Sonali Bank', branch: 'Uttara', drawer: 'Rahim Uddin', version: 1 },
      ...{ receivedBy: 'Karim Uddin', receiptNumber: payment.receiptNumber, hangs: false },
      can: { deposit: true, takeOff: false, clear: false, dishonour: false },
    });
    const audited = await one<{ after: object }>(
      app.db,
      sql`select after from platform.audit where action = 'payment.make' and object_id = ${payment.id}`,
    );
    expect(audited.after).toMatchObject({ method: 'CHEQUE', bank: 'Sonali Bank', drawer: 'Rahim Uddin' });
  });

  test('its SMS and its receipt say that the bank has to pay it', async () => {
    const as = await app.consumer();
    const { payment } = await taken({ consumerId: String(as.consumerId) });
    const { body } = await one<{ body: string }>(
      app.db,
      sql`select body from platform.outbox where event = ${`payments.receipt:${payment.id}`}`,
    );
    expect(body).toMatch(/subject to clearing|ব্যাংক টাকা দিলে চূড়ান্ত/);
    const mine = await app.call(contract.getPayment, { as, params: { id: payment.id } });
    expect(mine).toMatchObject({ method: 'CHEQUE', cheque: 'RECEIVED' });
  });

  test('Bengali digits are the same number', async () => {
    const { connectionId } = await debtor();
    await take(connectionId, { number: '০০৭৭১' });
    expect((await find('00771')).number).toBe('00771');
  });

  test('it is counted apart from the cash of the day, also in the closing', async () => {
    const as = await app.staff('cashier');
    const { connectionId } = await debtor();
    const body = { connectionId, amountMinor: minor(100_00), tender: tender() };
    const { id } = await app.call(contract.makePayment, { as, body });
    const { connectionId: other } = await debtor();
    await app.call(contract.makePayment, { as, body: { ...body, connectionId: other, tender: tender() } });
    await app.call(contract.reversePayment, {
      as: reviewer,
      body: { paymentId: id, reason: 'wrong connection' },
    });
    const day = app.system().today;
    expect(await app.call(closings.expectedCash, { as, query: { day } })).toMatchObject({
      ...{ expectedMinor: 0, cardMinor: 0, hasMoney: true, chequeCount: 1, chequeMinor: 100_00 },
    });
    const counted = { by: 'total' as const, totalMinor: minor(0) };
    const closed = await app.call(closings.closeCash, {
      as,
      body: { day, counted, expectedMinor: minor(0) },
    });
    expect(closed).toMatchObject({ chequeCount: 1, chequeMinor: 100_00, varianceMinor: 0 });
    const late = { as, body: { ...body, connectionId: other, amountMinor: minor(10_00), tender: tender() } };
    expect(await app.codeOf(contract.makePayment, late)).toBe('ledger.day_closed');
  });
});

describe('refused', () => {
  const refusal = async (asked: ReturnType<typeof paying>) => {
    const { code, fields } = await app.refused(contract.makePayment, asked);
    return [code, fields[0]?.path];
  };

  test('ahead of its day, too old, more than is open', async () => {
    const { connectionId } = await debtor();
    expect(await refusal(paying(connectionId, { drawnOn: '2026-11-16' }))).toEqual([
      'payments.cheque_post_dated',
      'tender.drawnOn',
    ]);
    expect(await refusal(paying(connectionId, { drawnOn: '2026-05-14' }))).toEqual([
      'payments.cheque_stale',
      'tender.drawnOn',
    ]);
    expect(await refusal(paying(connectionId, {}, minor(115_01)))).toEqual([
      'payments.cheque_above_due',
      'amountMinor',
    ]);
    expect((await take(connectionId, { drawnOn: '2026-05-15' })).state).toBe('APPROVED');
  });

  test('one that was taken already, with any spaces and letters; another branch has other cheques', async () => {
    const [{ connectionId: first }, { connectionId: second }] = [await debtor(), await debtor()];
    await take(first, { number: 'AB 900' });
    const again = { number: 'ab900', bank: 'SONALI  BANK', branch: 'uttara' };
    expect(await refusal(paying(second, again))).toEqual(['payments.cheque_taken', 'tender.number']);
    const other = { ...again, branch: 'Banani', drawnOn: '2026-11-10' };
    expect((await take(second, other)).state).toBe('APPROVED');
  });

  test('however its number, bank and branch are written; the refusal names the receipt of the earlier one', async () => {
    const [{ connectionId: first }, { connectionId: second }] = [await debtor(), await debtor()];
    const paper = { number: '7204311', bank: 'Janata Bank', branch: 'Gulshan' };
    const taken = await take(first, paper);
    for (const written of [
      { number: '0007204311' },
      { number: '720-4311' },
      { number: '৭২০৪৩১১' },
      { bank: 'Janata Bank Ltd.' },
      { bank: 'জনতা ব্যাংক' },
      { bank: 'JANATA BANK PLC.', branch: 'Gulshan Branch' },
      { branch: 'Gulshan Br.', drawnOn: '2026-11-01' },
      // A branch that is written wrong: by the day on the cheque.
      { branch: 'Gulsan' },
    ]) {
      const refused = await app.refused(contract.makePayment, paying(second, { ...paper, ...written }));
      expect([written, refused.code, refused.params]).toEqual([
        ...[written, 'payments.cheque_taken', { receipt: taken.receiptNumber }],
      ]);
    }
    expect(await refusal(paying(second, { ...paper, number: 'ABC-000' }))).toEqual([
      ...['common.invalid_input', 'tender.number'],
    ]);
  });

  test('the database compares them too', async () => {
    const { connectionId } = await debtor();
    const { id } = await take(connectionId, { number: '88001', bank: 'Village Bank', branch: 'Savar' });
    const { connectionId: second } = await debtor();
    const { id: other } = await take(second, { number: '88002', bank: 'Village Bank', branch: 'Savar' });
    const copy = (columns: Sql) =>
      execute(
        app.db,
        sql`insert into payments.cheques (payment_id, number, bank, branch, drawer, drawn_on, received_on, received_by_name, state_on)
          select ${other}, ${columns}, 'x', drawn_on, received_on, 'x', state_on from payments.cheques where payment_id = ${id}`,
      );
    await expect(copy(sql`'0088001', 'Village Bank PLC', 'SAVAR BRANCH'`)).rejects.toMatchObject({
      code: '23505',
    });
  });

  test('for anything but bills, and from a household', async () => {
    const { connectionId } = await debtor();
    const as = await app.consumer();
    expect(await app.codeOf(contract.makePayment, { ...paying(connectionId), as })).toBe(
      'common.not_permitted',
    );
    await expect(
      execute(
        app.owner.db,
        sql`insert into payments.payments (source, method, state, amount_minor, wallet_of, consumer_id, slip_number, paid_on, created_at)
          select 'WALLET_RECHARGE', 'CHEQUE', 'APPROVED', 100, id, id, '1', '2026-11-15', now() from consumers.consumers limit 1`,
      ),
    ).rejects.toMatchObject({ constraint: 'payments_cheque_check' });
  });

  test('two of the same at once: one is taken', async () => {
    const [{ connectionId: first }, { connectionId: second }] = [await debtor(), await debtor()];
    const number = '555123';
    const codes = await Promise.all(
      [first, second].map((id) => app.codeOf(contract.makePayment, paying(id, { number }))),
    );
    expect(codes.toSorted()).toEqual(['payments.cheque_taken', undefined]);
  });

  test('sent twice with one key it is recorded once', async () => {
    const { connectionId } = await debtor();
    const asked = { ...paying(connectionId), headers: { 'idempotency-key': crypto.randomUUID() } };
    const [one, two] = [
      await app.call(contract.makePayment, asked),
      await app.call(contract.makePayment, asked),
    ];
    expect(two.id).toBe(one.id);
  });
});

describe('taken back before it is at the bank', () => {
  const reverse = (paymentId: string) => ({
    as: reviewer,
    body: { paymentId, reason: 'wrong connection' },
  });

  test('it is given back, its bill is open again, and it may be taken once more', async () => {
    const { payment, cheque, connectionId } = await taken();
    expect((await app.call(contract.reversePayment, reverse(payment.id))).state).toBe('REVERSED');
    expect(await find(cheque.number)).toMatchObject({ state: 'GIVEN_BACK', version: 2 });
    expect(
      await one(
        app.db,
        sql`select reason from platform.audit where action = 'cheque.give-back' and object_id = ${cheque.id}`,
      ),
    ).toEqual({ reason: 'wrong connection' });
    expect((await take(connectionId, { number: cheque.number })).cheque).toBe('RECEIVED');
  });

  test('while a reversal waits for the second person it does not go to the bank', async () => {
    const { connectionId } = await debtor({ months: 60 });
    const payment = await take(connectionId, {}, minor(6_000_00));
    const cheque = await find(payment.slipNumber ?? '');
    expect(cheque).toMatchObject({ isAskedBack: false, can: { deposit: true } });
    await app.call(contract.reversePayment, reverse(payment.id));
    expect(await find(cheque.number)).toMatchObject({ isAskedBack: true, can: { deposit: false } });
    expect(await app.codeOf(cheques.depositCheques, depositing([cheque]))).toBe(
      'payments.cheque_reversal_waits',
    );
  });
});
