/** The credit of a leak of a bill with days of an empty house: it takes off water, and the notice counts as it does without the leak. */
import { describe, expect, test } from 'vitest';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReading } from '#domains/meters/readings/actions/capture-reading.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { billMonth } from '../bill-run/factory-months.ts';
import * as categories from '../categories/contract.ts';
import * as corrections from '../corrections/contract.ts';
import { emptyOffice, OCTOBER, ruleOfEmpty } from '../empty-houses/factory.ts';
import { invoiceDetail } from '../invoices/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';
import { ruleOfLeaks } from './factory.ts';

const { app, office, first, second, cashier, home, decided, get } = await emptyOffice();
await ruleOfLeaks(app, { sharePercent: 100, leastExcessLitres: 0 });
await ruleOfEmpty(app, { fixedOwedPercent: 0, minimumOwedPercent: 0, noticeDaysBack: 60 });
await execute(app.owner.db, sql`update meters.reading_checks set effect = 'OFF'`);

/** Five months of so many litres, then October. */
async function household(usual: number, october: number): Promise<MadeConnection> {
  const ends = ['05-31', '06-30', '07-31', '08-31', '09-30'];
  const made = await home(0, {
    connectedOn: '2026-04-30',
    readings: [
      ...ends.map((end, at): [string, string, number] => [
        `2026-${end.slice(0, 2)}-01`,
        `2026-${end}`,
        usual * (at + 1),
      ]),
      [OCTOBER, '2026-10-31', usual * 5 + october],
    ],
  });
  await execute(
    app.db,
    sql`update meters.readings set state = 'BILLED' where connection_id = ${made.id} and period < ${OCTOBER}::date`,
  );
  return made;
}

/** October is billed, the use is back in November, and the leak is credited. @returns the bill, and what the credit says */
async function creditLeakOf(made: MadeConnection, registerLitres: number) {
  await billMonth(office, OCTOBER);
  const { id: invoiceId } = await one<{ id: string }>(
    app.db,
    sql`select id from billing.invoices where connection_id = ${made.id} and period = ${OCTOBER}`,
  );
  const later = { ...app.system(), permissions: new Set<never>(), today: '2026-11-09' };
  await transaction(app.db, async (tx) => {
    const period = '2026-11-01';
    await captureReading(tx, later, {
      ...{ meterId: made.meterId, period, readOn: '2026-11-09', registerLitres },
    });
    await approveUnflagged(tx, later, { period, connectionId: made.id });
  });
  const body = { invoiceId, words: 'The pipe broke', repairedOn: '2026-11-01', channel: 'PHONE' as const };
  const { id } = await app.call(contract.noteLeak, { as: cashier, body: { ...body, callerName: 'Her son' } });
  const { version, figures } = await app.call(contract.getLeak, { as: second, params: { id } });
  const answer = { version, amountMinor: Number(figures?.amountMinor), answer: 'It was a leak.' };
  await app.call(contract.creditLeak, { as: second, params: { id }, body: answer });
  return invoiceId;
}

const linesOf = async (invoiceId: string) => {
  const bill = await app.call(invoiceDetail, { as: office.planner, params: { id: invoiceId } });
  const lines = bill.adjustments.at(-1)?.lines ?? [];
  return lines.map(({ kind, beforeMinor, afterMinor }) => [kind, beforeMinor, afterMinor]);
};

describe('a notice that did not count on the bill does not count after the credit of its leak', () => {
  test('from within the month, with the register of its first day', async () => {
    const made = await household(10_000, 40_000);
    // 16 m³ before the empty days, 24 m³ in them.
    const notice = await decided(made, { fromDay: '2026-10-16', startLitres: 66_000 });
    const invoiceId = await creditLeakOf(made, 92_000);
    expect((await get(notice)).state).toBe('ENDED_BY_USE');
    expect(await linesOf(invoiceId)).toEqual([
      ['water', 40_000, 10_131],
      ['fixed', 3_000, 3_000],
    ]);
    // A correction of the reading begins from the bill as it is, and the notice counts by the registers again.
    const { version } = await app.call(invoiceDetail, { as: office.planner, params: { id: invoiceId } });
    const body = { invoiceId, version, registerLitres: 66_500, reason: 'misread' };
    await app.call(corrections.adjustMeterReading, { as: office.planner, body });
    expect(await linesOf(invoiceId)).toEqual([
      ['water', 10_131, 16_500],
      ['fixed', 3_000, 1_548],
    ]);
  });

  test('of a bill of two categories', async () => {
    await approvedTariff(app.db, {
      ...{ category: 'commercial', effectiveFrom: '2024-01-01', fixedAmount: '60' },
      blocks: [{ from: '0', to: null, rate: '40' }],
    });
    // 870 litres are below the 1,000 that an empty house may use.
    const made = await household(870, 30_000);
    const change = { reason: 'UNDER_CONSTRUCTION' as const, words: 'Six floors are being built' };
    const { id } = await app.call(categories.proposeCategory, {
      as: first,
      body: {
        ...{ connectionNumber: made.number, category: 'commercial', fromDay: '2026-10-16' },
        ...{ untilDay: '2027-02-01', nextCategory: 'residential', ...change },
      },
    });
    const { version } = await app.call(categories.getCategoryChange, { as: second, params: { id } });
    await app.call(categories.approveCategory, { as: second, params: { id }, body: { version } });
    await decided(made);
    const lines = await linesOf(await creditLeakOf(made, 870 * 5 + 30_100));
    expect(lines.find(([kind]) => kind === 'fixed')).toEqual(['fixed', 4_452, 4_452]);
  });
});
