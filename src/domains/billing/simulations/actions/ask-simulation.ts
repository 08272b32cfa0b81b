/** Asks for the simulation of a version that is not in force yet, and gives it up. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { solveJobAlarm } from '#platform/job-alarms.ts';
import { addJob } from '#platform/jobs.ts';
import { fail } from '#shared/errors.ts';
import { errors as tariffErrors } from '../../tariffs/contract.ts';
import { getTariff } from '../../tariffs/queries.ts';
import { errors } from '../contract.ts';
import { latestSimulation } from '../queries.ts';
import { SIMULATE_JOB } from '../simulate-job.ts';

/** Asked twice, the second one finds it running. */
export async function startSimulation(tx: Tx, actor: Actor, versionId: string) {
  const { state, name } = await getTariff(tx, actor, versionId);
  if (state !== 'DRAFT' && state !== 'ANNOUNCED') throw fail(tariffErrors.tariff_state, { state });
  const { hasBills } = await one<{ hasBills: boolean }>(
    tx,
    sql`select exists (select from billing.bill_runs r where r.state = 'POSTED') as "hasBills"`,
  );
  if (!hasBills) throw fail(errors.simulation_without_bills);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into billing.tariff_simulations (tariff_version_id, asked_by, asked_at)
      values (${versionId}, ${actor.userId}, ${actor.now}) returning id`,
  );
  await addJob(tx, SIMULATE_JOB, { simulationId: id });
  await audit(tx, actor, {
    action: 'tariff.simulate',
    object: 'tariff',
    objectId: versionId,
    after: { name },
  });
  return latestSimulation(tx, versionId);
}

/** What is calculated at this moment is calculated to its end, and thrown away. */
export async function giveUpSimulation(tx: Tx, actor: Actor, versionId: string) {
  const { name } = await getTariff(tx, actor, versionId);
  const ended = await first<{ id: string }>(
    tx,
    sql`update billing.tariff_simulations set state = 'GIVEN_UP', ended_at = ${actor.now}
      where tariff_version_id = ${versionId} and state = 'WORKING' returning id`,
  );
  if (!ended) throw fail(errors.simulation_over);
  await solveJobAlarm(tx, { job: SIMULATE_JOB, subject: { simulationId: ended.id } }, actor.now);
  await audit(tx, actor, {
    action: 'tariff.give-up-simulation',
    object: 'tariff',
    objectId: versionId,
    after: { name },
  });
  return latestSimulation(tx, versionId);
}
