/**
 * The categories of a connection by date. Its rows cover all days; the column of the connection is the category of today, for lists and
 * for the limits that readings are checked against. Who sets them holds the lock of the connection.
 */
import { all, execute, sql, type Tx } from '#platform/database/db.ts';

/** Days are ISO dates; `-infinity` and `infinity` are the outer ends. `until` is the first day of the next one. */
export type CategorySpan = { category: string; from: string; until: string };

/** @param spans all of them, in order and without a gap (the database refuses others) */
export async function setCategories(
  tx: Tx,
  { connectionId, spans, today }: { connectionId: string; spans: readonly CategorySpan[]; today: string },
): Promise<void> {
  await execute(tx, sql`delete from meters.connection_categories where connection_id = ${connectionId}`);
  await execute(
    tx,
    sql`insert into meters.connection_categories (connection_id, category, from_day, until_day)
      select ${connectionId}::uuid, s.category, s.from, s.until
      from json_to_recordset(${JSON.stringify(spans)}::json) as s (category text, "from" date, until date)`,
  );
  await turn(tx, today, connectionId);
}

/** Connections of which another category counts today than yesterday. Gives what turned, with both categories. */
export const turnCategories = (tx: Tx, today: string): Promise<Turned[]> => turn(tx, today, null);
type Turned = { connectionId: string; before: string; after: string };

const turn = (tx: Tx, today: string, connectionId: string | null): Promise<Turned[]> =>
  all<Turned>(
    tx,
    sql`with due as materialized (
        select c.id, c.category as before, k.category as after
        from meters.connection_categories k join meters.connections c on c.id = k.connection_id
        where k.from_day <= ${today}::date and k.until_day > ${today}::date and k.category <> c.category
          and (${connectionId}::uuid is null or c.id = ${connectionId}::uuid)
        order by c.id for no key update of c)
      update meters.connections c set category = due.after, version = c.version + 1
      from due where c.id = due.id returning c.id as "connectionId", due.before, due.after`,
  );

/** Another household has the connection from a day on: what was decided about its categories goes on. */
export async function inheritCategories(
  tx: Tx,
  { fromId, toId, on }: { fromId: string; toId: string; on: string },
): Promise<void> {
  await execute(
    tx,
    sql`insert into meters.connection_categories (connection_id, category, from_day, until_day)
      select ${toId}::uuid, category, case when from_day <= ${on}::date then '-infinity' else from_day end, until_day
      from meters.connection_categories where connection_id = ${fromId} and until_day > ${on}::date`,
  );
}
