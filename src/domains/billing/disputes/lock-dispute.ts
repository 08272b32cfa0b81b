/** Lock order of a dispute: the bill's connection, then the dispute. So money, corrections and other steps wait, or are over. */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { lockConnections } from '../invoices/actions/settle-invoices.ts';
import { errors } from './contract.ts';
import { type DisputeState, isOpenDispute } from './dispute.rules.ts';

export type LockedDispute = {
  id: string;
  invoiceId: string;
  state: DisputeState;
  askedAt: string;
  version: number;
};

/** Refuses one that is unknown or of somebody else, that changed since the person saw it, or that is over. */
export async function lockDispute(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<LockedDispute> {
  const isOwn = actor.kind === 'consumer' ? isConsumer(sql`i.consumer_id`, actor.consumerId) : sql`true`;
  await lockConnections(
    tx,
    sql`select i.connection_id from billing.disputes d join billing.invoices i on i.id = d.invoice_id where d.id = ${id} and ${isOwn}`,
  );
  const found = await first<LockedDispute>(
    tx,
    sql`select d.id, d.invoice_id as "invoiceId", d.state, d.asked_at as "askedAt", d.version
      from billing.disputes d join billing.invoices i on i.id = d.invoice_id where d.id = ${id} and ${isOwn} for update of d`,
  );
  if (!found) throw fail(commonErrors.not_found);
  if (found.version !== version) throw fail(commonErrors.stale_version);
  if (!isOpenDispute(found.state)) throw fail(errors.over);
  return found;
}
