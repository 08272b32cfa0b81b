/** A price that law puts in force on billed days: from the preview to the documents, over HTTP, with the proofs of the books. */
import { describe, expect, test } from 'vitest';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { workCalculation, workPosting } from '../bill-run/actions/work-run.ts';
import * as runs from '../bill-run/contract.ts';
import * as corrections from '../corrections/contract.ts';
import * as bills from '../invoices/contract.ts';
import * as settings from '../settings/contract.ts';
import { monthImpact } from '../settings/month-impact.ts';
import * as tariffs from '../tariffs/contract.ts';
import * as contract from './contract.ts';
import {
  ASKED,
  announce,
  approve,
  at,
  correct,
  DAY,
  documentsOf,
  finish,
  getRun,
  makeTown,
  OCTOBER,
  plan,
  setVat,
  type Town,
} from './factory-corrections.ts';

async function booksAreTrue({ app }: Town): Promise<void> {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
}
const owedBy = (town: Town, partyId: string) => balanceOf(town.app.db, { partyId, account: '1100' });
const advanceOf = (town: Town, partyId: string) => balanceOf(town.app.db, { partyId, account: '2200' });
const detail = ({ app, planner }: Town, id: string) =>
  app.call(bills.invoiceDetail, { as: planner, params: { id } });
const billsOf = async ({ app, planner }: Town, connectionId: string | undefined) =>
  (
    await app.call(bills.searchInvoice, { as: planner, query: { connectionId: String(connectionId) } })
  ).items.toSorted((a, b) => a.period.localeCompare(b.period));

test('the preview says what becomes of the bills; two people later each bill has its document', async () => {
  const town = await makeTown();
  const { app, planner, author } = town;
  const version = await announce(town);
  const id = await plan(town, version);

  const preview = await app.call(contract.getCorrection, { as: planner, params: { id } });
  // September: 10 m³, 16 days at ৳10 and 14 at ৳12, is ৳109.33; October: 20 m³ at ৳12.
  expect(preview).toMatchObject({
    tariff: { id: version, effectiveFrom: DAY },
    ...ASKED,
    ...{ bills: 4, connections: 2, more: 4, moreMinor: 2 * (933 + 4_000), less: 0, lessMinor: 0, same: 0 },
    biggest: [
      { beforeMinor: 20_000, afterMinor: 24_000 },
      {},
      { beforeMinor: 10_000, afterMinor: 10_933 },
      {},
    ],
  });
  const { items } = await app.call(contract.listCorrectionItems, { as: planner, params: { id }, query: {} });
  expect(items.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 4 }, () => 'BILLED'));
  expect(await getRun(town, id)).toMatchObject({
    ...{ state: 'REVIEW', correction: { tariffId: version, effectiveFrom: DAY } },
    proof: { connections: 4, billed: 4, held: 0, complete: true, totalMinor: 9_866 },
  });
  expect(await documentsOf(town, town.made[0]?.id)).toEqual([]);

  await finish(town, id);
  // What a next change would make of the month is compared with the corrected bills.
  expect(await monthImpact(app.db, [])).toMatchObject({ bills: 2, changedSince: 0, beforeMinor: 48_000 });
  expect(await getRun(town, id)).toMatchObject({
    ...{ state: 'POSTED', can: { reverse: false } },
    proof: { complete: true, invoices: 4, invoicedMinor: 9_866, postedMinor: 9_866 },
  });
  for (const { id: connectionId } of town.made) {
    expect(await documentsOf(town, connectionId)).toEqual([
      { month: '09', before: 10_000, after: 10_933, amount: 933, supplement: 933, settled: 0 },
      { month: '10', before: 20_000, after: 24_000, amount: 4_000, supplement: 4_000, settled: 0 },
    ]);
    expect(await owedBy(town, connectionId)).toBe(34_933);
  }
  const tariff = await app.call(tariffs.getTariff, { as: author, params: { id: version } });
  expect(tariff).toMatchObject({
    ...{ state: 'APPROVED', orderNumber: ASKED.orderNumber, approvedBy: town.approver.userId },
  });
  await booksAreTrue(town);

  const supplements = (await billsOf(town, town.made[0]?.id)).filter(({ isSupplement }) => isSupplement);
  expect(supplements).toHaveLength(2);
  expect(supplements[0]).toMatchObject({ issuedOn: '2026-11-02', usageLitres: 0, totalMinor: 933 });
  const shown = await detail(town, String(supplements[0]?.id));
  expect(shown.adjustments).toMatchObject([
    {
      ...{ reason: `${ASKED.reason} (${ASKED.orderNumber})`, tariff: { id: version, effectiveFrom: DAY } },
      lines: [{ kind: 'water', beforeMinor: 10_000, afterMinor: 10_933 }],
      explanation: [{ days: 16 }, { days: 14, version }],
    },
  ]);
  const audited = await all(
    app.db,
    sql`select action, actor_id from platform.audit where object_id in (${id}, ${version}) and action in
      ('bill-run.plan-correction', 'bill-run.approve', 'bill-run.post', 'tariff.approve') order by at, id`,
  );
  expect(audited).toHaveLength(4);
});

test('less to pay is a credit note: it pays its own bill first, then others, and what is paid becomes an advance', async () => {
  const town = await makeTown();
  const { app, made } = town;
  const [paid, open] = [String(made[0]?.id), String(made[1]?.id)];
  const cashier = await app.staff('cashier');
  const tender = { method: 'CASH' as const };
  await app.call(payments.makePayment, {
    as: cashier,
    body: { connectionId: paid, amountMinor: 30_000, tender },
  });
  await app.call(payments.makePayment, {
    as: cashier,
    body: { connectionId: open, amountMinor: 10_000, tender },
  });
  await correct(town, await announce(town, at('5')));
  // September: 53.33 + 23.33 (10 × 14/30 × 5); October: 20 × 5.
  expect(await documentsOf(town, paid)).toEqual([
    { month: '09', before: 10_000, after: 7_667, amount: -2_333, supplement: null, settled: 10_000 },
    { month: '10', before: 20_000, after: 10_000, amount: -10_000, supplement: null, settled: 20_000 },
  ]);
  expect(await advanceOf(town, paid)).toBe(-12_333);
  expect((await documentsOf(town, open)).map(({ settled }) => settled)).toEqual([10_000, 12_333]);
  expect(await owedBy(town, open)).toBe(7_667);
  await booksAreTrue(town);
});

test('VAT that law changes for billed days: the bills get it, the tariff has it, and the settings follow without a copy', async () => {
  const fifteen = {
    ...{ vatWaterPercent: '15', vatFixedPercent: '15', vatMinimumPercent: '15', vatSewerPercent: '15' },
  };
  const none = {
    ...{ vatWaterPercent: '0', vatFixedPercent: '0', vatMinimumPercent: '0', vatSewerPercent: '0' },
  };
  const town = await makeTown(1, fifteen);
  const { app, approver, author, planner, made } = town;
  await setVat(town, '15');
  const version = await announce(town, { ...at('10'), ...none, effectiveFrom: OCTOBER });
  // By its own call it does not come in force, because the day is billed.
  const tariff = await app.call(tariffs.getTariff, { as: approver, params: { id: version } });
  const alone = { as: approver, params: { id: version }, body: { version: tariff.version } };
  expect(await app.codeOf(tariffs.approveTariff, alone)).toBe('billing.tariff_day_billed');
  await correct(town, version);
  // October: 20 m³ at ৳10; the ৳30 of VAT are a credit. September keeps its own.
  expect(await documentsOf(town, made[0]?.id)).toEqual([
    { month: '10', before: 23_000, after: 20_000, amount: -3_000, supplement: null, settled: 3_000 },
  ]);
  expect(await balanceOf(app.db, { partyId: String(made[0]?.id), account: '1100' })).toBe(31_500);
  await booksAreTrue(town);
  // The settings are told of it for the days to come: nothing is to be copied, because the tariff has it already.
  const zero = { waterPercent: '0', fixedPercent: '0', minimumPercent: '0', sewerPercent: '0' };
  const entry = await app.call(settings.planVat, {
    as: author,
    body: { validFrom: '2026-12-01', value: { ...zero, exemptCategories: [] }, reason: ASKED.orderNumber },
  });
  await app.call(settings.approveVat, {
    as: await app.staff('admin'),
    params: { id: entry.id },
    body: { version: entry.version },
  });
  const versions = await app.call(tariffs.listTariffs, { as: planner, query: {} });
  expect(versions.items.filter(({ state }) => state === 'APPROVED')).toHaveLength(2);
});

test('if only the lines change, the books move between them; if nothing does, the document says so', async () => {
  const town = await makeTown(1, { roundOffTo: '100' });
  await correct(town, await announce(town, { ...at('10.10'), roundOffTo: '100' }));
  expect((await documentsOf(town, town.made[0]?.id)).map(({ amount }) => amount)).toEqual([0, 0]);
  const moved = await all(
    town.app.db,
    sql`select e.account_code as account, sum(e.amount_minor)::bigint as minor
      from ledger.journals j join ledger.entries e on e.journal_id = j.id where j.kind = 'ADJUSTMENT' group by 1 order by 1`,
  );
  // September: 100.47 instead of 100.00 (rounded to 100 both times); October: 202 instead of 200.
  expect(moved).toEqual([
    { account: '4000', minor: -247 },
    { account: '4900', minor: 247 },
  ]);
  await booksAreTrue(town);
  // A second run of the same version finds nothing; the cancelled bill takes its journals back.
  const [, october] = await billsOf(town, town.made[0]?.id);
  const { version } = await detail(town, String(october?.id));
  const body = { invoiceId: String(october?.id), version, reason: 'wrong', freePayment: false };
  const { id } = await town.app.call(corrections.cancelInvoice, { as: town.planner, body });
  await town.app.call(corrections.decideCorrection, {
    as: town.approver,
    body: { correctionId: id, accept: true },
  });
  await booksAreTrue(town);
  const income = sql`select coalesce(sum(e.amount_minor), 0)::bigint as minor from ledger.entries e where e.account_code = '4000'`;
  expect(await one(town.app.db, income)).toEqual({ minor: -10_047 });
});

test('a reading that is corrected afterwards is calculated by the price that counts now', async () => {
  const town = await makeTown(1);
  await correct(town, await announce(town));
  const october = (await billsOf(town, town.made[0]?.id)).find(
    ({ period, isSupplement }) => period === OCTOBER && !isSupplement,
  );
  const invoiceId = String(october?.id);
  const { version } = await detail(town, invoiceId);
  const body = { invoiceId, version, registerLitres: 40_000, reason: 'misread' };
  const done = await town.app.call(corrections.adjustMeterReading, { as: town.planner, body });
  expect(done.bills).toMatchObject([
    { before: { totalMinor: 24_000 }, after: { totalMinor: 36_000 }, amountMinor: 12_000 },
  ]);
  await booksAreTrue(town);
});

describe('what changed since the preview', () => {
  const cancelOne = async (town: Town, decide: boolean) => {
    const [september] = await billsOf(town, town.made[0]?.id);
    const invoiceId = String(september?.id);
    const { version } = await detail(town, invoiceId);
    const body = { invoiceId, version, reason: 'wrong', freePayment: false };
    const { id } = await town.app.call(corrections.cancelInvoice, { as: town.planner, body });
    if (!decide) return id;
    await town.app.call(corrections.decideCorrection, {
      as: town.approver,
      body: { correctionId: id, accept: true },
    });
    return id;
  };
  const adjustOne = async (town: Town) => {
    const september = (await billsOf(town, town.made[0]?.id)).find(({ period }) => period === OCTOBER);
    const invoiceId = String(september?.id);
    const { version } = await detail(town, invoiceId);
    const body = { invoiceId, version, registerLitres: 31_000, reason: 'misread' };
    await town.app.call(corrections.adjustMeterReading, { as: town.planner, body });
  };
  const CHANGES = [
    ['cancelled', (town: Town) => cancelOne(town, true)],
    ['correction_waits', (town: Town) => cancelOne(town, false)],
    ['bill_changed', adjustOne],
  ] as const;

  test.each(CHANGES)('is held by the approval: %s', async (reason, change) => {
    const town = await makeTown();
    const id = await plan(town, await announce(town));
    await change(town);
    const answer = await town.app.call(runs.approveRun, await approve(town, id));
    expect(answer).toMatchObject({ state: 'REVIEW', moved: 1, billed: 3, held: 1 });
    expect((await getRun(town, id)).heldReasons).toEqual([{ reason, count: 1 }]);
    expect((await town.app.call(runs.approveRun, await approve(town, id))).state).toBe('APPROVED');
  });

  test.each(CHANGES)('is held by the posting: %s', async (reason, change) => {
    const town = await makeTown();
    const id = await plan(town, await announce(town));
    await town.app.call(runs.approveRun, await approve(town, id));
    await change(town);
    await town.app.call(runs.postRun, { as: town.planner, params: { id } });
    await workPosting(town.app.db, town.app.clock, id);
    expect(await getRun(town, id)).toMatchObject({
      ...{ state: 'POSTED', heldReasons: [{ reason, count: 1 }] },
      proof: { billed: 3, held: 1, invoices: 3, complete: true },
    });
    await booksAreTrue(town);
  });
});

test('a bill that does not come out the same is held; what was held is corrected by another run of the version', async () => {
  const town = await makeTown();
  const [first, second] = town.made;
  const sewer = (percent: number | null) =>
    execute(
      town.app.owner.db,
      sql`update meters.connections set sewer_percent = ${percent} where id = ${first?.id}`,
    );
  await sewer(50);
  const version = await announce(town);
  await correct(town, version);
  expect([await documentsOf(town, first?.id), (await documentsOf(town, second?.id)).length]).toEqual([[], 2]);
  const rest = await plan(town, version);
  expect((await getRun(town, rest)).heldReasons).toEqual([{ reason: 'not_reproducible', count: 2 }]);
  expect(await town.app.codeOf(runs.approveRun, await approve(town, rest))).toBe('billing.nothing_to_bill');
  await sewer(null);
  await town.app.call(runs.calculateRun, { as: town.planner, params: { id: rest } });
  await workCalculation(town.app.db, town.app.clock, rest);
  await finish(town, rest);
  expect((await documentsOf(town, first?.id)).map(({ amount }) => amount)).toEqual([933, 4_000]);
  expect(await documentsOf(town, second?.id)).toHaveLength(2);
  await booksAreTrue(town);
});
