/** The corrections of a bill: its documents, and what waits for a second person. */

import type { z } from 'zod';
import { billedReadingsAfter } from '#domains/meters/readings/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, one, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { creditsOfLeaks, type LeakCredit } from '../leaks/replaced-credits.ts';
import { getLimits } from '../settings/queries.ts';
import { goesWith, isChargeBeside } from '../surcharges/queries.ts';
import type { adjustmentSchema } from './adjustment.schema.ts';
import { MOST_LATER } from './contract.ts';
import type { correctionSchema, LaterReading, refusedSchema } from './documents.schema.ts';
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

type Waiting = z.input<typeof correctionSchema>;
type Refused = z.input<typeof refusedSchema>;
type Last = {
  waiting: Waiting | null;
  refused: Omit<Refused, 'at'> | null;
  at: string;
  requestedBy: string | null;
};

/** Of an invoice `i`: a correction of it waits for a second person. */
export const isCorrectionAsked = sql`exists (select from billing.corrections k where k.invoice_id = i.id and k.state = 'REQUESTED')`;

/**
 * The correction that waits for a second person, and whether the actor may be that person; else the last one, if it was refused or taken
 * back. Consumers are not told.
 */
export async function correctionBeside(
  db: Db | Tx,
  actor: Actor,
  invoiceId: string,
): Promise<{ correction: Waiting | null; refusedCorrection: Refused | null; decide: boolean }> {
  const none = { correction: null, refusedCorrection: null, decide: false };
  if (actor.kind === 'consumer') return none;
  const last = await first<Last>(
    db,
    sql`${PLANNED_ONCE} select c.requested_by as "requestedBy", c.decided_at as at,
        case when c.state = 'REQUESTED' then json_build_object('id', c.id, 'kind', c.kind, 'reason', c.reason, 'registerLitres', c.register_litres,
          'amountMinor', c.amount_minor, 'later', ${laterOf}, 'by', coalesce(u.name, ''), 'isOwn', c.requested_by is not distinct from ${actor.userId}::uuid,
          'leakCredits', case when c.kind = 'CANCEL' then ${creditsOfLeaks(sql`c.invoice_id`)} else '[]' end) end as waiting,
        case when c.state in ('REFUSED', 'WITHDRAWN') then json_build_object('kind', c.kind, 'isWithdrawn', c.state = 'WITHDRAWN', 'reason', c.reason,
          'answer', c.answer, 'by', coalesce(d.name, '')) end as refused
      from billing.corrections c
      left join identity.users u on u.id = c.requested_by left join identity.users d on d.id = c.decided_by
      where c.invoice_id = ${invoiceId} order by (c.state = 'REQUESTED') desc, c.requested_at desc, c.id desc limit 1`,
  );
  if (!last) return none;
  const { waiting, refused, at, requestedBy } = last;
  if (!waiting) return { ...none, refusedCorrection: refused && { ...refused, at } };
  const word = waiting.kind === 'CANCEL' ? 'invoices:cancel' : 'invoices:adjust';
  return {
    ...{ correction: waiting, refusedCorrection: null },
    decide: may(actor, word) && requestedBy !== actor.userId,
  };
}

type Asked = {
  id: string;
  number: string;
  name: string | null;
  nameBn: string | null;
  sectorNumber: string;
  roadNumber: string;
  plotNumber: string;
  amountMinor: number;
  month: string;
  since: string;
};

/** Bills whose correction waits for a second person of one of these kinds, the oldest request first. */
export async function waitingCorrections(
  db: Db | Tx,
  kinds: readonly ('CANCEL' | 'ADJUST')[],
  limit: number,
): Promise<{ total: number; items: Asked[] }> {
  const waiting = sql`k.state = 'REQUESTED' and k.kind = any(${[...kinds]}::text[])`;
  const { total } = await one<{ total: number }>(
    db,
    sql`select count(*) as total from billing.corrections k where ${waiting}`,
  );
  const items = await all<Asked>(
    db,
    sql`select i.id, i.number, u.name, u.name_bn as "nameBn", s.number as "sectorNumber", d.number as "roadNumber",
        c.plot_number as "plotNumber", k.amount_minor as "amountMinor", i.period as month, k.requested_at as since
      from billing.corrections k join billing.invoices i on i.id = k.invoice_id
      join meters.connections c on c.id = i.connection_id join consumers.consumers u on u.id = i.consumer_id
      join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
      where ${waiting} order by k.requested_at, k.id limit ${limit}`,
  );
  return { total, items };
}

/** How much of a bill this person may still cancel alone, null: always two people; and the credits of leaks that this takes back. */
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
  const { leakCredits } = await one<{ leakCredits: LeakCredit[] }>(
    db,
    sql`select ${creditsOfLeaks(sql`${invoiceId}::uuid`)} as "leakCredits"`,
  );
  return { leftMinor: await leftAlone(db, actor, { limitMinor, ...bill }), leakCredits };
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
