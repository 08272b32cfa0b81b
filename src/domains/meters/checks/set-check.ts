/** Reads and changes the limits of checks. Files checked before are checked again when they are committed. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Db, execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Flag } from '../readings/contract.ts';
import { errors, type ReadingCheck, type setReadingCheck as setCall } from './contract.ts';

const columns = sql`code, category, effect, trim_scale(factor)::text as factor, litres, readings, changed_at as "changedAt"`;

/** For all first, then by category; in the order in which a reader meets them. */
export function listReadingChecks(db: Db | Tx): Promise<ReadingCheck[]> {
  return all(
    db,
    sql`select ${columns} from meters.reading_checks
      order by category <> '*', category, array_position(
        '{HIGH,VERY_HIGH,LOW,ZERO,SAME_VALUE,GAP,ROLL_OVER,NEGATIVE,FUTURE,TOO_FAST,FAR_AWAY}'::text[], code)`,
  );
}

export async function setReadingCheck(
  tx: Tx,
  actor: Actor,
  input: z.output<(typeof setCall)['body']>,
): Promise<ReadingCheck> {
  const { code, category, effect, factor, litres, readings, changedAt } = input;
  const before = await findCheck(tx, input);
  const seen = changedAt && Date.parse(changedAt);
  if ((before?.changedAt ? Date.parse(before.changedAt) : null) !== seen) {
    throw fail(commonErrors.stale_version);
  }
  const after = await one<ReadingCheck>(
    tx,
    sql`insert into meters.reading_checks as c (code, category, effect, factor, litres, readings)
      values (${code}, ${category}, ${effect}, ${factor}::numeric, ${litres}, ${readings})
      on conflict (code, category) do update set effect = excluded.effect, factor = excluded.factor,
        litres = excluded.litres, readings = excluded.readings, changed_at = clock_timestamp()
      returning ${columns}`,
  );
  await ensureOrder(tx, category);
  await audit(tx, actor, {
    action: 'reading-check.set',
    object: 'reading-check',
    objectId: `${code}:${category}`,
    ...(before ? { before } : {}),
    after,
  });
  return after;
}

export async function removeReadingCheck(
  tx: Tx,
  actor: Actor,
  key: { code: Flag; category: string },
): Promise<void> {
  if (key.category === '*') throw fail(errors.check_of_all);
  const before = await findCheck(tx, key);
  if (!before) throw fail(commonErrors.not_found);
  await execute(
    tx,
    sql`delete from meters.reading_checks where code = ${key.code} and category = ${key.category}`,
  );
  // What is left has to notice: imports compare their own time with the latest change.
  await execute(
    tx,
    sql`update meters.reading_checks set changed_at = clock_timestamp()
    where code = ${key.code} and category = '*'`,
  );
  await ensureOrder(tx, key.category);
  await audit(tx, actor, {
    action: 'reading-check.remove',
    object: 'reading-check',
    objectId: `${key.code}:${key.category}`,
    before,
  });
}

function findCheck(tx: Tx, key: { code: Flag; category: string }): Promise<ReadingCheck | undefined> {
  return first(
    tx,
    sql`select ${columns} from meters.reading_checks
      where code = ${key.code} and category = ${key.category} for update`,
  );
}

/** Low < high < very high, for a category as for all. In another order a check could never find anything. */
async function ensureOrder(tx: Tx, category: string): Promise<void> {
  const wrong = await first<{ high: string }>(
    tx,
    sql`with k as (
        select distinct category from meters.reading_checks where ${category} in ('*', category)
      ), f as (
        select k.category, n.code, (select c.factor from meters.reading_checks c
          where c.code = n.code and c.category in (k.category, '*') and c.effect <> 'OFF'
          order by c.category = '*' limit 1) as factor
        from k cross join (values ('LOW'), ('HIGH'), ('VERY_HIGH')) n (code)
      )
      select trim_scale(h.factor)::text as high from f h
      left join f v on v.category = h.category and v.code = 'VERY_HIGH'
      left join f l on l.category = h.category and l.code = 'LOW'
      where h.code = 'HIGH' and (v.factor <= h.factor or l.factor >= h.factor) limit 1`,
  );
  if (wrong) throw fail(errors.check_order, { high: wrong.high });
}
