/** Bills of a consumer. A bill always names whom it was made for; what is due belongs to the connection. */
import type { ConsumerParts, Holder } from '#domains/consumers/consumer-parts.ts';
import { all, type Sql, sql } from '#platform/database/db.ts';
import { openOfTakers, ownOpen } from './invoices/taken-over.ts';

export const invoiceHolder: Holder = {
  holdings: (db, ids) =>
    all(
      db,
      sql`select 'invoices' as kind, count(*) as count,
          coalesce(sum(total_minor - settled_minor) filter (where cancelled_on is null), 0)::bigint as "amountMinor"
        from billing.invoices where consumer_id = any(${ids}::uuid[])`,
    ),
};

const open = sql`i.cancelled_on is null and i.settled_minor < i.total_minor`;
/** What the connections of consumers owe and nobody took over, and what consumers took over of others: `consumer_id`, `open_minor`, `due_on`. */
const owed = (of: (consumerId: Sql) => Sql) => sql`select x.consumer_id, o.open_minor, i.due_on
    from meters.connections x join billing.invoices i on i.connection_id = x.id
    cross join lateral (select ${ownOpen('i')} as open_minor) o
    where ${of(sql`x.consumer_id`)} and ${open} and o.open_minor > 0
  union all ${openOfTakers(of)}`;

export const duesOfConsumers: ConsumerParts['dues'] = {
  dueMinor: (id) =>
    sql`(select coalesce(sum(o.open_minor), 0)::bigint from (${owed((consumer) => sql`${consumer} = ${id}`)}) o)`,
  inArrears: (today) => sql`select o.consumer_id from (${owed(() => sql`true`)}) o where o.due_on < ${today}`,
  isLastBill: (id, number) => sql`exists (select from meters.connections x, lateral (
      select i.number from billing.invoices i where i.connection_id = x.id and i.cancelled_on is null
      order by i.period desc limit 1) last
    where x.consumer_id = ${id} and last.number = ${number})`,
};
