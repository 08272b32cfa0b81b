/** What people call a record: its number and name, found by its id among everything that the audit log mentions. */
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';
import type { ActionServices } from './action-services.rules.ts';

/** What the domains tell the log about their calls and records. */
export type Known = ActionServices & { names: readonly RecordNames[] };

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

type Named = { id: string; name: string | null };

/** Names by id; records that are gone have none. */
export async function namesOf(
  db: Db | Tx,
  { names }: Known,
  mentioned: readonly unknown[],
): Promise<Map<string, string>> {
  const texts = [...new Set(mentioned)].filter((id) => typeof id === 'string');
  const ids = texts.filter((id) => UUID.test(id));
  const plain = texts.flatMap((id) => {
    const name = names.map((own) => own.plain?.(id)).find((found) => found !== undefined);
    return name === undefined ? [] : [[id, name] as const];
  });
  if (ids.length === 0) return new Map(plain);
  const id = sql`w.id`;
  const selects = [
    ...names.map(({ named }) => named(id)),
    sql`select original_name as name from platform.files where id = ${id}`,
    sql`select job as name from platform.job_alarms where id = ${id}`,
  ];
  const rows = await all(
    db,
    sql<Named>`with wanted as materialized (select unnest(${ids}::uuid[]) as id)
      select w.id, n.name from wanted w cross join lateral (${sql.join(selects, sql` union all `)}) n`,
  );
  return new Map([...plain, ...rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : []))]);
}

/** Ids of records with this number, as people type it. */
export function idsByNumber({ names }: Known, number: string): Sql {
  return sql.join(
    names.flatMap(({ numbered }) => numbered?.(number) ?? []),
    sql` union all `,
  );
}
