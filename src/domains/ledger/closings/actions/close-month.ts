/**
 * Closes a month of the books when it is over, all before it are closed, nothing hinders it and the last proof agreed (if none
 * has run yet, it runs now); it stays closed.
 */
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { closePeriod } from '../../actions/close-period.ts';
import { errors } from '../../contract.ts';
import { differencesOf, lastProof } from '../../proofs.ts';
import { firstDayOfBooks, firstOpenMonth, hindrancesOf, type Plugged } from '../queries.ts';

type Input = { month: string; withEarlier?: boolean | undefined };

/** The locks are held before anything is looked at: postings that are under way are counted too. */
export async function closeMonth(
  tx: Tx,
  actor: Actor,
  plugged: Plugged,
  { month, withEarlier = false }: Input,
): Promise<{ month: string }> {
  if (addMonths(month, 1) > actor.today) throw fail(errors.month_not_over);
  await execute(tx, sql`select ledger.lock_until(${month}::date)`);
  const { closed } = await one<{ closed: boolean }>(
    tx,
    sql`select ledger.is_month_closed(${month}::date) as closed`,
  );
  if (closed) throw fail(errors.month_closed);
  const differences = (await lastProof(tx))?.differences ?? (await differencesOf(tx, plugged.proofs));
  if (Object.keys(differences).length > 0) throw fail(errors.books_disagree);
  const begin = await firstDayOfBooks(tx);
  if (begin === null || month < firstOfMonth(begin)) throw fail(errors.month_before_books);
  let next = (await firstOpenMonth(tx)) ?? month;
  if (next < month && !withEarlier) throw fail(errors.earlier_month_open, { month: next });
  while (next < month) {
    await closeReady(tx, actor, plugged, next);
    next = (await firstOpenMonth(tx)) ?? month;
  }
  await closeReady(tx, actor, plugged, month);
  return { month };
}

async function closeReady(tx: Tx, actor: Actor, plugged: Plugged, month: string): Promise<void> {
  if ((await hindrancesOf(tx, plugged.hindrances, month)).length > 0)
    throw fail(errors.month_hindered, { month });
  await closePeriod(tx, actor, month);
}
