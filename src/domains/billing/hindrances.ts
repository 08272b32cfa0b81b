/** What of billing keeps a month of the books from being closed. */
import type { MonthHindrance } from '#domains/ledger/points.ts';
import { one, sql } from '#platform/database/db.ts';
import { addMonths } from '#shared/dates.ts';

/** Runs that issue their bills in the month and are not finished. */
export const openRuns: MonthHindrance = {
  kind: 'runs',
  name: ['Bill runs that are not finished', 'যে বিল তৈরির কাজ শেষ হয়নি'],
  path: '/bill-run?page=1',
  count: async (db, month) => {
    const { n } = await one<{ n: number }>(
      db,
      sql`select count(*)::int as n from billing.bill_runs
        where state not in ('POSTED', 'CANCELLED', 'REVERSED')
          and issued_on >= ${month}::date and issued_on < ${addMonths(month, 1)}::date`,
    );
    return n;
  },
};
