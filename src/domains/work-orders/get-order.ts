/** One work order as its reader sees it. A household's part of it is cut out here. */
import type { z } from 'zod';
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { usualSchema } from '#domains/applications/settings/unusual-amounts.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type * as contract from './contract.ts';
import { limitsOf } from './limits-of-order.ts';
import { type OtherFacts, otherFacts, seesOrder } from './lock-order.ts';
import { hasProof } from './photos/queries.ts';
import type { ChargePayments, TicketOfOrder } from './points.ts';
import { itemColumns, joined, office, readsRequest } from './queries.ts';
import { ratingsOf } from './rating-queries.ts';
import { ORDER_ACTIONS, refusalOf } from './work-order.rules.ts';

const READING = sql`(select jsonb_build_object('meterNumber', m.number, 'period', r.period)
  from meters.readings r join meters.meters m on m.id = r.meter_id where r.id = o.reading_id)`;

const UNUSUAL = sql`case when o.unusual is not null then
  jsonb_build_object('amounts', to_jsonb(o.unusual), 'reason', o.unusual_reason, 'by', o.unusual_by_name) end`;

type Detail = z.input<(typeof contract.getOrder)['output']>;
type Listed = 'estimate' | 'used' | 'photos' | 'ratings' | 'timeline' | 'limits' | 'usual';
type Row = Omit<Detail, Listed | 'can' | 'receipt' | 'atBank' | 'goesBack' | 'ticket'> & {
  facts: OtherFacts;
  ticketId: string | null;
};

/** States in which an estimate, or what was used, is written. */
const WRITES_MATERIALS = new Set<string>(['ON_REVIEW', 'ASSIGNED', 'IN_PROGRESS']);

/** Asked under the program's role. @param right its charge's payments and its ticket */
export async function getOrder(
  db: Db | Tx,
  actor: Actor,
  orderId: string,
  right: { payments: ChargePayments; ticket: TicketOfOrder },
): Promise<Detail> {
  const row = await first<Row>(
    db,
    sql`select ${itemColumns(actor)}, o.category_id as "categoryId", o.connection_id as "connectionId",
        case when ${readsRequest(actor)} then o.description else '' end as description,
        case when ${readsRequest(actor)} then o.asked_description end as "askedDescription",
        case when ${readsRequest(actor)} then o.phone end as phone, ${office(actor, sql`o.contact_name`)} as "contactName", k.chargeable as "isChargeable",
        case when ${actor.kind !== 'consumer'}::boolean or o.state in ('REJECTED', 'CANCELLED', 'RE_OPEN') then o.remark end as remark,
        ${office(actor, sql`o.reviewer_name`)} as "reviewerName", ${office(actor, sql`o.crew_id`)} as "crewId",
        ${office(actor, sql`o.pause_reason`)} as "pauseReason", ${office(actor, sql`o.paused_by_name`)} as "pausedBy",
        ${office(actor, READING)} as reading, o.assigned_at as "assignedAt", ${office(actor, sql`o.labour_minor`)} as "labourMinor",
        case when ${actor.kind !== 'consumer'}::boolean or o.charge_minor is not null then o.estimate_minor end as "estimateMinor",
        o.vat_minor as "vatMinor", ${office(actor, sql`o.waived_by_name`)} as "waivedBy",
        o.ticket_id as "ticketId", o.waived_by is not null as "isWaived", ${office(actor, sql`o.waived_reason`)} as "waivedReason", o.cause, o.work_done as "workDone", ${office(actor, sql`o.lost_litres`)} as "lostLitres",
        ${office(actor, sql`o.used_minor`)} as "usedMinor", ${office(actor, sql`o.variance_reason`)} as "varianceReason",
        ${office(actor, UNUSUAL)} as unusual, ${office(actor, hasProof)} as "isProven", ${office(actor, sql`o.unproven_reason`)} as "unprovenReason",
        ${office(actor, sql`o.verified_by_name`)} as "verifiedBy", o.closed_at as "closedAt", ${otherFacts(actor)} as facts
      from ${joined()} where o.id = ${orderId} and ${seesOrder(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const { facts, ticketId, ...order } = row;
  const { state, paidMinor } = order;
  const SHOWN = new Set(['own_work', 'not_yours', 'not_paid', 'paid_already', 'paused']);
  const can = ORDER_ACTIONS.map((action) => {
    const refusal = refusalOf(action, { ...facts, state, paidMinor }, actor);
    return [action, refusal === null ? 'yes' : SHOWN.has(refusal) ? refusal : 'no'] as const;
  });
  const isCharged = actor.kind !== 'consumer' || order.chargeMinor !== null;
  return {
    ...order,
    ...(await right.payments(db, actor, orderId)),
    ticket: ticketId === null ? null : await right.ticket(db, actor, ticketId),
    estimate: isCharged ? await linesOf(db, orderId, 'ESTIMATE') : [],
    used: actor.kind === 'consumer' ? [] : await linesOf(db, orderId, 'USED'),
    photos: await photosOf(db, actor, orderId),
    ratings: await ratingsOf(db, orderId),
    timeline: await timelineOf(db, actor, orderId),
    usual:
      actor.kind !== 'consumer' && WRITES_MATERIALS.has(state)
        ? usualSchema.parse(await readSettings(db))
        : null,
    limits:
      actor.kind !== 'consumer' && (state === 'ASSIGNED' || state === 'IN_PROGRESS')
        ? await limitsOf(db, orderId, actor.now)
        : null,
    can: Object.fromEntries(can) as Detail['can'],
  };
}

/** In the words of the day on which they were written. */
const linesOf = (db: Db | Tx, orderId: string, kind: 'ESTIMATE' | 'USED') =>
  all<Detail['estimate'][number]>(
    db,
    sql`select l.material_id as "materialId", l.name_en as "nameEn", l.name_bn as "nameBn", l.unit,
        trim_scale(l.quantity)::text as quantity, l.rate_minor as "rateMinor", l.amount_minor as "amountMinor"
      from work_orders.materials l where l.order_id = ${orderId} and l.kind = ${kind} order by l.line_no`,
  );

const photosOf = (db: Db | Tx, actor: Actor, orderId: string) =>
  all<Detail['photos'][number]>(
    db,
    sql`select p.id, p.moment, p.file_name as "fileName", p.uploaded_at as "uploadedAt",
        case when ${actor.kind !== 'consumer'}::boolean or p.uploaded_by = ${actor.userId} then p.uploaded_by_name else '' end as "uploadedBy"
      from work_orders.photos p join work_orders.orders o on o.id = p.order_id
      where p.order_id = ${orderId} and ${readsRequest(actor)} order by p.uploaded_at, p.id`,
  );

/** What only the office did among itself is not for a household. */
const timelineOf = (db: Db | Tx, actor: Actor, orderId: string) =>
  all<Detail['timeline'][number]>(
    db,
    sql`select t.id, t.at, t.action, t.to_state as "toState", case when ${actor.kind !== 'consumer'}::boolean then t.actor_name else '' end as by,
        case when ${actor.kind !== 'consumer'}::boolean or t.action in ('reject', 'cancel', 'reopen', 'reply', 'reopen-request') then t.remark end as remark
      from work_orders.timeline t where t.order_id = ${orderId}
        and (${actor.kind !== 'consumer'}::boolean or t.action not in ('photo', 'edit', 'estimate', 'return', 'unassign', 'pause', 'resume'))
      order by t.at, t.id`,
  );
