/** Takes two entries apart again that one claim made one (claim/waiting). The caller has locked both. */
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import type { ConsumerParts, Merge } from '../../consumer-parts.ts';
import type { MergedField } from '../contract.ts';
import { COLUMNS } from '../merged-columns.ts';

type Part = Merge & { moved: readonly string[]; filled: readonly MergedField[] };

export async function partEntries(tx: Tx, actor: Actor, parts: ConsumerParts, input: Part): Promise<void> {
  const { fromId, intoId, moved, filled } = input;
  // First: what is written for an entry that is merged follows it.
  await execute(
    tx,
    sql`update consumers.consumers set status = 'active', merged_into = null, merged_at = null, status_reason = null,
      version = version + 1 where id = ${fromId}`,
  );
  await execute(
    tx,
    sql`update consumers.consumers set merged_into = ${fromId}
      where merged_into = ${intoId} and id = any(${moved}::uuid[])`,
  );
  for (const { move } of parts.holders) await move?.(tx, actor, { fromId: intoId, intoId: fromId }, moved);
  const blank = filled.map(
    (field) => sql`${COLUMNS[field]} = nullif(t.${COLUMNS[field]}, f.${COLUMNS[field]})`,
  );
  await execute(
    tx,
    sql`update consumers.consumers t set ${sql.join([...blank, sql`version = t.version + 1`])}
      from consumers.consumers f where t.id = ${intoId} and f.id = ${fromId}`,
  );
}
