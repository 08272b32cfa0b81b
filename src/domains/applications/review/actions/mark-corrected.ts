/** An asked item was put right; refuses what nobody asked for. */
import type { Actor } from '#platform/actor.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';

export async function markCorrected(
  tx: Tx,
  actor: Actor,
  applicationId: string,
  item: { part: string; kind?: string },
): Promise<void> {
  const rows = await all(
    tx,
    sql`update applications.recorrection_items i set corrected_at = ${actor.now}
      from applications.recorrections r
      where r.id = i.recorrection_id and r.application_id = ${applicationId} and r.closed_at is null
        and i.part = ${item.part} and i.kind is not distinct from ${item.kind ?? null}
      returning i.line_no`,
  );
  if (rows.length === 0) throw fail(errors.part_not_asked);
}
