/**
 * As long as a leak is open, its bill is not collected, with the supplementary bills that correct it. What was paid is not collected, and what
 * is paid by a plan is held already. A correction may make a bill open again: then it is held from there on. The connections are locked.
 */
import type { Actor } from '#platform/actor.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { holdCollection } from '../../collection-holds/actions/hold-collection.ts';
import { billWithSupplements } from '../facts.ts';

/** @param leaks condition on leaks `k` */
export async function holdLeaks(tx: Tx, actor: Actor, leaks: Sql): Promise<void> {
  const open = await all<{ id: string; invoiceId: string }>(
    tx,
    sql`select k.id, k.invoice_id as "invoiceId" from billing.leaks k
      where ${leaks} and k.ended_at is null
        and exists (select from (${billWithSupplements(sql`k.invoice_id`)}) s where s.settled_minor < s.total_minor)
        and not exists (select from billing.collection_holds h where h.invoice_id = k.invoice_id and h.to_day is null)`,
  );
  for (const { id, invoiceId } of open) {
    await holdCollection(tx, actor, { invoiceIds: [invoiceId], cause: 'leak', causeId: id });
  }
}
