/**
 * What holds on to places and materials. The domains to the right plug how they count theirs into
 * `placeUses` (points.ts); foreign keys refuse what was counted as free and is not any more.
 */
import { one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ErrorCode, fail } from '#shared/errors.ts';

export type Usable = 'sector' | 'road' | 'dma' | 'material';

export type PlaceUse = {
  /** Is in the texts of the refusals as a parameter. */
  what: 'connections' | 'applications' | 'surveys' | 'billRuns' | 'workOrders';
  /** Expression that counts them; undefined if there can be none. @param id expression of the id */
  count: (of: Usable, id: Sql) => Sql | undefined;
};

const NONE = sql`0`;

/** How many connections a place has, for lists. */
export function connectionsAt(uses: readonly PlaceUse[], of: Usable, id: Sql): Sql {
  return uses.find(({ what }) => what === 'connections')?.count(of, id) ?? NONE;
}

/**
 * Refuses with the counts of everything that still names the record.
 * @param own what this domain itself has at it
 */
export async function refuseWhileUsed(
  tx: Tx,
  uses: readonly PlaceUse[],
  { of, id, error, own = {} }: { of: Usable; id: string; error: ErrorCode; own?: Record<string, number> },
): Promise<void> {
  const counted = uses.flatMap(({ what, count }) => {
    const expression = count(of, sql`${id}::uuid`);
    return expression ? [sql`${expression} as ${sql.ref(what)}`] : [];
  });
  const counts =
    counted.length === 0 ? {} : await one<Record<string, number>>(tx, sql`select ${sql.join(counted)}`);
  const all = { ...own, ...counts };
  if (Object.values(all).some((count) => count > 0)) throw fail(error, all);
}
