/** Billable connections with their latest bill and what is open of them. */
import type { z } from 'zod';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { mayPayFor, ofOption, seesConnection } from '#domains/meters/sharing/visible.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import { seesChange } from './categories/queries.ts';
import { isAmongDisputed } from './disputes/disputed.ts';
import { advanceOf, advancesLeft } from './invoices/advances-left.ts';
import type { BillingId, billingIds } from './invoices/contract.ts';
import { holderName, holderNameBn, openOf } from './invoices/queries.ts';
import { listTakenOver, takenDue, takenOverMinor } from './invoices/taken-over.ts';
import { isAmongPlans } from './payment-plans/asked.ts';

/** The last bill of the connection with this id was issued. */
export const hasFinalBill = (id: Sql): Sql =>
  sql`exists (select from billing.invoices f where f.connection_id = ${id} and f.is_final and f.cancelled_on is null)`;

/** Of connections `p`: their category of today, until when it counts, and what follows; the change of it that is in force or comes next. */
const billedAs = (actor: Actor): Sql => sql`(
  select jsonb_build_object('en', a.name_en, 'bn', a.name_bn, 'until', nullif(t.until_day, 'infinity'), 'nextEn', x.name_en, 'nextBn', x.name_bn,
    'changeId', (select k.id from billing.category_changes k where k.connection_id = p."connectionId" and ${seesChange(actor)} and k.replaced_by is null
      and (k.until_day is null or k.until_day > ${actor.today}::date) order by k.from_day <= ${actor.today}::date desc, k.from_day desc limit 1))
  from (select p."connectionId" as id) c
  left join meters.connection_categories t on t.connection_id = c.id and t.from_day <= ${actor.today}::date and t.until_day > ${actor.today}::date
  join billing.tariff_categories a on a.code = coalesce(t.category, p.category)
  left join meters.connection_categories n on n.connection_id = t.connection_id and n.from_day = t.until_day
  left join billing.tariff_categories x on x.code = n.category)`;

type BillingFilter = {
  search?: string | undefined;
  consumerId?: string | undefined;
  sectorId?: string | undefined;
  connectionId?: string | undefined;
  applicationId?: string | undefined;
  withDues?: boolean | undefined;
  advanceLeft?: boolean | undefined;
};

type Sums = z.infer<(typeof billingIds)['output']>['sums'];

/** A page of billable connections, with what all that match owe and, for a household, which of them it may pay for. */
export async function listBillingIds(db: Db | Tx, actor: Actor, query: BillingFilter & Paging) {
  const list = billingIdList(actor, query);
  const pays = actor.kind === 'consumer' ? mayPayFor(actor, sql`"connectionId"`) : sql`false`;
  const { total, ...sums } = await one<Sums & { total: number }>(
    db,
    sql`select count(*) as total, coalesce(sum("dueMinor"), 0)::bigint as "dueMinor",
        min("oldestDueOn") filter (where "dueMinor" > 0) as "oldestDueOn", count(*) filter (where pays) as payable,
        case when count(*) filter (where pays) = 1 then jsonb_build_object('connectionId', (array_agg("connectionId") filter (where pays))[1],
          'dueMinor', (sum("dueMinor") filter (where pays))::bigint) end as "onlyPayable"
      from (select listed.*, ${pays} as pays from (${list.rows}) listed) listed`,
  );
  const count = sql<{ total: number }>`select ${total}::bigint as total`;
  const page = await listPage<BillingId>(db, query, { ...list, count });
  return { ...page, sums, takenOver: await listTakenOver(db, actor) };
}

/** Billable connections: latest bill, open sum and oldest due day of each. */
export function billingIdList(actor: Actor, query: BillingFilter): ListQuery {
  const isHousehold = actor.kind === 'consumer';
  const counted = isHousehold
    ? sql`filter (where not ${isAmongDisputed('i')} and not ${isAmongPlans('i')})`
    : sql``;
  const open = sql`select connection_id, count(*) ${counted} as invoices, sum(${openOf(actor)}) ${counted}::bigint as due, min(due_on) ${counted} as oldest,
      ${isHousehold ? sql`0` : sql`sum(${takenDue(sql`i.id`)})`}::bigint as taken,
      sum(${openOf(actor)}) filter (where ${isAmongDisputed('i')})::bigint as disputed
    from billing.invoices i where ${openOf(actor)} > 0 and cancelled_on is null and settled_minor < total_minor
      ${query.advanceLeft ? sql`and connection_id in (select connection_id from (${advancesLeft}) l)` : sql``} group by connection_id`;
  const parts: Sql[] = [seesConnection(actor)];
  if (query.connectionId) parts.push(sql`c.id = ${query.connectionId}`);
  if (query.applicationId) parts.push(sql`c.id in (${ofOption(query.applicationId)})`);
  if (query.consumerId) parts.push(isConsumer(sql`c.consumer_id`, query.consumerId));
  if (query.sectorId) parts.push(sql`d.sector_id = ${query.sectorId}`);
  if (query.withDues) parts.push(sql`o.due > 0`);
  const left = query.advanceLeft
    ? sql`join (${advancesLeft}) a on a.connection_id = c.id`
    : sql`cross join (values (null::bigint, null::date)) a (advance_minor, closed_on)`;
  if (query.search) {
    parts.push(
      sql`(c.number = ${toLatinDigits(query.search)} or platform.plot_key(c.plot_number) = platform.plot_key(${query.search}::text)
        or c.consumer_id in (${consumersFound(query.search)}))`,
    );
  }
  return {
    rows: sql`select c.id as "connectionId", c.number as "connectionNumber", c.consumer_id as "consumerId",
        ${holderName} as "consumerName", ${holderNameBn} as "consumerNameBn", coalesce(u.phone, '') as phone, s.number as "sectorNumber", d.number as "roadNumber",
        c.plot_number as "plotNumber", c.category, coalesce(o.invoices, 0) as "openInvoices",
        coalesce(o.due, 0) as "dueMinor", o.oldest as "oldestDueOn", ${isHousehold ? takenOverMinor(sql`c.id`) : sql`coalesce(o.taken, 0)`} as "takenOverMinor", coalesce(o.disputed, 0) as "disputedMinor", ${isHousehold ? advanceOf(sql`c.id`) : sql`a.advance_minor`} as "advanceMinor", ${isHousehold ? sql`case when c.status = 'closed' then c.disconnected_on end` : sql`a.closed_on`} as "closedOn"
      from meters.connections c
      ${left}
      left join consumers.consumers u on u.id = c.consumer_id
      join settings.roads d on d.id = c.road_id
      join settings.sectors s on s.id = d.sector_id
      left join (${open}) o on o.connection_id = c.id
      where ${sql.join(parts, sql` and `)}`,
    details: (
      page,
    ) => sql`select p.*, ${mayPayFor(actor, sql`p."connectionId"`)} as "mayPay", meters.changed_hands_on(p."connectionId") as "changedOn", ${isHousehold ? billedAs(actor) : sql`null`} as "billedAs",
        ${hasFinalBill(sql`p."connectionId"`)} as "hasFinalBill", l.id as "lastInvoiceId", l.number as "lastInvoiceNumber",
        l.period as "lastPeriod", l.total_minor as "lastTotalMinor"
      from (${page}) p left join lateral (
        select id, number, period, total_minor from billing.invoices i
        where i.connection_id = p."connectionId" and i.cancelled_on is null and i.adjusts_id is null
        order by period desc limit 1
      ) l on true`,
    sorts: {
      connectionNumber: sql`"connectionNumber"`,
      dueMinor: sql`"dueMinor"`,
      consumerName: sql`"consumerName" collate "bn-x-icu"`,
    },
    tieBreak: sql`"connectionId"`,
  };
}
