/** The row of a new run, of bills or of corrections; what is open never overlaps, and who is refused learns which run is in the way. */
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { AppError, fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';

export type NewRun = {
  period: string;
  sectorId?: string | null | undefined;
  issuedOn: string;
  dueOn: string;
  /** Of a correction run. */
  correction?: { tariffVersionId: string; category: string; reason: string; orderNumber: string };
};

/** Two that are planned at once would wait for each other in the constraint. */
export async function lockPlanning(tx: Tx): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext('billing.plan-run'))`);
}

/**
 * The constraint `bill_runs_scope_overlap` decides, and the same statement asks for the open run that overlaps. The caller holds
 * the lock of planning, so no other run comes meanwhile.
 */
export async function insertRun(tx: Tx, actor: Actor, run: NewRun): Promise<string> {
  const { tariffVersionId = null, category = null, reason = null, orderNumber = null } = run.correction ?? {};
  const sectorId = run.sectorId ?? null;
  const { id, ...other } = await one<{
    id: string | null;
    runId: string | null;
    number: number | null;
    month: string | null;
    /** Its number; empty if the run is of the whole town. */
    sector: string | null;
  }>(
    tx,
    sql`with made as (
      insert into billing.bill_runs (period, sector_id, issued_on, due_on, planned_by, planned_at, tariff_version_id, category, reason, order_number)
      values (${run.period}, ${sectorId}, ${run.issuedOn}, ${run.dueOn}, ${actor.userId}, ${actor.now},
        ${tariffVersionId}, ${category}, ${reason}, ${orderNumber})
      on conflict on constraint bill_runs_scope_overlap do nothing returning id
    )
    select made.id, o.id as "runId", o.number, o.period as month, o.sector
    from (values (true)) as x (asked)
    left join made on true
    left join lateral (
      select r.id, r.number, r.period, coalesce(s.number, '') as sector
      from billing.bill_runs r left join settings.sectors s on s.id = r.sector_id
      where r.state not in ('POSTED', 'CANCELLED', 'REVERSED')
        and (r.category is not null or ${category}::text is not null or r.period = ${run.period}::date)
        and (r.sector_id is null or ${sectorId}::uuid is null or r.sector_id = ${sectorId}::uuid)
        and (r.category is null or ${category}::text is null or r.category = ${category}::text)
      order by r.number limit 1
    ) o on true`,
  );
  if (id !== null) return id;
  const params = other as { runId: string; number: number; month: string; sector: string };
  // A correction is planned from a tariff: nobody chose a month.
  throw run.correction ? new AppError(errors.run_exists, params) : fail(errors.run_exists, params);
}
