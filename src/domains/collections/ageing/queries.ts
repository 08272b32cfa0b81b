/**
 * Ageing: what is open of each connection on a day, by how long it has been due. A past day is asked by the days on which the books have what
 * settled a bill, so that the sum of the buckets is the receivable of the ledger on that day.
 */

import { takenDue } from '#domains/billing/invoices/taken-over.ts';
import { consumersFound } from '#domains/consumers/queries.ts';
import { settledInBooks } from '#domains/payments/settled-by-day.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import { fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import { BUCKET_DAYS, BUCKETS, type Bucket } from './ageing.rules.ts';
import { type Aged, errors } from './contract.ts';

type Filters = {
  search?: string | undefined;
  asOf?: string | undefined;
  bucket?: Bucket | undefined;
  sectorId?: string | undefined;
  minMinor?: number | undefined;
  minMonths?: number | undefined;
};

/** SELECT of invoice_id, minor: what of bills was settled after the day. Few rows if the day is near. */
const settledAfter = (day: Sql): Sql => sql`select l.invoice_id, sum(l.amount_minor)::bigint as minor from (
    select s.invoice_id, s.amount_minor from (${settledInBooks}) s where s.day > ${day}
    union all
    select u.invoice_id, u.amount_minor from billing.advance_uses u where u.used_on > ${day}
  ) l group by l.invoice_id`;

/**
 * SELECT of the bills that were open on the day: id, connection_id, period, due_on, open_minor. Those that are open now come from the index of
 * open bills; the others are those that were settled or cancelled since.
 */
export function openOn(asOf: string): Sql {
  const day = sql`${asOf}::date`;
  return sql`select * from (
      select i.id, i.connection_id, i.period, i.due_on, (i.total_minor - i.settled_minor + coalesce(l.minor, 0))::bigint as open_minor
      from billing.invoices i left join (${settledAfter(day)}) l on l.invoice_id = i.id
      where i.cancelled_on is null and i.settled_minor < i.total_minor and i.issued_on <= ${day}
      union all
      select i.id, i.connection_id, i.period, i.due_on, (i.total_minor - i.settled_minor + coalesce(l.minor, 0))::bigint
      from (
        select invoice_id from (${settledAfter(day)}) a union select id from billing.invoices where cancelled_on > ${day}
      ) c join billing.invoices i on i.id = c.invoice_id left join (${settledAfter(day)}) l on l.invoice_id = i.id
      where i.issued_on <= ${day} and (i.cancelled_on > ${day} or i.cancelled_on is null and i.settled_minor >= i.total_minor)
    ) o where o.open_minor > 0`;
}

const days = sql`(o.as_of - o.due_on)`;
const isIn = (bucket: Bucket): Sql => {
  const [from, to] = BUCKET_DAYS[bucket];
  const parts = [
    ...(from === null ? [] : [sql`${days} >= ${sql.lit(from)}`]),
    ...(to === null ? [] : [sql`${days} <= ${sql.lit(to)}`]),
  ];
  return sql.join(parts, sql` and `);
};
const column = (bucket: Bucket): Sql => sql.ref(`${bucket}Minor`);

/** One row for each connection that owes something on the day. */
const byConnection = (
  asOf: string,
): Sql => sql`select o.connection_id, sum(o.open_minor)::bigint as "totalMinor",
    count(distinct o.period) filter (where ${days} > 0)::int as months, min(o.due_on) as "oldestDueOn",
    ${sql.join(BUCKETS.map((bucket) => sql`coalesce(sum(o.open_minor) filter (where ${isIn(bucket)}), 0)::bigint as ${column(bucket)}`))}
  from (select b.*, ${asOf}::date as as_of from (${openOn(asOf)}) b) o group by o.connection_id`;

export function ageingList({ today }: Pick<Actor, 'today'>, query: Filters): ListQuery {
  const { asOf = today, bucket, sectorId, minMinor, minMonths, search } = query;
  const parts: Sql[] = [sql`true`];
  if (bucket) parts.push(sql`a.${column(bucket)} > 0`);
  if (minMinor !== undefined) parts.push(sql`a."totalMinor" >= ${minMinor}`);
  if (minMonths !== undefined) parts.push(sql`a.months >= ${minMonths}`);
  if (sectorId)
    parts.push(sql`c.road_id in (select d.id from settings.roads d where d.sector_id = ${sectorId})`);
  if (search) {
    parts.push(
      sql`(c.number = ${toLatinDigits(search)} or platform.plot_key(c.plot_number) = platform.plot_key(${search}::text)
        or c.consumer_id in (${consumersFound(search)}))`,
    );
  }
  return {
    rows: sql`select a.*, c.id as "connectionId", c.number as "connectionNumber", c.consumer_id
      from (${byConnection(asOf)}) a join meters.connections c on c.id = a.connection_id
      where ${sql.join(parts, sql` and `)}`,
    details: (
      page,
    ) => sql`select p.*, u.name as "consumerName", u.name_bn as "consumerNameBn", u.phone, s.number as "sectorNumber",
        d.number as "roadNumber", c.plot_number as "plotNumber", l.paid_on as "lastPaidOn", l.amount_minor as "lastPaidMinor",
        (select m.promised_on from collections.promises m where m.connection_id = p."connectionId" order by m.id desc limit 1) as "promisedOn",
        (select coalesce(sum(${takenDue(sql`i.id`)}), 0)::bigint from billing.invoices i where i.connection_id = p."connectionId"
          and i.cancelled_on is null and i.settled_minor < i.total_minor) as "takenOverMinor"
      from (${page}) p
      join meters.connections c on c.id = p."connectionId"
      join consumers.consumers u on u.id = p.consumer_id
      join settings.roads d on d.id = c.road_id
      join settings.sectors s on s.id = d.sector_id
      left join lateral (
        select y.paid_on, y.amount_minor from payments.payments y
        where y.connection_id = p."connectionId" and y.state = 'APPROVED' and y.paid_on <= ${asOf}::date
        order by y.created_at desc limit 1
      ) l on true`,
    sorts: {
      ...{ totalMinor: sql`"totalMinor"`, months: sql`months`, oldestDueOn: sql`"oldestDueOn"` },
      ...Object.fromEntries(BUCKETS.map((name) => [`${name}Minor`, column(name)])),
      connectionNumber: sql`"connectionNumber"`,
      consumerName: sql`(select n.name from consumers.consumers n where n.id = consumer_id) collate "bn-x-icu"`,
    },
    tieBreak: sql`"connectionId"`,
  };
}

type Sums = Pick<Aged, 'currentMinor' | 'toThirtyMinor' | 'toNinetyMinor' | 'overNinetyMinor' | 'totalMinor'>;

/** A page of those who owe something on the day, with the sums of all that match. */
export async function listAgeing(db: Db | Tx, actor: Actor, query: Filters & Paging) {
  const { asOf = actor.today } = query;
  refuseFuture(actor, asOf);
  const list = ageingList(actor, query);
  const summed = [...BUCKETS.map(column), sql.ref('totalMinor')].map(
    (sum) => sql`coalesce(sum(${sum}), 0)::bigint as ${sum}`,
  );
  const { total, ...sums } = await one<Sums & { total: number }>(
    db,
    sql`select count(*) as total, ${sql.join(summed)} from (${list.rows}) listed`,
  );
  const count = sql<{ total: number }>`select ${total}::bigint as total`;
  const page = await listPage<Aged>(db, query, { ...list, count });
  return { ...page, asOf, sums };
}

/** Nobody knows what will be paid. */
export function refuseFuture(actor: Actor, asOf: string | undefined): void {
  if (asOf && asOf > actor.today) throw fail(errors.as_of_future, { day: actor.today });
}
