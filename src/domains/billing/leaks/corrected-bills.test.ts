/** Leaks of bills that were corrected by a supplementary bill: what is held with them, and what is shown of the bill. */
import { describe, expect, test } from 'vitest';
import { lateDebt } from '#domains/collections/cases/debt.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { OCTOBER } from '#domains/payments/factory-corrections.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { adjustMeterReading, laterReadings } from '../corrections/contract.ts';
import { expireLeaks } from './actions/end-leaks.ts';
import * as contract from './contract.ts';
import { BILL, leakOffice, SAID } from './factory.ts';

const office = await leakOffice();
const { run, list, officer } = office;
const { app, household, decider, bill, readAgain, ask, get, credit, kept, pay, detail, adjust, lastSms } =
  office;

const system = { ...app.system(), permissions: new Set<never>() };

/** What the ladder of unpaid bills collects of a connection, and since when it is late. */
const collected = (connectionId: string, day: string) =>
  all<{ dueMinor: number; since: string }>(
    app.db,
    sql`select l.due_minor as "dueMinor", l.late_since::text as since from (${lateDebt(sql`${day}::date`)}) l where l.connection_id = ${connectionId}`,
  );

/** 50 m³ that were 60 m³: a supplementary bill. */
async function corrected() {
  const made = await bill();
  const { amountMinor } = await adjust(made.billId, made.register + 10_000);
  return { ...made, register: made.register + 10_000, moreMinor: amountMinor };
}

describe('a bill that a supplementary bill corrected', () => {
  test('is not collected with its leak, nor is the supplementary bill', async () => {
    const { billId, connectionId, moreMinor } = await corrected();
    const { id } = await ask(billId);
    expect(await collected(connectionId, '2027-01-10')).toEqual([]);
    await app.call(contract.withdrawLeak, { as: household, params: { id }, body: { version: 1 } });
    expect(await collected(connectionId, '2027-01-10')).toEqual([
      { dueMinor: BILL + moreMinor, since: '2026-11-23' },
    ]);
  });

  test('days of the hold do not count as late, of the supplementary bill as of the bill', async () => {
    const { billId, connectionId, moreMinor } = await corrected();
    await ask(billId);
    app.clock.set('2027-02-01T04:00:00Z');
    await expireLeaks(app.db, app.clock);
    app.clock.set('2026-11-02T04:00:00Z');
    // Held from 3 November to 1 February: 91 days after 23 November.
    expect(await collected(connectionId, '2027-03-10')).toEqual([
      { dueMinor: BILL + moreMinor, since: '2027-02-22' },
    ]);
    await pay(connectionId, BILL);
    expect(await collected(connectionId, '2027-03-10')).toEqual([
      { dueMinor: moreMinor, since: '2027-02-22' },
    ]);
  });

  test('that was paid, and is corrected while its leak is open, is held from there on', async () => {
    const { billId, connectionId, register } = await bill();
    await pay(connectionId, BILL);
    const { id } = await ask(billId);
    expect(await kept(id)).toMatchObject({ state: 'OPEN', isHeld: false });
    await adjust(billId, register + 10_000);
    expect(await kept(id)).toMatchObject({ state: 'OPEN', isHeld: true });
    expect(await collected(connectionId, '2027-01-10')).toEqual([]);
  });

  test('shows its total and its use as corrected, before and after the credit, with all that is due of it', async () => {
    const made = await corrected();
    const { id } = await ask(made.billId);
    const bill60 = { totalMinor: BILL + made.moreMinor, usageLitres: 60_000 };
    const shown = async () => {
      for (const as of [household, decider]) {
        expect(await get(id, as)).toMatchObject(bill60);
        const { items } = await app.call(contract.listLeaks, { as, query: { invoiceId: made.billId } });
        expect(items).toMatchObject([{ ...bill60, words: SAID.words }]);
      }
    };
    await shown();
    await readAgain(made);
    const call = await credit(id);
    expect((await get(id)).figures?.useLitres).toBe(60_000);
    expect((await get(id)).dueMinor).toBe(bill60.totalMinor);
    await app.call(contract.creditLeak, call);
    await shown();
    const dueMinor = bill60.totalMinor - call.body.amountMinor;
    expect(await get(id, household)).toMatchObject({ dueMinor, advanceMinor: 0 });
    expect(await lastSms(id)).toContain(`Tk ${(dueMinor / 100).toLocaleString('en')} of it is still`);
    expect((await detail(made.billId)).adjustments).toHaveLength(2);
  });
});

test('a correction that leaves the use of a month as it was leaves the credit of its leak', async () => {
  const made = await transaction(app.db, (tx) =>
    makeConnection(tx, system, {
      ...{ connectedOn: '2026-05-31', approve: true, consumerId: String(household.consumerId) },
      readings: [
        ['2026-06-01', '2026-06-30', 10_000],
        ['2026-07-01', '2026-07-31', 20_000],
        ['2026-08-01', '2026-08-31', 30_000],
        ['2026-09-01', '2026-09-30', 40_000],
        [OCTOBER, '2026-10-31', 90_000],
      ],
    }),
  );
  const unbilled = sql`connection_id = ${made.id} and period < '2026-09-01'`;
  await execute(app.db, sql`update meters.readings set state = 'BILLED' where ${unbilled}`);
  for (const month of ['2026-09-01', OCTOBER]) await run(month);
  const { items } = await list(made.id);
  const of = (month: string) => String(items.find(({ period }) => period === month)?.id);
  await readAgain({ meterId: made.meterId, connectionId: made.id, register: 90_000, billId: of(OCTOBER) });
  const { id } = await ask(of(OCTOBER));
  await app.call(contract.creditLeak, await credit(id));
  const before = await detail(of(OCTOBER));
  // September and October were read 1 m³ too high.
  const [october] = (await app.call(laterReadings, { as: officer, params: { id: of('2026-09-01') } })).items;
  const { version } = await detail(of('2026-09-01'));
  const done = await app.call(adjustMeterReading, {
    as: officer,
    body: {
      ...{ invoiceId: of('2026-09-01'), version, registerLitres: 39_000, reason: 'misread' },
      later: [{ readingId: String(october?.readingId), registerLitres: 89_000 }],
    },
  });
  expect(done.leakCredits).toEqual([]);
  expect(done.bills.map(({ amountMinor }) => amountMinor < 0)).toEqual([true, false]);
  expect(done.bills[1]).toMatchObject({ amountMinor: 0, after: { currentLitres: 89_000 } });
  expect(await kept(id)).toMatchObject({ state: 'CREDITED' });
  const after = await detail(of(OCTOBER));
  expect([after.version > before.version, after.adjustments.at(-1)?.after.usageLitres]).toEqual([
    true,
    before.adjustments.at(-1)?.after.usageLitres,
  ]);
});
