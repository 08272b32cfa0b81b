/** Lock order of a change: its connection, then the change. Bills of a connection are made under the same lock. */
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { lockConnections } from '../invoices/actions/settle-invoices.ts';
import type { ChangeState } from './category.rules.ts';

export type LockedChange = {
  id: string;
  number: string;
  connectionId: string;
  consumerId: string;
  state: ChangeState;
  category: string;
  fromDay: string;
  untilDay: string | null;
  nextCategory: string | null;
  proposedBy: string;
  version: number;
};

/** Refuses one that is unknown, or that changed since the person saw it. */
export async function lockChange(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<LockedChange> {
  await lockConnections(tx, sql`select connection_id from billing.category_changes where id = ${id}`);
  const found = await first<LockedChange>(
    tx,
    sql`select id, number, connection_id as "connectionId", consumer_id as "consumerId", state, category, from_day as "fromDay",
        until_day as "untilDay", next_category as "nextCategory", proposed_by as "proposedBy", version
      from billing.category_changes where id = ${id} for update`,
  );
  if (!found) throw fail(commonErrors.not_found);
  if (found.version !== version) throw fail(commonErrors.stale_version);
  return found;
}
