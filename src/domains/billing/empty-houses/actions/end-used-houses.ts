/**
 * A reading that was billed, or the correction of one, shows more use than an empty house has: the notice ends from the period of that bill on.
 * The bill itself is calculated without the reduction; other bills stay as they are. An estimate shows nothing: nobody read the meter.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { emptyDaysWith, emptyUse, forgivenLitres } from '../empty-days.ts';
import { tellHouseholds, tellOffice } from '../tell-people.ts';

/** @param bills SELECT of the ids of bills that were made or corrected in this transaction */
export async function endUsedHouses(tx: Tx, actor: Actor, bills: Sql): Promise<void> {
  const ended = await all<{ id: string; untilDay: string; invoiceId: string; before: string }>(
    tx,
    sql`update billing.empty_houses h set state = 'ENDED_BY_USE', until_day = greatest(h.from_day, i.period_from), ended_by_name = ${actor.name},
        ended_at = ${actor.now}, ended_by_invoice_id = i.id,
        used_litres = ${emptyUse(sql`i.usage`)}, used_most_litres = e.litres, version = h.version + 1
      from (
        select i.id, i.period_from, b.usage,
          ${emptyDaysWith({ previous: sql`b.previous`, current: sql`b.current`, usage: sql`b.usage`, forgiven: forgivenLitres(sql`b.usage`) })} as empty_days
        from billing.invoices i
        left join lateral (select * from billing.adjustments a where a.invoice_id = i.id order by a.id desc limit 1) a on true
        cross join lateral (
          select case when a.id is null then i.previous_litres else a.previous_after_litres end as previous,
            case when a.id is null then i.current_litres else a.current_after_litres end as current,
            coalesce(a.usage_after_litres, i.usage_litres) as usage
        ) b
        where i.id in (${bills}) and i.empty_days is not null
          and not exists (select from meters.readings r where r.id = coalesce(a.reading_id, i.reading_id) and r.source = 'ESTIMATE')
      ) i
      cross join lateral jsonb_to_recordset(i.empty_days) as e (id uuid, until date, litres numeric, before numeric, after numeric, known boolean)
      where h.id = e.id and h.state = 'APPROVED' and e.known and ${emptyUse(sql`i.usage`)} > e.litres
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
