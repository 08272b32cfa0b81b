/** Lock order of a notice: its connection, then the notice. Bills of a connection are made under the same lock. */
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { lockConnections } from '../invoices/actions/settle-invoices.ts';
import { errors } from './contract.ts';
import type { EmptyState } from './empty-house.rules.ts';
import { seesHouse } from './queries.ts';

export type LockedHouse = {
  id: string;
  connectionId: string;
  state: EmptyState;
  fromDay: string;
  untilDay: string;
  startLitres: number | null;
  returnLitres: number | null;
  version: number;
};

/** Refuses one that is unknown or a neighbour's, that changed since the person saw it, or that is in another state. */
export async function lockHouse(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number },
  ...states: EmptyState[]
): Promise<LockedHouse> {
  await lockConnections(tx, sql`select connection_id from billing.empty_houses where id = ${id}`);
  const found = await first<LockedHouse>(
    tx,
    sql`select k.id, k.connection_id as "connectionId", k.state, k.from_day as "fromDay", k.until_day as "untilDay", k.start_litres as "startLitres",
        k.return_litres as "returnLitres", k.version
      from billing.empty_houses k where k.id = ${id} and ${seesHouse(actor)} for update`,
  );
  if (!found) throw fail(commonErrors.not_found);
  if (found.version !== version) throw fail(commonErrors.stale_version);
  if (!states.includes(found.state)) throw fail(errors.over);
  return found;
}
