import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { nextRunState, type RunState } from '../bill-run.rules.ts';
import { errors } from '../contract.ts';

export type LockedRun = {
  id: string;
  state: RunState;
  period: string;
  sectorId: string | null;
  issuedOn: string;
  dueOn: string;
  planned_by: string | null;
  version: number;
  /** Of a correction run: the version that it brings in force. */
  tariffVersionId: string | null;
};

/** Locks a run's row: its state cannot change under the caller. Refuses an unknown id. */
export async function lockRun(tx: Tx, id: string): Promise<LockedRun> {
  const run = await first<LockedRun>(
    tx,
    sql`select id, state, period, sector_id as "sectorId", issued_on as "issuedOn", due_on as "dueOn", planned_by, version,
        tariff_version_id as "tariffVersionId" from billing.bill_runs
      where id = ${id} for update`,
  );
  if (!run) throw fail(commonErrors.not_found);
  return run;
}

/** Moves a locked run along its transition table, or refuses. */
export async function moveRun(tx: Tx, run: LockedRun, action: string): Promise<void> {
  const to = nextRunState(run.state, action, run.tariffVersionId !== null);
  if (!to) throw fail(errors.run_state, { state: run.state });
  await execute(
    tx,
    sql`update billing.bill_runs set state = ${to}, version = version + 1,
      proof = case when ${to} in ('CALCULATING', 'POSTING') then null else proof end where id = ${run.id}`,
  );
}
