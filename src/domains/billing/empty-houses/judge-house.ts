/** Whether an empty house may begin on a day: asked when it is noted and again when it is approved. */
import type { Actor } from '#platform/actor.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { type ErrorCode, fail } from '#shared/errors.ts';
import { earliestDay } from '../categories/queries.ts';
import { errors } from './contract.ts';
import { isRepaired } from './queries.ts';

/** Under the lock of the connection. `closed`: what it is refused with. */
export async function refuseClosed(tx: Tx, connectionId: string, closed: ErrorCode): Promise<void> {
  const { isClosed } = await one<{ isClosed: boolean }>(
    tx,
    sql`select status = 'closed' as "isClosed" from meters.connections where id = ${connectionId}`,
  );
  if (isClosed) throw fail(closed);
}

/** Under the lock of the connection: what is billed stays as it is. */
export async function refuseBilled(tx: Tx, connectionId: string, fromDay: string): Promise<void> {
  const free = await earliestDay(tx, connectionId);
  if (fromDay < free) throw fail(errors.day_billed, { day: free });
}

/**
 * Under the lock of the connection: the earliest first day of a notice, after the connection began. If the bill that ended a notice is
 * cancelled or corrected since, its days can be noted again, however long ago they are.
 * @param earliest by the rules of today
 */
export async function earliestNoted(tx: Tx, connectionId: string, earliest: string): Promise<string> {
  const { day } = await one<{ day: string }>(
    tx,
    sql`select greatest(c.connected_on, least(${earliest}::date, (
        select min(k.until_day) from billing.empty_houses k where k.connection_id = c.id and ${isRepaired})))::date as day
      from meters.connections c where c.id = ${connectionId}`,
  );
  return day;
}

/**
 * Litres that a pipe lets through in a day: at 3 m/s, the most for which pipes of houses are laid out, π/4 × (d mm)² × 3 m/s are 204 litres a day
 * for each mm². More than that since a reading is an error of typing.
 */
const MOST_PER_DAY = sql`204 * c.pipe_size_mm * c.pipe_size_mm`;

/** What the register showed on a day, and what it showed on the other end of the notice, if that is known. */
type Register = {
  connectionId: string;
  day: string;
  litres: number;
  other?: { day: string; litres: number | null };
};
type Refusals = { toCome: ErrorCode; beyond: ErrorCode; impossible: ErrorCode };
const START: Refusals = {
  toCome: errors.start_to_come,
  beyond: errors.start_beyond_register,
  impossible: errors.start_impossible,
};
const RETURN: Refusals = {
  toCome: errors.return_to_come,
  beyond: errors.return_beyond_register,
  impossible: errors.return_impossible,
};

/** A register that cannot have been there on the first day: the day is to come, or the meter was read and showed something else. */
export const refuseWrongStart = (tx: Tx, actor: Actor, register: Register): Promise<void> =>
  refuseWrong(tx, actor, register, START);

/** The same of the day of the return. */
export const refuseWrongReturn = (tx: Tx, actor: Actor, register: Register): Promise<void> =>
  refuseWrong(tx, actor, register, RETURN);

async function refuseWrong(
  tx: Tx,
  actor: Actor,
  { connectionId, day, litres, other }: Register,
  refusals: Refusals,
): Promise<void> {
  if (day > actor.today) throw fail(refusals.toCome);
  const { litres: most } = await one<{ litres: number | null }>(
    tx,
    sql`select (10 ^ max(m.register_digits) * 1000)::bigint as litres from meters.assignments a join meters.meters m on m.id = a.meter_id
      where a.connection_id = ${connectionId} and a.installed_on <= ${day}::date and (a.removed_on is null or a.removed_on >= ${day}::date)`,
  );
  if (most !== null && litres >= most) throw fail(refusals.beyond, { litres: most });
  const wrong = await first<{ litres: number; day: string }>(
    tx,
    sql`select r.register_litres as litres, r.read_on as day from (
        select r.id, r.register_litres, r.read_on from meters.readings r
        where r.connection_id = ${connectionId} and r.living and r.source <> 'ESTIMATE'
          and r.meter_id = (select l.meter_id from meters.readings l where l.connection_id = ${connectionId} and l.living order by l.read_on desc, l.id desc limit 1)
        union all
        select null, ${other?.litres ?? null}::bigint, ${other?.day ?? null}::date
      ) r
      cross join (select c.pipe_size_mm from meters.connections c where c.id = ${connectionId}) c
      where r.read_on <= ${day}::date and ${litres}::bigint not between r.register_litres and r.register_litres + (${day}::date - r.read_on + 1) * ${MOST_PER_DAY}
        or r.read_on >= ${day}::date and r.register_litres < ${litres}::bigint
      order by abs(r.read_on - ${day}::date), r.id limit 1`,
  );
  if (wrong) throw fail(refusals.impossible, wrong);
}
