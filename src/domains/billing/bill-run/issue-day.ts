/** The day that a run's bills are dated: near today, and never in a month that is closed or has not started. */
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { getLimits } from '../settings/queries.ts';
import { errors } from './contract.ts';

/** The first and the last day that a run of today may be dated. */
export async function issueWindow(tx: Tx, today: string): Promise<{ from: string; to: string }> {
  const { issueDaysBack, issueDaysAhead } = (await getLimits(tx)).limits;
  const endOfMonth = addDays(addMonths(firstOfMonth(today), 1), -1);
  const [to = endOfMonth] = [addDays(today, issueDaysAhead), endOfMonth].toSorted();
  return { from: addDays(today, -issueDaysBack), to };
}

/** The month stays open until the end of the transaction. */
export async function checkIssueDay(tx: Tx, actor: Actor, issuedOn: string): Promise<void> {
  const { from, to } = await issueWindow(tx, actor.today);
  if (issuedOn < from || issuedOn > to) throw fail(errors.issue_day_outside, { from, to });
  await refuseClosedMonth(tx, issuedOn);
}

/** Posting shares this lock with others, closing takes it alone: the month is not closed meanwhile. */
export async function refuseClosedMonth(tx: Tx, day: string): Promise<void> {
  const month = firstOfMonth(day);
  await first(tx, sql`select ledger.lock_month(${month}::date, false)`);
  const closed = await first(tx, sql`select from ledger.closed_periods where period = ${month}::date`);
  if (closed) throw fail(errors.issue_month_closed, { month });
}
