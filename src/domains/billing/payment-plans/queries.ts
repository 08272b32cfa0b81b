/** Questions about payment plans. A consumer's rows are limited here and again by row-level security. */
import type { z } from 'zod';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { listDated } from '#domains/settings/dated/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { betweenDays, dayOfInstant } from '#platform/database/days.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type Minor, toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import type { Instalment, listPlans as listCall, Plan, PlanDetail, planOptions } from './contract.ts';
import { listOpenBills } from './late-bills.ts';
import { ownPlans } from './own-plans.ts';
import { planCan } from './plan.rules.ts';
import { instalmentsOf, leftOf } from './standing.ts';
import { brokenInYear, judgeTerms, PLAN_RULES, planRulesOn, scheduleToday, type Terms } from './terms.ts';

const isOpen = sql`p.ended_at is null`;
/** What a household reads of `p`: terms are its own as soon as they are proposed to it. */
const toldOf = (actor: Actor, column: Sql): Sql =>
  actor.kind === 'consumer' ? sql`case when p.accept_by is not null then ${column} end` : column;

const stillOwed = sql`(p.state = 'BROKEN' and exists (select from billing.payment_plan_bills b join billing.invoices i on i.id = b.invoice_id
    where b.plan_id = p.id and i.cancelled_on is null and i.settled_minor < i.total_minor)
  and not exists (select from billing.payment_plans w where w.connection_id = p.connection_id and w.opened_at > p.opened_at))`;

const isLate = (actor: Actor): Sql =>
  sql`(p.state = 'ACTIVE' and exists (select from (${instalmentsOf('p', actor.today)}) q where q.state = 'MISSED'))`;

/** What a plan that nobody accepted yet waits for has no late day. */
const lateDays = ({ today }: Actor, missedOn: Sql): Sql =>
  sql`case when p.state in ('ACTIVE', 'BROKEN') then coalesce(p.ended_on, ${today}::date) - ${missedOn} end`;

const columns = (
  actor: Actor,
) => sql`p.id, p.number, p.state, p.connection_id as "connectionId", c.number as "connectionNumber", u.id as "consumerId", u.name as "consumerName",
  u.name_bn as "consumerNameBn", u.phone, s.number as "sectorNumber", o.number as "roadNumber", c.plot_number as "plotNumber",
  ${toldOf(actor, sql`p.sum_minor`)} as "sumMinor", p.sum_minor - l.left_minor as "paidMinor", l.left_minor as "leftMinor", ${toldOf(actor, sql`n.parts`)} as instalments,
  case when ${isOpen} then n.next_on end as "nextOn", case when ${isOpen} then n.next_minor end as "nextMinor", ${lateDays(actor, sql`n.missed_on`)} as "lateDays",
  p.opened_on as "openedOn", p.opened_at as "openedAt", p.accept_by as "acceptBy", p.ended_on as "endedOn", p.ended_because as "endedBecause"`;

const left = sql`case when p.accept_by is not null then ${leftOf('p')} end`;

/** Whose plan `p` is, its place, and what is open of it: asked of few plans, because each asks all of its bills. */
const around = (actor: Actor) => sql`join meters.connections c on c.id = p.connection_id
  join consumers.consumers k on k.id = p.consumer_id join consumers.consumers u on u.id = coalesce(k.merged_into, k.id)
  join settings.roads o on o.id = c.road_id join settings.sectors s on s.id = o.sector_id
  cross join lateral (select ${left} as left_minor) l
  cross join lateral (
    select coalesce(nullif(count(*), 0), p.instalments + case when p.first_minor > 0 then 1 else 0 end)::int as parts,
      min(q.due_on) filter (where q.left_minor > 0) as next_on,
      (array_agg(q.left_minor order by q.seq) filter (where q.left_minor > 0))[1] as next_minor,
      min(q.due_on) filter (where q.state = 'MISSED') as missed_on
    from (${instalmentsOf('p', actor.today)}) q
  ) n`;

type Filters = Omit<z.output<(typeof listCall)['query']>, 'limit' | 'offset' | 'sort'>;

/** Each part by an index of its own. */
function searching(search: string): Sql {
  const number = toLatinDigits(search);
  return sql`p.id in (select f.id from billing.payment_plans f where f.number = ${number}
    union all select f.id from billing.payment_plans f join meters.connections c on c.id = f.connection_id where c.number = ${number}
    union all select f.id from billing.payment_plans f where f.consumer_id in (${consumersFound(search)}))`;
}

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [
    ownPlans(actor),
    ...whether(query.open, isOpen),
    ...whether(query.late, isLate(actor)),
    ...whether(query.stillOwed, stillOwed),
    ...betweenDays(sql`p.opened_on`, query),
  ];
  if (query.state) parts.push(sql`p.state = ${query.state}`);
  if (query.sectorId)
    parts.push(sql`p.connection_id in (select c.id from meters.connections c join settings.roads o on o.id = c.road_id
      where o.sector_id = ${query.sectorId})`);
  if (query.connectionId) parts.push(sql`p.connection_id = ${query.connectionId}`);
  if (query.search) parts.push(searching(query.search));
  return sql.join(parts, sql` and `);
}

/** What a list is sorted by if it is derived: bills are asked only of plans that are not over. */
const sortedBy = (actor: Actor): Record<string, Sql> => {
  const parts = sql`(${instalmentsOf('p', actor.today)}) q`;
  return {
    nextOn: sql`, case when ${isOpen} then (select min(q.due_on) from ${parts} where q.left_minor > 0) end as "nextOn"`,
    lateDays: sql`, ${lateDays(actor, sql`(select min(q.due_on) from ${parts} where q.state = 'MISSED')`)} as "lateDays"`,
    leftMinor: sql`, ${left} as "leftMinor"`,
  };
};

export function planList(actor: Actor, query: Filters & { sort?: string }): ListQuery {
  const where = conditions(actor, query);
  const sorted = sortedBy(actor)[(query.sort ?? '').replace(/^-/, '')] ?? sql``;
  return {
    rows: sql`select p.*, p.opened_at as "openedAt" ${sorted} from billing.payment_plans p where ${where}`,
    details: (page) => sql`select ${columns(actor)} from (${page}) p ${around(actor)}`,
    sorts: {
      openedAt: sql`"openedAt"`,
      nextOn: sql`"nextOn"`,
      lateDays: sql`"lateDays"`,
      leftMinor: sql`"leftMinor"`,
    },
    tieBreak: sql`id`,
    count: sql`select count(*) as total from billing.payment_plans p where ${where}`,
  };
}

/** A page alone, as the first page of the office shows it. */
export const pageOfPlans = (db: Db | Tx, actor: Actor, query: Filters & Paging) =>
  listPage<Plan>(db, query, planList(actor, query));

export async function listPlans(db: Db | Tx, actor: Actor, query: Filters & Paging) {
  const counted = countBy(
    db,
    sql`select p.state as key from billing.payment_plans p where ${conditions(actor, { ...query, state: undefined })}`,
  );
  const total = counted.then((counts) =>
    query.state ? (counts[query.state] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
  const [page, counts, sums] = await Promise.all([
    listPage<Plan>(db, query, planList(actor, query), total),
    counted,
    one<{ leftMinor: Minor }>(
      db,
      sql`select coalesce(sum(${leftOf('p')}), 0)::bigint as "leftMinor" from billing.payment_plans p where ${conditions(actor, query)} and ${isOpen}`,
    ),
  ]);
  return { ...page, counts, sums };
}

type Row = Omit<PlanDetail, 'parts' | 'bills' | 'others' | 'can'> & { proposedById: string | null };

export async function getPlan(db: Db | Tx, actor: Actor, id: string): Promise<PlanDetail> {
  const ofOffice = (column: Sql) => (actor.kind === 'consumer' ? sql`null` : column);
  const told = (column: Sql) => toldOf(actor, column);
  const row = await first<Row>(
    db,
    sql`select ${columns(actor)}, p.asked_words as "askedWords", p.asked_instalments as "askedInstalments", ${ofOffice(sql`p.opened_by_name`)} as "openedBy",
        p.asked_words is not null as "isAsked", ${told(sql`p.first_minor`)} as "firstMinor", ${told(sql`p.day_of_month`)} as "dayOfMonth",
        coalesce(${told(sql`p.bill_ids`)}, '{}') as "billIds", ${told(sql`p.rules`)} as rules, ${ofOffice(sql`p.proposed_by`)} as "proposedById", ${ofOffice(sql`p.proposed_by_name`)} as "proposedBy", p.proposed_at as "proposedAt", ${dayOfInstant(sql`p.proposed_at`)} as "proposedOn",
        ${ofOffice(sql`p.second_person`)} as "secondPerson", ${ofOffice(sql`p.approved_by_name`)} as "approvedBy", p.approved_at as "approvedAt",
        p.accepted_as as "acceptedAs", ${ofOffice(sql`p.accepted_by_name`)} as "acceptedBy", p.signed_by as "signedBy", p.accepted_at as "acceptedAt", p.accepted_on as "acceptedOn",
        ${ofOffice(sql`p.ended_by_name`)} as "endedBy", p.end_reason as "endReason", p.version
      from billing.payment_plans p ${around(actor)} where p.id = ${id} and ${ownPlans(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const { proposedById, ...plan } = row;
  const [parts, bills, others] = await Promise.all([
    partsOf(db, actor, plan),
    billsOf(db, id),
    all<PlanDetail['others'][number]>(
      db,
      sql`select p.id, p.number, p.state, p.opened_on as "openedOn" from billing.payment_plans p
        where p.connection_id = ${plan.connectionId} and p.id <> ${id} and ${ownPlans(actor)} order by p.opened_at desc`,
    ),
  ]);
  return { ...plan, parts, bills, others, can: planCan({ state: plan.state, proposedById }, actor) };
}

/** Of a plan that waits for its second person, as they would be if it were agreed to today. */
async function partsOf(db: Db | Tx, actor: Actor, plan: Omit<Row, 'proposedById'>): Promise<Instalment[]> {
  const { sumMinor, firstMinor, dayOfMonth, rules } = plan;
  if (plan.acceptBy !== null) return instalments(db, actor, plan.id);
  if (sumMinor === null || firstMinor === null || dayOfMonth === null || rules === null) return [];
  const { terms } = await one<{ terms: number }>(
    db,
    sql`select instalments as terms from billing.payment_plans where id = ${plan.id}`,
  );
  const { parts } = await scheduleToday(db, actor, {
    ...{ sumMinor, firstMinor, dayOfMonth, instalments: terms },
    acceptDays: rules.acceptDays,
  });
  const none = { state: 'DUE' as const, paidMinor: 0 as Minor, toldOn: null, untilDay: null };
  return parts.map((part) => ({ ...part, amountMinor: part.amountMinor as Minor, ...none }));
}

/** What was told is for the office only: a consumer has no read of it. */
const instalments = (db: Db | Tx, actor: Actor, id: string): Promise<Instalment[]> =>
  all<Instalment>(
    db,
    sql`select n.seq, n.due_on as "dueOn", n.amount_minor as "amountMinor", n.paid_minor as "paidMinor", n.state,
        ${actor.kind === 'consumer' ? sql`null` : sql`(select max(t.told_on) from billing.payment_plan_tellings t where t.plan_id = p.id and t.seq = n.seq)`} as "toldOn",
        ${actor.kind === 'consumer' ? sql`null` : sql`(select max(t.until_day) from billing.payment_plan_tellings t where t.plan_id = p.id and t.seq = n.seq)`} as "untilDay"
      from billing.payment_plans p cross join lateral (${instalmentsOf('p', actor.today)}) n where p.id = ${id} order by n.seq`,
  );

const billsOf = (db: Db | Tx, id: string): Promise<PlanDetail['bills']> =>
  all<PlanDetail['bills'][number]>(
    db,
    sql`select i.id, i.number, i.period, i.due_on as "dueOn", g.invoice_id is not null as "isSurcharge", i.cancelled_on is not null as "isCancelled",
        b.open_minor as "openMinor", case when i.cancelled_on is null then i.total_minor - i.settled_minor else 0 end as "leftMinor"
      from billing.payment_plan_bills b join billing.invoices i on i.id = b.invoice_id
      left join billing.surcharges g on g.invoice_id = i.id where b.plan_id = ${id} order by i.issued_on, i.id`,
  );

type Options = z.output<(typeof planOptions)['output']>;

/** What somebody may make a plan of. A household asks of its own connections. */
export async function optionsOf(db: Db | Tx, actor: Actor, connectionId: string): Promise<Options> {
  const permission = actor.kind === 'consumer' ? 'payment-plans:own' : 'payment-plans:propose';
  if (!may(actor, permission)) throw fail(commonErrors.not_permitted, { permission });
  const isOwn = actor.kind === 'consumer' ? isConsumer(sql`c.consumer_id`, actor.consumerId) : sql`true`;
  const head = await first<
    Pick<Options, 'connectionNumber' | 'consumerName' | 'consumerNameBn'> & { consumerId: string | null }
  >(
    db,
    sql`select c.number as "connectionNumber", u.id as "consumerId", coalesce(u.name, '') as "consumerName", u.name_bn as "consumerNameBn"
      from meters.connections c left join consumers.consumers u on u.id = c.consumer_id where c.id = ${connectionId} and ${isOwn}`,
  );
  if (!head) throw fail(commonErrors.not_found);
  const { consumerId, ...named } = head;
  const [rules, open, plan, broken] = await Promise.all([
    planRulesOn(db, actor.today),
    listOpenBills(db, connectionId, actor.today),
    first<NonNullable<Options['plan']>>(
      db,
      sql`select p.id, p.state from billing.payment_plans p where p.connection_id = ${connectionId} and ${isOpen} and ${ownPlans(actor)}`,
    ),
    consumerId ? brokenInYear(db, actor, consumerId) : 0,
  ]);
  const bills = open.filter(({ isLate }) => isLate).map(({ isLate: _, ...bill }) => bill);
  const sumMinor = bills.reduce((sum, { openMinor }) => sum + openMinor, 0) as Minor;
  return { ...named, rules, bills, sumMinor, broken, plan: plan ?? null };
}

export async function previewPlan(db: Db | Tx, actor: Actor, terms: Terms) {
  const { acceptBy, parts, secondPerson } = await judgeTerms(db, actor, terms);
  return {
    acceptBy,
    parts: parts.map((part) => ({ ...part, amountMinor: part.amountMinor as Minor })),
    secondPerson,
  };
}

export async function listPlanRules(db: Db | Tx, actor: Actor) {
  const [now, items] = await Promise.all([planRulesOn(db, actor.today), listDated(db, actor, PLAN_RULES)]);
  return { today: actor.today, now, items };
}
