/** Holds one connection of a bill run back, or takes it in again. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type BillRun, errors } from '../contract.ts';
import { findRun } from '../queries.ts';
import { lockRun } from './lock-run.ts';

/** Keeps one connection out: its item is held, with the remark in the audit log. */
export async function holdItem(
  tx: Tx,
  actor: Actor,
  input: { id: string; connectionId: string; remark?: string | undefined },
): Promise<BillRun> {
  const run = await lockRun(tx, input.id);
  if (run.state !== 'REVIEW') throw fail(errors.run_state, { state: run.state });
  const held = await first<{ chunk: number; total_minor: number }>(
    tx,
    sql`update billing.bill_run_items set outcome = 'HELD', reason = 'held_by_hand'
      where run_id = ${input.id} and connection_id = ${input.connectionId} and outcome = 'BILLED'
      returning chunk, total_minor`,
  );
  if (!held) throw fail(commonErrors.not_found);
  await execute(
    tx,
    sql`update billing.bill_run_chunks set billed = billed - 1, held = held + 1,
      total_minor = total_minor - ${held.total_minor}
    where run_id = ${input.id} and chunk = ${held.chunk}`,
  );
  await execute(tx, sql`update billing.bill_runs set proof = null where id = ${input.id}`);
  await audit(tx, actor, {
    action: 'bill-run.hold',
    object: 'bill-run',
    objectId: input.id,
    after: { connectionId: input.connectionId },
    reason: input.remark,
  });
  return findRun(tx, input.id);
}
