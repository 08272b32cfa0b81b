import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';

/** Changes the phone of the consumer's own records along with that of the account, in the same transaction. */
export type PhoneFollower = (
  tx: Tx,
  actor: Actor,
  change: { consumerId: string; from: string; to: string },
) => Promise<void>;
