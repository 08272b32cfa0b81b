/** What ownership needs from domains to the right. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';

/** A change was accepted: told in its transaction, under the lock of the connection that ends. */
export type OwnerChanged = (
  tx: Tx,
  actor: Actor,
  /** `number`: of the request. `on`: the last day of the one and the first of the other. */
  change: { number: string; connectionId: string; successorNumber: string; on: string },
) => Promise<void>;
export const ownerChanged = point<OwnerChanged>('ownership.owner-changed');
