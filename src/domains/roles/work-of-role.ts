/** Open work of the people of a role that they may not do any more without some words of it. */
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Taken, WorkByWord } from './points.ts';

export type LostWork = { kind: string; title: { en: string; bn: string }; people: number; count: number };

/** By kind; kinds of which there is nothing are left out. */
export async function lostWorkOf(
  db: Db | Tx,
  actor: Actor,
  kinds: readonly WorkByWord[],
  taken: Taken,
): Promise<LostWork[]> {
  const items = await Promise.all(
    kinds.map(async ({ kind, title, lost }) => {
      const rows = await lost(db, actor, taken);
      return { kind, title, people: rows.length, count: rows.reduce((sum, { count }) => sum + count, 0) };
    }),
  );
  return items.filter(({ count }) => count > 0);
}
