/** What closing a connection with a reading would refuse, asked before anybody closes it. Closing asks all of it again under its locks. */
import type { Actor } from '#platform/actor.ts';
import { type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { checkReadings, placeLines } from '../readings/check-readings.ts';
import { refuseReading } from '../readings/refuse-reading.ts';
import { firstDayOfClosing, monthOfLast } from './last-reading.ts';

export type ToHandOver = { connectionId: string; on: string; registerLitres: number | null };
type Place = {
  status: string;
  meterId: string | null;
  firstDay: string;
  hasThisReading: boolean;
};

/** Throws the refusal. A connection without a meter is asked for its state and its day only. */
export async function refuseHandOver(db: Db | Tx, actor: Actor, input: ToHandOver): Promise<void> {
  const { connectionId, on, registerLitres } = input;
  const place = await first<Place>(
    db,
    sql`select c.status, a.meter_id as "meterId",
        case when a.meter_id is null then ${firstDayOfClosing} else greatest(a.installed_on, c.connected_on + 1) end as "firstDay",
        exists (select from meters.readings r where r.connection_id = c.id and r.meter_id = a.meter_id and r.living
          and r.read_on = ${on}::date and r.register_litres = ${registerLitres}::bigint and r.state <> 'BILLED'
          and not exists (select from meters.readings l where l.connection_id = c.id and l.living and l.period > r.period))
          as "hasThisReading"
      from meters.connections c left join meters.assignments a on a.connection_id = c.id and a.removed_on is null
      where c.id = ${connectionId}`,
  );
  if (!place) throw fail(commonErrors.not_found);
  const { status, meterId, firstDay } = place;
  if (status === 'closed') throw fail(errors.connection_closed);
  if (meterId === null) {
    if (on < firstDay) throw fail(errors.closing_too_early, { day: firstDay });
    return;
  }
  if (registerLitres === null) throw fail(errors.connection_has_meter);
  if (on < firstDay) throw fail(errors.before_installation);
  if (place.hasThisReading) return;
  const period = await monthOfLast(db, connectionId, on);
  const span = { from: period, to: period };
  const line = sql`select 1 as row_key, ${meterId}::uuid as meter_id, ${period}::date as period, ${on}::date as read_on,
    ${registerLitres}::bigint as register_litres, null::text as problem`;
  const placed = placeLines(line, span, actor.today, sql`true`);
  const ofPlace = await one<{ reason: string | null }>(db, sql`${placed}`);
  refuseReading(ofPlace.reason);
  const ofFigure = await one<{ reason: string | null }>(db, sql`${checkReadings(placed, span, actor.today)}`);
  refuseReading(ofFigure.reason);
}
