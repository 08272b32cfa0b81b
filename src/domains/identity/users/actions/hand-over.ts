/**
 * Open work of somebody who leaves. Identity knows no work: each domain that gives work to people plugs its kind
 * of it into `openWork` (points.ts). All kinds move to one successor, in the transaction that closes the account, or
 * nothing does.
 */

import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { type OpenWork, successorsOf } from '../open-work.ts';

/** Moves all open work. The row of `from` is locked by the caller, so that nothing new arrives meanwhile. */
export async function handOver(
  tx: Tx,
  actor: Actor,
  kinds: readonly OpenWork[],
  people: { from: string; to: string },
): Promise<void> {
  const successors = await successorsOf(tx, kinds, people.from);
  if (!successors.some(({ id }) => id === people.to)) throw fail(errors.successor_may_not);
  for (const kind of kinds) await kind.handOver(tx, actor, people);
}
