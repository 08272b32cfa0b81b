/** The receipt, as its code confirms it. A payment that was reversed keeps its receipt, which then counts no more. */
import type { PaperContent, PaperKind } from '#domains/papers/paper-kind.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { first, sql } from '#platform/database/db.ts';
import { payerName, payerNameBn, withNames } from '../queries.ts';
import { receiptWords } from './texts.ts';

export const receiptPaper: PaperKind = {
  kind: 'payments.receipt',
  name: { en: receiptWords.en.title, bn: receiptWords.bn.title },
  contentOf: (db, id) =>
    first<PaperContent>(
      db,
      sql`select r.number, p.paid_on as "issuedOn", p.amount_minor as "amountMinor", null as "leftMinor", ${payerName} as holder,
          nullif(${payerNameBn}, '') as "holderBn",
          jsonb_build_object('sectorNumber', coalesce(s.number, e.sector_number),
            'roadNumber', coalesce(d.number, e.road_number),
            'plotNumber', coalesce(c.plot_number, a.plot_number, b.plot_number, e.plot_number)) as place,
          -- Receipts that were printed before there were fees stay as they are.
          (jsonb_build_array(p.source, p.connection_id, p.demand_note_id, p.work_order_id)
            || case when e.id is null then '[]'::jsonb else jsonb_build_array(e.id) end)::text as rest,
          jsonb_build_object('connection', c.number, 'application', a.number, 'order', b.number)
            || case when e.id is null then '{}'::jsonb else jsonb_build_object('ownership', e.number) end as facts, null as "validUntil",
          p.owed_back as "goesBack",
          coalesce(case when p.state <> 'APPROVED' then (
            select ${dayOfInstant(sql`coalesce(v.decided_at, p.decided_at)`)} from (select) one
              left join payments.reversals v on v.payment_id = p.id and v.state = 'DONE') end,
            case when p.owed_back then (select f.paid_on from payments.refunds f
              where f.payment_id = p.id and f.state = 'PAID_OUT') end) as "endedOn",
          p.paid_on as "changedOn"
        from ${withNames(sql`payments.payments`)} where p.id = ${id} and r.number is not null`,
    ),
};
