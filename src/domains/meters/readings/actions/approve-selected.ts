/** Approves the readings that a reviewer marked: with flags by their rules, without flags as those of bulk approval. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { approveFlagged } from './approve-flagged.ts';
import { approveUnflagged } from './approve-unflagged.ts';

type Selected = { period: string; ids: readonly string[]; reason: string };

export async function approveSelected(
  tx: Tx,
  actor: Actor,
  { period, ids, reason }: Selected,
): Promise<{ approved: number; first: number; left: number }> {
  const passed = await approveUnflagged(tx, actor, { period, ids });
  const flagged = await approveFlagged(tx, actor, { period, ids, reason });
  const approved = passed.approved + flagged.approved;
  return { approved, first: flagged.first, left: new Set(ids).size - approved - flagged.first };
}
