/** Questions about cases. Everybody who may ask sees all of them. */
import { consumersFound } from '#domains/consumers/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import { ladderOn } from '../ladder/queries.ts';
import { type CaseState, HANGS_AFTER_DAYS } from './case.rules.ts';
import type { Case, CaseDetail } from './contract.ts';
import { lateDebt } from './debt.ts';
import { inClearing } from './in-clearing.ts';
import { isReady, type Ladder } from './steps.ts';

type Filters = {
  search?: string | undefined;
  state?: CaseState | undefined;
  closed?: boolean | undefined;
  ready?: boolean | undefined;
  hangs?: boolean | undefined;
  sectorId?: string | undefined;
  connectionId?: string | undefined;
  minMinor?: number | undefined;
};

/** Somebody was sent and did not come, or nobody connects again what is paid. */
const hangs = (today: string): Sql =>
  sql`(k.state in ('ORDERED', 'RECONNECTING') and k.state_on + ${sql.lit(HANGS_AFTER_DAYS)} < ${today}::date)`;

const ofOpen = sql`i.connection_id in (select o.connection_id from collections.cases o where o.state <> 'CLOSED')`;

/** @param ladder the rules of today: what is ready follows them */
export function caseList(actor: Actor, query: Filters, ladder: Ladder | null): ListQuery {
  const { today } = actor;
  const ready = ladder ? isReady(today, ladder) : sql`false`;
  const parts: Sql[] = [sql`true`, ...whether(query.ready, ready), ...whether(query.hangs, hangs(today))];
  if (query.state) parts.push(sql`k.state = ${query.state}`);
  else if (!query.closed && !query.connectionId) parts.push(sql`k.state <> 'CLOSED'`);
  if (query.connectionId) parts.push(sql`k.connection_id = ${query.connectionId}`);
  if (query.minMinor !== undefined) parts.push(sql`d.due_minor >= ${query.minMinor}`);
  if (query.sectorId)
    parts.push(sql`c.road_id in (select r.id from settings.roads r where r.sector_id = ${query.sectorId})`);
  if (query.search)
    parts.push(
      sql`(c.number = ${toLatinDigits(query.search)} or platform.plot_key(c.plot_number) = platform.plot_key(${query.search}::text)
        or k.consumer_id in (${consumersFound(query.search)}))`,
    );
  return {
    rows: sql`select k.id, k.connection_id as "connectionId", k.state, k.state_on as "stateOn", k.pay_by as "payBy", c.number as "connectionNumber",
        coalesce(d.due_minor, 0)::bigint as "dueMinor", d.late_since as "lateSince", ${today}::date - d.late_since as "daysLate",
        ${ready} as "isReady", ${hangs(today)} as hangs
      from collections.cases k join meters.connections c on c.id = k.connection_id
      left join (${lateDebt(sql`${today}::date`, ofOpen)}) d on d.connection_id = k.connection_id and k.state <> 'CLOSED'
      where ${sql.join(parts, sql` and `)}`,
    details: (
      page,
    ) => sql`select p.*, k.consumer_id as "consumerId", u.name as "consumerName", u.name_bn as "consumerNameBn", u.phone,
        s.number as "sectorNumber", r.number as "roadNumber", c.plot_number as "plotNumber", k.opened_on as "openedOn", k.due_minor as "toldMinor",
        k.order_id as "orderId", o.number as "orderNumber", k.approved_by_name as "approvedByName", k.reconnection_id as "reconnectionId",
        n.number as "reconnectionNumber", k.disconnected_on as "disconnectedOn", k.closed_on as "closedOn", k.closed_because as "closedBecause", k.version,
        jsonb_build_object('approve', p."isReady" and ${may(actor, 'collections:approve')}::boolean,
          'giveUp', p.state in ('REMINDED', 'NOTICED') and ${may(actor, 'collections:approve')}::boolean,
          'exempt', p.state <> 'CLOSED' and ${may(actor, 'collections:exempt')}::boolean) as can,
        case when f.late_minor > 0 and p.state <> 'CLOSED' then
          jsonb_build_object('cheques', f.cheques, 'sumMinor', f.cheque_minor, 'lateMinor', f.late_minor, 'since', f.since) end as clearing
      from (${page}) p join collections.cases k on k.id = p.id
      left join (${inClearing(sql`${today}::date`, sql`select o.connection_id from collections.cases o where o.state <> 'CLOSED'`)}) f
        on f.connection_id = k.connection_id
      join meters.connections c on c.id = k.connection_id
      join consumers.consumers u on u.id = k.consumer_id
      join settings.roads r on r.id = c.road_id join settings.sectors s on s.id = r.sector_id
      left join work_orders.orders o on o.id = k.order_id left join work_orders.orders n on n.id = k.reconnection_id`,
    sorts: {
      ...{
        payBy: sql`"payBy"`,
        dueMinor: sql`"dueMinor"`,
        daysLate: sql`"daysLate"`,
        stateOn: sql`"stateOn"`,
      },
      connectionNumber: sql`"connectionNumber"`,
    },
    tieBreak: sql`id`,
  };
}

export async function listCases(db: Db | Tx, actor: Actor, query: Filters & Paging) {
  const list = caseList(actor, query, await ladderOn(db, actor.today));
  const { total, dueMinor } = await one<{ total: number; dueMinor: Minor }>(
    db,
    sql`select count(*) as total, coalesce(sum("dueMinor"), 0)::bigint as "dueMinor" from (${list.rows}) listed`,
  );
  const count = sql<{ total: number }>`select ${total}::bigint as total`;
  const page = await listPage<Case>(db, query, { ...list, count });
  return { ...page, sums: { dueMinor } };
}

export async function getCase(db: Db | Tx, actor: Actor, id: string): Promise<CaseDetail> {
  const of = await first<{ connectionId: string }>(
    db,
    sql`select connection_id as "connectionId" from collections.cases where id = ${id}`,
  );
  if (!of) throw fail(commonErrors.not_found);
  const { connectionId } = of;
  const list = caseList(actor, { connectionId }, await ladderOn(db, actor.today));
  const found = await one<Case>(
    db,
    sql`select * from (${list.details?.(sql`select * from (${list.rows}) l where l.id = ${id}`)}) d` as never,
  );
  const [events, others, disconnections, exemption] = await Promise.all([
    all<CaseDetail['events'][number]>(
      db,
      sql`select e.id, e.at, e.event, e.due_minor as "dueMinor", e.remark, e.order_id as "orderId", o.number as "orderNumber", e.actor_name as "actorName"
        from collections.case_events e left join work_orders.orders o on o.id = e.order_id where e.case_id = ${id} order by e.id desc`,
    ),
    all<CaseDetail['others'][number]>(
      db,
      sql`select id, opened_on as "openedOn", state, closed_on as "closedOn", closed_because as "closedBecause" from collections.cases
        where connection_id = ${connectionId} and id <> ${id} order by id desc limit 20`,
    ),
    all<CaseDetail['disconnections'][number]>(
      db,
      sql`select from_day as "fromDay", to_day as "toDay" from meters.disconnections where connection_id = ${connectionId} order by from_day desc limit 20`,
    ),
    first<NonNullable<CaseDetail['exemption']>>(
      db,
      sql`select id, reason, until_day as "untilDay", made_by_name as "madeByName" from collections.exemptions
        where connection_id = ${connectionId} and ended_at is null and until_day >= ${actor.today} order by until_day desc limit 1`,
    ),
  ]);
  return { ...found, events, others, disconnections, exemption: exemption ?? null };
}
