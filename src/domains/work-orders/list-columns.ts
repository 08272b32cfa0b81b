/** What only a list shows of each of its orders `o`: materials, photos, other work at the plot, reviewer, how long it took, receipt. */
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { seesAllOrders } from './lock-order.ts';
import type { ReceiptOf } from './points.ts';
import { OPEN_STATES } from './work-order.rules.ts';

export const isOpen = (alias: 'o' | 'x'): Sql =>
  sql`${sql.ref(`${alias}.state`)} in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})`;

/** What the work took, and before that what it will take, in one text; parts of different rates are one. */
const materials = (name: 'name_en' | 'name_bn'): Sql =>
  sql`(select string_agg(g.name || ' × ' || trim_scale(g.quantity), ', ' order by g.line_no) from (
    select min(${sql.ref(`l.${name}`)}) as name, sum(l.quantity) as quantity, min(l.line_no) as line_no
    from work_orders.materials l
    where l.order_id = o.id and l.kind = case when o.used_minor is null then 'ESTIMATE' else 'USED' end
    group by l.material_id) g)`;

/** The latest other open order at the plot of an open one, and how many there are; for who sees all orders. */
const SIMILAR = sql`case when ${isOpen('o')} then (select jsonb_build_object('id', x.id, 'number', x.number, 'count', count(*) over ())
  from work_orders.orders x where x.road_id = o.road_id and platform.plot_key(x.plot_number) = platform.plot_key(o.plot_number) and x.id <> o.id and ${isOpen('x')}
  order by x.asked_at desc, x.id limit 1) end`;

const OF_OFFICE = [
  'materialsEn',
  'materialsBn',
  'photos',
  'similar',
  'reviewerName',
  'firstTimeFix',
  'receiptId',
];
const NOTHING = sql.join(
  [...OF_OFFICE, 'receiptNumber', 'paidBy'].map((name) => sql`null as ${sql.ref(name)}`),
);

/** The receipt is that of `joinReceipt`. */
export function listColumns(actor: Actor): Sql {
  const hours = sql`round(extract(epoch from o.completed_at - o.asked_at) / 3600, 1)::float8 as "hoursTaken"`;
  if (actor.kind === 'consumer') return sql`${hours}, ${NOTHING}`;
  return sql`${hours}, ${materials('name_en')} as "materialsEn", ${materials('name_bn')} as "materialsBn",
    (select count(*)::int from work_orders.photos f where f.order_id = o.id) as photos,
    ${seesAllOrders(actor) ? SIMILAR : sql`null`} as similar, o.reviewer_name as "reviewerName",
    case when o.reopened > 0 then 'NO' when o.state = 'CLOSED' then 'YES' end as "firstTimeFix",
    paid.id as "receiptId", paid.number as "receiptNumber", paid.method as "paidBy"`;
}

export const joinReceipt = (actor: Actor, receiptOf: ReceiptOf): Sql =>
  actor.kind === 'consumer' ? sql`` : sql`left join lateral (${receiptOf(actor, sql`o.id`)}) paid on true`;
