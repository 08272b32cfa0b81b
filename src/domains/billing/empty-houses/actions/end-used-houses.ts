/**
 * A reading that was billed shows more use than an empty house has: the notice ends from the period of that bill on. The bill itself was
 * calculated without the reduction; what was billed before stays as it is.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { tellHouseholds, tellOffice } from '../tell-people.ts';

/** @param bills SELECT of the ids of bills that were made in this transaction */
export async function endUsedHouses(tx: Tx, actor: Actor, bills: Sql): Promise<void> {
  const ended = await all<{ id: string; untilDay: string; invoiceId: string; before: string }>(
    tx,
    sql`update billing.empty_houses h set state = 'ENDED_BY_USE', until_day = greatest(h.from_day, i.period_from), ended_by_name = ${actor.name},
        ended_at = ${actor.now}, ended_by_invoice_id = i.id, version = h.version + 1
      from billing.invoices i
      cross join lateral jsonb_to_recordset(i.empty_days) as e (id uuid, until date, litres numeric, before numeric, known boolean)
      where i.id in (${bills}) and i.empty_days is not null and h.id = e.id and h.state = 'APPROVED' and e.known
        and i.usage_litres - e.before > e.litres
      returning h.id, h.until_day as "untilDay", i.id as "invoiceId", e.until as before`,
  );
  for (const { id, untilDay, invoiceId, before } of ended) {
    await audit(tx, actor, {
      action: 'empty-house.end-by-use',
      object: 'empty-house',
      objectId: id,
      before: { state: 'APPROVED', untilDay: before },
      after: { state: 'ENDED_BY_USE', untilDay, invoice: invoiceId },
    });
    await tellOffice(tx, actor, id, 'empty_houses.used_office');
  }
  await tellHouseholds(
    tx,
    actor,
    'used',
    ended.map(({ id }) => id),
  );
}
