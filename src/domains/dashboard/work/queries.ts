/** What waits for a person, out of the queues of all domains. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { canWork } from '#platform/words/work-words.ts';
import type { MainAct, WorkQueue, WorkRow } from '#platform/work-queues.ts';
import type { ownWork as ownWorkCall } from './contract.ts';

type Answer = z.input<(typeof ownWorkCall)['output']>;
type Item = Answer['items'][number];
type Given = { actor: Actor; queues: readonly WorkQueue[]; acts: readonly MainAct[] };

/** Rows of all queues together. */
const SHOWN = 6;

/**
 * First due first, and the first row of each queue among them: hundreds of one queue would hide what waits in the others. With more queues
 * than rows, those whose first row is due first.
 */
function shownOf(items: readonly Item[]): Item[] {
  const firsts = new Set(
    [...new Map(items.toReversed().map((item) => [item.queue, item])).values()]
      .toSorted(byDue)
      .slice(0, SHOWN),
  );
  const others = items.toSorted(byDue).filter((item) => !firsts.has(item));
  return [...firsts, ...others.slice(0, SHOWN - firsts.size)].toSorted(byDue);
}

/** The queues that this person works on and that hold something, in their order; their rows, first due first. */
export async function getOwnWork(db: Db | Tx, { actor, queues, acts }: Given): Promise<Answer> {
  const own = queues.filter(
    ({ permissions, needs }) =>
      permissions.some((word) => canWork(actor.permissions, word)) && (!needs || may(actor, needs)),
  );
  const asked = await Promise.all(
    own.map(async (queue) => ({ queue, ...(await queue.first(db, actor, SHOWN)) })),
  );
  const waiting = asked.filter(({ total }) => total > 0);
  const items = waiting.flatMap(({ queue, items }) => items.map((row) => itemOf(row, queue.name, actor.now)));
  return {
    queues: waiting.map(({ queue, total }) => ({
      ...{ name: queue.name, title: queue.title, total, list: queue.list(actor) },
    })),
    items: shownOf(items),
    act: actOf(actor, acts, items),
  };
}

function itemOf(row: WorkRow, queue: string, now: Date): Item {
  const { id, to, number, name, since, dueAt } = row;
  const place = {
    sectorNumber: row.sectorNumber ?? null,
    roadNumber: row.roadNumber ?? null,
    plotNumber: row.plotNumber ?? null,
  };
  return {
    ...{ id, queue, to, number, name, nameBn: row.nameBn ?? null, ...place },
    amountMinor: (row.amountMinor ?? null) as Item['amountMinor'],
    month: row.month ?? null,
    day: row.day ?? null,
    ...{ since, dueAt, late: dueAt !== null && Date.parse(dueAt) < now.getTime() },
  };
}

const momentOf = (at: string | null) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));

/** First due first; what has no date after all that has one, the oldest first. The order within a queue stays. */
function byDue(a: Item, b: Item): number {
  const due = momentOf(a.dueAt) - momentOf(b.dueAt);
  if (due) return due;
  return a.queue === b.queue ? 0 : momentOf(a.since) - momentOf(b.since) || 0;
}

/** The administrator may do everything, so that no single act is theirs. */
function actOf(actor: Actor, acts: readonly MainAct[], items: readonly Item[]): Answer['act'] {
  if (actor.role === 'admin') return null;
  const act = acts.find(({ permission }) => canWork(actor.permissions, permission));
  if (!act) return null;
  const first = items.find(({ queue }) => queue === act.queue);
  return { title: act.title, to: first?.to ?? act.to };
}
