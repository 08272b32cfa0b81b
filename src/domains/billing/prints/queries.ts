/** Questions about prints. The calls are the office's, so no row is limited. */
import type { z } from 'zod';
import { roads } from '#domains/meters/readings/queries.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Paging } from '#shared/paging.ts';
import { errors as runErrors } from '../bill-run/contract.ts';
import { holderName, holderNameBn, parties } from '../invoices/queries.ts';
import { type Asked, chosenBills, spokenLanguages } from './chosen-bills.ts';
import type { getPrint as getCall, Print, PrintBill, PrintPart, previewPrint } from './contract.ts';
import { keptUntilDay } from './kept-until.ts';
import {
  type Outcome,
  type PART_STATES,
  PRINT_JOB,
  type PrintState,
  type ShownOutcome,
} from './print.rules.ts';

type Rows = { id: string; askedAt: string; endedAt: string | null; filesDeletedAt: string | null };
type PrintRow = Omit<Print, keyof Rows> & Rows;

/** SELECT of prints. */
const prints: Sql = sql`select t.id, t.number, t.state, t.run_id as "runId", r.number as "runNumber", r.period, r.issued_on as "issuedOn",
    coalesce(s.number, w.number) as "sectorNumber", d.number as "roadNumber", t.households, t.asked_by_name as "askedBy",
    t.asked_at as "askedAt", t.ended_at as "endedAt", t.files_deleted_at as "filesDeletedAt", r.state = 'REVERSED' as "isReversed", p.*, b.*
  from billing.prints t join billing.bill_runs r on r.id = t.run_id
  left join settings.sectors s on s.id = t.sector_id
  left join settings.roads d on d.id = t.road_id left join settings.sectors w on w.id = d.sector_id
  cross join lateral (
    select count(*) as parts, count(*) filter (where n.made) as "partsDone",
      coalesce(sum(bills) filter (where n.made), 0)::bigint as bills,
      coalesce(sum(total_minor) filter (where n.made), 0)::bigint as "totalMinor",
      coalesce(sum(bytes) filter (where n.made), 0)::bigint as bytes
    from billing.print_parts, lateral (select print_parts.state = 'DONE' and t.state <> 'CANCELLED' as made) n
    where print_id = t.id) p
  cross join lateral (
    select count(*) filter (where outcome = 'LEFT_OUT') as "leftOut", count(*) filter (where outcome = 'FAILED') as failed
    from billing.print_bills where print_id = t.id and outcome <> 'PRINTED') b`;

type ListFilter = { state?: PrintState | undefined; runId?: string | undefined };

const ofRun = ({ runId }: ListFilter): Sql => (runId ? sql`t.run_id = ${runId}` : sql`true`);

export const printList = (query: ListFilter): ListQuery => ({
  rows: sql`${prints} where ${ofRun(query)} and ${query.state ? sql`t.state = ${query.state}` : sql`true`}`,
  sorts: { askedAt: sql`"askedAt"`, bills: sql`bills`, totalMinor: sql`"totalMinor"` },
  tieBreak: sql`id`,
});

export async function listPrints(db: Db | Tx, query: Paging & ListFilter) {
  const [page, counts] = await Promise.all([
    listPage<PrintRow>(db, query, printList(query)),
    countBy(db, sql`select t.state as key from billing.prints t where ${ofRun(query)}`),
  ]);
  return { ...page, counts };
}

/** Refuses an unknown id. */
export async function findPrint(db: Db | Tx, id: string): Promise<PrintRow> {
  const print = await first<PrintRow>(db, sql`${prints} where t.id = ${id}`);
  if (!print) throw fail(commonErrors.not_found);
  return print;
}

type Detail = z.input<(typeof getCall)['output']>;

/** One print with its proof, and what may be done with it now: who may read it may do all of it. */
export async function getPrint(db: Db | Tx, id: string): Promise<Detail> {
  const print = await findPrint(db, id);
  const isStopped = print.state === 'CANCELLED';
  const [proof, failure, { isPosted }] = await Promise.all([
    isStopped ? null : proofOf(db, id),
    first<NonNullable<Detail['failure']>>(
      db,
      sql`select reason, since from platform.job_alarms where job = ${PRINT_JOB}
        and subject = ${JSON.stringify({ printId: id })}::jsonb and raised_at is not null and solved_at is null`,
    ),
    one<{ isPosted: boolean }>(
      db,
      sql`select state = 'POSTED' as "isPosted" from billing.bill_runs where id = ${print.runId}`,
    ),
  ]);
  const hasFiles = print.filesDeletedAt === null && !isStopped && !print.isReversed;
  return {
    ...print,
    proof,
    failure: failure ?? null,
    keptUntil: print.state === 'DONE' && hasFiles ? await keptUntil(db, id) : null,
    can: {
      cancel: print.state === 'WORKING',
      again: print.state !== 'WORKING' && isPosted,
      tryAgain: failure !== undefined || (print.state === 'DONE' && print.failed > 0 && hasFiles),
      download: print.state === 'DONE' && hasFiles && print.bills > 0,
    },
  };
}

async function keptUntil(db: Db | Tx, id: string): Promise<string> {
  const { day } = await one<{ day: string }>(
    db,
    sql`select ${keptUntilDay}::text as day from billing.prints where id = ${id}`,
  );
  return day;
}

/**
 * The bills of the run, each counted by what became of it, beside the numbers and sums of the files: a bill that no file has and no
 * reason names would be missing on one side.
 */
function proofOf(db: Db | Tx, id: string): Promise<NonNullable<Detail['proof']>> {
  const sums = (name: string, which: Sql) => sql`count(*) filter (where ${which}) as ${sql.ref(name)},
      coalesce(sum(i.total_minor) filter (where ${which}), 0)::bigint as ${sql.ref(`${name}Minor`)}`;
  const became = (name: string, outcome: Outcome) => sums(name, sql`b.outcome = ${outcome}`);
  return one<NonNullable<Detail['proof']>>(
    db,
    sql`with files as (select coalesce(sum(bills), 0) as bills, coalesce(sum(total_minor), 0) as minor
        from billing.print_parts where print_id = ${id} and state = 'DONE')
      select n.*, n.printed = f.bills and n."printedMinor" = f.minor
        and n."runBills" = n.printed + n."leftOut" + n.failed + n.waiting + n.others as "isEqual"
      from files f, (
        select count(*) as "runBills", coalesce(sum(i.total_minor), 0)::bigint as "runMinor", ${became('printed', 'PRINTED')},
          ${became('leftOut', 'LEFT_OUT')}, ${became('failed', 'FAILED')}, ${became('waiting', 'WAITING')},
          ${sums('others', sql`b.invoice_id is null`)}
        from billing.prints t join billing.invoices i on i.run_id = t.run_id
        left join billing.print_bills b on b.print_id = t.id and b.invoice_id = i.id where t.id = ${id}) n`,
  );
}

/** Refuses a run that is not posted: it has no bills, or they are cancelled. */
async function requirePosted(db: Db | Tx, runId: string): Promise<void> {
  const run = await first<{ state: string }>(
    db,
    sql`select state from billing.bill_runs where id = ${runId}`,
  );
  if (!run) throw fail(commonErrors.not_found);
  if (run.state !== 'POSTED') throw fail(runErrors.run_state, { state: run.state });
}

type Preview = z.input<(typeof previewPrint)['output']>;

/**
 * SELECT of how many of the chosen bills other prints of the run have, and of the last of these prints. A print may have a part of them:
 * a road of the town that is asked for. Stopped ones have no files.
 * @param chosen of `chosenBills`
 */
const earlierPrints = (chosen: Sql): Sql<NonNullable<Preview['earlier']>> => sql<
  NonNullable<Preview['earlier']>
>`
    select t.id, t.number, t.asked_at as "askedAt", t.asked_by_name as "askedBy", n.bills, n.prints
    from (
      select count(distinct b.invoice_id) as bills, count(distinct t.id) as prints, (array_agg(t.id order by t.number desc))[1] as last
      from (${chosen}) c join billing.print_bills b on b.invoice_id = c.id and b.outcome in ('PRINTED', 'WAITING')
      join billing.prints t on t.id = b.print_id and t.state <> 'CANCELLED'
      where c.reason is null) n
    join billing.prints t on t.id = n.last`;

/** What a print would have now. */
export async function previewOf(db: Db | Tx, asked: Asked): Promise<Preview> {
  await requirePosted(db, asked.runId);
  const chosen = chosenBills(asked, await spokenLanguages(db));
  const [earlier, sums, places] = await Promise.all([
    first<NonNullable<Preview['earlier']>>(db, earlierPrints(chosen)),
    one<Omit<Preview, 'places' | 'earlier'>>(
      db,
      sql`select count(distinct road_id) filter (where reason is null) as roads, coalesce(max(part_no), 0) as parts,
          count(*) filter (where reason is null) as bills,
          coalesce(sum(total_minor) filter (where reason is null), 0)::bigint as "totalMinor",
          count(*) filter (where reason is null and language = 'bn') as bengali, count(*) filter (where reason is not null) as "leftOut"
        from (${chosen}) b`,
    ),
    all<Preview['places'][number]>(
      db,
      sql`select d.sector_id as "sectorId", d.sector_number as "sectorNumber", d.id as "roadId", d.number as "roadNumber", count(*) as bills
        from billing.invoices i join meters.connections c on c.id = i.connection_id join ${roads} d on d.id = c.road_id
        where i.run_id = ${asked.runId} group by d.way, d.sector_id, d.sector_number, d.id, d.number order by d.way`,
    ),
  ]);
  return { ...sums, earlier: earlier ?? null, places };
}

type PartFilter = { state?: (typeof PART_STATES)[number] | undefined; search?: string | undefined };

/** The state of part `p`, and the outcome of bill `b`, of print `t`. What was left out or not written before it was stopped still is. */
const partState = sql`case when t.state = 'CANCELLED' then 'STOPPED' else p.state end`;
const shownOutcome = sql`case when t.state = 'CANCELLED' and b.outcome in ('WAITING', 'PRINTED') then 'STOPPED' else b.outcome end`;

export function partList(printId: string, { state, search }: PartFilter): ListQuery {
  return {
    rows: sql`select p.part_no as id, p.part_no as part, s.number as "sectorNumber", d.number as "roadNumber", p.piece, p.pieces, ${partState} as state,
        p.bills, p.total_minor as "totalMinor", p.pages,
        case when t.state <> 'CANCELLED' and t.files_deleted_at is null and r.state <> 'REVERSED' then p.bytes end as bytes, n.first as "firstNumber", n.last as "lastNumber"
      from billing.print_parts p join billing.prints t on t.id = p.print_id join billing.bill_runs r on r.id = t.run_id
      join settings.roads d on d.id = p.road_id join settings.sectors s on s.id = d.sector_id
      left join lateral (
        select (array_agg(i.number order by b.place))[1] as first, (array_agg(i.number order by b.place desc))[1] as last
        from billing.print_bills b join billing.invoices i on i.id = b.invoice_id
        where b.print_id = p.print_id and b.part_no = p.part_no and b.outcome = 'PRINTED') n on true
      where p.print_id = ${printId} and ${state ? sql`${partState} = ${state}` : sql`true`}
        and (${search ?? null}::text is null or d.number like ${containing(search ?? '').slice(1)} or s.number = ${search ?? ''})`,
    sorts: { part: sql`part`, bills: sql`bills`, totalMinor: sql`"totalMinor"` },
    tieBreak: sql`part`,
    count: sql`select count(*) as total from billing.print_parts p join billing.prints t on t.id = p.print_id
      join settings.roads d on d.id = p.road_id
      join settings.sectors s on s.id = d.sector_id where p.print_id = ${printId} and ${state ? sql`${partState} = ${state}` : sql`true`}
        and (${search ?? null}::text is null or d.number like ${containing(search ?? '').slice(1)} or s.number = ${search ?? ''})`,
  };
}

export async function listParts(db: Db | Tx, id: string, query: Paging & PartFilter) {
  await findPrint(db, id);
  return listPage<PrintPart>(db, query, partList(id, query));
}

type BillFilter = { outcome?: ShownOutcome | undefined; search?: string | undefined };

export function billList(printId: string, { outcome, search }: BillFilter): ListQuery {
  return {
    rows: sql`select i.id, i.number, ${holderName} as "consumerName", ${holderNameBn} as "consumerNameBn", s.number as "sectorNumber",
        d.number as "roadNumber", c.plot_number as "plotNumber", b.language, b.total_minor as "totalMinor", ${shownOutcome} as outcome, b.reason,
        b.problem, b.part_no as "partNo", b.place
      from billing.print_bills b join billing.prints t on t.id = b.print_id join billing.invoices i on i.id = b.invoice_id ${parties}
      where b.print_id = ${printId} and ${outcome ? sql`${shownOutcome} = ${outcome}` : sql`true`}
        and (${search ?? null}::text is null or i.number = ${search ?? ''} or u.search like ${containing((search ?? '').toLowerCase())})`,
    sorts: { partNo: [sql`"partNo"`, sql`place`], number: sql`number`, totalMinor: sql`"totalMinor"` },
    tieBreak: sql`id`,
  };
}

export async function listBills(db: Db | Tx, id: string, query: Paging & BillFilter) {
  await findPrint(db, id);
  return listPage<PrintBill>(db, query, billList(id, query));
}
