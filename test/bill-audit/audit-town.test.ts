/**
 * The audit of 5,000 connections: every bill of four months of the demo town calculated again from registers, days and
 * prices, in fractions and to the poisha; then the books against the bills. One poisha that differs fails it.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { all, one, sql } from '#platform/database/db.ts';
import { wrongBooks } from '#test/chaos/month/truths.ts';
import { testDatabase } from '#test/database.ts';
import { auditBills, type Seen } from './audit-bills.ts';
import { readPayments } from './sources.ts';
import { billTown } from './town.ts';

const CONNECTIONS = 5000;
const { db, owner } = await testDatabase();
await billTown(db, owner.db, CONNECTIONS);
const { seen, differences } = await auditBills(db);

const few = (list: readonly string[]) => ({ count: list.length, first: list.slice(0, 5) });

test('every bill is what registers, days and prices make it, to the poisha (G3)', () => {
  expect(few(differences)).toEqual({ count: 0, first: [] });
  expect(seen.length).toBeGreaterThan(CONNECTIONS * 3.8);
});

test('the bills meet all that makes one difficult', async () => {
  const count = (is: (bill: Seen) => boolean) => seen.filter(is).length;
  const has = (kind: string) => (bill: Seen) => bill.own.lines.has(kind);
  const met = {
    twoPrices: count(({ versions }) => versions > 1),
    twoMonths: count(({ bill }) => Number(bill.months) > 1),
    firstDays: count(({ bill, connection }) => bill.from < connection.connectedOn),
    lastDays: count(
      ({ bill, connection }) => connection.disconnectedOn !== null && bill.to > connection.disconnectedOn,
    ),
    nothingUsed: count(({ use }) => use.litres === 0),
    minimum: count(has('minimum')),
    rounded: count(has('round_off')),
    arrears: count(({ bill }) => bill.arrearsMinor > 0),
  };
  const other = await one<Record<string, number>>(
    db,
    sql`select count(*) filter (where source = 'ESTIMATE') as estimated, count(*) filter (where 'ROLL_OVER' = any(flags)) as "rolledOver",
        count(*) filter (where exists (select from meters.assignments a where a.connection_id = r.connection_id
          and a.removed_on between r.previous_on and r.read_on)) as "changedMeter"
      from meters.readings r where state = 'BILLED'`,
  );
  for (const [what, times] of Object.entries({ ...met, ...other }))
    expect([what, times >= 10]).toEqual([what, true]);
});

test('the arrears on a bill are earlier bills less what was paid before its day', async () => {
  const payments = Map.groupBy(await readPayments(db), ({ connection }) => connection);
  const wrong: string[] = [];
  for (const [connection, bills] of Map.groupBy(seen, ({ bill }) => bill.connection)) {
    for (const { bill } of bills) {
      const earlier = bills.filter((other) => other.bill.issuedOn < bill.issuedOn);
      const paid = (payments.get(connection) ?? []).filter(({ paidOn }) => paidOn < bill.issuedOn);
      const open =
        earlier.reduce((sum, { own }) => sum + Number(own.total), 0) -
        paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      if (bill.arrearsMinor !== Math.max(0, open))
        wrong.push(`${bill.number}: ${bill.arrearsMinor}, not ${open}`);
    }
  }
  expect(few(wrong)).toEqual({ count: 0, first: [] });
});

test('the books are the bills: accounts, receivables, advances, numbers without a hole (G5, G15)', async () => {
  expect(few(await wrongBooks(db))).toEqual({ count: 0, first: [] });
  const booked = await all<{ account: string; amount: number }>(
    db,
    sql`select e.account_code as account, sum(e.amount_minor)::bigint as amount from ledger.journals j
      join ledger.entries e on e.journal_id = j.id where j.kind = 'INVOICE' group by 1 order by 1`,
  );
  const lines = (...kinds: string[]) =>
    seen.reduce(
      (sum, { own }) => kinds.reduce((all, kind) => all + Number(own.lines.get(kind) ?? 0n), sum),
      0,
    );
  expect(Object.fromEntries(booked.map(({ account, amount }) => [account, amount]))).toEqual({
    '1100': seen.reduce((sum, { own }) => sum + Number(own.total), 0),
    '2100': -lines('vat_water', 'vat_fixed', 'vat_minimum', 'vat_sewer'),
    '4000': -lines('water'),
    '4010': -lines('fixed', 'minimum'),
    '4020': -lines('sewer'),
    '4900': -lines('round_off'),
  });
});

test("the audit has none of the program's own arithmetic", () => {
  const imports = (file: string) =>
    [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from]) => from,
    );
  expect(imports('fraction.ts')).toEqual([]);
  expect(imports('own-bill.ts')).toEqual(['./fraction.ts']);
  expect(imports('registers.ts')).toEqual([]);
  expect(imports('sources.ts')).toEqual(['#platform/database/db.ts', './own-bill.ts', './registers.ts']);
  expect(imports('audit-bills.ts')).toEqual([
    '#platform/database/db.ts',
    './own-bill.ts',
    './registers.ts',
    './sources.ts',
  ]);
});
