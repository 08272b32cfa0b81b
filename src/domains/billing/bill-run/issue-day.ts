/** The day that a run's bills are dated: near today, and never in a month that is closed or has not started. */
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { getLimits, rulesOn } from '../settings/queries.ts';
import { errors } from './contract.ts';

/** The first and the last day that a run of today may be dated. */
export async function issueWindow(tx: Tx, today: string): Promise<{ from: string; to: string }> {
  const { issueDaysBack, issueDaysAhead } = (await getLimits(tx)).limits;
  const endOfMonth = addDays(addMonths(firstOfMonth(today), 1), -1);
  const [to = endOfMonth] = [addDays(today, issueDaysAhead), endOfMonth].toSorted();
  return { from: addDays(today, -issueDaysBack), to };
}

/** So many days are left to pay at least, unless the rules give fewer, and at most. */
const DAYS_TO_PAY = { least: 7, most: 184 };

/** A household has time to pay: days are counted from today, or from the day of issue if that comes later. */
export async function checkDueDay(
  tx: Tx,
  actor: Actor,
  run: { issuedOn: string; dueOn: string },
): Promise<void> {
  const day = [run.issuedOn, actor.today].toSorted().at(-1) ?? actor.today;
  const { dueDays } = await rulesOn(tx, run.issuedOn);
  const [from, to] = [addDays(day, Math.min(dueDays, DAYS_TO_PAY.least)), addDays(day, DAYS_TO_PAY.most)];
  if (run.dueOn < from || run.dueOn > to) throw fail(errors.due_day_outside, { from, to });
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
