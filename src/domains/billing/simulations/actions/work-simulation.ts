/** Calculates a simulation in the background. A worker that is killed leaves it as it was, so it is simply started again. */
import type { Clock } from '#platform/clock.ts';
import { type Db, execute, first, one, sql, transaction } from '#platform/database/db.ts';
import { SIMULATE_JOB } from '../simulate-job.ts';
import { SAME_BILLS, simulateYear } from '../simulate-year.ts';

/** Held by the transaction that calculates; the database lets it go when the worker ends in any way. */
const LOCK = sql`hashtextextended('billing.tariff_simulations', 0)`;

/** What the database says if the simulation was given up while it was calculated. */
const CHANGED_MEANWHILE = '40001';

export async function workSimulation(db: Db, clock: Clock, id: string): Promise<void> {
  try {
    await calculate(db, clock, id);
  } catch (error) {
    // Somebody pressed a button: that is no failure. If it works still, it is started again within a minute.
    if ((error as { code?: unknown } | null)?.code !== CHANGED_MEANWHILE) throw error;
  }
}

function calculate(db: Db, clock: Clock, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    await execute(tx, SAME_BILLS);
    const { isMine } = await one<{ isMine: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`,
    );
    if (!isMine) return;
    const asked = await first<{ versionId: string }>(
      tx,
      sql`select tariff_version_id as "versionId" from billing.tariff_simulations where id = ${id} and state = 'WORKING'`,
    );
    if (!asked) return;
    const found = await simulateYear(tx, asked.versionId);
    if (!found?.result) throw new Error('no month is posted any more');
    // If it was given up meanwhile, the database refuses this.
    await execute(
      tx,
      sql`update billing.tariff_simulations set state = 'DONE', ended_at = ${clock.now()}, wording = ${found.wording},
          result = ${JSON.stringify(found.result)}::jsonb
        where id = ${id} and state = 'WORKING'`,
    );
  });
}

/** Starts a simulation again of which no worker is left, but not one whose failure was raised: that waits for a person. */
export async function resumeSimulations(db: Db): Promise<void> {
  await execute(
    db,
    sql`select platform.add_job(${SIMULATE_JOB}::text, json_build_object('simulationId', s.id), key => ${SIMULATE_JOB}::text)
      from billing.tariff_simulations s
      where s.state = 'WORKING' and s.asked_at < now() - interval '1 minute'
        and not exists (select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 1
          and (l.classid::bigint << 32 | l.objid::bigint) = ${LOCK})
        and not exists (select from platform.job_alarms a where a.job = ${SIMULATE_JOB} and a.raised_at is not null
          and a.solved_at is null and a.subject = jsonb_build_object('simulationId', s.id))`,
  );
}
