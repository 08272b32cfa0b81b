/** Bills of a consumer. A bill always names whom it was made for; what is due belongs to the connection. */
import type { ConsumerParts, Holder } from '#domains/consumers/consumer-parts.ts';
import { all, sql } from '#platform/database/db.ts';

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

export const duesOfConsumers: ConsumerParts['dues'] = {
  dueMinor: (id) => sql`(select coalesce(sum(i.total_minor - i.settled_minor), 0)::bigint
    from meters.connections x join billing.invoices i on i.connection_id = x.id
    where x.consumer_id = ${id} and ${open})`,
  inArrears: (today) => sql`select x.consumer_id from billing.invoices i
    join meters.connections x on x.id = i.connection_id where ${open} and i.due_on < ${today}`,
  isLastBill: (id, number) => sql`exists (select from meters.connections x, lateral (
      select i.number from billing.invoices i where i.connection_id = x.id and i.cancelled_on is null
      order by i.period desc limit 1) last
    where x.consumer_id = ${id} and last.number = ${number})`,
};
