/** Tells the people who do a step, then those who assign work, then the administrators that it runs late: each step once. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx, transaction } from '#platform/database/db.ts';
import { LEVELS, type Level, type Limit, limitsAt } from '../escalation.rules.ts';
import { noticeLate } from '../notices.ts';
import { readSettings } from '../read-settings.ts';

/** @returns how many applications reached each level */
export function escalateLate(db: Db, actor: Actor): Promise<Record<Level, number>> {
  return transaction(db, async (tx) => {
    const limits = limitsAt(actor.now, await readSettings(tx));
    const reached = { 1: 0, 2: 0, 3: 0 };
    // A step that came to two of them since the last time is told to the people of both.
    for (const level of LEVELS) {
      const ids = await raise(tx, limits, level);
      reached[level] = ids.length;
      // Of a deadline that moved to a later day, those who were told before are not told again.
      if (ids.length > 0) await noticeLate(tx, actor, level, ids);
    }
    return reached;
  });
}

/**
 * A clock that is stopped has no due time, so nothing that is on hold or waits for its applicant is late. What somebody works on
 * at this moment is left for the next minute.
 */
async function raise(tx: Tx, limits: readonly Limit[], level: Level): Promise<string[]> {
  const own = limits.filter((limit) => limit.level === level);
  const raised = await all<{ id: string; isTold: boolean }>(
    tx,
    sql`update applications.applications r set escalation = ${level}, told_level = greatest(r.told_level, ${level}) from (
      select a.id, a.told_level >= ${level} as "isTold" from applications.applications a
      join unnest(${own.map(({ state }) => state)}::text[], ${own.map(({ until }) => until.toISOString())}::timestamptz[])
        as l (state, until) on a.state = l.state and a.due_at <= l.until
      where a.escalation < ${level} and a.deleted_at is null and a.archived_at is null
      for no key update of a skip locked) reached
      where r.id = reached.id returning r.id, reached."isTold"`,
  );
  return raised.flatMap(({ id, isTold }) => (isTold ? [] : [id]));
}
