/** Releases held connections of a run: they are billed although an earlier month waits, and the reason is kept. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { type BillRun, errors } from '../contract.ts';
import { CALCULATE_JOB } from '../run-jobs.ts';
import { work } from './calculate-run.ts';
import { lockRun, moveRun } from './lock-run.ts';

/**
 * Bills connections although an earlier month of theirs waits for its bill: the reason is kept, and they are calculated
 * again. One of them, or all that are held for this.
 */
export async function releaseHeld(
  tx: Tx,
  actor: Actor,
  input: { id: string; connectionId?: string | undefined; reason: string },
): Promise<BillRun> {
  const { id, connectionId = null, reason } = input;
  const run = await lockRun(tx, id);
  await moveRun(tx, run, 'release');
  const { count } = await one<{ count: number }>(
    tx,
    sql`with gone as (
        delete from billing.bill_run_items where run_id = ${id} and outcome = 'HELD' and reason = 'month_before_unbilled'
          and (${connectionId}::uuid is null or connection_id = ${connectionId}::uuid)
        returning connection_id, chunk
      ), opened as (
        update billing.bill_run_chunks k set state = 'PLANNED'
        where k.run_id = ${id} and k.chunk in (select chunk from gone)
      ), released as (
        insert into billing.bill_run_releases (run_id, connection_id, reason, released_by, released_at)
        select ${id}::uuid, connection_id, ${reason}::text, ${actor.userId}::uuid, ${actor.now}::timestamptz from gone
      )
      select count(*) as count from gone`,
  );
  if (count === 0) throw fail(errors.nothing_held);
  await audit(tx, actor, {
    action: 'bill-run.release',
    object: 'bill-run',
    objectId: id,
    after: { count, ...(connectionId ? { connectionId } : {}) },
    reason,
  });
  return work(tx, id, CALCULATE_JOB);
}
