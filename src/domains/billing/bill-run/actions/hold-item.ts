/** Holds one connection of a bill run back, or takes it in again. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type BillRun, errors } from '../contract.ts';
import { findRun } from '../queries.ts';
import { lockRun } from './lock-run.ts';

export type HoldItem = {
  id: string;
  connectionId: string;
  seen: { totalMinor: number; usageLitres: number | null };
  remark?: string | undefined;
};

/**
 * Keeps one connection out: its item is held, with the remark in the audit log. The statement that holds it compares it
 * with what the person saw.
 */
export async function holdItem(tx: Tx, actor: Actor, input: HoldItem): Promise<BillRun> {
  const { totalMinor, usageLitres } = input.seen;
  const run = await lockRun(tx, input.id);
  if (run.state !== 'REVIEW') throw fail(errors.run_state, { state: run.state });
  const held = await first<{ chunk: number; total_minor: number }>(
    tx,
    sql`update billing.bill_run_items set outcome = 'HELD', reason = 'held_by_hand'
      where run_id = ${input.id} and connection_id = ${input.connectionId} and outcome = 'BILLED'
        and total_minor = ${totalMinor} and usage_litres is not distinct from ${usageLitres}
      returning chunk, total_minor`,
  );
  if (!held) throw fail((await isBilled(tx, input)) ? errors.item_moved : commonErrors.not_found);
  await execute(
    tx,
    sql`update billing.bill_run_chunks set billed = billed - 1, held = held + 1,
      total_minor = total_minor - ${held.total_minor}
    where run_id = ${input.id} and chunk = ${held.chunk}`,
  );
  // Who looked at the run before would approve another sum.
  await execute(
    tx,
    sql`update billing.bill_runs set version = version + 1, proof = null where id = ${input.id}`,
  );
  await audit(tx, actor, {
    action: 'bill-run.hold',
    object: 'bill-run',
    objectId: input.id,
    after: { connectionId: input.connectionId, totalMinor },
    reason: input.remark,
  });
  return findRun(tx, input.id);
}

async function isBilled(tx: Tx, { id, connectionId }: HoldItem): Promise<boolean> {
  const item = await first(
    tx,
    sql`select from billing.bill_run_items where run_id = ${id} and connection_id = ${connectionId} and outcome = 'BILLED'`,
  );
  return item !== undefined;
}
