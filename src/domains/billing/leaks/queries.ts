/** Questions about leaks. A consumer's rows are limited here and again by row-level security. */
import type { z } from 'zod';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { listDated } from '#domains/settings/dated/queries.ts';
import { type SpeakerRow, speakerColumns, speakerOf } from '#domains/settings/speaker.ts';
import { type Actor, may } from '#platform/actor.ts';
import { auditView } from '#platform/audit.ts';
import { betweenDays } from '#platform/database/days.ts';
import { type Db, first, one, PLANNED_ONCE, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import { addDays } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import { usedAdvance } from '../invoices/advances-left.ts';
import { ownOpenOf } from '../invoices/taken-over.ts';
import type { Leak, LeakDetail, LeakFigures, listLeaks as listCall } from './contract.ts';
import {
  billWithSupplements,
  isOver,
  isUsualAgain,
  judgeBill,
  LEAK_RULES,
  type LeakBill,
  leakBill,
  leakNow,
  leakRulesOn,
  readingsAfter,
} from './facts.ts';
import { isOpenLeak, type LeakHindrance, type LeakRules, leakCan, leakRules } from './leak.rules.ts';

const isOpen = sql`k.ended_at is null`;
/** Somebody has to look at it: a reading came, or its days are over, and it did not end by itself. */
const isReady = (actor: Actor) =>
  sql`(k.state = 'OPEN' and exists (${readingsAfter('k')}) or ${isOver(actor)})`;
/** What its household still pays of the bill `i`, with what supplements it. */
export const dueOfLeak: Sql = sql`case when i.cancelled_on is null then (
    select coalesce(sum(greatest(0, ${ownOpenOf('s')})), 0)::bigint from (${billWithSupplements(sql`i.id`)}) s) else 0 end`;
const owns = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? isConsumer(sql`i.consumer_id`, actor.consumerId) : sql`true`;

/** What was decided is told to the household when it counts: until then a second person may give it back. */
function told(actor: Actor, column: string): Sql {
  const value = sql.ref(`k.${column}`);
  return actor.kind === 'consumer'
    ? sql`case when k.state in ('CREDITED', 'REPLACED', 'REFUSED') then ${value} end`
    : value;
}

const toOffice = (actor: Actor, column: Sql): Sql => (actor.kind === 'consumer' ? sql`null` : column);

const creditedMinor = sql`case when k.state = 'CREDITED' then k.amount_minor end`;
/** One that was given back has no amount any more. */
const proposedMinor = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`null::bigint`
    : sql`case when k.state in ('WAITING', 'WITHDRAWN', 'ENDED') then k.amount_minor end`;

const columns = (
  actor: Actor,
) => sql`k.id, k.number, k.state, k.invoice_id as "invoiceId", i.number as "invoiceNumber", i.period, c.number as "connectionNumber",
  coalesce(u.name, '') as "consumerName", u.name_bn as "consumerNameBn", s.number as "sectorNumber", o.number as "roadNumber",
  c.plot_number as "plotNumber", coalesce(case when k.correction_id is null then a.total_after_minor else a.total_before_minor end, i.total_minor) as "totalMinor",
  coalesce(case when k.correction_id is null then a.usage_after_litres else a.usage_before_litres end, i.usage_litres) as "usageLitres", k.words, k.repaired_on as "repairedOn",
  k.proof_file_id is not null as "hasProof", k.channel, k.caller_name as "callerName", k.asked_at as "askedAt", k.asked_on as "askedOn",
  case when ${isOpen} then k.wait_until end as "waitUntil", ${isReady(actor)} as "isReady", ${creditedMinor} as "amountMinor", ${proposedMinor(actor)} as "proposedMinor",
  ${told(actor, 'answer')} as answer, ${toOffice(actor, sql`k.decided_by_name`)} as "decidedBy",
  ${toOffice(actor, sql`k.approved_by_name`)} as "approvedBy", k.ended_on as "endedOn"`;

const source = sql`billing.leaks k join billing.invoices i on i.id = k.invoice_id join meters.connections c on c.id = i.connection_id
  left join consumers.consumers u on u.id = i.consumer_id
  join settings.roads o on o.id = c.road_id join settings.sectors s on s.id = o.sector_id`;

/** With the bill as it is corrected now; of a leak that was credited, as it was corrected when that was taken off. */
const withBill = sql`${source} left join lateral (select * from billing.adjustments x where x.invoice_id = i.id
  and (k.correction_id is null or x.correction_id = k.correction_id) order by x.id desc limit 1) a on true`;

type Filters = Omit<z.output<(typeof listCall)['query']>, 'limit' | 'offset' | 'sort'>;

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [
    owns(actor),
    ...whether(query.open, isOpen),
    ...whether(query.ready, isReady(actor)),
    ...betweenDays(sql`k.asked_on`, query),
  ];
  if (query.state) parts.push(sql`k.state = ${query.state}`);
  if (query.sectorId) parts.push(sql`s.id = ${query.sectorId}`);
  if (query.invoiceId) parts.push(sql`k.invoice_id = ${query.invoiceId}`);
  if (query.search) {
    const number = toLatinDigits(query.search);
    parts.push(
      sql`(${number} in (k.number, i.number, c.number) or i.consumer_id in (${consumersFound(query.search)}))`,
    );
  }
  return sql.join(parts, sql` and `);
}

export function leakList(actor: Actor, query: Filters): ListQuery {
  return {
    rows: sql`select ${columns(actor)} from ${withBill} where ${conditions(actor, query)}`,
    sorts: { askedAt: sql`"askedAt"`, waitUntil: sql`"waitUntil"`, amountMinor: sql`"amountMinor"` },
    tieBreak: sql`id`,
  };
}

export async function listLeaks(db: Db | Tx, actor: Actor, query: Filters & Paging) {
  const [page, counts, sums] = await Promise.all([
    listPage<Leak>(db, query, leakList(actor, query)),
    countBy(
      db,
      sql`select k.state as key from ${source} where ${conditions(actor, { ...query, state: undefined })}`,
    ),
    one<{ amountMinor: number; proposedMinor: number }>(
      db,
      sql`select coalesce(sum(${creditedMinor}), 0)::bigint as "amountMinor", coalesce(sum(${proposedMinor(actor)}), 0)::bigint as "proposedMinor"
        from ${source} where ${conditions(actor, query)}`,
    ),
  ]);
  return { ...page, counts, sums };
}

type Row = Omit<LeakDetail, 'figures' | 'obstacle' | 'isBack' | 'aloneUpToMinor' | 'can' | 'language'> & {
  rules: unknown;
  kept: LeakFigures | null;
  decidedById: string | null;
  accountLanguage: 'en' | 'bn' | null;
} & SpeakerRow;

/** The figures that were decided by. */
const kept = (actor: Actor) => sql`case when k.use_litres is not null and ${
  actor.kind === 'consumer' ? sql`k.state in ('CREDITED', 'REPLACED')` : sql`true`
} then json_build_object('useLitres', k.use_litres, 'billDays', k.bill_days, 'usualBasis', k.usual_basis, 'usual', k.usual,
    'usualLitres', k.usual_litres, 'usualDays', k.usual_days, 'baseLitres', k.base_litres, 'excessLitres', k.excess_litres,
    'sharePercent', k.share_percent, 'mostLitres', k.most_litres, 'forgivenLitres', k.forgiven_litres, 'backPercent', k.back_percent,
    'back', json_build_object('readOn', k.back_on, 'days', k.back_days, 'litres', k.back_litres), 'amountMinor', k.amount_minor) end`;

export async function getLeak(db: Db | Tx, actor: Actor, id: string): Promise<LeakDetail> {
  const isOffice = actor.kind !== 'consumer';
  const ofOffice = (column: Sql) => toOffice(actor, column);
  const row = await first<Row>(
    db,
    sql`select ${columns(actor)}, ${ofOffice(sql`k.asked_by_name`)} as "askedBy", ${ofOffice(sql`k.exception_reason`)} as "exceptionReason",
        ${told(actor, 'decided_at')} as "decidedAt", k.withdrawn_reason as "withdrawnReason", k.version, k.rules,
        ${ofOffice(sql`k.returned_reason`)} as "returnedReason", ${ofOffice(sql`k.returned_by_name`)} as "returnedBy",
        ${ofOffice(sql`k.returned_at`)} as "returnedAt", ${ofOffice(sql`k.returned_answer`)} as "returnedAnswer",
        ${dueOfLeak} as "dueMinor", ${usedAdvance(sql`i.connection_id`)} as "advanceMinor",
        ${kept(actor)} as kept, ${ofOffice(sql`k.decided_by`)} as "decidedById",
        (select json_build_object('number', a.number, 'amountMinor', a.amount_minor) from billing.adjustments a
          where a.correction_id = k.correction_id) as document,
        ${ofOffice(sql`(select a.language from identity.users a where a.consumer_id = coalesce(u.merged_into, u.id) and a.status = 'active' limit 1)`)} as "accountLanguage",
        ${speakerColumns}
      from ${withBill} where k.id = ${id} and ${owns(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const {
    rules: ofDay,
    kept: figures,
    decidedById,
    accountLanguage,
    utility,
    website,
    publicUrl: _,
    ...leak
  } = row;
  const rules = leakRules.parse(ofDay);
  const now = isOffice && isOpenLeak(leak.state) ? await leakNow(db, { ...leak, rules }) : null;
  return {
    ...leak,
    isBack:
      leak.state === 'WAITING' || (leak.state === 'OPEN' && (await isUsualAgain(db, { ...leak, rules }))),
    figures: figures ?? now?.figures ?? null,
    obstacle: now?.obstacle ?? null,
    aloneUpToMinor: isOffice ? rules.aloneUpToMinor : null,
    language: isOffice ? speakerOf({ utility, website }, accountLanguage).language : null,
    can: leakCan({ state: leak.state, decidedById }, actor),
  };
}

/** Whose file it is; who looks at it at the office is noted. */
export async function leakProof(db: Db | Tx, actor: Actor, id: string): Promise<string> {
  const found = await first<{ fileId: string }>(
    db,
    sql`select k.proof_file_id as "fileId" from billing.leaks k join billing.invoices i on i.id = k.invoice_id
      where k.id = ${id} and k.proof_file_id is not null and ${owns(actor)}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  await auditView(db, actor, { action: 'leak.proof-view', objectId: id, onceInMinutes: 5 });
  return found.fileId;
}

type BillOfPage = { id: string; knownFrom: string; state: string };

/** On the page of a bill: that it has leaks, and whether the person may ask because of one. */
export async function leaksBeside(db: Db | Tx, actor: Actor, { id, knownFrom, state }: BillOfPage) {
  const isOffice = actor.kind !== 'consumer';
  const { hasLeak, isTaken } = await one<{ hasLeak: boolean; isTaken: boolean }>(
    db,
    sql`${PLANNED_ONCE} select exists (select from billing.leaks k join billing.invoices i on i.id = k.invoice_id where k.invoice_id = ${id} and ${owns(actor)}) as "hasLeak",
      exists (select from billing.leaks k join billing.invoices i on i.connection_id = k.connection_id where i.id = ${id}
        and k.state in ('OPEN', 'WAITING', 'CREDITED')
        and daterange(k.period, (k.period + interval '12 months')::date) && daterange(i.period, (i.period + interval '12 months')::date)) as "isTaken"`,
  );
  const no = (noLeak: LeakHindrance | null) => ({
    hasLeak,
    mayBeLeak: false,
    noLeak: isOffice ? noLeak : null,
  });
  if (!may(actor, isOffice ? 'leaks:note' : 'leaks:own')) return no(null);
  if (state === 'CANCELLED') return no(because('bill_cancelled'));
  if (isTaken) return no(because('within_year'));
  const rules = await leakRulesOn(db, actor.today);
  if (!rules.on) return no(because('off'));
  if (!isOffice && actor.today > addDays(knownFrom, rules.askDays)) return no(null);
  const hindrance = await hindranceOf(db, await leakBill(db, id, owns(actor)), rules);
  return hindrance ? no(hindrance) : { hasLeak, mayBeLeak: true, noLeak: null };
}

const because = (why: LeakHindrance['why'], params: LeakHindrance['params'] = {}): LeakHindrance => ({
  why,
  params,
});

/** What opening a leak would be refused with. */
async function hindranceOf(
  db: Db | Tx,
  bill: LeakBill | undefined,
  rules: LeakRules,
): Promise<LeakHindrance | null> {
  if (!bill) return because('bill_unfit');
  if (bill.isTaken) return because('bill_taken_over');
  if (bill.isDisputed) return because('bill_disputed');
  const judged = await judgeBill(db, bill, rules);
  if (typeof judged !== 'string') return null;
  if (judged === 'no_history') return because('no_history', { least: rules.leastMonths });
  if (judged !== 'not_unusual') return because('bill_unfit');
  return because('not_unusual', { percent: rules.factorPercent, litres: rules.leastExcessLitres });
}

export async function listLeakRules(db: Db | Tx, actor: Actor) {
  const [now, items] = await Promise.all([leakRulesOn(db, actor.today), listDated(db, actor, LEAK_RULES)]);
  return { today: actor.today, now, items };
}
