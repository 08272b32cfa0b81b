/** Questions about bill runs: lists, one run with its totals proof, and its items. */

import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Page, Paging } from '#shared/paging.ts';
import { countCorrections } from '../correction-run/queries.ts';
import { nextRunState, type RunFilter, type RunState } from './bill-run.rules.ts';
import { BILL_ITEMS, CORRECTION_ITEMS, inScope } from './calculate-chunk.ts';
import type { BillRun, RunItem } from './contract.ts';

const runs: Sql = sql`select r.id, r.number, r.period, r.sector_id as "sectorId", s.number as "sectorNumber", r.state,
    r.issued_on as "issuedOn", r.due_on as "dueOn", p.name as "plannedBy", r.planned_at as "plannedAt",
    a.name as "approvedBy", r.approved_at as "approvedAt", r.posted_at as "postedAt",
    x.name as "cancelledBy", r.cancelled_at as "cancelledAt", r.cancel_reason as "cancelReason", r.version, k.*,
    case when v.id is not null then json_build_object('tariffId', v.id, 'categoryNameEn', y.name_en, 'categoryNameBn', y.name_bn,
      'effectiveFrom', v.effective_from) end as correction
  from billing.bill_runs r
  left join settings.sectors s on s.id = r.sector_id
  left join identity.users p on p.id = r.planned_by
  left join identity.users a on a.id = r.approved_by
  left join identity.users x on x.id = r.cancelled_by
  left join billing.tariff_versions v on v.id = r.tariff_version_id
  left join billing.tariff_categories y on y.code = v.category
  cross join lateral (
    select count(*) as chunks,
      count(*) filter (where state = case when r.state in ('PLANNED', 'CALCULATING', 'REVIEW') then 'CALCULATED' else 'POSTED' end
        or state = 'POSTED') as "chunksDone",
      coalesce(sum(billed), 0)::bigint as billed, coalesce(sum(held), 0)::bigint as held,
      coalesce(sum(total_minor), 0)::bigint as "totalMinor"
    from billing.bill_run_chunks where run_id = r.id
  ) k`;

/** Its work failed three times, and nobody has mended it. */
const hasFailed = (run: string): Sql => sql`exists (select from platform.job_alarms f
  where f.subject = jsonb_build_object('runId', ${sql.ref(`${run}.id`)}) and f.raised_at is not null and f.solved_at is null)`;

/** Older runs are not looked through each time; their months are in the list of unbilled months. */
const LEFT_FOR_DAYS = 92;

const isToBill = (connectionId: Sql, period: Sql): Sql => sql`exists (select from meters.readings m
  where m.connection_id = ${connectionId} and m.period = ${period} and m.living and m.state in ('APPROVED', 'ESTIMATED'))`;

/** A posted run `run` held a bill that can be made, and nobody has; a later run of the month that held it too is the one to look at. */
const hasHeldLeft = (run: string, today: string): Sql => {
  const [id, period, number] = [sql.ref(`${run}.id`), sql.ref(`${run}.period`), sql.ref(`${run}.number`)];
  return sql`(${sql.ref(`${run}.state`)} = 'POSTED' and ${sql.ref(`${run}.tariff_version_id`)} is null
    and ${sql.ref(`${run}.issued_on`)} > ${today}::date - ${LEFT_FOR_DAYS}::int and exists (
    select from billing.bill_run_items h
    where h.run_id = ${id} and h.outcome = 'HELD' and ${isToBill(sql`h.connection_id`, period)}
      and not exists (select from billing.bill_runs l join billing.bill_run_items n on n.run_id = l.id and n.connection_id = h.connection_id
        where l.period = ${period} and l.state = 'POSTED' and l.number > ${number})))`;
};

const isReversalAsked = (run: string): Sql =>
  sql`exists (select from billing.bill_run_reversals v where v.run_id = ${sql.ref(`${run}.id`)} and v.state = 'REQUESTED')`;

function isIn(state: RunFilter | undefined, today: string): Sql {
  if (!state) return sql`true`;
  if (state === 'HELD_LEFT') return hasHeldLeft('r', today);
  if (state === 'REVERSAL_ASKED') return isReversalAsked('r');
  return state === 'FAILED' ? hasFailed('r') : sql`r.state = ${state}`;
}

export function runList(
  { today }: Pick<Actor, 'today'>,
  query: { state?: RunFilter | undefined },
): ListQuery {
  return {
    rows: sql`${runs} where ${isIn(query.state, today)}`,
    sorts: { number: sql`number`, period: sql`period` },
    tieBreak: sql`number desc`,
  };
}

export const pageOfRuns = (
  db: Db | Tx,
  actor: Actor,
  query: Paging & { state?: RunFilter | undefined },
): Promise<Page<BillRun>> => listPage<BillRun>(db, query, runList(actor, query));

/** A page of runs, and how many there are in each state. */
export async function listRuns(db: Db | Tx, actor: Actor, query: Paging & { state?: RunFilter | undefined }) {
  const page = await pageOfRuns(db, actor, query);
  const [counts, marked] = await Promise.all([
    countBy(db, sql`select state as key from billing.bill_runs`),
    one<{ failed: number; heldLeft: number; reversalAsked: number }>(
      db,
      sql`select count(*) filter (where ${hasFailed('r')}) as failed, count(*) filter (where ${hasHeldLeft('r', actor.today)}) as "heldLeft",
          count(*) filter (where ${isReversalAsked('r')}) as "reversalAsked"
        from billing.bill_runs r`,
    ),
  ]);
  return { ...page, counts, ...marked };
}

type WaitingReversal = Pick<BillRun, 'id' | 'number' | 'period' | 'sectorNumber' | 'totalMinor'> & {
  since: string;
};

/** Posted runs whose reversal waits for a second person, the oldest request first. */
export async function waitingReversals(
  db: Db | Tx,
  limit: number,
): Promise<{ total: number; items: WaitingReversal[] }> {
  const { total } = await one<{ total: number }>(
    db,
    sql`select count(*) as total from billing.bill_run_reversals where state = 'REQUESTED'`,
  );
  const items = await all<WaitingReversal>(
    db,
    sql`select r.id, r.number, r.period, s.number as "sectorNumber", v.requested_at as since,
        (select coalesce(sum(total_minor), 0)::bigint from billing.bill_run_chunks where run_id = r.id) as "totalMinor"
      from billing.bill_run_reversals v join billing.bill_runs r on r.id = v.run_id left join settings.sectors s on s.id = r.sector_id
      where v.state = 'REQUESTED' order by v.requested_at, v.id limit ${limit}`,
  );
  return { total, items };
}

/** One run; refuses an unknown id. */
export async function findRun(db: Db | Tx, id: string): Promise<BillRun> {
  const run = await first<BillRun>(db, sql`${runs} where r.id = ${id}`);
  if (!run) throw fail(commonErrors.not_found);
  return run;
}

export type Proof = {
  connections: number;
  billed: number;
  held: number;
  complete: boolean;
  totalMinor: number;
  invoices: number;
  invoicedMinor: number;
  postedMinor: number;
};

/**
 * The totals proof, counted from the rows themselves and not from the chunks' own sums: connections in scope
 * against items; invoices and ledger against the billed total, after they are posted. A connection that left the scope
 * since the calculation is held and counts on both sides. Each connection's item is asked for by its key, never
 * by a join: the planner knows a run only when it has counted the items since, and an anti-join of a whole run that
 * it takes for a few rows may last minutes.
 */
export async function proveRun(
  db: Db | Tx,
  run: { id: string; period: string; sectorId: string | null; state: RunState; isCorrection?: boolean },
): Promise<Proof> {
  const counted = await (run.isCorrection ? countCorrections(db, run.id) : countBills(db, run));
  const { missing, ...proof } = counted;
  const isPosted = run.state === 'POSTING' || run.state === 'POSTED';
  const isTrue =
    !isPosted ||
    (proof.invoices === proof.billed &&
      proof.invoicedMinor === proof.totalMinor &&
      proof.postedMinor === proof.totalMinor);
  return { ...proof, complete: missing === 0 && isTrue && proof.billed + proof.held > 0 };
}

function countBills(db: Db | Tx, run: { id: string; period: string; sectorId: string | null }) {
  return one<Omit<Proof, 'complete'> & { missing: number }>(
    db,
    sql`select
      (select count(*) from meters.connections c where ${inScope(run)}) + i.gone as connections,
      (select count(*) from meters.connections c where ${inScope(run)} and (
        select i.chunk from billing.bill_run_items i where i.run_id = ${run.id} and i.connection_id = c.id) is null) as missing,
      i.billed, i.held, i.total as "totalMinor", v.invoices, v.total as "invoicedMinor",
      (select coalesce(sum(e.amount_minor), 0)::bigint from billing.invoices n
        join ledger.journals j on j.kind = 'INVOICE' and j.source_id = n.id
        join ledger.entries e on e.journal_id = j.id and e.account_code = ${ACCOUNTS.receivable}
        where n.run_id = ${run.id}) as "postedMinor"
    from (select count(*) filter (where outcome = 'BILLED') as billed, count(*) filter (where outcome = 'HELD') as held,
        count(*) filter (where reason = 'moved_scope') as gone, coalesce(sum(total_minor) filter (where outcome = 'BILLED'), 0)::bigint as total
      from billing.bill_run_items where run_id = ${run.id}) i,
      (select count(*) as invoices, coalesce(sum(total_minor), 0)::bigint as total
      from billing.invoices where run_id = ${run.id}) v`,
  );
}

const WORKING: readonly RunState[] = ['PLANNED', 'CALCULATING', 'POSTING'];

/**
 * The proof as it was stored when the last step was finished; counted now if something changed since then. While the
 * run works there is none.
 */
async function proofOf(db: Db | Tx, run: BillRun): Promise<Proof> {
  const { proof } = await one<{ proof: Proof | null }>(
    db,
    sql`select proof from billing.bill_runs where id = ${run.id}`,
  );
  if (proof) return proof;
  if (!WORKING.includes(run.state)) return proveRun(db, { ...run, isCorrection: run.correction !== null });
  const { billed, held, totalMinor } = run;
  return {
    connections: 0,
    billed,
    held,
    complete: false,
    totalMinor,
    invoices: 0,
    invoicedMinor: 0,
    postedMinor: 0,
  };
}

type Reversal = {
  id: string;
  state: 'REQUESTED' | 'DONE' | 'REFUSED' | 'WITHDRAWN';
  reason: string;
  answer: string | null;
  requestedBy: string | null;
  requestedAt: string;
  decidedBy: string | null;
  decidedAt: string | null;
  askedBy: string | null;
};

const omitAsker = ({ askedBy: _askedBy, ...reversal }: Reversal) => reversal;

/** One run with proof, reasons and what this actor may do now. */
export async function getRun(db: Db | Tx, actor: Actor, id: string) {
  const run = await findRun(db, id);
  const [proof, heldReasons, planner, failure, reversal] = await Promise.all([
    proofOf(db, run),
    all<{ reason: string; count: number }>(
      db,
      sql`select reason, count(*) as count from ${sql.table(run.correction ? CORRECTION_ITEMS : BILL_ITEMS)}
        where run_id = ${id} and outcome = 'HELD' group by reason order by count desc`,
    ),
    one<{ planned_by: string | null; authors: string[] }>(
      db,
      sql`select r.planned_by, coalesce(v.author_ids, '{}') as authors from billing.bill_runs r
        left join billing.tariff_versions v on v.id = r.tariff_version_id where r.id = ${id}`,
    ),
    first<{ reason: string; since: string; retriedAt: string | null }>(
      db,
      sql`select reason, since, retried_at as "retriedAt" from platform.job_alarms
        where subject = ${JSON.stringify({ runId: id })}::jsonb and raised_at is not null and solved_at is null
        order by since desc limit 1`,
    ),
    first<Reversal>(
      db,
      sql`select v.id, v.state, v.reason, v.answer, a.name as "requestedBy", v.requested_at as "requestedAt", d.name as "decidedBy",
          v.decided_at as "decidedAt", v.requested_by as "askedBy"
        from billing.bill_run_reversals v
        left join identity.users a on a.id = v.requested_by left join identity.users d on d.id = v.decided_by
        where v.run_id = ${id} order by v.id desc limit 1`,
    ),
  ]);
  const asked = reversal?.state === 'REQUESTED';
  const next = (action: string) => nextRunState(run.state, action, run.correction !== null) !== undefined;
  return {
    ...run,
    proof,
    heldReasons,
    failure: failure ?? null,
    reversal: reversal ? omitAsker(reversal) : null,
    can: {
      calculate: may(actor, 'bill-runs:plan') && next('calculate'),
      approve:
        may(actor, 'bill-runs:approve') &&
        next('approve') &&
        proof.complete &&
        planner.planned_by !== actor.userId &&
        (run.correction === null ||
          (may(actor, 'tariffs:approve') && !planner.authors.includes(actor.userId ?? ''))),
      post: may(actor, 'bill-runs:post') && next('post'),
      giveUp: may(actor, 'bill-runs:plan') && next('give-up'),
      refuse: may(actor, 'bill-runs:approve') && next('refuse') && planner.planned_by !== actor.userId,
      tryAgain: may(actor, 'bill-runs:plan') && failure !== undefined,
      release:
        may(actor, 'bill-runs:approve') &&
        next('release') &&
        heldReasons.some(({ reason }) => reason === 'month_before_unbilled'),
      reverse: may(actor, 'bill-runs:reverse') && next('reverse') && !asked,
      decideReversal: may(actor, 'bill-runs:reverse') && asked && reversal.askedBy !== actor.userId,
      withdrawReversal: may(actor, 'bill-runs:reverse') && asked && reversal.askedBy === actor.userId,
    },
  };
}

type ItemFilter = {
  search?: string | undefined;
  outcome?: string | undefined;
  reason?: string | undefined;
};

/** A page of a run's items. */
export function listRunItems(db: Db | Tx, runId: string, query: ItemFilter & Paging): Promise<Page<RunItem>> {
  return listPage(db, query, runItemList(runId, query));
}

const hasOutcome = (runId: string, outcome: string | undefined): Sql =>
  outcome === 'LEFT'
    ? sql`(i.outcome = 'HELD' and ${isToBill(sql`i.connection_id`, sql`(select period from billing.bill_runs where id = ${runId})`)})`
    : sql`(${outcome ?? null}::text is null or i.outcome = ${outcome ?? null})`;

export function runItemList(runId: string, query: ItemFilter): ListQuery {
  return {
    rows: sql`select i.connection_id as "connectionId", c.number as "connectionNumber",
        u.name as "consumerName", u.name_bn as "consumerNameBn", c.plot_number as "plotNumber",
        s.number as "sectorNumber", d.number as "roadNumber", i.outcome, i.reason,
        i.usage_litres as "usageLitres", i.total_minor as "totalMinor", i.arrears_minor as "arrearsMinor"
      from billing.bill_run_items i
      join meters.connections c on c.id = i.connection_id
      join consumers.consumers u on u.id = i.consumer_id
      join settings.roads d on d.id = c.road_id
      join settings.sectors s on s.id = d.sector_id
      where i.run_id = ${runId}
        and ${hasOutcome(runId, query.outcome)}
        and (${query.reason ?? null}::text is null or i.reason = ${query.reason ?? null})
        and (${query.search ?? null}::text is null or c.number = ${query.search ?? ''}
          or u.search like ${containing((query.search ?? '').toLowerCase())})`,
    sorts: {
      connectionNumber: sql`"connectionNumber"`,
      totalMinor: sql`"totalMinor"`,
      usageLitres: sql`"usageLitres"`,
    },
    tieBreak: sql`"connectionId"`,
  };
}
