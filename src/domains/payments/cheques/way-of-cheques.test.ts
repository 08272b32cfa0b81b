/** The way of a cheque: to the bank, into its account, or back. */
import { afterEach, describe, expect, test } from 'vitest';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { differences } from '../queries.ts';
import * as cheques from './contract.ts';
import { chequeCalls } from './factory-cheques.ts';
import { waitingAgainstBooks } from './queries.ts';

const app = await testApp();
const calls = await chequeCalls(app);
const { cashier, reviewer, debtor, take, find, taken, depositing, deposited, clearing, returning } = calls;
const { today } = app.system();

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  expect(await one(app.db, waitingAgainstBooks('1040'))).toEqual({ difference: 0 });
});

const journals = (sourceId: string) =>
  all(
    app.db,
    sql`select j.kind, j.business_date as day, string_agg(e.account_code || ' ' || e.amount_minor, ', ' order by e.line_no) as entries
      from ledger.journals j join ledger.entries e on e.journal_id = j.id where j.source_id = ${sourceId} group by j.id order by j.id`,
  );
const audits = (id: string) =>
  all(app.db, sql`select action, reason from platform.audit where object_id = ${id} order by id`);

describe('to the bank', () => {
  test('several on one slip; no money moves', async () => {
    const [one, two] = [await taken(), await taken()];
    const asked = depositing([one.cheque, two.cheque]);
    expect(await app.call(cheques.depositCheques, asked)).toEqual({ count: 2 });
    const { slipNumber } = asked.body;
    for (const { cheque } of [one, two]) {
      expect(await find(cheque.number)).toMatchObject({
        ...{ state: 'DEPOSITED', slipNumber, bankAccount: 'Sonali 0012', depositedOn: today, version: 2 },
        can: { deposit: false, takeOff: true, clear: true, dishonour: true },
      });
      expect(await audits(cheque.id)).toMatchObject([{ action: 'cheque.deposit' }]);
    }
  });

  test('as they were seen, all of them or none; a slip is recorded one time', async () => {
    const [one, two] = [await deposited(), await taken()];
    expect(await app.codeOf(cheques.depositCheques, depositing([one.cheque, two.cheque]))).toBe(
      'payments.cheques_moved',
    );
    const stale = depositing([{ id: two.cheque.id, version: 9 }]);
    expect(await app.codeOf(cheques.depositCheques, stale)).toBe('payments.cheques_moved');
    const twice = depositing([two.cheque, two.cheque]);
    expect(await app.codeOf(cheques.depositCheques, twice)).toBe('payments.cheques_moved');
    expect((await find(two.cheque.number)).state).toBe('RECEIVED');
    const unknown = depositing([{ id: crypto.randomUUID(), version: 1 }]);
    expect(await app.codeOf(cheques.depositCheques, unknown)).toBe('common.not_found');
    const { slipNumber } = await find(one.cheque.number);
    const again = depositing([two.cheque]);
    again.body.slipNumber = ` ${String(slipNumber).toLowerCase()}`;
    const refused = await app.refused(cheques.depositCheques, again);
    expect([refused.code, refused.fields[0]?.path]).toEqual(['payments.deposit_slip_taken', 'slipNumber']);
  });

  test('one that was taken off its slip by mistake goes back on it, until the bank has answered about the slip', async () => {
    const [one, two, other] = [await taken(), await taken(), await taken()];
    const asked = depositing([one.cheque, two.cheque]);
    await app.call(cheques.depositCheques, asked);
    const takeOff = async (number: string) => {
      const { id, version } = await find(number);
      const body = { version, reason: 'wrong line' };
      await app.call(cheques.takeOffSlip, { as: cashier, params: { id }, body });
      return find(number);
    };
    const back = async (of: { id: string; version: number }) =>
      app.codeOf(cheques.depositCheques, {
        ...asked,
        body: { ...asked.body, cheques: [{ id: of.id, version: of.version }] },
      });
    expect(await back(await takeOff(two.cheque.number))).toBeUndefined();
    expect(await find(two.cheque.number)).toMatchObject({
      state: 'DEPOSITED',
      slipNumber: asked.body.slipNumber,
    });
    // It was never on this slip.
    expect(await back(other.cheque)).toBe('payments.deposit_slip_taken');
    const off = await takeOff(two.cheque.number);
    await app.call(cheques.clearCheques, clearing([await find(one.cheque.number)]));
    expect(await back(off)).toBe('payments.deposit_slip_taken');
  });

  test('a cheque waits in the office since it came in, also if it was on a slip meanwhile', async () => {
    const { cheque } = await deposited();
    const body = { version: cheque.version, reason: 'wrong line' };
    await app.call(cheques.takeOffSlip, { as: cashier, params: { id: cheque.id }, body });
    const moved = sql`update payments.cheques set received_on = received_on - 10, drawn_on = drawn_on - 10 where id = ${cheque.id}`;
    await execute(app.owner.db, sql`alter table payments.cheques disable trigger guard`);
    await execute(app.owner.db, moved);
    await execute(app.owner.db, sql`alter table payments.cheques enable trigger guard`);
    expect((await find(cheque.number)).hangs).toBe(true);
  });

  test.each([1, -1])('never on a day %s days away', async (days) => {
    const asked = depositing([(await taken()).cheque]);
    asked.body.depositedOn = addDays(today, days);
    const { code, fields } = await app.refused(cheques.depositCheques, asked);
    expect([code, fields[0]?.path]).toEqual(['payments.deposit_day', 'depositedOn']);
  });

  test('one that did not go is taken off the slip, with a reason', async () => {
    const { cheque } = await deposited();
    const step = (version: number) => ({
      ...{ as: cashier, params: { id: cheque.id } },
      body: { version, reason: 'left in the drawer' },
    });
    await app.call(cheques.takeOffSlip, step(2));
    expect(await find(cheque.number)).toMatchObject({ state: 'RECEIVED', slipNumber: null, version: 3 });
    expect(await audits(cheque.id)).toContainEqual({
      action: 'cheque.take-off-slip',
      reason: 'left in the drawer',
    });
    const unknown = { ...step(3), params: { id: crypto.randomUUID() } };
    expect(await app.codeOf(cheques.takeOffSlip, unknown)).toBe('common.not_found');
  });

  test('its payment cannot be reversed meanwhile', async () => {
    const { payment } = await deposited();
    const body = { paymentId: payment.id, reason: 'wrong connection' };
    expect(await app.codeOf(contract.reversePayment, { as: reviewer, body })).toBe(
      'payments.cheque_in_clearing',
    );
    const seen = await app.call(contract.getPayment, { as: reviewer, params: { id: payment.id } });
    expect(seen).toMatchObject({ cheque: 'DEPOSITED', can: { reverse: false } });
  });
});

describe('paid by the bank', () => {
  test('its money is in the bank from that day on', async () => {
    const { cheque, payment } = await deposited();
    expect(await app.call(cheques.clearCheques, clearing([cheque]))).toEqual({ count: 1 });
    expect(await journals(cheque.id)).toEqual([
      { kind: 'CHEQUE_CLEARED', day: today, entries: '1030 11500, 1040 -11500' },
    ]);
    expect(await find(cheque.number)).toMatchObject({ state: 'CLEARED', answeredBy: 'Karim Uddin' });
    expect(await audits(cheque.id)).toContainEqual({ action: 'cheque.clear', reason: null });
    const again = clearing([await find(cheque.number)]);
    expect(await app.codeOf(cheques.clearCheques, again)).toBe('payments.cheques_moved');
    // Booked for the wrong connection: both journals get their opposite, so that the money leaves the bank's account in the books.
    const body = { paymentId: payment.id, reason: 'wrong connection' };
    await app.call(contract.reversePayment, { as: reviewer, body });
    const { minor: inBank } = await one<{ minor: number }>(
      app.db,
      sql`select sum(e.amount_minor)::bigint as minor from ledger.entries e join ledger.journals j on j.id = e.journal_id
        where e.account_code = '1030' and j.source_id = ${cheque.id}`,
    );
    expect(inBank).toBe(0);
    expect((await find(cheque.number)).state).toBe('CLEARED');
  });

  test('never before it was deposited, never ahead, never into a closed month', async () => {
    const { cheque } = await deposited();
    for (const days of [1, -1]) {
      const asked = clearing([cheque]);
      asked.body.answeredOn = addDays(today, days);
      const { code, fields } = await app.refused(cheques.clearCheques, asked);
      expect([code, fields[0]?.path]).toEqual(['payments.answer_day', 'answeredOn']);
    }
    const unknown = clearing([{ id: crypto.randomUUID(), version: 1 }]);
    expect(await app.codeOf(cheques.clearCheques, unknown)).toBe('common.not_found');
  });

  test('cleared and returned at once: one of them is recorded', async () => {
    const { cheque } = await deposited();
    const [cleared, returned] = await Promise.all([
      app.codeOf(cheques.clearCheques, clearing([cheque])),
      app.codeOf(cheques.dishonourCheque, returning(cheque)),
    ]);
    expect([
      [undefined, 'common.stale_version'],
      ['payments.cheques_moved', undefined],
    ]).toContainEqual([cleared, returned]);
  });
});

describe('returned by the bank', () => {
  test('its bill is open again, the household is told, and the cheque may be presented again', async () => {
    const as = await app.consumer();
    const { cheque, payment, connectionId } = await deposited({ consumerId: String(as.consumerId) });
    await app.call(cheques.dishonourCheque, returning(cheque));
    expect(await find(cheque.number)).toMatchObject({
      ...{ state: 'DISHONOURED', returnReason: 'INSUFFICIENT_FUNDS', answeredOn: today },
      ...{ answeredBy: 'Karim Uddin', feeMinor: null },
    });
    const mine = await app.call(contract.getPayment, { as, params: { id: payment.id } });
    expect(mine).toMatchObject({ state: 'REVERSED', cheque: 'DISHONOURED', collectedMinor: 0 });
    expect(
      await all(
        app.db,
        sql`select state, settled_minor as settled from billing.invoices where connection_id = ${connectionId}`,
      ),
    ).toEqual([{ state: 'ISSUED', settled: 0 }]);
    const told = await all<{ channel: string; body: string }>(
      app.db,
      sql`select channel, body from platform.outbox where event = ${`payments.cheque-returned:${cheque.id}`}`,
    );
    expect(told.map(({ channel }) => channel)).toContain('sms');
    expect(told[0]?.body).toContain('115');
    expect(
      await one(
        app.db,
        sql`select path from platform.notices where kind = 'payments.cheque_returned' and user_id = ${as.userId}`,
      ),
    ).toEqual({ path: `/payment-history/${payment.id}` });
    expect(await audits(cheque.id)).toContainEqual({ action: 'cheque.dishonour', reason: null });
    expect((await take(connectionId, { number: cheque.number })).cheque).toBe('RECEIVED');
  });

  test('somebody other than who took it writes it down', async () => {
    const { cheque } = await deposited();
    const own = { ...returning(cheque), as: cashier };
    expect(await app.codeOf(cheques.dishonourCheque, own)).toBe('payments.cheque_taker');
    expect((await find(cheque.number)).state).toBe('DEPOSITED');
  });

  test('another reason has its words; the day is neither ahead nor before the deposit', async () => {
    const { cheque } = await deposited();
    const asked = (more: object) => {
      const { body, ...call } = returning(cheque);
      return { ...call, body: { ...body, ...more } };
    };
    const wordless = await app.refused(cheques.dishonourCheque, asked({ reason: 'OTHER' }));
    expect([wordless.code, wordless.fields[0]?.path]).toEqual(['payments.return_words', 'words']);
    for (const days of [1, -1]) {
      const away = asked({ answeredOn: addDays(today, days) });
      expect(await app.codeOf(cheques.dishonourCheque, away)).toBe('payments.answer_day');
    }
    const unknown = { ...asked({}), params: { id: crypto.randomUUID() } };
    expect(await app.codeOf(cheques.dishonourCheque, unknown)).toBe('common.not_found');
    await app.call(cheques.dishonourCheque, asked({ reason: 'OTHER', words: 'torn in two' }));
    expect(await find(cheque.number)).toMatchObject({ returnReason: 'OTHER', returnWords: 'torn in two' });
  });

  test('one that the bank had paid comes back later: its money leaves the bank’s account, its bill is open', async () => {
    const { cheque, connectionId } = await deposited();
    await app.call(cheques.clearCheques, clearing([cheque]));
    const paid = await find(cheque.number);
    expect(paid.can).toMatchObject({ clear: false, dishonour: true });
    const before = returning(paid);
    const early = { ...before, body: { ...before.body, answeredOn: addDays(today, -1) } };
    expect(await app.codeOf(cheques.dishonourCheque, early)).toBe('payments.answer_day');
    await app.call(cheques.dishonourCheque, returning(paid));
    expect(await find(cheque.number)).toMatchObject({ state: 'DISHONOURED', answeredOn: today });
    const sums = await all<{ account: string; minor: number }>(
      app.db,
      sql`select e.account_code as account, sum(e.amount_minor)::bigint as minor from ledger.entries e join ledger.journals j on j.id = e.journal_id
        left join ledger.journals o on o.id = j.reverses_id
        where coalesce(o.source_id, j.source_id) in (${cheque.id}, ${cheque.paymentId}) group by 1 order by 1`,
    );
    expect(sums.map(({ account, minor: left }) => [account, left])).toEqual([
      ['1030', 0],
      ['1040', 0],
      ['1100', 0],
    ]);
    const { settled } = await one<{ settled: number }>(
      app.db,
      sql`select sum(settled_minor)::bigint as settled from billing.invoices where connection_id = ${connectionId}`,
    );
    expect(settled).toBe(0);
    await expect(
      execute(app.owner.db, sql`update payments.cheques set state = 'CLEARED' where id = ${cheque.id}`),
    ).rejects.toMatchObject({ constraint: 'cheques_frozen' });
  });

  test('one whose money was taken back, or shall be, does not come back a second time', async () => {
    const { cheque, payment } = await deposited();
    await app.call(cheques.clearCheques, clearing([cheque]));
    const paid = await find(cheque.number);
    const asked = await one<{ id: string }>(
      app.owner.db,
      sql`insert into payments.reversals (payment_id, state, reason, two_person, requested_by, requested_at)
        values (${payment.id}, 'REQUESTED', 'Wrong connection', true, ${cashier.userId}, now()) returning id`,
    );
    expect(await find(cheque.number)).toMatchObject({ isAskedBack: true, can: { dishonour: false } });
    expect(await app.codeOf(cheques.dishonourCheque, returning(paid))).toBe('payments.cheque_reversal_waits');
    await execute(
      app.owner.db,
      sql`update payments.reversals set state = 'REFUSED', decided_at = now() where id = ${asked.id}`,
    );
    const back = { as: reviewer, body: { paymentId: payment.id, reason: 'Wrong connection' } };
    await app.call(contract.reversePayment, back);
    const taken = await find(cheque.number);
    expect([taken.state, taken.can.dishonour]).toEqual(['CLEARED', false]);
    expect(await app.codeOf(cheques.dishonourCheque, returning(taken))).toBe('payments.cheques_moved');
  });

  test('what it paid and what became of it stay as they are', async () => {
    const { cheque } = await deposited();
    await app.call(cheques.dishonourCheque, returning(cheque));
    const changes = [
      [sql`state = 'DEPOSITED'`, 'cheques_frozen'],
      [sql`return_reason = 'ACCOUNT_CLOSED'`, 'cheques_frozen'],
    ] as const;
    for (const [change, constraint] of changes)
      await expect(
        execute(app.owner.db, sql`update payments.cheques set ${change} where id = ${cheque.id}`),
      ).rejects.toMatchObject({ constraint });
    const { cheque: open } = await taken();
    await expect(
      execute(app.owner.db, sql`update payments.cheques set drawer = 'Somebody' where id = ${open.id}`),
    ).rejects.toMatchObject({ constraint: 'cheques_frozen' });
    await expect(
      execute(
        app.owner.db,
        sql`update payments.cheques set state = 'CLEARED', answered_on = '2026-11-15', answered_by_name = 'x', answered_at = now(),
          deposit_id = (select id from payments.cheque_deposits limit 1) where id = ${open.id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'cheques_transition' });
  });

  test('several bills are open again, the newest as well', async () => {
    const { connectionId } = await debtor({ months: 3 });
    const payment = await take(connectionId, {}, minor(300_00));
    const cheque = await find(payment.slipNumber ?? '');
    await app.call(cheques.depositCheques, depositing([cheque]));
    await app.call(cheques.dishonourCheque, returning(await find(cheque.number)));
    const { settled } = await one<{ settled: number }>(
      app.db,
      sql`select sum(settled_minor)::bigint as settled from billing.invoices where connection_id = ${connectionId}`,
    );
    expect(settled).toBe(0);
  });
});

test('nothing of it comes into a month that is closed', async () => {
  const [one, two] = [await deposited(), await deposited()];
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), '2026-11-01'));
  expect(await app.codeOf(cheques.clearCheques, clearing([one.cheque]))).toBe('ledger.period_closed');
  expect(await app.codeOf(cheques.dishonourCheque, returning(two.cheque))).toBe('ledger.period_closed');
});
