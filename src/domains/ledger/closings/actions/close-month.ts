/** Closes a month of the books when it is over, nothing hinders it and the last proof agreed; it stays closed. */
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { addMonths } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { closePeriod } from '../../actions/close-period.ts';
import { errors } from '../../contract.ts';
import { lastProof } from '../../proofs.ts';
import { hindrancesOf, type Plugged } from '../queries.ts';

/** The month's lock is held alone before what hinders it is counted: postings that are under way are counted too. */
export async function closeMonth(
  tx: Tx,
  actor: Actor,
  plugged: Plugged,
  month: string,
): Promise<{ month: string }> {
  if (addMonths(month, 1) > actor.today) throw fail(errors.month_not_over);
  await execute(tx, sql`select ledger.lock_month(${month}::date, true)`);
  const closed = await first(tx, sql`select from ledger.closed_periods where period = ${month}`);
  if (closed) throw fail(errors.month_closed);
  if ((await hindrancesOf(tx, plugged.hindrances, month)).length > 0) throw fail(errors.month_hindered);
  const proof = await lastProof(tx);
  if (proof && Object.keys(proof.differences).length > 0) throw fail(errors.books_disagree);
  await closePeriod(tx, actor, month);
  return { month };
}
