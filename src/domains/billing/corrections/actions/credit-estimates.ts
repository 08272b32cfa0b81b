/**
 * A real reading showed less than was estimated before it: the bills of the estimates are calculated again by the versions that
 * they were billed by, and each gets a credit note. No limit asks for another person: the reading was taken by one and approved by another.
 */
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { LOWERED_ESTIMATE } from '../../invoices/contract.ts';
import { comparedOrNumber } from '../recalculate.ts';
import { postAdjustments } from './post-adjustments.ts';

type Lowered = { connectionId: string; readingIds: readonly string[]; takenBy: string | null };

/** The caller holds the gate and the connection. */
export async function creditEstimates(
  tx: Tx,
  actor: Actor,
  { connectionId, readingIds, takenBy }: Lowered,
): Promise<{ notComparable: string | null }> {
  await execute(
    tx,
    sql`select from billing.invoices where connection_id = ${connectionId} and cancelled_on is null order by issued_on, id for update`,
  );
  const compared = await comparedOrNumber(tx, readingIds);
  if (typeof compared === 'string') return { notComparable: compared };
  for (const bill of compared) {
    const asker = takenBy ?? actor.userId;
    const { id } = await one<{ id: string }>(
      tx,
      sql`insert into billing.corrections (invoice_id, kind, state, reason, register_litres, amount_minor, invoice_version, two_person,
          requested_by, requested_at, decided_by, decided_at)
        select i.id, 'ADJUST', 'DONE', ${LOWERED_ESTIMATE}, ${bill.after.currentLitres}, ${bill.amountMinor}, i.version,
          ${asker}::uuid is distinct from ${actor.userId}::uuid, ${asker}::uuid, ${actor.now}, ${actor.userId}::uuid, ${actor.now}
        from billing.invoices i where i.id = ${bill.invoiceId} returning id`,
    );
    await postAdjustments(tx, actor, { correctionId: id, reason: LOWERED_ESTIMATE, bills: [bill] });
  }
  return { notComparable: null };
}
