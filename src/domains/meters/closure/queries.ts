/** What a person sees before a connection is closed. */
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { ConnectionAccount } from '../points.ts';
import type { BeforeClosing } from './contract.ts';
import { firstDayOfClosing, unreadRemoval } from './last-reading.ts';

export async function beforeClosing(
  db: Db | Tx,
  accountOf: ConnectionAccount,
  connectionId: string,
): Promise<BeforeClosing> {
  type Found = Omit<BeforeClosing, 'openBills' | 'openMinor' | 'advanceMinor'>;
  const found = await first<Found>(
    db,
    sql`select c.number, p.meter_id as "meterId", l.read_on as "lastReadOn", l.register_litres as "lastLitres",
        ${firstDayOfClosing} as "firstDay",
        (select count(*) from meters.readings r where r.connection_id = c.id and r.living and r.state <> 'BILLED') as "unbilledReadings",
        (${unreadRemoval(sql`jsonb_build_object('on', a.removed_on, 'registerLitres', a.final_litres,
          'meterNumber', (select m.number from meters.meters m where m.id = a.meter_id))`)}) as removed
      from meters.connections c
      left join meters.assignments p on p.connection_id = c.id and p.removed_on is null
      left join lateral (
        select r.read_on, r.register_litres from meters.readings r where r.connection_id = c.id and r.living
        order by r.period desc, r.read_on desc limit 1
      ) l on true
      where c.id = ${connectionId}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  return { ...found, ...(await accountOf(db, connectionId)) };
}
