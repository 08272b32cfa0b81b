/**
 * A simulated year with a clock that is moved: at its end ledger, statements and reports agree with each other and with an account of
 * their own. `npm run chaos -- year --seed 1 --consumers 1000`; the seed is printed.
 */
import { expect, test } from 'vitest';
import { allJobs } from '#app/services.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { differences } from '#domains/payments/queries.ts';
import { all, sql } from '#platform/database/db.ts';
import { disagreements } from './agreement.ts';
import { liveAYear } from './live-a-year.ts';
import { settle } from './town.ts';

const { YEAR_SEED, YEAR_CONSUMERS } = process.env;
/** A seed that no run had before, unless one is named. */
const SEED = YEAR_SEED ? Number(YEAR_SEED) : Date.now() % 2 ** 31;
const CONSUMERS = Number(YEAR_CONSUMERS ?? 15);

test(`a year of ${CONSUMERS} households, seed ${SEED}`, {
  timeout: 120_000 + CONSUMERS * 5_000,
}, async () => {
  const town = await settle(SEED, CONSUMERS);
  const { app } = town;
  const brought = await liveAYear(town);
  expect(await disagreements(town, brought)).toEqual([]);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  // Books that do not agree make the nightly job fail.
  const prove = allJobs(app.platform).jobs['ledger:prove-books'];
  await prove?.(
    {},
    { jobId: '1', attempt: 1, maxAttempts: 1, log: app.platform.log, signal: new AbortController().signal },
  );
  const [made] = await all<Record<string, number>>(
    app.db,
    sql`select (select count(*) from billing.invoices where adjusts_id is null)::int as bills,
      (select count(*) from billing.surcharges)::int as surcharges,
      (select count(*) from billing.adjustments)::int as corrections, (select count(*) from payments.payments)::int as payments,
      (select count(*) from payments.payments where state = 'REVERSED')::int as reversed,
      (select count(*) from meters.readings where source = 'ESTIMATE')::int as estimates,
      (select count(*) from ledger.closed_periods)::int as months, (select count(*) from ledger.entries)::int as entries`,
  );
  console.info(`year: YEAR_SEED=${SEED}, ${CONSUMERS} households, ${JSON.stringify(made)}`);
  // A year in which nothing happened would prove nothing.
  expect(made?.months).toBe(12);
  for (const what of ['bills', 'surcharges', 'payments', 'estimates', 'corrections', 'reversed'])
    expect(made?.[what], what).toBeGreaterThan(0);
});
