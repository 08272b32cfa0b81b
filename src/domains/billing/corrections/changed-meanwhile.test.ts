/**
 * What became different since a bill was made, or since its correction was asked for: the checks of readings, the books, the
 * bill, its connection and its meter.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { changeMeter } from '#domains/meters/actions/change-meter.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { approveUnflagged, captureReading } from '#domains/meters/readings/contract.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { workPosting } from '../bill-run/actions/work-run.ts';
import * as runs from '../bill-run/contract.ts';
import { decide as decideRun } from '../bill-run/factory-reversal.ts';
import * as settings from '../settings/contract.ts';
import * as contract from './contract.ts';
import { makeOffice, OCTOBER, SEPTEMBER } from './factory-corrections.ts';

const office = await makeOffice();
const { app, officer, approver, actor, begin, billed, billsOf, adjust, preview, decide } = office;
const { bodyOf, cancelBody, post } = office;

/** A register that falls is one that went past its end, also from 25 to 20; and what becomes of such a reading. */
const rollOver = (effect: 'REVIEW' | 'REFUSE', factor = 1) =>
  execute(
    app.owner.db,
    sql`update meters.reading_checks set effect = ${effect}, factor = ${factor} where code = 'ROLL_OVER'`,
  );

afterEach(async () => {
  await rollOver('REVIEW', 0.1);
});

type Alone = 'cancelAloneUpToMinor' | 'adjustAloneUpToMinor';

async function letAlone(limit: Alone, minor: number): Promise<void> {
  const { limits, version } = await app.call(settings.getBillingLimits, { as: officer });
  await changeLimits(app, settings.updateBillingLimits, { limits: { ...limits, [limit]: minor }, version });
}

/** A correction to so much water that a second person has to decide. */
async function ask(billId: string, registerLitres = 900_000): Promise<string> {
  const body = { ...(await bodyOf(billId, registerLitres)), reason: 'misread' };
  return (await app.call(contract.adjustMeterReading, { as: officer, body })).id;
}

/** Bills of September and October: the register begins at 10 m³ and shows 35 and then 60. */
async function billedTwice() {
  const made = await transaction(app.db, (tx) =>
    makeConnection(tx, actor, {
      ...{ connectedOn: '2026-08-31', openingLitres: 10_000, approve: true },
      readings: [
        [SEPTEMBER, '2026-09-30', 35_000],
        [OCTOBER, '2026-10-31', 60_000],
      ],
    }),
  );
  await post(SEPTEMBER);
  await post(OCTOBER);
  const bills = await billsOf(made.id);
  const of = (month: string) => String(bills.find(({ period }) => period === month)?.id);
  return { ...made, september: of(SEPTEMBER), october: of(OCTOBER) };
}

describe('a check that refuses readings', () => {
  test('refuses the corrected value, also if another month follows', async () => {
    const { billId } = await billed();
    const { september } = await billedTwice();
    await rollOver('REFUSE');
    expect(await preview(billId, 20_000)).toBe('meters.check_refused');
    expect(await adjust(billId, 20_000)).toBe('meters.check_refused');
    expect(await adjust(september, 5_000)).toBe('meters.check_refused');
    expect(await adjust(billId, 40_000)).toBeUndefined();
  });

  test('does not refuse the next reading, which nobody took again', async () => {
    const { september } = await billedTwice();
    await rollOver('REFUSE');
    expect(await adjust(september, 61_000)).toBeUndefined();
  });

  test('refuses what was asked for before it refused', async () => {
    const { billId } = await billed();
    await rollOver('REVIEW');
    const correctionId = await ask(billId, 20_000);
    await rollOver('REFUSE');
    expect(await decide(correctionId, true)).toBe('meters.check_refused');
    await rollOver('REVIEW');
    expect(await decide(correctionId, true)).toBeUndefined();
  });
});

test('a reading that had a use when it was asked for, and has none by the limits of today', async () => {
  const { billId } = await billed();
  await rollOver('REVIEW');
  const correctionId = await ask(billId, 20_000);
  await rollOver('REVIEW', 0.1);
  expect(await decide(correctionId, true)).toBe('meters.no_consumption');
  expect(await decide(correctionId, false)).toBeUndefined();
});

test('a bill is adjusted although its meter was changed on the day of the reading', async () => {
  const { id, billId } = await billed();
  await transaction(app.db, async (tx) => {
    const fields = { make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
    const { id: newMeterId } = await addMeter(tx, actor, { number: 'NEW-1', ...fields });
    await changeMeter(tx, actor, {
      ...{ connectionId: id, changedOn: '2026-10-31', finalLitres: 50_000, newMeterId },
      ...{ openingLitres: 0, reason: 'stopped' },
    });
  });
  expect(await preview(billId, 40_000)).toBeUndefined();
  expect(await adjust(billId, 40_000)).toBeUndefined();
});

describe('the bill, after its correction was asked for', () => {
  test('was corrected with the bill of the month before', async () => {
    const { september, october } = await billedTwice();
    const correctionId = await ask(october);
    expect(await adjust(september, 34_000)).toBeUndefined();
    expect(await decide(correctionId, true)).toBe('common.stale_version');
    expect(await decide(correctionId, false)).toBeUndefined();
  });

  test('was cancelled with its run', async () => {
    const { billId } = await billed();
    const correctionId = await ask(billId);
    await reverseRunOf(billId);
    expect(await decide(correctionId, true)).toBe('billing.invoice_cancelled');
    expect(await decide(correctionId, false)).toBeUndefined();
  });

  test('would be another one by the same reading', async () => {
    const { billId } = await billed();
    const correctionId = await ask(billId);
    const sewer = (percent: string) =>
      execute(
        app.owner.db,
        sql`update billing.invoices set explanation =
            jsonb_set(explanation::jsonb, '{0,sewerPercent}', to_jsonb(${percent}::text))::json where id = ${billId}`,
      );
    await sewer('50');
    expect(await decide(correctionId, true)).toBe('billing.bill_not_reproducible');
    await sewer('100');
    expect(await decide(correctionId, true)).toBeUndefined();
  });

  test('is followed by a reading that a run is about to bill', async () => {
    const { id, meterId } = await transaction(app.db, (tx) =>
      makeConnection(tx, actor, {
        ...{ connectedOn: '2026-08-31', approve: true },
        readings: [[SEPTEMBER, '2026-09-30', 25_000]],
      }),
    );
    await post(SEPTEMBER);
    await letAlone('adjustAloneUpToMinor', 0);
    const correctionId = await ask(String((await billsOf(id))[0]?.id), 20_000);
    const october = { meterId, period: OCTOBER, readOn: '2026-10-31', registerLitres: 50_000 };
    await app.call(captureReading, { as: officer, body: october });
    await app.call(approveUnflagged, { as: approver, body: { period: OCTOBER } });
    const run = await begin(OCTOBER);
    expect(await decide(correctionId, true)).toBe('meters.reading_in_posting');
    await workPosting(app.db, app.clock, run);
    // It would change two bills now, and come to another sum than the second person saw.
    expect(await decide(correctionId, true)).toBe('billing.correction_moved');
    expect(await decide(correctionId, false)).toBeUndefined();
  });

  test('changes as much together as it did, but another bill', async () => {
    const { september } = await billedTwice();
    await letAlone('adjustAloneUpToMinor', 1);
    const correctionId = await ask(september, 30_000);
    // As if what the one bill loses now had been asked of the other one.
    const turned = await execute(
      app.owner.db,
      sql`update billing.corrections set bill_amounts =
          (select jsonb_object_agg(a.key, -a.value::text::bigint) from jsonb_each(bill_amounts) a)
        where id = ${correctionId} and amount_minor = 0 and bill_amounts ->> ${september} = '-10000'`,
    );
    expect(turned).toBe(1);
    expect(await decide(correctionId, true)).toBe('billing.correction_moved');
    expect(await decide(correctionId, false)).toBeUndefined();
    // Nothing is different from what was asked.
    expect(await decide(await ask(september, 30_000), true)).toBeUndefined();
  });
});

/** By two people. */
async function reverseRunOf(billId: string): Promise<void> {
  const { id, version } = await one<{ id: string; version: number }>(
    app.db,
    sql`select r.id, r.version from billing.bill_runs r join billing.invoices i on i.run_id = r.id where i.id = ${billId}`,
  );
  await app.call(runs.reverseRun, {
    ...{ as: officer, params: { id }, body: { version, reason: 'wrong tariff' } },
  });
  await app.call(runs.decideReversal, await decideRun({ app, id }, approver));
}

// The last one: a closed month stays closed.
test('the month of today is closed: nothing is posted in it', async () => {
  await letAlone('adjustAloneUpToMinor', 1_000_00);
  await letAlone('cancelAloneUpToMinor', 50_000_00);
  const { billId } = await billed();
  const correctionId = await ask((await billed()).billId);
  await execute(
    app.db,
    sql`insert into ledger.closed_periods (period, closed_at) values ('2026-11-01', ${actor.now})`,
  );
  expect(await adjust(billId, 40_000)).toBe('ledger.period_closed');
  const cancelled = { as: officer, body: await cancelBody(billId) };
  expect(await app.codeOf(contract.cancelInvoice, cancelled)).toBe('ledger.period_closed');
  expect(await decide(correctionId, true)).toBe('ledger.period_closed');
});
