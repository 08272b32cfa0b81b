/** Open work of the people of a role that they may not do any more without some words of it. */
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { seenBy } from '#platform/words/work-words.ts';
import type { Taken, WorkByWord } from './points.ts';
import { permissionsOf } from './queries.ts';

export type LostWork = { kind: string; title: { en: string; bn: string }; people: number; count: number };

/** What a role cannot do any more without the words: they themselves, and its words for work that they let it open. */
async function uselessWithout(db: Db | Tx, { roleId, words }: Taken): Promise<Taken> {
  const kept = (await permissionsOf(db, roleId)).filter((word) => !words.includes(word));
  return { roleId, words: [...words, ...kept.filter((word) => words.includes(seenBy(word) ?? ''))] };
}

/** Whose open work it is, by kind. */
async function losersOf(
  db: Db | Tx,
  actor: Actor,
  kinds: readonly WorkByWord[],
  { roleId, words }: Taken,
): Promise<{ work: WorkByWord; rows: Awaited<ReturnType<WorkByWord['lost']>> }[]> {
  if (words.length === 0) return [];
  const taken = await uselessWithout(db, { roleId, words });
  const found = await Promise.all(
    kinds.map(async (work) => ({ work, rows: await work.lost(db, actor, taken) })),
  );
  return found.filter(({ rows }) => rows.length > 0);
}

const countOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);

/** How much each kind is; kinds of which there is nothing are left out. */
export const lostWorkOf = async (...asked: Parameters<typeof losersOf>): Promise<LostWork[]> =>
  (await losersOf(...asked)).map(({ work: { kind, title }, rows }) => ({
    ...{ kind, title, people: rows.length, count: countOf(rows) },
  }));

/** The same for the log. */
const countsOf = (lost: Awaited<ReturnType<typeof losersOf>>): Record<string, number> =>
  Object.fromEntries(lost.map(({ work, rows }) => [work.kind, countOf(rows)]));

/** What the people of a role have open, and how nothing is given to them meanwhile. */
export type PeopleAtWork = {
  lockPeople: (tx: Tx, roleId: string) => Promise<void>;
  workByWord: readonly WorkByWord[];
};

/** What the people of a role may not do any more leaves them: it is written already that they may not. Gives for the log what was handed over, by kind. */
export async function letWorkGo(
  tx: Tx,
  actor: Actor,
  { workByWord }: PeopleAtWork,
  taken: Taken,
): Promise<{ handedOver?: Record<string, number> }> {
  const lost = await losersOf(tx, actor, workByWord, taken);
  for (const { work, rows } of lost) for (const { userId } of rows) await work.letGo?.(tx, actor, userId);
  return lost.length > 0 ? { handedOver: countsOf(lost) } : {};
}
