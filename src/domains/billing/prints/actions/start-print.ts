/** Begins a print of a posted run, and stops it. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { noteRetry, solveJobAlarm } from '#platform/job-alarms.ts';
import { addJob } from '#platform/jobs.ts';
import { fail } from '#shared/errors.ts';
import { lockRun } from '../../bill-run/actions/lock-run.ts';
import { errors as runErrors } from '../../bill-run/contract.ts';
import { type Asked, chosenBills, spokenLanguages } from '../chosen-bills.ts';
import { errors } from '../contract.ts';
import { DELETE_JOB, PRINT_JOB, PRINT_WORKERS } from '../print.rules.ts';
import { findPrint } from '../queries.ts';

/**
 * The bills are those of this moment: which, in what order, in what language. The run's row is locked, so that it is not reversed
 * meanwhile. Who asks for what works already gets that print.
 */
export async function startPrint(tx: Tx, actor: Actor, asked: Asked) {
  const run = await lockRun(tx, asked.runId);
  if (run.state !== 'POSTED') throw fail(runErrors.run_state, { state: run.state });
  const about = { issuedOn: run.issuedOn, month: run.period };
  const made = await first<{ id: string }>(
    tx,
    sql`insert into billing.prints (run_id, number, sector_id, road_id, households, asked_by, asked_by_name, asked_at)
      select ${run.id}, coalesce(max(number), 0) + 1, ${asked.sectorId ?? null}::uuid, ${asked.roadId ?? null}::uuid, ${asked.households},
        ${actor.userId}::uuid, ${actor.name}, ${actor.now} from billing.prints where run_id = ${run.id}
      on conflict (run_id, sector_id, road_id, households) where state = 'WORKING' do nothing returning id`,
  );
  if (!made) {
    const { id } = await one<{ id: string }>(
      tx,
      sql`select id from billing.prints where run_id = ${run.id} and sector_id is not distinct from ${asked.sectorId ?? null}::uuid
        and road_id is not distinct from ${asked.roadId ?? null}::uuid and households = ${asked.households} and state = 'WORKING'`,
    );
    await audit(tx, actor, { action: 'bill-print.join', object: 'bill-print', objectId: id, after: about });
    return findPrint(tx, id);
  }
  const bills = await choose(tx, made.id, asked);
  if (bills === 0) throw fail(errors.nothing_to_print);
  await startWork(tx, made.id);
  const after = { ...about, bills };
  await audit(tx, actor, { action: 'bill-print.start', object: 'bill-print', objectId: made.id, after });
  return findPrint(tx, made.id);
}

/** Writes down which bills are in which file. @returns how many there are to print */
async function choose(tx: Tx, printId: string, asked: Asked): Promise<number> {
  const { bills } = await one<{ bills: number }>(
    tx,
    sql`with chosen as materialized (${chosenBills(asked, await spokenLanguages(tx))}),
      parts as (
        insert into billing.print_parts (print_id, part_no, road_id, piece, pieces)
        select distinct ${printId}::uuid, part_no, road_id, piece, pieces from chosen where reason is null),
      bills as (
        insert into billing.print_bills (print_id, invoice_id, part_no, place, language, total_minor, outcome, reason)
        select ${printId}::uuid, id, part_no, case when reason is null then place end, language, total_minor,
          case when reason is null then 'WAITING' else 'LEFT_OUT' end, reason from chosen)
      select count(*)::int as bills from chosen where reason is null`,
  );
  return bills;
}

async function startWork(tx: Tx, printId: string): Promise<void> {
  for (let worker = 0; worker < PRINT_WORKERS; worker += 1) await addJob(tx, PRINT_JOB, { printId });
}

/** What is written at this moment is written to its end, and thrown away. */
export async function cancelPrint(tx: Tx, actor: Actor, id: string) {
  const print = await findPrint(tx, id);
  const ended = await first(
    tx,
    sql`update billing.prints set state = 'CANCELLED', ended_at = ${actor.now} where id = ${id} and state = 'WORKING' returning id`,
  );
  if (!ended) throw fail(errors.print_over);
  await solveJobAlarm(tx, { job: PRINT_JOB, subject: { printId: id } }, actor.now);
  await addJob(tx, DELETE_JOB);
  await audit(tx, actor, {
    action: 'bill-print.cancel',
    object: 'bill-print',
    objectId: id,
    after: { month: print.period },
  });
  return findPrint(tx, id);
}

/** The files in which bills are missing are written again; work that fails is started again. */
export async function tryAgain(tx: Tx, actor: Actor, id: string) {
  const print = await findPrint(tx, id);
  const alarm = await noteRetry(tx, actor, { job: PRINT_JOB, subject: { printId: id } });
  const opened = await first(
    tx,
    sql`update billing.prints t set state = 'WORKING', ended_at = null
      where t.id = ${id} and t.state = 'DONE' and t.files_deleted_at is null
        and exists (select from billing.print_bills b where b.print_id = t.id and b.outcome = 'FAILED')
        and not exists (select from billing.bill_runs r where r.id = t.run_id and r.state = 'REVERSED')
        and not exists (select from billing.prints o where o.run_id = t.run_id and o.sector_id is not distinct from t.sector_id
          and o.road_id is not distinct from t.road_id and o.households = t.households and o.state = 'WORKING')
      returning t.id`,
  );
  if (!alarm && !opened) throw fail(errors.nothing_to_try_again);
  if (opened) {
    const failed = sql`select distinct b.part_no from billing.print_bills b where b.print_id = ${id} and b.outcome = 'FAILED'`;
    await execute(
      tx,
      sql`with parts as (
          update billing.print_parts p set state = 'WAITING', bills = 0, total_minor = 0, pages = null, bytes = null, sha256 = null,
            crc32 = null, made_at = null
          where p.print_id = ${id} and p.part_no in (${failed}) returning p.part_no)
        update billing.print_bills b set outcome = 'WAITING', problem = null
        where b.print_id = ${id} and b.part_no in (select part_no from parts) and b.outcome in ('PRINTED', 'FAILED')`,
    );
  }
  await startWork(tx, id);
  await audit(tx, actor, {
    action: 'bill-print.try-again',
    object: 'bill-print',
    objectId: id,
    after: { month: print.period, failed: print.failed },
    ...(alarm ? { reason: alarm.reason } : {}),
  });
  return findPrint(tx, id);
}
