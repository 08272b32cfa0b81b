/**
 * The second person's word about a variance. Accepted: it is posted into the day, which is closed. Refused: nothing is
 * posted, the day is open again and is counted again. The database refuses who counted and whose drawer it is.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { ensureMonthOpen } from '../../actions/close-period.ts';
import { errors } from '../../contract.ts';
import type { Closing } from '../contract.ts';
import { getClosing } from '../queries.ts';
import { postVariance } from './post-variance.ts';

type Waiting = { cashierId: string; closedBy: string | null };

export async function decideVariance(
  tx: Tx,
  actor: Actor,
  input: { id: string; accept: boolean; remark?: string | undefined },
): Promise<Closing> {
  const { id, accept, remark } = input;
  const { day, varianceMinor, reason } = await getClosing(tx, actor, id);
  if (!accept && !remark) throw fail(errors.refusal_reason);
  await ensureMonthOpen(tx, day);
  await execute(tx, sql`select ledger.lock_day(${day}::date, true)`);
  const waiting = await first<Waiting>(
    tx,
    sql`select cashier_id as "cashierId", closed_by as "closedBy" from ledger.cash_closings
      where id = ${id} and state = 'WAITING' for update`,
  );
  if (!waiting) throw fail(errors.closing_decided);
  if (accept) await postVariance(tx, actor, { id, day, cashierId: waiting.cashierId, varianceMinor, reason });
  await execute(
    tx,
    sql`update ledger.cash_closings set state = ${accept ? 'CLOSED' : 'REFUSED'}, decided_by = ${actor.userId},
      decided_at = ${actor.now}, decision_remark = ${remark ?? null}, version = version + 1 where id = ${id}`,
  );
  await audit(tx, actor, {
    action: accept ? 'cash-closing.accept-variance' : 'cash-closing.refuse-variance',
    object: 'cash-closing',
    objectId: id,
    after: { accepted: accept, day, cashierId: waiting.cashierId, varianceMinor },
    reason: remark ?? reason ?? '',
  });
  await tellCounter(tx, actor, waiting, { id, accept, day, minor: Math.abs(varianceMinor) });
  return getClosing(tx, actor, id);
}

/** Who counted takes a count back while it waits: nothing is posted, and the day is counted again. */
export async function withdrawCount(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<Closing> {
  const { day, varianceMinor } = await getClosing(tx, actor, id);
  await ensureMonthOpen(tx, day);
  await execute(tx, sql`select ledger.lock_day(${day}::date, true)`);
  const withdrawn = await first<{ cashierId: string }>(
    tx,
    sql`update ledger.cash_closings set state = 'REFUSED', withdrawn = true, decided_by = ${actor.userId},
        decided_at = ${actor.now}, decision_remark = ${reason}, version = version + 1
      where id = ${id} and state = 'WAITING' and closed_by = ${actor.userId} returning cashier_id as "cashierId"`,
  );
  if (!withdrawn) throw fail(errors.count_not_own);
  await audit(tx, actor, {
    action: 'cash-closing.withdraw',
    object: 'cash-closing',
    objectId: id,
    after: { day, cashierId: withdrawn.cashierId, varianceMinor },
    reason,
  });
  return getClosing(tx, actor, id);
}

/** Who counted and whose drawer it is hear how it ended. */
async function tellCounter(
  tx: Tx,
  actor: Actor,
  waiting: Waiting,
  decided: { id: string; accept: boolean; day: string; minor: number },
): Promise<void> {
  const { id, accept, day, minor } = decided;
  const people = sql`select ${waiting.cashierId}::uuid as id union select ${waiting.closedBy}::uuid`;
  await notify(tx, actor, people, {
    kind: accept ? 'ledger.variance_accepted' : 'ledger.variance_refused',
    occasion: id,
    path: '/cash-closing?page=1',
    params: { day, minor },
  });
}
