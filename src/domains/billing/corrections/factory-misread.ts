/** An office whose meters were misread: connections, estimates, bills and their corrections, over HTTP. */
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { changeMeter } from '#domains/meters/actions/change-meter.ts';
import { createEstimates, sumEstimates } from '#domains/meters/estimates/contract.ts';
import { confirmFinals } from '#domains/meters/factory.ts';
import { approveUnflagged, captureReading, reviewReading } from '#domains/meters/readings/contract.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { connect, makeOffice } from '../bill-run/factory-months.ts';
import { invoiceDetail, searchInvoice } from '../invoices/contract.ts';
import * as settings from '../settings/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';

export const [SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER] = [
  '2026-09-01',
  '2026-10-01',
  '2026-11-01',
  '2026-12-01',
] as const;

/** ৳10 a m³, ৳20 from 20 m³ on; one person corrects alone. */
export async function misreadOffice() {
  const app = await testApp({ now: '2027-01-10T04:00:00Z' });
  const office = await makeOffice(app);
  const [asker, reviewer, reader, cashier] = [
    await app.staff('admin'),
    await app.staff('reviewer'),
    await app.staff('reader'),
    await app.staff('cashier'),
  ];
  const approver = await app.staff('admin');

  /** ৳10 a m³, ৳20 from 20 m³ on; at 100 m³ at the end of August. September, October and November are read as given. */
  const misread = (readings: readonly [string, string, number][]) =>
    connect(office, {
      connectedOn: '2026-07-31',
      readings: [['2026-08-01', '2026-08-31', 100_000], ...readings],
    });
  /** Read each month: 70 m³ in May, then 10 m³. */
  const steady = (readings: readonly [string, string, number][]) =>
    connect(office, {
      connectedOn: '2026-04-30',
      readings: [
        ['2026-05-01', '2026-05-31', 70_000],
        ['2026-06-01', '2026-06-30', 80_000],
        ['2026-07-01', '2026-07-31', 90_000],
        ['2026-08-01', '2026-08-31', 100_000],
        ...readings,
      ],
    });

  /** @param isApproved if not, the estimates wait for their review */
  async function estimate(period: string, isApproved = true) {
    const { count, litres } = await app.call(sumEstimates, { as: reviewer, query: { period } });
    await app.call(createEstimates, { as: reviewer, body: { period, count, litres } });
    if (!isApproved) return;
    const open = await all<{ id: string; version: number }>(
      app.db,
      sql`select id, version from meters.readings where period = ${period} and waiting and source = 'ESTIMATE'`,
    );
    for (const reading of open)
      await app.call(reviewReading, {
        as: asker,
        body: { ...reading, action: 'approve' as const, reason: 'locked house' },
      });
  }

  /** On the last day of the month. */
  async function read({ meterId }: { meterId: string }, period: string, registerLitres: number) {
    const readOn = addDays(addMonths(period, 1), -1);
    const { id, version, state } = await app.call(captureReading, {
      as: reader,
      body: { meterId, period, readOn, registerLitres },
    });
    const body = { id, version, action: 'approve' as const, reason: 'seen' };
    if (state === 'FLAGGED') await app.call(reviewReading, { as: reviewer, body });
    else await app.call(approveUnflagged, { as: reviewer, body: { period } });
  }

  const billsOf = async ({ id }: { id: string }) => {
    const { items } = await app.call(searchInvoice, {
      as: asker,
      query: { connectionId: id, sort: 'number' },
    });
    return items.filter(({ isSupplement }) => !isSupplement);
  };
  const bill = async (connection: { id: string }, period: string) =>
    String((await billsOf(connection)).find((found) => found.period === period)?.id);
  const later = async (invoiceId: string) =>
    (await app.call(contract.laterReadings, { as: asker, params: { id: invoiceId } })).items;

  /** What is asked: the first figure, and those of the next months by their order. */
  async function body(invoiceId: string, [first = 0, ...next]: readonly number[]) {
    const { version } = await app.call(invoiceDetail, { as: asker, params: { id: invoiceId } });
    const known = (await later(invoiceId)).filter(({ isEstimate }) => !isEstimate);
    return {
      ...{ invoiceId, version, registerLitres: first },
      later: next.map((registerLitres, index) => ({
        readingId: String(known[index]?.readingId),
        registerLitres,
      })),
    };
  }
  const preview = async (invoiceId: string, figures: readonly number[]) =>
    app.call(contract.previewAdjustment, { as: asker, body: await body(invoiceId, figures) });
  const adjust = async (invoiceId: string, figures: readonly number[]) =>
    app.call(contract.adjustMeterReading, {
      as: asker,
      body: { ...(await body(invoiceId, figures)), reason: 'digit misread' },
    });
  const codeOf = async (invoiceId: string, figures: readonly number[]) =>
    app.codeOf(contract.adjustMeterReading, {
      as: asker,
      body: { ...(await body(invoiceId, figures)), reason: 'digit misread' },
    });
  const decide = (correctionId: string, accept: boolean) =>
    app.codeOf(contract.decideCorrection, {
      ...{ as: approver, body: { correctionId, accept, remark: 'it is right' } },
    });

  /** Register and use of its living readings from September on. */
  const readingsOf = ({ id }: { id: string }) =>
    all<{ register: number; used: number; source: string; state: string }>(
      app.db,
      sql`select register_litres as register, consumption_litres as used, source, state from meters.readings
        where connection_id = ${id} and living and period >= ${SEPTEMBER} order by period`,
    );
  const documentsOf = async ({ id }: { id: string }) =>
    (
      await all<{ minor: number }>(
        app.db,
        sql`select a.amount_minor as minor from billing.adjustments a join billing.invoices i on i.id = a.invoice_id
          where i.connection_id = ${id} order by i.period, a.id`,
      )
    ).map(({ minor }) => minor);

  /** The meter went at 140 m³, the new one began at 0. */
  const newMeter = ({ id }: { id: string }) =>
    transaction(app.db, async (tx) => {
      const meter = await addMeter(tx, app.system(), {
        ...{ number: 'N900002', make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null },
      });
      await changeMeter(tx, app.system(), {
        ...{ connectionId: id, changedOn: '2026-11-10', finalLitres: 140_000 },
        ...{ newMeterId: meter.id, openingLitres: 0, reason: 'old' },
      });
      await confirmFinals(tx, id);
      return meter.id;
    });

  async function letAlone(minor: number): Promise<void> {
    const { limits, version } = await app.call(settings.getBillingLimits, { as: asker });
    await changeLimits(app, settings.updateBillingLimits, {
      limits: { ...limits, adjustAloneUpToMinor: minor },
      version,
    });
  }
  /** Uses and documents of September, October and November, in litres and poisha. */
  const usesOf = async (connection: { id: string }) => (await readingsOf(connection)).map(({ used }) => used);
  await approvedTariff(app.db, {
    effectiveFrom: '2025-01-01',
    blocks: [
      { from: '0', to: '20', rate: '10' },
      { from: '20', to: null, rate: '20' },
    ],
  });
  await letAlone(100_000_00);
  return {
    app,
    office,
    asker,
    approver,
    cashier,
    misread,
    steady,
    estimate,
    read,
    billsOf,
    bill,
    later,
    body,
    preview,
    adjust,
    codeOf,
    decide,
    readingsOf,
    usesOf,
    documentsOf,
    newMeter,
    letAlone,
  };
}
