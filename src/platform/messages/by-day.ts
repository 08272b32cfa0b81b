/** What the program sends by itself wakes nobody: such a text message goes out by day, as the utility's people would send it. */
import { addDays, dayOf, instantOf } from '#shared/dates.ts';
import { timeZoneOf } from '../database/days.ts';
import { execute, sql, type Tx } from '../database/db.ts';

const MORNING = '08:00';
const EVENING = '21:00';

/**
 * The text messages that this transaction has written so far wait for the morning, if it is night. Codes do not: they would run out.
 * created_at, and due_at of what nobody has tried yet, are the start of the transaction, which finds its own messages.
 */
export async function sendByDay(tx: Tx, now: Date): Promise<void> {
  const morning = morningAfter(now, await timeZoneOf(tx));
  if (!morning) return;
  await execute(
    tx,
    sql`update platform.outbox set due_at = ${morning}
      where state = 'waiting' and channel = 'sms' and (expires_at is null) and due_at = now() and created_at = now()`,
  );
}

/** Null: it is day. */
function morningAfter(now: Date, timeZone: string): Date | null {
  const today = dayOf(now, timeZone);
  const morning = instantOf(today, MORNING, timeZone);
  if (now < morning) return morning;
  return now < instantOf(today, EVENING, timeZone) ? null : instantOf(addDays(today, 1), MORNING, timeZone);
}
