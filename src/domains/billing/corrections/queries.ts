/** The corrections of a bill: its documents, and what waits for a second person. */

import type { z } from 'zod';
import { billedReadingsAfter } from '#domains/meters/readings/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { getLimits } from '../settings/queries.ts';
import { goesWith, isChargeBeside } from '../surcharges/queries.ts';
import type { adjustmentSchema } from './adjustment.schema.ts';
import { MOST_LATER } from './contract.ts';
import type { correctionSchema, LaterReading } from './documents.schema.ts';
import { leftAlone } from './second-person.ts';

/** Of a bill, or the one that a supplementary bill belongs to; who may see the bill may see them. */
export function adjustmentsOf(db: Db | Tx, invoiceId: string): Promise<z.input<typeof adjustmentSchema>[]> {
  return all(
    db,
    sql<
      z.input<typeof adjustmentSchema>
    >`${PLANNED_ONCE} select a.id, a.number, a.adjusted_on as "adjustedOn", a.reason, a.amount_minor as "amountMinor",
        i.id as "invoiceId", i.number as "invoiceNumber", i.period,
        case when s.id is not null then json_build_object('id', s.id, 'number', s.number) end as supplement, a.explanation,
        case when v.id is not null then json_build_object('id', v.id, 'name', v.name, 'effectiveFrom', v.effective_from) end as tariff,
        json_build_object('previousLitres', a.previous_before_litres, 'currentLitres', a.current_before_litres,
          'usageLitres', a.usage_before_litres, 'totalMinor', a.total_before_minor) as before,
        json_build_object('previousLitres', a.previous_after_litres, 'currentLitres', a.current_after_litres,
          'usageLitres', a.usage_after_litres, 'totalMinor', a.total_after_minor) as after,
        (select json_agg(json_build_object('kind', l.kind, 'quantity', trim_scale(l.quantity)::text,
            'rate', trim_scale(l.rate)::text, 'beforeMinor', l.before_minor, 'afterMinor', l.after_minor) order by l.line_no)
          from billing.adjustment_lines l where l.adjustment_id = a.id) as lines
      from billing.adjustments a
      join billing.invoices i on i.id = a.invoice_id
      left join billing.invoices s on s.id = a.supplement_id
      left join billing.tariff_versions v on v.id = a.tariff_version_id
      where a.invoice_id = ${invoiceId} or a.supplement_id = ${invoiceId} order by a.id`,
  );
}

/** The later readings of correction `c`, as they are noted, or were when it was asked for, and as it corrects them. */
const laterOf = sql`coalesce((
    select json_agg(json_build_object('readingId', r.id, 'period', r.period, 'readOn', r.read_on, 'registerLitres', r.register_litres,
      'isEstimate', r.source = 'ESTIMATE', 'correctedLitres', l."registerLitres") order by r.period, r.read_on)
    from jsonb_to_recordset(c.later) as l ("readingId" uuid, "registerLitres" bigint)
    join meters.readings r on r.id = l."readingId"
  ), '[]')`;

type Waiting = z.input<typeof correctionSchema> & { requestedBy: string | null };

/** What waits for a second person, and whether the actor may be that person. Consumers are not told. */
export async function waitingCorrection(
  db: Db | Tx,
  actor: Actor,
  invoiceId: string,
): Promise<{ correction: z.input<typeof correctionSchema> | null; decide: boolean }> {
  if (actor.kind === 'consumer') return { correction: null, decide: false };
  const waiting = await first<Waiting>(
    db,
    sql`${PLANNED_ONCE} select c.id, c.kind, c.reason, c.register_litres as "registerLitres", c.amount_minor as "amountMinor", ${laterOf} as later,
        coalesce(u.name, '') as by, c.requested_by as "requestedBy"
      from billing.corrections c left join identity.users u on u.id = c.requested_by
      where c.invoice_id = ${invoiceId} and c.state = 'REQUESTED'`,
  );
  if (!waiting) return { correction: null, decide: false };
  const { requestedBy, ...correction } = waiting;
  const word = correction.kind === 'CANCEL' ? 'invoices:cancel' : 'invoices:adjust';
  return { correction, decide: may(actor, word) && requestedBy !== actor.userId };
}

/** How much of a bill this person may still cancel alone; null: always two people. */
export async function cancelAloneLeft(db: Db | Tx, actor: Actor, invoiceId: string) {
  const bill = await first<{ connectionId: string; billIds: string[]; waives: boolean }>(
    db,
    sql`select connection_id as "connectionId",
        array(select b.id from billing.invoices b where ${goesWith('b', invoiceId)}) as "billIds",
        ${isChargeBeside(sql`invoices.id`)} as waives
      from billing.invoices where id = ${invoiceId}`,
  );
  if (!bill) throw fail(commonErrors.not_found);
  const { limits } = await getLimits(db);
  const limitMinor = bill.waives ? limits.waiveAloneUpToMinor : limits.cancelAloneUpToMinor;
  return { leftMinor: await leftAlone(db, actor, { limitMinor, ...bill }) };
}

/** Of a bill: what its correction may name as wrong too. */
export async function laterReadingsOf(db: Db | Tx, invoiceId: string): Promise<{ items: LaterReading[] }> {
  const bill = await first<{ connectionId: string; period: string }>(
    db,
    sql`select connection_id as "connectionId", period from billing.invoices where id = ${invoiceId}`,
  );
  if (!bill) throw fail(commonErrors.not_found);
  return { items: await billedReadingsAfter(db, bill, MOST_LATER) };
}
