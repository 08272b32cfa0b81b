/** Questions about invoices. A consumer's rows are limited here and again by row-level security. */
import type { z } from 'zod';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { mayPayFor, ofOption, seesConnection, seesOf } from '#domains/meters/sharing/visible.ts';
import { type Actor, may } from '#platform/actor.ts';
import { oneTogether } from '#platform/database/ask-together.ts';
import { betweenDays } from '#platform/database/days.ts';
import { all, type Db, first, one, PLANNED_ONCE, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import { knownFrom } from '../bill-run/known-from.ts';
import { adjustmentsOf, correctionBeside, isCorrectionAsked } from '../corrections/queries.ts';
import { disputedSince, isAmongDisputed } from '../disputes/disputed.ts';
import { leaksBeside } from '../leaks/queries.ts';
import { isAmongPlans, planOfConnection } from '../payment-plans/asked.ts';
import { rebateBeside } from '../rebates/beside.ts';
import { getLimits } from '../settings/queries.ts';
import { isSurcharge, payOrder, surchargesBeside } from '../surcharges/queries.ts';
import { type Invoice, type invoiceDetail, LEAK_CREDIT, type searchInvoice } from './contract.ts';
import { emptyInFull, estimates } from './estimated.ts';
import { isChequeFee, isRebateBack } from './line-accounts.rules.ts';
import { ownOpenOf, takerOfBill } from './taken-over.ts';
import { OPEN_STATES, talliedByState } from './tally.ts';

/** What of the invoices `i` the actor may see: their own, and those of a connection that is shared with them. */
export function visibleTo(actor: Actor): Sql {
  return actor.kind === 'consumer'
    ? sql`(${isConsumer(sql`i.consumer_id`, actor.consumerId)} or ${seesOf(actor, 'i')})`
    : sql`true`;
}

/** Of a connection that is shared with the actor only the name is shown. */
export const holderName: Sql = sql`coalesce(u.name, meters.holder_name(c.id), '')`;
export const holderNameBn: Sql = sql`case when u.id is null then meters.holder_name_bn(c.id) else u.name_bn end`;

/** Over invoices `i`: something is still to be paid. A cancelled invoice owes nothing; nor does a household what a new owner took over, or what it disputes. */
const isOpen = (actor: Actor) =>
  sql`(i.cancelled_on is null and i.settled_minor < i.total_minor and ${isOwed(actor)})`;
export const openOf = (actor: Actor) =>
  actor.kind === 'consumer' ? ownOpenOf('i') : sql`(i.total_minor - i.settled_minor)`;
const isOwed = (actor: Actor) =>
  actor.kind === 'consumer' ? sql`(${ownOpenOf('i')} > 0 and not ${isAmongDisputed('i')})` : sql`true`;
const dueMinor = (actor: Actor) => sql`(case when i.cancelled_on is null then ${openOf(actor)} else 0 end)`;
/** All that is open of it was taken over, or nothing is open any more. */
const isTakenOver = sql`(billing.is_taken_over(i.id)
  and (i.cancelled_on is not null or i.total_minor - i.settled_minor = billing.taken_over_due(i.id)))`;

const columns = (
  actor: Actor,
) => sql`i.id, i.number, i.connection_id as "connectionId", c.number as "connectionNumber",
  i.consumer_id as "consumerId", ${holderName} as "consumerName", ${holderNameBn} as "consumerNameBn", s.number as "sectorNumber",
  d.number as "roadNumber", c.plot_number as "plotNumber", i.period, i.issued_on as "issuedOn", i.due_on as "dueOn",
  i.usage_litres as "usageLitres", i.total_minor as "totalMinor", i.settled_minor as "settledMinor",
  ${dueMinor(actor)} as "dueMinor", i.state, (${isOpen(actor)} and i.due_on < ${actor.today} and not ${isAmongDisputed('i')} and not ${isAmongPlans('i')}) as overdue,
  ${disputedSince(sql`i.id`)} as "disputedSince", ${isAmongPlans('i')} as "isInPlan",
  ${isTakenOver} as "isTakenOver", billing.taken_over_due(i.id) as "takenOverMinor", i.adjusts_id is not null as "isSupplement", ${isSurcharge(sql`i.id`)} as "isSurcharge", i.is_final as "isFinal",
  coalesce((select sum(a.amount_minor) from billing.adjustments a where a.invoice_id = i.id), 0)::bigint as "adjustedMinor"`;

/** What the names of invoices `i` are read from. */
export const parties: Sql = sql`join meters.connections c on c.id = i.connection_id
  left join consumers.consumers u on u.id = i.consumer_id
  join settings.roads d on d.id = c.road_id
  join settings.sectors s on s.id = d.sector_id`;

type Filters = Omit<z.output<(typeof searchInvoice)['query']>, 'limit' | 'offset' | 'sort'>;

/** Only the conditions that are asked for, so that the planner sees a plain query. */
function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [visibleTo(actor)];
  if (query.state) parts.push(stateCondition(query.state));
  parts.push(
    ...whether(query.overdue, sql`${isOpen(actor)} and i.due_on < ${actor.today}`),
    ...whether(query.open, isOpen(actor)),
    ...whether(actor.kind === 'consumer' ? undefined : query.correctionAsked, isCorrectionAsked),
  );
  if (query.connectionId) parts.push(sql`i.connection_id = ${query.connectionId}`);
  if (query.consumerId) parts.push(isConsumer(sql`i.consumer_id`, query.consumerId));
  if (query.applicationId) parts.push(sql`i.connection_id in (${ofOption(query.applicationId)})`);
  if (query.runId) parts.push(sql`i.run_id = ${query.runId}`);
  if (query.period) parts.push(sql`i.period = ${query.period}`);
  parts.push(...betweenDays(sql`i.issued_on`, { from: query.issuedFrom, to: query.issuedTo }));
  if (query.minTotalMinor !== undefined) parts.push(sql`i.total_minor >= ${query.minTotalMinor}`);
  if (query.roadId) parts.push(inRoads(sql`d.id = ${query.roadId}`));
  if (query.sectorId) parts.push(inRoads(sql`d.sector_id = ${query.sectorId}`));
  if (query.search) parts.push(searching(query.search));
  return sql.join(parts, sql` and `);
}

/** The conditions on lines `i` of the tally instead of the bills, if it tells apart all that is asked for; else nothing. */
function talliedConditions(actor: Actor, query: Filters): Sql | undefined {
  const { state, overdue, open, issuedFrom, issuedTo, ...others } = query;
  const { limit: _, offset: __, sort: ___, ...asked } = others as typeof others & Partial<Paging>;
  if (actor.kind === 'consumer' || Object.values(asked).some((filter) => filter !== undefined))
    return undefined;
  const parts: Sql[] = [
    sql`true`,
    ...whether(overdue, sql`i.state in ${OPEN_STATES} and i.due_on < ${actor.today}`),
    ...whether(open, sql`i.state in ${OPEN_STATES}`),
  ];
  if (state) parts.push(stateCondition(state));
  parts.push(...betweenDays(sql`i.issued_on`, { from: issuedFrom, to: issuedTo }));
  return sql.join(parts, sql` and `);
}

const inRoads = (road: Sql) => sql`i.connection_id in (
  select c.id from meters.connections c join settings.roads d on d.id = c.road_id where ${road})`;

/** Digits are a number of an invoice or connection; anything else is a name, phone or plot. */
function searching(search: string): Sql {
  const latin = toLatinDigits(search);
  if (/^\d{10}$/.test(latin)) {
    return sql`(i.number = ${latin} or i.connection_id in (select id from meters.connections where number = ${latin}))`;
  }
  return sql`(i.consumer_id in (${consumersFound(search)})
    or i.connection_id in (select id from meters.connections where platform.plot_key(plot_number) = platform.plot_key(${latin}::text)))`;
}

function stateCondition(state: NonNullable<Filters['state']>): Sql {
  return sql`i.state = ${state}`;
}

const SORTED = sql`i.issued_on as "issuedOn", i.due_on as "dueOn", i.total_minor as "totalMinor", i.usage_litres as "usageLitres"`;

type Sums = { totalMinor: Minor; settledMinor: Minor; dueMinor: Minor };

/** The invoices that the actor asked for and may see. */
export function invoiceList(actor: Actor, query: Filters): ListQuery {
  const where = conditions(actor, query);
  return {
    rows: sql`select i.*, ${SORTED} from billing.invoices i where ${where}`,
    details: (shown) => sql`select ${columns(actor)} from (${shown}) i ${parties}`,
    sorts: {
      issuedOn: sql`"issuedOn"`,
      dueOn: sql`"dueOn"`,
      number: sql`number`,
      totalMinor: sql`"totalMinor"`,
      usageLitres: sql`"usageLitres"`,
    },
    tieBreak: sql`id`,
    count: sql`select count(*) as total from billing.invoices i where ${where}`,
  };
}

/** A page of invoices, with the sums of all that match; what is cancelled was neither billed nor is it due. */
export async function searchInvoices(db: Db | Tx, actor: Actor, query: Filters & Paging) {
  const tallied = talliedConditions(actor, query);
  const [bills, from, owed] = tallied
    ? [
        sql`coalesce(sum(i.invoices), 0)::bigint`,
        sql`billing.invoice_tally i where ${tallied}`,
        sql`i.total_minor - i.settled_minor`,
      ]
    : [sql`count(*)`, sql`billing.invoices i where ${conditions(actor, query)}`, openOf(actor)];
  const counted = await oneTogether(
    db,
    sql<Sums & { total: number }>`select ${bills} as total,
        coalesce(sum(i.total_minor) filter (where i.state <> 'CANCELLED'), 0)::bigint as "totalMinor",
        coalesce(sum(i.settled_minor) filter (where i.state <> 'CANCELLED'), 0)::bigint as "settledMinor",
        coalesce(sum(${owed}) filter (where i.state <> 'CANCELLED'), 0)::bigint as "dueMinor"
      from ${from}`,
  );
  const { total, ...sums } = counted;
  const count = sql<{ total: number }>`select ${total}::bigint as total`;
  const page = await listPage<Invoice>(db, query, { ...invoiceList(actor, query), count });
  return { ...page, sums };
}

/** By the list's own conditions, but for the state. */
export async function countInvoices(db: Db | Tx, actor: Actor, query: Filters) {
  const others = { ...query, state: undefined };
  const tallied = talliedConditions(actor, others);
  if (tallied) return { counts: await talliedByState(db, tallied) };
  const where = conditions(actor, others);
  return { counts: await countBy(db, sql`select i.state as key from billing.invoices i where ${where}`) };
}

export type Detail = Omit<z.input<(typeof invoiceDetail)['output']>, 'dunning'>;
export type DetailRow = Omit<
  Detail,
  | 'lines'
  | 'history'
  | 'can'
  | 'explanation'
  | 'tariffs'
  | 'adjustments'
  | 'correction'
  | 'taker'
  | 'surchargeOf'
  | 'surcharges'
  | 'rebate'
  | 'wasDisputed'
  | 'hasLeak'
  | 'plan'
> & {
  explanation: Detail['explanation'] | null;
  knownFrom: string;
};

/** SELECT of invoices `i`, as far as the screen and the paper show what is in their own row. */
export const detailRows = (actor: Actor, which: Sql): Sql<DetailRow> =>
  sql<DetailRow>`select ${columns(actor)}, i.period_from as "periodFrom", i.period_to as "periodTo",
      coalesce(r.previous_on, i.period_from) as "usedFrom", coalesce(r.read_on, i.period_to) as "usedTo",
      m.number as "meterNumber", i.previous_litres as "previousLitres", i.current_litres as "currentLitres",
      i.arrears_minor as "arrearsMinor",
      coalesce((select t.category from billing.tariff_versions t where t.id = i.tariff_version_id), c.category) as category,
      c.pipe_size_mm as "pipeSizeMm",
      i.cancelled_on as "cancelledOn", i.cancel_reason as "cancelReason", i.explanation, i.version, ${estimates}, ${emptyInFull},
      ${knownFrom('i')} as "knownFrom"
    from billing.invoices i ${parties} left join meters.meters m on m.id = i.meter_id
    left join meters.readings r on r.id = i.reading_id and r.period = i.period where ${which} and ${visibleTo(actor)}`;

/** One invoice with everything the screen shows; refuses an unknown or foreign one. */
export async function getInvoice(
  db: Db | Tx,
  actor: Actor,
  id: string,
): Promise<Detail & Pick<DetailRow, 'knownFrom'>> {
  const invoice = await first<DetailRow>(db, sql`${PLANNED_ONCE} ${detailRows(actor, sql`i.id = ${id}`)}`);
  if (!invoice) throw fail(commonErrors.not_found);
  const explanation = invoice.explanation ?? [];
  const isTaken = invoice.isTakenOver || invoice.takenOverMinor > 0;
  const [lines, history, adjustments, waiting, beside, rebate, taker, plan, { hasLeak, mayBeLeak, noLeak }] =
    await Promise.all([
      linesOf(db, id),
      usageHistory(db, invoice.connectionId, invoice.period),
      adjustmentsOf(db, id),
      correctionBeside(db, actor, id),
      surchargesBeside(db, invoice),
      rebateBeside(db, invoice, actor.today),
      isTaken ? takerOfBill(db, actor, id) : undefined,
      invoice.isInPlan ? planOfConnection(db, actor, invoice.connectionId) : null,
      leaksBeside(db, actor, invoice),
    ]);
  const corrected = adjustments.flatMap((adjustment) => adjustment.explanation);
  const tariffs = await tariffsOf(
    db,
    [...explanation, ...corrected].map((part) => part.version),
  );
  const open = invoice.dueMinor > 0 && invoice.state !== 'CANCELLED';
  const ownDue = invoice.totalMinor - invoice.settledMinor - invoice.takenOverMinor;
  const { limits } = await getLimits(db);
  const isOffice = actor.kind !== 'consumer';
  const { mayPay, mayDispute, wasDisputed, isHolder } = await one<{
    mayPay: boolean;
    isHolder: boolean;
    mayDispute: boolean;
    wasDisputed: boolean;
  }>(
    db,
    sql`${PLANNED_ONCE} select ${mayPayFor(actor, sql`${invoice.connectionId}::uuid`)} as "mayPay",
      ${isOffice}::boolean or ${isConsumer(sql`${invoice.consumerId}::uuid`, actor.consumerId)} as "isHolder",
      ${isOffice}::boolean or (${isConsumer(sql`${invoice.consumerId}::uuid`, actor.consumerId)}
        and ${actor.today}::date <= ${invoice.knownFrom}::date + ${limits.disputeDays}::int
        and not exists (select from billing.disputes d where d.invoice_id = ${id} and d.decided_at is not null and d.ended_at is not null)) as "mayDispute",
      exists (select from billing.disputes d where d.invoice_id = ${id}) as "wasDisputed"`,
  );
  const isOpenToCorrect = invoice.state !== 'CANCELLED' && !waiting.correction;
  const correctable = isOpenToCorrect && !invoice.isSupplement;
  return {
    ...invoice,
    explanation,
    tariffs,
    lines,
    history,
    adjustments,
    correction: waiting.correction,
    refusedCorrection: waiting.refusedCorrection,
    ...beside,
    rebate,
    taker: taker ?? null,
    wasDisputed,
    hasLeak,
    noLeak,
    plan,
    can: {
      dispute:
        open &&
        invoice.disputedSince === null &&
        !invoice.isInPlan &&
        ownDue > 0 &&
        mayDispute &&
        may(actor, isOffice ? 'disputes:note' : 'disputes:own'),
      leak: mayBeLeak,
      plan:
        invoice.overdue &&
        ownDue > 0 &&
        isHolder &&
        may(actor, isOffice ? 'payment-plans:propose' : 'payment-plans:own'),
      pay: open && (may(actor, 'payments:take') || (may(actor, 'payments:pay-online') && mayPay)),
      cancel:
        (correctable ||
          (isOpenToCorrect && (invoice.isSurcharge || isChequeFee({ lines }) || isRebateBack({ lines })))) &&
        may(actor, 'invoices:cancel'),
      adjust: correctable && invoice.meterNumber !== null && may(actor, 'invoices:adjust'),
      decide: waiting.decide,
    },
  };
}

export function tariffsOf(db: Db | Tx, ids: readonly string[]): Promise<Detail['tariffs']> {
  return all(
    db,
    sql<
      Detail['tariffs'][number]
    >`${PLANNED_ONCE} select v.id, v.name, v.category, c.name_en as "categoryEn", c.name_bn as "categoryBn",
        v.effective_from as "effectiveFrom"
      from billing.tariff_versions v join billing.tariff_categories c on c.code = v.category
      where v.id = any(${ids}::uuid[]) order by v.effective_from`,
  );
}

const linesOf = (db: Db | Tx, invoiceId: string): Promise<Detail['lines']> =>
  all(
    db,
    sql<
      Detail['lines'][number]
    >`${PLANNED_ONCE} select ${lineColumns} from billing.invoice_lines where invoice_id = ${invoiceId} order by line_no`,
  );

/** Of lines of bills. */
export const lineColumns: Sql = sql`kind, trim_scale(quantity)::text as quantity, trim_scale(rate)::text as rate,
  amount_minor as "amountMinor"`;

/**
 * Use by the meter, as corrected, of the 24 months up to `period`, oldest first: bars, and last year behind them. What a leak forgives is not
 * charged, but it went through the meter, so it stays in the use.
 */
export function usageHistory(db: Db | Tx, connectionId: string, period: string): Promise<Detail['history']> {
  return all(
    db,
    sql<
      Detail['history'][number]
    >`${PLANNED_ONCE} ${historyOf(sql`${connectionId}::uuid`, sql`${period}::date`)}`,
  );
}

/** SELECT of the same. */
export const historyOf = (connectionId: Sql, period: Sql): Sql<Detail['history'][number]> => sql<
  Detail['history'][number]
>`select period, sum(litres)::bigint as "usageLitres", sum(minor)::bigint as "totalMinor"
    from (
      select i.period, i.usage_litres as litres, i.total_minor as minor from billing.invoices i
      where i.connection_id = ${connectionId} and i.cancelled_on is null
      union all
      select i.period, ${litresOfCredit}, a.amount_minor
      from billing.invoices i join billing.adjustments a on a.invoice_id = i.id and a.supplement_id is null
      where i.connection_id = ${connectionId} and i.cancelled_on is null
    ) h
    where period <= ${period} and period > (${period} - interval '24 months')
    group by period order by period`;

/** Adjustment `a` is the credit of a leak. A later one that changes the use took the place of it, and begins from the litres that were left. */
const isForgiven = sql`(a.reason = ${LEAK_CREDIT} and not exists (select from billing.adjustments n
  where n.invoice_id = a.invoice_id and n.id > a.id and n.usage_after_litres <> a.usage_after_litres))`;

/** By how much adjustment `a`, which has no supplementary bill, changes the billed use. */
export const litresOfCredit = sql`case when ${isForgiven} then 0 else a.usage_after_litres - a.usage_before_litres end`;

/** Open invoices of one connection, oldest first. */
export async function getCart(db: Db | Tx, actor: Actor, connectionId: string) {
  type Head = {
    connectionId: string;
    connectionNumber: string;
    consumerName: string;
    consumerNameBn: string | null;
    plotNumber: string;
    sectorNumber: string;
    roadNumber: string;
  };
  const head = await first<Head>(
    db,
    sql`select c.id as "connectionId", c.number as "connectionNumber", ${holderName} as "consumerName", ${holderNameBn} as "consumerNameBn",
        c.plot_number as "plotNumber", s.number as "sectorNumber", d.number as "roadNumber"
      from meters.connections c left join consumers.consumers u on u.id = c.consumer_id
      join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
      where c.id = ${connectionId} and ${seesConnection(actor)}`,
  );
  if (!head) throw fail(commonErrors.not_found);
  type Item = {
    id: string;
    number: string;
    period: string;
    dueOn: string;
    overdue: boolean;
    dueMinor: Minor;
  };
  const items = await all<Item>(
    db,
    sql`select id, number, period, due_on as "dueOn", (due_on < ${actor.today} and not ${isAmongPlans('i')}) as overdue,
        ${ownOpenOf('i')} as "dueMinor"
      from billing.invoices i
      where connection_id = ${connectionId} and cancelled_on is null and settled_minor < total_minor and ${ownOpenOf('i')} > 0
      order by ${payOrder('i')}`,
  );
  return { ...head, dueMinor: items.reduce<number>((sum, item) => sum + item.dueMinor, 0), items };
}
