/**
 * Makes the files of a print in the background, one after the other. A file is written down in the transaction that holds its row: of a
 * worker that was killed nothing is left but bytes that the next one writes over, so that no bill is in two files or in none.
 */
import { account } from '#domains/identity/notices/receivers.ts';
import {
  all,
  type Db,
  execute,
  first,
  one,
  PLANNED_ONCE,
  type Sql,
  sql,
  type Tx,
  transaction,
} from '#platform/database/db.ts';
import { solveJobAlarm } from '#platform/job-alarms.ts';
import { addJob } from '#platform/jobs.ts';
import { notify } from '#platform/messages/inbox.ts';
import { leftOutReason } from '../chosen-bills.ts';
import { DELETE_JOB, PRINT_JOB, PRINT_WORKERS, partKey } from '../print.rules.ts';
import { type BillToPrint, type Means, type Part, type WrittenPart, writePart } from '../write-part.ts';

/** Each time that a bill of the file is cancelled while it is written; then the job begins again. */
const MOST_TRIES = 5;

/** Makes files until none is left; the worker that finds none ends the print. Of a stopped print it has the files deleted. */
export async function workPrint(means: Means, printId: string): Promise<void> {
  while (await makeNextPart(means, printId));
  await endPrint(means, printId);
}

/** Makes one file and asks for the next turn with it: between two of its files other prints have theirs. */
export async function takePrintTurn(means: Means, printId: string): Promise<void> {
  const askAgain = (tx: Tx) => addJob(tx, PRINT_JOB, { printId });
  if (!(await makeNextPart(means, printId, askAgain))) await endPrint(means, printId);
}

/**
 * @param alsoDo in the transaction that keeps the file
 * @returns false if there is none, or other workers have those that are left
 */
function makeNextPart(
  means: Means,
  printId: string,
  alsoDo?: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  return transaction(means.db, async (tx) => {
    const part = await first<Part>(
      tx,
      sql`${PLANNED_ONCE} select p.print_id as "printId", p.part_no as "partNo", p.piece, p.pieces, s.number as "sectorNumber", d.number as "roadNumber",
          r.number as "runNumber", t.number as "printNumber", r.period, r.issued_on as "issuedOn"
        from billing.print_parts p join billing.prints t on t.id = p.print_id join billing.bill_runs r on r.id = t.run_id
        join settings.roads d on d.id = p.road_id join settings.sectors s on s.id = d.sector_id
        where p.print_id = ${printId} and p.state = 'WAITING' and t.state = 'WORKING'
        order by p.part_no limit 1 for update of p skip locked`,
    );
    if (!part) return false;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await leaveOut(tx, part);
      const written = await writePart(means, part, await toPrint(tx, part));
      if ((await leaveOut(tx, part)) > 0) continue;
      if (await keep(tx, part, written)) {
        await alsoDo?.(tx);
        return true;
      }
      // Somebody stopped the print meanwhile.
      await means.store.remove(partKey(part.printId, part.partNo));
      return false;
    }
    throw new Error(`bills of part ${part.partNo} change again and again`);
  });
}

/** What was cancelled or corrected since the print began is named, and not printed. @returns how many there are */
async function leaveOut(tx: Tx, { printId, partNo }: Part): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`${PLANNED_ONCE} with gone as (
        update billing.print_bills b set outcome = 'LEFT_OUT', reason = x.reason from (
          select i.id, ${leftOutReason('i')} as reason from billing.print_bills n join billing.invoices i on i.id = n.invoice_id
          where n.print_id = ${printId} and n.part_no = ${partNo} and n.outcome = 'WAITING') x
        where b.print_id = ${printId} and b.invoice_id = x.id and x.reason is not null returning 1)
      select count(*)::int as count from gone`,
  );
  return count;
}

const toPrint = (tx: Tx, { printId, partNo }: Part): Promise<BillToPrint[]> =>
  all(
    tx,
    sql<BillToPrint>`${PLANNED_ONCE} select i.id, i.number, b.language, i.total_minor as "totalMinor"
      from billing.print_bills b join billing.invoices i on i.id = b.invoice_id
      where b.print_id = ${printId} and b.part_no = ${partNo} and b.outcome = 'WAITING' order by b.place`,
  );

/**
 * Number and sum of the file are those of the bills that this statement finds as they were printed. False if the print was stopped.
 * Its row is held, so that it is not stopped, and its files are not deleted, before this is committed.
 */
async function keep(
  tx: Tx,
  { printId, partNo }: Part,
  { printed, failed, file }: WrittenPart,
): Promise<boolean> {
  const isWorking = await first(
    tx,
    sql`select from billing.prints where id = ${printId} and state = 'WORKING' for share`,
  );
  if (!isWorking) return false;
  const kept = await first(
    tx,
    sql`${PLANNED_ONCE} with printed as (
        update billing.print_bills b set outcome = 'PRINTED' from billing.invoices i
        where b.print_id = ${printId} and b.part_no = ${partNo} and b.invoice_id = any(${printed}::uuid[]) and b.outcome = 'WAITING'
          and i.id = b.invoice_id and ${leftOutReason('i')} is null returning b.total_minor),
      failed as (
        update billing.print_bills b set outcome = 'FAILED', problem = x.problem
        from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) as x (id uuid, problem text)
        where b.print_id = ${printId} and b.part_no = ${partNo} and b.invoice_id = x.id and b.outcome = 'WAITING')
      update billing.print_parts p set state = 'DONE', bills = n.bills, total_minor = n.minor, pages = ${file?.pages ?? null}::int,
        bytes = ${file?.bytes ?? null}::bigint, sha256 = ${file?.sha256 ?? null}::text, crc32 = ${file?.crc32 ?? null}::bigint,
        made_at = clock_timestamp()
      from (select count(*)::int as bills, coalesce(sum(total_minor), 0)::bigint as minor from printed) n
      where p.print_id = ${printId} and p.part_no = ${partNo} and n.bills = ${printed.length}::int returning p.part_no`,
  );
  if (!kept) throw new Error(`a bill of part ${partNo} changed while its file was kept`);
  return true;
}

/**
 * The last worker ends the print and tells who asked for it. What the stop itself wanted to delete, a worker may have held: each worker
 * plans it again after its own last file.
 */
function endPrint({ db, clock }: Means, printId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const now = clock.now();
    const ended = await first<{ askedBy: string | null; month: string; bills: number }>(
      tx,
      sql`update billing.prints t set state = 'DONE', ended_at = ${now} from billing.bill_runs r
        where t.id = ${printId} and t.state = 'WORKING' and r.id = t.run_id
          and not exists (select from billing.print_parts p where p.print_id = t.id and p.state = 'WAITING')
        returning t.asked_by as "askedBy", r.period as month,
          (select coalesce(sum(p.bills), 0)::int from billing.print_parts p where p.print_id = t.id) as bills`,
    );
    if (!ended) return planDeletion(tx, sql`t.id = ${printId}`);
    await solveJobAlarm(tx, { job: PRINT_JOB, subject: { printId } }, now);
    const { askedBy, month, bills } = ended;
    await notify(tx, { now, userId: null }, account(askedBy), {
      kind: 'billing.print_done',
      occasion: `${printId}:${now.getTime()}`,
      path: `/bill-print/${printId}`,
      params: { month, count: bills },
    });
  });
}

/**
 * Goes on with prints of which no worker is left, but not with those whose failure was raised: those wait for a person. Doing it twice does
 * no harm: a turn that waits already is not added a second time, and a worker without a file to make ends. A worker of a stopped print may have
 * been killed too: its files are deleted then.
 */
export async function resumePrints(db: Db, stillSeconds = 0): Promise<void> {
  const since = sql`now() - ${stillSeconds}::int * interval '1 second'`;
  await execute(
    db,
    sql`select platform.add_job(name => ${PRINT_JOB}::text, payload => json_build_object('printId', t.id), run_at => least(t.asked_at, now()),
        key => ${PRINT_JOB}::text || ':' || t.id || ':' || n)
      from billing.prints t, generate_series(1, ${PRINT_WORKERS}::int) n
      where t.state = 'WORKING' and (${stillSeconds} = 0 or t.asked_at < ${since})
        and not exists (select from billing.print_parts p where p.print_id = t.id and p.made_at > ${since})
        and (${stillSeconds} = 0 or not exists (select from platform.job_alarms a where a.job = ${PRINT_JOB} and a.raised_at is not null
          and a.solved_at is null and a.subject = jsonb_build_object('printId', t.id)))`,
  );
  await planDeletion(db, sql`(${stillSeconds} = 0 or t.ended_at < ${since})`);
}

/** If one of these prints was stopped and its files are still there. A deletion that waits already is not added a second time. */
async function planDeletion(db: Db | Tx, which: Sql): Promise<void> {
  await execute(
    db,
    sql`select platform.add_job(name => ${DELETE_JOB}::text, payload => '{}'::json, key => ${DELETE_JOB}::text)
      where exists (select from billing.prints t where t.state = 'CANCELLED' and t.files_deleted_at is null and ${which})`,
  );
}
