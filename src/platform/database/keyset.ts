/** One page of a list without end, by (instant, id): an index finds its first row, however many rows come before. */
import { commonErrors, fail } from '#shared/errors.ts';
import { all, type Db, type Sql, sql, type Tx } from './db.ts';

export type KeysetQuery = {
  /** `select … from … where true`, to which the place of the page is added with `and`. */
  rows: Sql;
  /** Columns of the order, both descending. */
  at: Sql;
  id: Sql;
};

type Place = { microseconds: string; id: string };

const PLACE = /^(-?\d{1,18})\.([0-9a-f-]{36})$/;

function placeOf(startKey: string): Place {
  const [, microseconds, id] = PLACE.exec(Buffer.from(startKey, 'base64url').toString()) ?? [];
  if (!microseconds || !id) {
    throw fail(commonErrors.invalid_input, {}, [{ path: 'startKey', code: 'common.issue_custom' }]);
  }
  return { microseconds, id };
}

/** Rows have a column `id`; gives the page and the key of what is older. */
export async function keysetPage<T extends { id: string }>(
  db: Db | Tx,
  { limit, startKey }: { limit: number; startKey?: string | undefined },
  { rows, at, id }: KeysetQuery,
): Promise<{ items: T[]; nextKey: string | null }> {
  const place = startKey === undefined ? undefined : placeOf(startKey);
  // An instant as JSON knows milliseconds only; the database knows microseconds.
  const older = place
    ? sql`and (${at}, ${id}) < (timestamptz 'epoch' + ${place.microseconds}::bigint * interval '1 microsecond', ${place.id}::uuid)`
    : sql``;
  const found = await all<T & { place: string }>(
    db,
    sql`select listed.*, (extract(epoch from keyset_at) * 1000000)::bigint::text as place
      from (${rows} ${older} order by ${at} desc, ${id} desc limit ${limit + 1}) listed
      order by keyset_at desc, id desc`,
  );
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const nextKey =
    found.length > limit && last ? Buffer.from(`${last.place}.${last.id}`).toString('base64url') : null;
  return { items, nextKey };
}
