/** What of the payments keeps a month from being closed. */
import type { MonthHindrance } from '#domains/ledger/points.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addMonths } from '#shared/dates.ts';

const count = async (db: Db | Tx, rows: Sql): Promise<number> =>
  (await one<{ n: number }>(db, sql`select count(*)::int as n from ${rows}`)).n;

/** Until the end of the month. */
const until = (instant: Sql, month: string) => sql`${dayOfInstant(instant)} < ${addMonths(month, 1)}::date`;

export const hindrances: readonly MonthHindrance[] = [
  {
    kind: 'payments',
    name: ['Online payments that the bank has not decided', 'যে অনলাইন পেমেন্টে ব্যাংক সিদ্ধান্ত দেয়নি'],
    path: '/payment-history?page=1&source=ALL&waits=BANK',
    count: (db, month) =>
      count(
        db,
        sql`payments.payments where state in ('CREATED', 'PROCESSING') and ${until(sql`created_at`, month)}`,
      ),
  },
  {
    kind: 'alarms',
    name: ['Alarms about money', 'টাকার সতর্কবার্তা'],
    path: '/alarms?page=1',
    // A call without a signature is about no money, and a stranger sends it when he likes.
    count: (db, month) =>
      count(
        db,
        sql`payments.alarms where state <> 'SOLVED' and kind <> 'SIGNATURE' and ${until(sql`raised_at`, month)}`,
      ),
  },
  {
    kind: 'bank-files',
    name: ['Settlement files of gateways that are not posted', 'গেটওয়ের যে নিষ্পত্তি ফাইল হিসাবে তোলা হয়নি'],
    path: '/city-bank-report?page=1',
    count: (db, month) =>
      count(
        db,
        sql`payments.bank_files where state in ('READ', 'ASKED') and ${until(sql`uploaded_at`, month)}`,
      ),
  },
  {
    kind: 'proposals',
    name: ['What waits for a second person', 'দ্বিতীয় ব্যক্তির অপেক্ষায়'],
    path: '/proposals?page=1&state=REQUESTED',
    // Counter money of an earlier day is of the month of that day: in a closed month nobody can agree to it any more.
    count: (db, month) =>
      count(
        db,
        sql`payments.proposals where state = 'REQUESTED'
          and coalesce(paid_on, ${dayOfInstant(sql`requested_at`)}) < ${addMonths(month, 1)}::date`,
      ),
  },
  {
    kind: 'reversals',
    name: ['Payments to take back that wait for a second person', 'যে পেমেন্ট বাতিল দ্বিতীয় ব্যক্তির অপেক্ষায়'],
    path: '/payment-history?page=1&source=ALL&waits=REVERSAL',
    count: (db, month) =>
      count(db, sql`payments.reversals where state = 'REQUESTED' and ${until(sql`requested_at`, month)}`),
  },
];
