/** What a registration will find, for who has proven the phone: before that nobody learns who is known (G32). */
import { requireProof } from '#domains/identity/actions/check-one-time-code.ts';
import type { Keys } from '#domains/identity/actions/open-session.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/database/db.ts';
import { type Entry, entryOfPhone } from './find-entry.ts';

export async function knownPerson(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: { phone: string; proof: string },
): Promise<{ consumer: Entry | null }> {
  await requireProof(db, keys, actor, { ...input, purpose: 'registration' });
  const { entry } = await entryOfPhone(db, actor, input.phone);
  return { consumer: entry ?? null };
}
