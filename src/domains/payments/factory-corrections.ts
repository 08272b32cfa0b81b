import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import * as runs from '#domains/billing/bill-run/contract.ts';
import * as corrections from '#domains/billing/corrections/contract.ts';
import * as bills from '#domains/billing/invoices/contract.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { balanceOf } from '#domains/ledger/queries.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import * as contract from './contract.ts';

type Answers = { takenOver?: boolean; toPayBack?: boolean };

/** Billed use of 25 m³ in each of two months: 662.50. */
export const BILL = 66_250;
export const SEPTEMBER = '2026-09-01';
export const OCTOBER = '2026-10-01';

export async function correctingOffice() {
  const app = await testApp({ now: startOn('2026-11-02') });
  const [officer, approver, cashier] = [
    await app.staff('admin'),
    await app.staff('admin'),
    await app.staff('cashier'),
  ];
  await approvedTariff(app.db, {
    effectiveFrom: '2025-01-01',
    blocks: [
      { from: '0', to: '20', rate: '10' },
      { from: '20', to: null, rate: '15' },
    ],
    sewerPercent: '100',
    vatWaterPercent: '15',
    vatSewerPercent: '15',
    fixedAmount: '30',
  });

  async function run(period: string): Promise<void> {
    const body = { period, issuedOn: '2026-11-02', dueOn: '2026-11-23' };
    const { id } = await app.call(runs.planRun, { as: officer, body });
    await workCalculation(app.db, app.clock, id);
    const { version } = await app.call(runs.getRun, { as: approver, params: { id } });
    await app.call(runs.approveRun, { as: approver, params: { id }, body: { version } });
    await app.call(runs.postRun, { as: officer, params: { id } });
    await workPosting(app.db, app.clock, id);
  }

  /** A connection with a bill for each of the given months, read at 25 and 50 m³. */
  async function billed(months: string[] = [OCTOBER], consumerId?: string) {
    const readings: [string, string, number][] = [
      [SEPTEMBER, '2026-09-30', 25_000],
      [OCTOBER, '2026-10-31', 50_000],
    ];
    const made = await transaction(app.db, (tx) =>
      makeConnection(
        tx,
        { ...app.system(), permissions: new Set<never>() },
        { connectedOn: '2026-08-31', readings, approve: true, ...(consumerId ? { consumerId } : {}) },
      ),
    );
    // A month is not billed over an unbilled one.
    if (!months.includes(SEPTEMBER)) {
      await execute(
        app.db,
        sql`update meters.readings set state = 'BILLED' where connection_id = ${made.id} and period = ${SEPTEMBER}`,
      );
    }
    for (const month of months) await run(month);
    const { items } = await list(made.id);
    return { ...made, bills: items.toSorted((a, b) => a.period.localeCompare(b.period)) };
  }

  const list = (connectionId: string, as = officer) =>
    app.call(bills.searchInvoice, { as, query: { connectionId } });
  const detail = (id: string | undefined, as = officer) =>
    app.call(bills.invoiceDetail, { as, params: { id: String(id) } });
  /** @param answers what the counter was asked about */
  const pay = (connectionId: string, amountMinor: number, answers: Answers = {}) =>
    app.call(contract.makePayment, {
      as: cashier,
      body: { connectionId, amountMinor, tender: { method: 'CASH' }, ...answers },
    });
  const advance = (connectionId: string) => balanceOf(app.db, { partyId: connectionId, account: '2200' });
  const owed = (connectionId: string) => balanceOf(app.db, { partyId: connectionId, account: '1100' });

  async function adjust(invoiceId: string, registerLitres: number, as = officer) {
    const { version } = await detail(invoiceId);
    return app.call(corrections.adjustMeterReading, {
      as,
      body: { invoiceId, version, registerLitres, reason: 'misread' },
    });
  }

  async function cancel(invoiceId: string, freePayment = false) {
    const { version } = await detail(invoiceId);
    const body = { invoiceId, version, reason: 'wrong category', freePayment };
    const { id } = await app.call(corrections.cancelInvoice, { as: officer, body });
    return app.call(corrections.decideCorrection, { as: approver, body: { correctionId: id, accept: true } });
  }

  return { app, officer, approver, cashier, run, billed, list, detail, pay, advance, owed, adjust, cancel };
}
