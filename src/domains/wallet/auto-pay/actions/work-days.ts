/**
 * Each day's bills once: asked every minute, so that a day whose worker was killed is gone on with, and one on which no server ran in the
 * morning is worked later.
 */
import { type Clock, today } from '#platform/clock.ts';
import { type Db, execute, first, sql } from '#platform/database/db.ts';
import { timeOf } from '#shared/dates.ts';
import { payBills } from './work-tries.ts';

/** Messages come at an hour at which people read them. */
const FROM = '09:10';
/** A worker that says nothing for this long is gone. */
const SILENT_SECONDS = 120;

/** Gives whether it had something to do. */
export async function workDay(db: Db, clock: Clock, isStopped = () => false): Promise<boolean> {
  if (timeOf(clock.now(), clock.timeZone) < FROM) return false;
  const day = today(clock);
  const claimed = await first(
    db,
    sql`insert into wallet.auto_days as d (day, alive_at) values (${day}::date, clock_timestamp())
      on conflict (day) do update set alive_at = excluded.alive_at
        where d.done_at is null and d.alive_at < clock_timestamp() - make_interval(secs => ${SILENT_SECONDS})
      returning day`,
  );
  if (!claimed) return false;
  try {
    const isDone = await payBills(db, clock, { isStopped, isAlive: () => note(db, day, 'alive') });
    await note(db, day, isDone ? 'done' : 'open');
  } catch (error) {
    // The next minute tries again, and fails until the fault is mended: then people are told of the job.
    await note(db, day, 'open');
    throw error;
  }
  return true;
}

async function note(db: Db, day: string, what: 'alive' | 'open' | 'done'): Promise<void> {
  await execute(
    db,
    sql`update wallet.auto_days set alive_at = ${what === 'open' ? sql`'-infinity'` : sql`clock_timestamp()`},
        done_at = ${what === 'done' ? sql`clock_timestamp()` : sql`null`} where day = ${day}::date`,
  );
}
