/**
 * The day from which days of a household are counted: to dispute a bill, to pay it for a rebate, to ask because of a leak. A run may date its
 * bills back, for the books; nobody has a bill before it is posted.
 */
import { type Sql, sql } from '#platform/database/db.ts';

/** @param invoice alias of an invoice */
export const knownFrom = (invoice: string): Sql =>
  sql`greatest(${sql.ref(`${invoice}.issued_on`)}, ${sql.ref(`${invoice}.posted_on`)})`;

/** The column `posted_on` of a bill that is written today: null if its day of issue is not over. */
export const postedAfter = (issuedOn: Sql, { today }: { today: string }): Sql =>
  sql`case when ${today}::date > ${issuedOn} then ${today}::date end`;
