/** Open work of the people of a role that they may not do any more without some words of it. */
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Taken, WorkByWord } from './points.ts';

export type LostWork = { kind: string; title: { en: string; bn: string }; people: number; count: number };

/** Whose open work it is, by kind. */
export async function losersOf(
  db: Db | Tx,
  actor: Actor,
  kinds: readonly WorkByWord[],
  taken: Taken,
): Promise<{ work: WorkByWord; rows: Awaited<ReturnType<WorkByWord['lost']>> }[]> {
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
export const countsOf = (lost: Awaited<ReturnType<typeof losersOf>>): Record<string, number> =>
  Object.fromEntries(lost.map(({ work, rows }) => [work.kind, countOf(rows)]));
