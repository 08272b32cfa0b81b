/** Notes that somebody was at a meter: with a reading, or with the reason why there is none. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors as meterErrors } from '../../contract.ts';
import { lockConnection } from '../../readings/actions/lock-readings.ts';
import { checkVisit, type Visited } from '../check-visit.ts';
import { errors } from '../contract.ts';
import type { CannotRead, Visit } from '../visit.rules.ts';

type Unread = {
  meterId: string;
  period: string;
  visit: Visit;
  reason: CannotRead;
  remark?: string | undefined;
};

type Noted = Omit<Unread, 'reason'> & { reason?: CannotRead; connectionId: string; visited: Visited };

/** The row of a visit. */
export async function noteVisit(tx: Tx, actor: Actor, input: Noted): Promise<void> {
  const { visit, visited, reason = null, remark = null } = input;
  const { place } = visit;
  await execute(
    tx,
    sql`insert into meters.read_attempts (id, connection_id, meter_id, period, reason, remark, visited_at, visited_by,
        visited_by_name, latitude, longitude, accuracy_m, distance_m, since_last_s)
      values (${visit.id}, ${input.connectionId}, ${input.meterId}, ${input.period}, ${reason}, ${remark}, ${visited.at},
        ${actor.userId}, ${actor.name}, ${place?.latitude ?? null}, ${place?.longitude ?? null}, ${place?.accuracyM ?? null},
        ${visited.distanceM}, ${visited.sinceLastS})`,
  );
}

/** Why a meter could not be read. Refused if somebody has read it meanwhile: nothing is missing then. */
export async function noteUnread(tx: Tx, actor: Actor, input: Unread): Promise<void> {
  const { meterId, period, visit, reason, remark } = input;
  if (reason === 'OTHER' && !remark) throw fail(errors.remark_missing);
  await lockConnection(tx, meterId);
  const meter = await first<{ connectionId: string | null; isRead: boolean }>(
    tx,
    sql`select a.connection_id as "connectionId", exists (select from meters.readings r
        where r.connection_id = a.connection_id and r.period = ${period}::date and r.living) as "isRead"
      from meters.meters m left join meters.assignments a on a.meter_id = m.id and a.removed_on is null where m.id = ${meterId}`,
  );
  if (!meter) throw fail(meterErrors.unknown_meter);
  const { connectionId } = meter;
  if (!connectionId) throw fail(meterErrors.not_installed);
  if (meter.isRead) throw fail(meterErrors.already_read, { period });
  const visited = await checkVisit(tx, actor, visit, { connectionId, period });
  await noteVisit(tx, actor, { ...input, connectionId, visited });
  await audit(tx, actor, {
    action: 'reading.not-read',
    object: 'meter',
    objectId: meterId,
    after: { period, reason, remark: remark ?? null },
  });
}
