/**
 * A clock that is put back, put forward or jumps by two days: no daily job does anything twice, a day that was jumped over is
 * made up for, and a token is not taken past its life.
 */
import { expect, test } from 'vitest';
import { allJobs } from '#app/services.ts';
import * as rules from '#domains/billing/surcharges/contract.ts';
import { staffDashboard } from '#domains/dashboard/contract.ts';
import { TOKEN_MINUTES } from '#domains/identity/tokens.ts';
import { surchargeCalls } from '#domains/payments/factory-surcharges.ts';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';

const app = await testApp();
const { goTo, billed, surcharges, minor } = surchargeCalls(app);
const { jobs, daily } = allJobs(app.platform);

async function runDailyJobs(): Promise<void> {
  const signal = new AbortController().signal;
  const context = { jobId: '1', attempt: 1, maxAttempts: 25, log: app.platform.log, signal };
  for (const { name } of daily) await jobs[name]?.({}, context);
}

/** Rows that each table of money, bills and messages has. */
async function counted(): Promise<Record<string, number>> {
  const tables = [
    'ledger.journals',
    'ledger.entries',
    'billing.invoices',
    'billing.surcharges',
    'payments.payments',
  ];
  const rows = await all<{ name: string; rows: number }>(
    app.owner.db,
    sql.join(
      [...tables, 'platform.outbox', 'platform.notices'].map(
        (name) => sql`select ${name}::text as name, count(*)::int as rows from ${sql.raw(name)}`,
      ),
      sql` union all `,
    ),
  );
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

/** A surcharge of ৳10 each month after the last day to pay. */
async function chargesLateBills(): Promise<void> {
  const value = {
    onceMode: 'flat' as const,
    onceFlatMinor: minor(10_00),
    onceAfterDays: 0,
    monthlyMode: 'none' as const,
  };
  const planned = await app.call(rules.planSurchargeRules, {
    as: await app.staff('admin'),
    body: { validFrom: '2026-11-16', value, reason: 'Board' },
  });
  const body = { version: planned.version };
  await app.call(rules.approveSurchargeRules, {
    as: await app.staff('admin'),
    params: { id: planned.id },
    body,
  });
}

test('an hour back, an hour forward, two days forward and back: each day is worked on once (G18)', async () => {
  await chargesLateBills();
  goTo('2026-11-17');
  await runDailyJobs();
  const { billId } = await billed('2026-11-17', '2026-11-18');
  const later = await billed('2026-11-17', '2026-11-19');
  goTo('2026-11-18');
  await runDailyJobs();
  const before = await counted();
  for (const moved of ['2026-11-18T03:00:00Z', '2026-11-17T20:00:00Z', '2026-11-18T05:00:00Z']) {
    app.clock.set(moved);
    await runDailyJobs();
    expect(await counted(), moved).toEqual(before);
  }
  // Two days at once: both late days are made up for, each bill has its one surcharge, of its own day.
  goTo('2026-11-20');
  await runDailyJobs();
  const after = await counted();
  expect((await surcharges(billId)).map(({ day }) => day)).toEqual(['2026-11-19']);
  expect((await surcharges(later.billId)).map(({ day }) => day)).toEqual(['2026-11-20']);
  for (const moved of ['2026-11-18T04:00:00Z', '2026-11-20T05:00:00Z']) {
    app.clock.set(moved);
    await runDailyJobs();
    expect(await counted(), moved).toEqual(after);
  }
});

test('a token is taken for its hour and not past it, also after the clock was put back (G18)', async () => {
  goTo('2026-11-21');
  const person = await app.staff('admin');
  const status = async () => {
    const { path, service } = staffDashboard;
    const { statusCode } = await app.server.inject({
      url: `/api/${service}${path}`,
      headers: { authorization: `Bearer ${person.idToken}` },
    });
    return statusCode;
  };
  expect(await status()).toBe(200);
  app.clock.advance(-3600);
  expect(await status()).toBe(200);
  app.clock.advance(3600 + TOKEN_MINUTES * 60 - 1);
  expect(await status()).toBe(200);
  app.clock.advance(2);
  expect(await status()).toBe(403);
});
