/** The last reading of a closed connection: the one on the day on which its meter went. */
import { type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';

/** Condition on the assignment `a` and its connection `c`: the connection was closed with this meter. */
export const isReopenable = sql`(a.final_status is not distinct from 'READING' and c.status = 'closed' and c.disconnected_on = a.removed_on)`;

/** Condition on the closure `u` of a connection without a meter: what was left to be billed is billed. */
export const isBilledSince = sql`exists (select from meters.readings r where r.connection_id = u.connection_id
  and r.period = u.last_period and r.living and r.state = 'BILLED')`;

/** Condition on a connection `c`: it was closed without a meter, no bill was made since then, and nobody took it over. */
export const isReopenableWithoutMeter = sql`exists (select from meters.unmetered_closures u
  where u.connection_id = c.id and not ${isBilledSince})
  and not exists (select from meters.connections f where f.follows_id = c.id)`;

/** SELECT of columns of the last reading `r` that the assignment `a` ended with; no row if it ended in another way. */
export const lastOfClosed = (columns: Sql): Sql => sql`select ${columns} from meters.readings r
  where a.final_status = 'READING' and r.connection_id = a.connection_id and r.meter_id = a.meter_id
    and r.read_on = a.removed_on and r.living`;

/** SELECT of columns of the assignment `a` of a connection `c`: its last meter went with a figure that no reading has. */
export const unreadRemoval = (columns: Sql): Sql => sql`select ${columns} from meters.assignments a
  where a.connection_id = c.id and a.final_litres is not null
    and not exists (select from meters.assignments n where n.connection_id = c.id and n.id <> a.id and n.installed_on >= a.removed_on)
    and not exists (select from meters.readings r where r.connection_id = c.id and r.living and (r.read_on >= a.removed_on
      or r.meter_id = a.meter_id and r.read_on >= a.installed_on and r.register_litres = a.final_litres))`;

/** The first day on which a connection `c` without a meter may end: nothing happened after it. */
export const firstDayOfClosing = sql`greatest(c.connected_on,
  (select max(r.read_on) from meters.readings r where r.connection_id = c.id and r.living),
  (select max(a.removed_on) from meters.assignments a where a.connection_id = c.id))`;

export async function isLastOfClosed(tx: Tx, readingId: string): Promise<boolean> {
  const { isLast } = await one<{ isLast: boolean }>(
    tx,
    sql`select exists (select from meters.assignments a join meters.connections c on c.id = a.connection_id
      where ${isReopenable} and exists (${lastOfClosed(sql`1`)} and r.id = ${readingId})) as "isLast"`,
  );
  return isLast;
}

/** The month of the day; the next one if a reading of an earlier day has that month. */
export async function monthOfLast(db: Db | Tx, connectionId: string, readOn: string): Promise<string> {
  const own = firstOfMonth(readOn);
  const { isTaken } = await one<{ isTaken: boolean }>(
    db,
    sql`select exists (select from meters.readings r where r.connection_id = ${connectionId} and r.living
      and r.period = ${own}::date and r.read_on < ${readOn}::date) as "isTaken"`,
  );
  return isTaken ? addMonths(own, 1) : own;
}
