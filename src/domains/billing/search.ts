/** Bills in the search over everything. */
import { sql } from '#platform/database/db.ts';
import { hit, is, numbered, type SearchSource } from '#platform/search-sources.ts';

const invoices: SearchSource = {
  name: 'invoices',
  order: 60,
  permissions: ['invoices:view'],
  forConsumers: true,
  select: (text, actor) => {
    const found = numbered(sql`i.number`, text);
    const own = actor.kind === 'consumer' ? sql`i.consumer_id = ${actor.consumerId}::uuid` : sql`true`;
    return (
      found &&
      sql`select ${hit(sql`i.id`, {
        number: sql`i.number`,
        name: sql`u.name`,
        nameBn: sql`u.name_bn`,
        amount: sql`i.total_minor`,
        day: sql`i.issued_on`,
        exact: is(sql`i.number`, text),
      })} from billing.invoices i join consumers.consumers u on u.id = i.consumer_id where ${own} and ${found}`
    );
  },
};

export const foundInvoices: readonly SearchSource[] = [invoices];
