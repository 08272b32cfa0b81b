/** A corrected and a cancelled bill: the account of each line of a credit note, and what becomes of the reading. */
import { expect, test } from 'vitest';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import * as runs from '#domains/billing/bill-run/contract.ts';
import * as corrections from '#domains/billing/corrections/contract.ts';
import * as bills from '#domains/billing/invoices/contract.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const [officer, approver] = [await app.staff('admin'), await app.staff('admin')];
const OCTOBER = '2026-10-01';

// Each line is another amount, and so is its VAT; the minimum is charged below 12 m³ only.
await approvedTariff(app.db, {
  effectiveFrom: '2025-01-01',
  blocks: [{ from: '0', to: null, rate: '10' }],
  fixedAmount: '31',
  minimumMode: 'floor',
  minimumAmount: '120',
  sewerPercent: '50',
  vatWaterPercent: '10',
  vatFixedPercent: '5',
  vatMinimumPercent: '20',
  vatSewerPercent: '15',
});

/** A connection with a bill for 25 m³ in October. */
async function billed() {
  const { id } = await transaction(app.db, (tx) =>
    makeConnection(
      tx,
      { ...app.system(), permissions: new Set<never>() },
      {
        connectedOn: '2026-08-31',
        readings: [
          ['2026-09-01', '2026-09-30', 25_000],
          [OCTOBER, '2026-10-31', 50_000],
        ],
        approve: true,
      },
    ),
  );
  // A month is not billed over an unbilled one.
  await execute(
    app.db,
    sql`update meters.readings set state = 'BILLED' where connection_id = ${id} and period = '2026-09-01'`,
  );
  const body = { period: OCTOBER, issuedOn: '2026-11-02', dueOn: '2026-11-23' };
  const params = { id: (await app.call(runs.planRun, { as: officer, body })).id };
  await workCalculation(app.db, app.clock, params.id);
  const { version } = await app.call(runs.getRun, { as: approver, params });
  await app.call(runs.approveRun, { as: approver, params, body: { version } });
  await app.call(runs.postRun, { as: officer, params });
  await workPosting(app.db, app.clock, params.id);
  const { items } = await app.call(bills.searchInvoice, { as: officer, query: { connectionId: id } });
  return { id, invoiceId: String(items[0]?.id) };
}

test('a credit note takes each line back from its own account', async () => {
  const { id, invoiceId } = await billed();
  const body = { invoiceId, version: 1, registerLitres: 35_000, reason: 'misread' };
  await app.call(corrections.adjustMeterReading, { as: officer, body });
  const { adjustments } = await app.call(bills.invoiceDetail, { as: officer, params: { id: invoiceId } });
  const lines = adjustments[0]?.lines.map((line) => [line.kind, line.beforeMinor, line.afterMinor]);
  expect(lines).toEqual([
    ['water', 25_000, 10_000],
    ['fixed', 3100, 3100],
    ['minimum', 0, 2000],
    ['sewer', 12_500, 6000],
    ['vat_water', 2500, 1000],
    ['vat_fixed', 155, 155],
    ['vat_minimum', 0, 400],
    ['vat_sewer', 1875, 900],
  ]);
  const entries = await all(
    app.db,
    sql`select e.account_code as account, e.amount_minor as amount, e.party_id as party
      from ledger.entries e join ledger.journals j on j.id = e.journal_id
      where j.kind = 'ADJUSTMENT' and j.source_id = ${String(adjustments[0]?.id)} order by e.line_no`,
  );
  // A reading does not change the fixed line and its VAT; the minimum, which is charged now, is on the opposite side.
  expect(entries).toEqual([
    { account: '2200', amount: -21_575, party: id },
    { account: '4000', amount: 15_000, party: null },
    { account: '4010', amount: -2000, party: null },
    { account: '4020', amount: 6500, party: null },
    { account: '2100', amount: 1500, party: null },
    { account: '2100', amount: -400, party: null },
    { account: '2100', amount: 975, party: null },
  ]);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

test.each([
  ['MANUAL', 'APPROVED'],
  ['ESTIMATE', 'ESTIMATED'],
])(
  'after its bill was cancelled a reading of the source %s is %s, to be billed again',
  async (source, state) => {
    const { id, invoiceId } = await billed();
    const ofMonth = sql`connection_id = ${id} and period = ${OCTOBER}`;
    // No call makes an estimate yet, and a billed reading keeps its source.
    await transaction(app.owner.db, async (tx) => {
      await execute(tx, sql`alter table meters.readings disable trigger keep_billed`);
      await execute(tx, sql`update meters.readings set source = ${source} where ${ofMonth}`);
      await execute(tx, sql`alter table meters.readings enable trigger keep_billed`);
    });
    const body = { invoiceId, version: 1, reason: 'wrong category' };
    const { id: correctionId } = await app.call(corrections.cancelInvoice, { as: officer, body });
    await app.call(corrections.decideCorrection, { as: approver, body: { correctionId, accept: true } });
    expect(await all(app.db, sql`select state from meters.readings where ${ofMonth}`)).toEqual([{ state }]);
  },
);
