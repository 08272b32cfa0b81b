/**
 * Ageing on each day of some months in which everything happens to bills: payments, one taken back, advances, corrections both ways, a
 * cancellation, late surcharges, one waived. On each day what is open of each connection is what the ledger has as its receivable.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import * as corrections from '#domains/billing/corrections/contract.ts';
import * as bills from '#domains/billing/invoices/contract.ts';
import * as rules from '#domains/billing/surcharges/contract.ts';
import { surchargeRules } from '#domains/billing/surcharges/surcharge.rules.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import * as payments from '#domains/payments/contract.ts';
import { correctingOffice, OCTOBER, SEPTEMBER } from '#domains/payments/factory-corrections.ts';
import { surchargeCalls } from '#domains/payments/factory-surcharges.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { BUCKETS } from './ageing.rules.ts';
import { ageing, ageingDownload } from './contract.ts';

const office = await correctingOffice();
const { app, officer, approver, billed } = office;
/** Sessions end while the clock moves: each day has people of its own. */
const people = async () => ({ as: await app.staff('admin'), second: await app.staff('admin') });
let reader = officer;
const { goTo, charge } = surchargeCalls(app);
const FIRST = '2026-11-02';
const LAST = '2027-03-20';

const receivables = async (day: string) =>
  Object.fromEntries(
    (
      await all<{ id: string; minor: number }>(
        app.db,
        sql`select party_id as id, sum(amount_minor)::bigint as minor from ledger.entries
          where account_code = ${ACCOUNTS.receivable} and business_date <= ${day}::date group by party_id
          having sum(amount_minor) <> 0`,
      )
    ).map(({ id, minor: open }) => [id, open]),
  );
const aged = (query: Record<string, unknown> = {}) =>
  app.call(ageing, { as: reader, query: { limit: 200, ...query } });

type Debtor = Awaited<ReturnType<typeof billed>>;
let taken = '';
let [plain, paid, reversed, higher, lower, cancelled, ahead, waived]: Debtor[] = [];

beforeAll(async () => {
  const value = surchargeRules.parse({
    ...{ onceMode: 'percent', oncePercent: '5', onceAfterDays: 3, graceDays: {} },
    ...{ monthlyMode: 'compound', monthlyPercent: '2', monthlyAfterDays: 30, rounding: 'poisha' },
  });
  const { id, version } = await app.call(rules.planSurchargeRules, {
    as: officer,
    body: { validFrom: FIRST, value, reason: 'Board of November' },
  });
  await app.call(rules.approveSurchargeRules, { as: approver, params: { id }, body: { version } });
  const made: Debtor[] = [];
  for (let one = 0; one < 8; one += 1) made.push(await billed([SEPTEMBER, OCTOBER]));
  [plain, paid, reversed, higher, lower, cancelled, ahead, waived] = made;
  const at = (debtor: Debtor | undefined) => debtor?.id ?? '';
  for (let day = FIRST; day <= LAST; day = addDays(day, 1)) {
    goTo(day);
    await charge();
    if (day === '2026-11-10') await pay(at(paid), 100_000);
    if (day === '2026-11-28') await pay(at(ahead), 500_000);
    if (day === '2026-12-01') await pay(at(paid), 40_000);
    if (day === '2026-12-05') await adjust(higher?.bills[1]?.id ?? '', 60_000);
    if (day === '2026-12-06') await adjust(lower?.bills[1]?.id ?? '', 45_000);
    if (day === '2026-12-20') await cancel(cancelled?.bills[1]?.id ?? '');
    if (day === '2026-12-28') await waive(at(waived));
    if (day === '2027-01-04') taken = await pay(at(reversed), 90_000);
    if (day === '2027-01-20') await takeBack(taken);
  }
  reader = await app.staff('admin');
});

async function pay(connectionId: string, amountMinor: number): Promise<string> {
  const { as } = await people();
  const body = { connectionId, amountMinor, tender: { method: 'CASH' as const }, toPayBack: true };
  return (await app.call(payments.makePayment, { as, body })).id;
}

async function adjust(invoiceId: string, registerLitres: number): Promise<void> {
  const { as } = await people();
  const { version } = await app.call(bills.invoiceDetail, { as, params: { id: invoiceId } });
  const body = { invoiceId, version, registerLitres, reason: 'misread' };
  await app.call(corrections.adjustMeterReading, { as, body });
}

/** A surcharge of a small sum is waived by one person. */
async function cancel(invoiceId: string): Promise<void> {
  const { as, second } = await people();
  const { version } = await app.call(bills.invoiceDetail, { as, params: { id: invoiceId } });
  const body = { invoiceId, version, reason: 'wrong category', freePayment: false };
  const { id, state } = await app.call(corrections.cancelInvoice, { as, body });
  if (state === 'DONE') return;
  await app.call(corrections.decideCorrection, { as: second, body: { correctionId: id, accept: true } });
}

async function waive(connectionId: string): Promise<void> {
  const { as } = await people();
  const { items } = await app.call(bills.searchInvoice, { as, query: { connectionId } });
  await cancel(items.find(({ isSurcharge }) => isSurcharge)?.id ?? '');
}

async function takeBack(paymentId: string): Promise<void> {
  const { as, second } = await people();
  const body = { paymentId, reason: 'another connection' };
  const { reversal, state } = await app.call(payments.reversePayment, { as, body });
  if (state === 'REVERSED' || !reversal) return;
  await app.call(payments.decideReversal, { as: second, body: { reversalId: reversal.id, accept: true } });
}

describe('ageing', () => {
  test('on each day: what is open of each connection is its receivable in the ledger, and the buckets sum to it', async () => {
    const seen = new Set<string>();
    for (let day = FIRST; day <= LAST; day = addDays(day, 3)) {
      const { items, sums, total } = await aged({ asOf: day });
      expect([day, Object.fromEntries(items.map((row) => [row.connectionId, row.totalMinor]))]).toEqual([
        day,
        await receivables(day),
      ]);
      expect(total).toBe(items.length);
      for (const row of [...items, sums])
        expect(BUCKETS.reduce((sum, name) => sum + row[`${name}Minor`], 0)).toBe(row.totalMinor);
      for (const name of [...BUCKETS.map((bucket) => `${bucket}Minor` as const), 'totalMinor' as const])
        expect(sums[name]).toBe(items.reduce((sum, row) => sum + row[name], 0));
      for (const name of BUCKETS) if (sums[`${name}Minor`] > 0) seen.add(name);
    }
    expect([...seen].sort()).toEqual([...BUCKETS].sort());
  });

  test('without a day it is today, and today is what is open now', async () => {
    const now = await aged();
    expect(now.asOf).toBe(LAST);
    expect(now).toEqual(await aged({ asOf: LAST }));
    const { open } = await one<{ open: number }>(
      app.db,
      sql`select sum(total_minor - settled_minor)::bigint as open from billing.invoices where cancelled_on is null`,
    );
    expect(now.sums.totalMinor).toBe(open);
  });

  test('a day that is to come is refused at its field', async () => {
    const asked = { as: reader, query: { asOf: addDays(LAST, 1) } };
    expect(await app.refused(ageing, asked)).toMatchObject({
      code: 'collections.as_of_future',
      fields: [{ path: 'asOf', code: 'collections.as_of_future' }],
    });
    const file = { as: reader, query: { ...asked.query, format: 'csv' as const } };
    expect((await app.refused(ageingDownload, file)).code).toBe('collections.as_of_future');
  });

  test('30 days after the last day to pay are the second bucket, 31 the third, 91 the last', async () => {
    const of = async (day: string) => {
      const { items } = await aged({ asOf: day, search: plain?.number });
      const row = items[0];
      // Without the surcharges, which are due at once.
      return [row?.months, ...BUCKETS.map((name) => (row?.[`${name}Minor`] ?? 0) >= 132_500)];
    };
    expect(await of('2026-11-23')).toEqual([0, true, false, false, false]);
    expect(await of('2026-11-24')).toEqual([2, false, true, false, false]);
    expect(await of('2026-12-23')).toEqual([2, false, true, false, false]);
    expect(await of('2026-12-24')).toEqual([2, false, false, true, false]);
    expect(await of('2027-02-21')).toEqual([2, false, false, true, false]);
    expect(await of('2027-02-22')).toEqual([2, false, false, false, true]);
  });
});

describe('the list', () => {
  const names = async (query: Record<string, unknown>) =>
    (await aged(query)).items.map(({ connectionNumber }) => connectionNumber);

  test('is filtered by bucket, sum, months and sector; the sums are those of the filter', async () => {
    const everybody = await aged();
    const some = (keep: (row: (typeof everybody)['items'][number]) => boolean) =>
      everybody.items.filter(keep).map(({ connectionNumber }) => connectionNumber);
    expect(await names({ bucket: 'overNinety' })).toEqual(some((row) => row.overNinetyMinor > 0));
    const half = everybody.items[2]?.totalMinor ?? 0;
    expect(await names({ minMinor: half })).toEqual(some((row) => row.totalMinor >= half));
    expect((await names({ minMinor: half })).length).toBe(3);
    expect(await names({ minMonths: 2 })).toEqual(some((row) => row.months >= 2));
    expect((await names({ minMonths: 2 })).length).toBeLessThan(everybody.total);
    const { sums } = await aged({ minMinor: half, limit: 1 });
    expect(sums.totalMinor).toBe(everybody.items.slice(0, 3).reduce((sum, row) => sum + row.totalMinor, 0));
    const { sector } = await one<{ sector: string }>(
      app.db,
      sql`select d.sector_id as sector from meters.connections c join settings.roads d on d.id = c.road_id where c.id = ${plain?.id ?? ''}`,
    );
    const inSector = await all<{ number: string }>(
      app.db,
      sql`select c.number from meters.connections c join settings.roads d on d.id = c.road_id where d.sector_id = ${sector}`,
    );
    expect((await names({ sectorId: sector })).sort()).toEqual(
      some(({ connectionNumber }) => inSector.some(({ number }) => number === connectionNumber)).sort(),
    );
  });

  test('is sorted and paged without gaps, and says when somebody paid last', async () => {
    const whole = await names({ sort: 'connectionNumber' });
    const pages = [
      ...(await names({ sort: 'connectionNumber', limit: 3, offset: 1 })),
      ...(await names({ sort: 'connectionNumber', limit: 3, offset: 2 })),
      ...(await names({ sort: 'connectionNumber', limit: 3, offset: 3 })),
    ];
    expect(pages).toEqual(whole);
    const before = (await aged({ asOf: '2026-11-20', search: paid?.number })).items[0];
    expect(before).toMatchObject({ lastPaidOn: '2026-11-10', lastPaidMinor: 100_000 });
    // A payment that was taken back is none.
    expect((await aged({ search: reversed?.number })).items[0]).toMatchObject({ lastPaidOn: null });
    for (const sort of ['consumerName', '-months', '-overNinetyMinor', 'oldestDueOn'])
      expect((await names({ sort })).toSorted()).toEqual(whole.toSorted());
  });
});
