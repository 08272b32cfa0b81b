/** Questions about empty houses. A consumer's rows are limited here and again by row-level security. */
import type { z } from 'zod';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { type DatedKind, datedOn, listDated } from '#domains/settings/dated/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import type { EmptyHouse, EmptyHouseDetail, listEmptyHouses as listCall } from './contract.ts';
import { emptyUse } from './empty-days.ts';
import { type EmptyRules, emptyCan, emptyRules, NO_EMPTY_HOUSES } from './empty-house.rules.ts';

export const EMPTY_RULES: DatedKind<EmptyRules, 'empty-rules'> = {
  key: 'empty_houses',
  noun: 'empty-rules',
  parse: (value) => emptyRules.parse(value),
  twoPersons: true,
  approve: 'tariffs:approve',
  withdraw: 'tariffs:approve',
};

export const emptyRulesOn = async (db: Db | Tx, day: string): Promise<EmptyRules> =>
  (await datedOn(db, EMPTY_RULES, day))?.value ?? NO_EMPTY_HOUSES;

export async function listEmptyRules(db: Db | Tx, actor: Actor) {
  const [now, items] = await Promise.all([emptyRulesOn(db, actor.today), listDated(db, actor, EMPTY_RULES)]);
  return { today: actor.today, now, items };
}

/** Of notices `k`: a consumer's own. */
export const seesHouse = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? isConsumer(sql`k.consumer_id`, actor.consumerId) : sql`true`;

/**
 * Of notices `k`: the bill that ended it is cancelled since, or its readings are corrected so that the use is within the rules. A credit for a
 * leak leaves the readings as they are.
 */
export const isRepaired = sql`(k.state = 'ENDED_BY_USE' and (
    exists (select from billing.invoices b where b.id = k.ended_by_invoice_id and b.cancelled_on is not null)
    or exists (
      select from (select * from billing.adjustments l where l.invoice_id = k.ended_by_invoice_id
          and (l.previous_before_litres, l.current_before_litres) is distinct from (l.previous_after_litres, l.current_after_litres)
        order by l.id desc limit 1) j
      join billing.invoices b on b.id = j.invoice_id
      cross join lateral jsonb_to_recordset(b.empty_days) as e (id uuid, litres numeric, before numeric, after numeric)
      where e.id = k.id and ${emptyUse(sql`j.usage_after_litres`)} <= e.litres)))`;

/** Of notices `k` that are repaired: the first day after it that is not billed. Billed days of it are billed with less by their correction. */
const againFrom = sql`case when ${isRepaired} then coalesce(billing.connection_billed_until(k.connection_id, k.until_day), k.until_day) end`;

/**
 * Of connections `c`: their price of today or a later one has a fixed charge or a minimum, so that a bill can become less. Of the category of
 * today, or of one that is agreed for later.
 */
const relieves = (day: string): Sql => sql`(billing.category_relieves(c.category, ${day}::date) or exists (
  select from meters.connection_categories l where l.connection_id = c.id and l.until_day > ${day}::date
    and billing.category_relieves(l.category, greatest(l.from_day, ${day}::date))))`;

/** Of connections `c`: the last readings, the newest first. */
const recentUse = sql`(select jsonb_agg(jsonb_build_object('readOn', r.read_on, 'days', r.read_on - r.previous_on, 'useLitres', r.consumption_litres))
  from (select * from meters.readings r where r.connection_id = c.id and r.living and r.consumption_litres is not null
    order by r.read_on desc, r.id desc limit 3) r)`;

/** A household is offered what makes a bill of theirs less. */
async function isOffered(db: Db | Tx, actor: Actor, { on }: EmptyRules): Promise<boolean> {
  if (!on || actor.kind !== 'consumer') return on;
  const own = await first(
    db,
    sql`select from meters.connections c where ${isConsumer(sql`c.consumer_id`, actor.consumerId)} and ${relieves(actor.today)} limit 1`,
  );
  return own !== undefined;
}

/** Of connections `c`: the last bill that counts. */
const lastBill = sql`(select jsonb_build_object('id', i.id, 'number', i.number, 'period', i.period,
    'fixedMinor', coalesce(sum(l.amount_minor) filter (where l.kind = 'fixed'), 0), 'minimumMinor', coalesce(sum(l.amount_minor) filter (where l.kind = 'minimum'), 0))
  from (select * from billing.invoices i where i.connection_id = c.id and i.cancelled_on is null and i.adjusts_id is null
    order by i.period desc, i.id desc limit 1) i
  left join billing.invoice_lines l on l.invoice_id = i.id group by i.id, i.number, i.period)`;

const columnsFor = (
  actor: Actor,
): Sql => sql`k.id, k.number, k.state, k.connection_id as "connectionId", c.number as "connectionNumber", coalesce(u.name, '') as "consumerName",
  u.name_bn as "consumerNameBn", s.number as "sectorNumber", o.number as "roadNumber", c.plot_number as "plotNumber",
  k.from_day as "fromDay", k.until_day as "untilDay", k.noted_until_day as "notedUntilDay", k.open_end as "openEnd", k.reason,
  k.fixed_percent as "fixedOwedPercent", k.minimum_percent as "minimumOwedPercent", k.proposed_at as "proposedAt",
  ${ofOffice(actor, sql`k.proposed_by_name`)} as "proposedBy", ${ofOffice(actor, sql`k.decided_by_name`)} as "decidedBy", k.decided_at as "decidedAt"`;

/** Names of the office, and what it looks at, are not a household's. */
const ofOffice = (actor: Actor, column: Sql): Sql => (actor.kind === 'consumer' ? sql`null` : column);

const source = sql`billing.empty_houses k join meters.connections c on c.id = k.connection_id
  left join consumers.consumers u on u.id = k.consumer_id
  join settings.roads o on o.id = c.road_id join settings.sectors s on s.id = o.sector_id`;

type Filters = Omit<z.output<(typeof listCall)['query']>, 'limit' | 'offset' | 'sort'> & {
  /** What this person can approve: noted by somebody else, of a connection that is not closed. */
  notOf?: string | null;
};

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [seesHouse(actor)];
  if (query.state) parts.push(sql`k.state = ${query.state}`);
  if (query.notOf) parts.push(sql`k.proposed_by <> ${query.notOf}::uuid`, sql`c.status <> 'closed'`);
  if (query.reason) parts.push(sql`k.reason = ${query.reason}`);
  if (query.sectorId) parts.push(sql`s.id = ${query.sectorId}`);
  if (query.connectionId) parts.push(sql`k.connection_id = ${query.connectionId}`);
  if (query.search) {
    const number = toLatinDigits(query.search);
    parts.push(
      sql`(${number} in (k.number, c.number) or k.consumer_id in (${consumersFound(query.search)}))`,
    );
  }
  return sql.join(parts, sql` and `);
}

export function emptyHouseList(actor: Actor, query: Filters): ListQuery {
  return {
    rows: sql`select ${columnsFor(actor)} from ${source} where ${conditions(actor, query)}`,
    sorts: { proposedAt: sql`"proposedAt"`, untilDay: sql`"untilDay"`, fromDay: sql`"fromDay"` },
    tieBreak: sql`id`,
  };
}

export async function listEmptyHouses(db: Db | Tx, actor: Actor, query: Filters & Paging) {
  const rules = await emptyRulesOn(db, actor.today);
  const [offered, page, counts] = await Promise.all([
    isOffered(db, actor, rules),
    listPage<EmptyHouse>(db, query, emptyHouseList(actor, query)),
    countBy(
      db,
      sql`select k.state as key from ${source} where ${conditions(actor, { ...query, state: undefined })}`,
    ),
  ]);
  const { fixedOwedPercent, minimumOwedPercent, emptyLitres, longestMonths } = rules;
  return {
    ...page,
    counts,
    offered,
    rules: { fixedOwedPercent, minimumOwedPercent, emptyLitres, longestMonths },
  };
}

/** What decides about the buttons of a person. */
type Asked = {
  who: { proposedBy: string; decidedBy: string | null; startBy: string | null; returnBy: string | null };
  takesStart: boolean | null;
  takesReturn: boolean | null;
  isClosed: boolean;
};

export async function getEmptyHouse(db: Db | Tx, actor: Actor, id: string): Promise<EmptyHouseDetail> {
  const startIsOpen = sql`k.from_day <= ${actor.today}::date
    and billing.connection_billed_until(k.connection_id, k.from_day) is null`;
  const returnIsOpen = sql`k.until_day <= ${actor.today}::date and k.until_day > k.from_day
    and billing.connection_billed_until(k.connection_id, k.until_day) is null`;
  const row = await first<Omit<EmptyHouseDetail, 'can'> & Asked>(
    db,
    sql`select ${columnsFor(actor)}, k.words, k.start_litres as "startLitres", ${ofOffice(actor, startIsOpen)} as "takesStart",
        ${ofOffice(actor, sql`k.start_noted_by_name`)} as "startNotedBy", ${ofOffice(actor, sql`k.start_noted_at`)} as "startNotedAt", k.litres_per_month as "emptyLitres",
        k.return_litres as "returnLitres", ${ofOffice(actor, returnIsOpen)} as "takesReturn",
        ${ofOffice(actor, sql`k.return_noted_by_name`)} as "returnNotedBy", ${ofOffice(actor, sql`k.return_noted_at`)} as "returnNotedAt",
        jsonb_build_object('proposedBy', k.proposed_by, 'decidedBy', k.decided_by, 'startBy', k.start_noted_by, 'returnBy', k.return_noted_by) as who,
        k.answer, ${ofOffice(actor, sql`k.ended_by_name`)} as "endedBy", k.ended_at as "endedAt",
        (select jsonb_build_object('id', i.id, 'number', i.number) from billing.invoices i where i.id = k.ended_by_invoice_id) as "endedByInvoice",
        k.used_litres as "usedLitres", k.used_most_litres as "usedMostLitres",
        ${againFrom} as "againFrom", ${relieves(actor.today)} as relieves, ${ofOffice(actor, recentUse)} as recent,
        ${ofOffice(actor, lastBill)} as "lastBill", c.status = 'closed' as "isClosed", k.version
      from ${source} where k.id = ${id} and ${seesHouse(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const { who, takesStart, takesReturn, isClosed, ...house } = row;
  const asked = {
    ...{ ...who, state: row.state, isClosed, returnIsKnown: row.returnLitres !== null },
    ...{ takesStart: takesStart ?? false, takesReturn: takesReturn ?? false },
  };
  return { ...house, can: emptyCan(asked, actor) };
}
