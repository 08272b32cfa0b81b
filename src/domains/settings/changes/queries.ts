/** Changes of limits that wait for their second person. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, sql, type Tx } from '#platform/database/db.ts';
import type { LimitChange, LimitEntry, WaitingNote } from './contract.ts';

type Value = Record<string, number | null>;
type Row = Omit<LimitChange, 'fields' | 'can'> & { was: Value; value: Value; isOwn: boolean };

/** The fields that are not as before. */
function changedFields({ was, value }: Pick<Row, 'was' | 'value'>): LimitChange['fields'] {
  return Object.keys(value)
    .map((field) => ({ field, before: was[field] ?? null, after: value[field] ?? null }))
    .filter(({ before, after }) => before !== after);
}

export async function listLimitChanges(db: Db | Tx, actor: Actor): Promise<{ items: LimitChange[] }> {
  const rows = await all<Row>(
    db,
    sql`select id, key as entry, was, value, reason, requested_by_name as "requestedBy", requested_at as "requestedAt",
        requested_by is not distinct from ${actor.userId}::uuid as "isOwn"
      from settings.entry_changes where state = 'REQUESTED' order by requested_at, id`,
  );
  return {
    items: rows.map(({ was, value, isOwn, ...row }) => ({
      ...row,
      fields: changedFields({ was, value }),
      can: { accept: !isOwn },
    })),
  };
}

export async function waitingNoteOf(db: Db | Tx, key: LimitEntry): Promise<WaitingNote> {
  const row = await first<NonNullable<WaitingNote>>(
    db,
    sql`select reason, requested_by_name as "requestedBy", requested_at as "requestedAt"
      from settings.entry_changes where key = ${key} and state = 'REQUESTED'`,
  );
  return row ?? null;
}
