/** Codes of withdrawals to one phone in a day, for all its withdrawals together: each is an SMS that somebody else may have asked for. */
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { WITHDRAWAL_CODES } from '#platform/limits.ts';
import { commonErrors, fail } from '#shared/errors.ts';

/**
 * Called when the withdrawal is there, with its wallet locked: those at the same time are one after the other.
 * @throws too_many_requests with the seconds until the oldest of the codes no longer counts
 */
export async function refuseTooManyCodes(tx: Tx, actor: Actor, withdrawalId: string): Promise<void> {
  const { points, seconds } = WITHDRAWAL_CODES;
  const full = await first<{ wait: number }>(
    tx,
    sql`select ceil(${seconds}::int - extract(epoch from ${actor.now}::timestamptz - o.asked_at))::int as wait
      from wallet.withdrawals f join wallet.withdrawals o on o.phone = f.phone and o.id <> f.id
      where f.id = ${withdrawalId} and o.asked_at > ${actor.now}::timestamptz - make_interval(secs => ${seconds}::int)
      order by o.asked_at desc offset ${points - 1} limit 1`,
  );
  if (full) throw fail(commonErrors.too_many_requests, { seconds: Math.max(full.wait, 1) });
}
