/** The figure of a handover is corrected after the owner changed: another person does it, and both owners hear of it. */
import { errors as meterErrors } from '#domains/meters/contract.ts';
import type { HandoverCorrected } from '#domains/meters/points.ts';
import { first, one, type Sql, sql } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { noteEvent } from './lock-request.ts';
import { tellOwner } from './tell-owners.ts';

/**
 * The figure of the change `h` as it is now: it may have been corrected since. Each owner reads it from their own connection; both
 * are kept the same by the database.
 */
export const figureOf: Sql = sql`coalesce(
  (select q.register_litres from meters.readings q where q.connection_id = h.connection_id and q.living and q.read_on = h.effective_on
    order by q.period desc limit 1),
  (select a.opening_litres from meters.assignments a where a.connection_id = h.successor_id order by a.installed_on, a.id limit 1),
  h.register_litres)`;

type Handover = { requestId: string; number: string; isOwn: boolean };

export const correctHandover: HandoverCorrected = async (tx, actor, { connectionId, readOn, reason }) => {
  const handover = await first<Handover>(
    tx,
    sql`select r.id as "requestId", r.number, ${actor.userId}::uuid in (r.read_by, r.verified_by) as "isOwn"
      from ownership.changes h join ownership.requests r on r.id = h.request_id
      where h.connection_id = ${connectionId} and h.effective_on = ${readOn}::date`,
  );
  if (!handover) return;
  if (handover.isOwn) throw fail(meterErrors.own_handover);
  const { requestId } = handover;
  const state = 'COMPLETED';
  await noteEvent(tx, actor, { requestId, action: 'correct-figure', from: state, to: state, remark: reason });
  const { nth } = await one<{ nth: number }>(
    tx,
    sql`select count(*)::int as nth from ownership.timeline where request_id = ${requestId} and action = 'correct-figure'`,
  );
  const told = { requestId, what: 'figureCorrected', notice: 'ownership.figure_corrected', nth } as const;
  for (const side of ['PRESENT', 'NEW'] as const) await tellOwner(tx, actor, { ...told, side });
};
