/** Questions about categories by date. A consumer's rows are limited here and again by row-level security. */
import type { z } from 'zod';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import { changeCan, ENDS_SOON_DAYS, type Span } from './category.rules.ts';
import type { CategoryChange, CategoryChangeDetail, listCategoryChanges as listCall } from './contract.ts';

/** Condition on a change `k`: its connection, or a successor, goes on with its days. */
export const goesOn = sql`meters.goes_on_as(k.connection_id) is not null`;

/** Condition on a change `k`: its end is near or over, and no later change took its place. */
export const endsSoon = (today: string): Sql =>
  sql`(k.state = 'APPROVED' and k.until_day is not null and k.replaced_by is null
    and k.until_day <= ${today}::date + ${sql.lit(ENDS_SOON_DAYS)}::int and ${goesOn})`;

/** Condition on a change `k`: somebody has to look at its end. */
export const isToCheck = (today: string): Sql => sql`(${endsSoon(today)} and k.checked_at is null)`;

/** A household reads what is in force or will be. */
export const seesChange = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`k.state = 'APPROVED' and ${isConsumer(sql`k.consumer_id`, actor.consumerId)}`
    : sql`true`;

const columns = (
  actor: Actor,
) => sql`k.id, k.number, k.state, c.id as "connectionId", c.number as "connectionNumber", coalesce(u.name, '') as "consumerName",
  u.name_bn as "consumerNameBn", s.number as "sectorNumber", o.number as "roadNumber", c.plot_number as "plotNumber", k.category,
  a.name_en as "categoryEn", a.name_bn as "categoryBn", k.from_day as "fromDay", k.until_day as "untilDay", k.next_category as "nextCategory",
  n.name_en as "nextEn", n.name_bn as "nextBn", k.reason, k.proposed_at as "proposedAt",
  ${actor.kind === 'consumer' ? sql`null` : sql`k.proposed_by_name`} as "proposedBy",
  ${actor.kind === 'consumer' ? sql`null` : sql`k.decided_by_name`} as "decidedBy", k.decided_at as "decidedAt", ${isToCheck(actor.today)} as "isToCheck"`;

/**
 * The connection `c` is the one that has the days now: the successor of a closed one `p`, if something of the change is still to come or
 * to do. A household reads its own connection.
 */
const sourceFor = (
  actor: Actor,
): Sql => sql`billing.category_changes k join meters.connections p on p.id = k.connection_id
  join meters.connections c on c.id = ${
    actor.kind === 'consumer'
      ? sql`p.id`
      : sql`coalesce(case when p.status = 'closed' and k.state = 'APPROVED' and k.replaced_by is null
          and (k.until_day is null or k.until_day > p.disconnected_on or k.checked_at is null) then meters.goes_on_as(p.id) end, p.id)`
  }
  join billing.tariff_categories a on a.code = k.category left join billing.tariff_categories n on n.code = k.next_category
  left join consumers.consumers u on u.id = case when c.id = p.id then k.consumer_id else c.consumer_id end
  join settings.roads o on o.id = c.road_id join settings.sectors s on s.id = o.sector_id`;

type Filters = Omit<z.output<(typeof listCall)['query']>, 'limit' | 'offset' | 'sort'> & {
  /** What this person can approve: proposed by somebody else, for a connection that is not closed. */
  toDecideBy?: string | null;
};

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [seesChange(actor), ...whether(query.toCheck, isToCheck(actor.today))];
  if (query.state) parts.push(sql`k.state = ${query.state}`);
  if (query.toDecideBy)
    parts.push(sql`k.proposed_by <> ${query.toDecideBy}::uuid`, sql`c.status <> 'closed'`);
  if (query.reason) parts.push(sql`k.reason = ${query.reason}`);
  if (query.sectorId) parts.push(sql`s.id = ${query.sectorId}`);
  if (query.connectionId) parts.push(sql`${query.connectionId} in (k.connection_id, c.id)`);
  if (query.search) {
    const number = toLatinDigits(query.search);
    parts.push(
      sql`(${number} in (k.number, c.number, p.number) or k.consumer_id in (${consumersFound(query.search)})
        or c.consumer_id in (${consumersFound(query.search)}))`,
    );
  }
  return sql.join(parts, sql` and `);
}

export function categoryChangeList(actor: Actor, query: Filters): ListQuery {
  return {
    rows: sql`select ${columns(actor)} from ${sourceFor(actor)} where ${conditions(actor, query)}`,
    sorts: { proposedAt: sql`"proposedAt"`, untilDay: sql`"untilDay"`, fromDay: sql`"fromDay"` },
    tieBreak: sql`id`,
  };
}

export async function listCategoryChanges(db: Db | Tx, actor: Actor, query: Filters & Paging) {
  const [page, counts] = await Promise.all([
    listPage<CategoryChange>(db, query, categoryChangeList(actor, query)),
    countBy(
      db,
      sql`select k.state as key from ${sourceFor(actor)} where ${conditions(actor, { ...query, state: undefined })}`,
    ),
  ]);
  return { ...page, counts };
}

/** The categories of a connection by date; one that never had a change has one on all days. */
export const spansOf = (db: Db | Tx, connectionId: string): Promise<Span[]> =>
  all<Span>(
    db,
    sql`select k.category, k.from_day::text as from, k.until_day::text as until
      from meters.connection_categories k where k.connection_id = ${connectionId}
      union all
      select c.category, '-infinity', 'infinity' from meters.connections c
      where c.id = ${connectionId} and not exists (select from meters.connection_categories k where k.connection_id = c.id)
      order by 2`,
  ).then((spans) =>
    spans.toSorted((a, b) =>
      a.from === '-infinity' ? -1 : b.from === '-infinity' ? 1 : a.from < b.from ? -1 : 1,
    ),
  );

/** The first day after all days that are billed, and not before the connection. */
export async function earliestDay(db: Db | Tx, connectionId: string): Promise<string> {
  const { day } = await one<{ day: string }>(
    db,
    sql`select greatest(c.connected_on, billing.connection_billed_until(c.id, c.connected_on)) as day
      from meters.connections c where c.id = ${connectionId}`,
  );
  return day;
}

/** The first day of the connection that no living bill covers: a change with an end may begin there, also between billed months. */
async function firstFreeDay(db: Db | Tx, connectionId: string): Promise<string> {
  const { day } = await one<{ day: string }>(
    db,
    sql`with billed as (
        select greatest(i.period_from, c.connected_on) as first_day, least(i.period_to, c.disconnected_on) as next_day
        from billing.invoices i join meters.connections c on c.id = i.connection_id
        where i.connection_id = ${connectionId} and i.cancelled_on is null and i.adjusts_id is null)
      select min(d.day) as day
      from (select connected_on as day from meters.connections where id = ${connectionId} union all select next_day from billed) d
      where not exists (select from billed b where b.first_day <= d.day and b.next_day > d.day)`,
  );
  return day;
}

type Row = Omit<CategoryChangeDetail, 'days' | 'earliest' | 'firstFree' | 'can'> & { proposedById: string };

export async function getCategoryChange(
  db: Db | Tx,
  actor: Actor,
  id: string,
): Promise<CategoryChangeDetail> {
  const ofOffice = (column: Sql) => (actor.kind === 'consumer' ? sql`null` : column);
  const row = await first<Row>(
    db,
    sql`select ${columns(actor)}, ${ofOffice(sql`k.words`)} as words, k.proposed_by as "proposedById", k.answer,
        ${ofOffice(sql`k.checked_by_name`)} as "checkedBy", k.checked_at as "checkedAt", ${ofOffice(sql`k.checked_words`)} as "checkedWords",
        (select jsonb_build_object('id', l.id, 'number', l.number) from billing.category_changes l where l.id = k.replaced_by) as "replacedBy",
        k.told_ending_on as "toldEndingOn", k.told_turned_on as "toldTurnedOn", y.name_en as "todayEn", y.name_bn as "todayBn", k.version,
        case when c.id <> p.id then p.number end as "proposedFor", c.status = 'closed' as "isClosed"
      from ${sourceFor(actor)} join billing.tariff_categories y on y.code = c.category where k.id = ${id} and ${seesChange(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const { proposedById: proposedBy, ...change } = row;
  const [days, earliest, firstFree] = await Promise.all([
    all<CategoryChangeDetail['days'][number]>(
      db,
      sql`select k.category, a.name_en as "categoryEn", a.name_bn as "categoryBn", nullif(k.from_day, '-infinity') as from,
          nullif(k.until_day, 'infinity') as until, k.from_day <= ${actor.today}::date and k.until_day > ${actor.today}::date as "isToday"
        from meters.connection_categories k join billing.tariff_categories a on a.code = k.category
        where k.connection_id = ${row.connectionId} order by k.from_day`,
    ),
    earliestDay(db, row.connectionId),
    firstFreeDay(db, row.connectionId),
  ]);
  const hasEnd = row.untilDay !== null && row.replacedBy === null && row.untilDay >= earliest;
  return {
    ...change,
    ...{ days, earliest, firstFree },
    can: changeCan(
      { state: row.state, proposedBy, isToCheck: row.isToCheck, hasEnd, isClosed: row.isClosed },
      actor,
    ),
  };
}
