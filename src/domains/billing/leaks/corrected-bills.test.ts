/** Leaks of bills that were corrected by a supplementary bill: what is held with them, and what is shown of the bill. */
import { describe, expect, test } from 'vitest';
import { lateDebt } from '#domains/collections/cases/debt.ts';
import { all, sql } from '#platform/database/db.ts';
import { expireLeaks } from './actions/end-leaks.ts';
import * as contract from './contract.ts';
import { BILL, leakOffice, SAID } from './factory.ts';

const office = await leakOffice();
const { app, household, decider, bill, readAgain, ask, get, credit, kept, pay, detail, adjust, lastSms } =
  office;

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
