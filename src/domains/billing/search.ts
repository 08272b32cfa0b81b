/** Bills, payment plans, leaks, categories by date and empty houses in the search over everything. */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { hit, is, numbered, type SearchSource } from '#platform/search-sources.ts';
import { seesChange } from './categories/queries.ts';
import { seesHouse } from './empty-houses/queries.ts';
import { ownPlans } from './payment-plans/own-plans.ts';

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

/** By its number, which an SMS names. */
const plans: SearchSource = {
  name: 'payment-plans',
  order: 62,
  permissions: ['payment-plans:view'],
  forConsumers: true,
  select: (text, actor) => {
    const found = numbered(sql`p.number`, text);
    return (
      found &&
      sql`select ${hit(sql`p.id`, {
        number: sql`p.number`,
        name: sql`u.name`,
        nameBn: sql`u.name_bn`,
        amount:
          actor.kind === 'consumer'
            ? sql`case when p.accept_by is not null then p.sum_minor end`
            : sql`p.sum_minor`,
        day: sql`p.opened_on`,
        exact: is(sql`p.number`, text),
      })} from billing.payment_plans p join consumers.consumers k on k.id = p.consumer_id
        join consumers.consumers u on u.id = coalesce(k.merged_into, k.id) where ${ownPlans(actor)} and ${found}`
    );
  },
};

/** By its number, which an SMS names. */
const leaks: SearchSource = {
  name: 'leaks',
  order: 63,
  permissions: ['leaks:view'],
  forConsumers: true,
  select: (text, actor) => {
    const found = numbered(sql`k.number`, text);
    const own = actor.kind === 'consumer' ? isConsumer(sql`i.consumer_id`, actor.consumerId) : sql`true`;
    return (
      found &&
      sql`select ${hit(sql`k.id`, {
        number: sql`k.number`,
        name: sql`u.name`,
        nameBn: sql`u.name_bn`,
        amount: sql`i.total_minor`,
        day: sql`k.asked_on`,
        exact: is(sql`k.number`, text),
      })} from billing.leaks k join billing.invoices i on i.id = k.invoice_id
        join consumers.consumers u on u.id = i.consumer_id where ${own} and ${found}`
    );
  },
};

type OfConnection = Pick<SearchSource, 'name' | 'order' | 'permissions'> & {
  table: Sql;
  /** Of its rows `k`. */
  sees: (actor: Actor) => Sql;
};

/** What counts for a connection from a day on: by its number, which an SMS names. */
const fromDay = ({ table, sees, ...source }: OfConnection): SearchSource => ({
  ...source,
  forConsumers: true,
  select: (text, actor) => {
    const found = numbered(sql`k.number`, text);
    return (
      found &&
      sql`select ${hit(sql`k.id`, {
        number: sql`k.number`,
        name: sql`u.name`,
        nameBn: sql`u.name_bn`,
        day: sql`k.from_day`,
        exact: is(sql`k.number`, text),
      })} from ${table} k join consumers.consumers c on c.id = k.consumer_id
        join consumers.consumers u on u.id = coalesce(c.merged_into, c.id) where ${sees(actor)} and ${found}`
    );
  },
});

const categories = fromDay({
  ...{ name: 'categories-by-date', order: 64, permissions: ['connection-categories:view'] },
  ...{ table: sql`billing.category_changes`, sees: seesChange },
});

const emptyHouses = fromDay({
  ...{ name: 'empty-houses', order: 65, permissions: ['empty-houses:view'] },
  ...{ table: sql`billing.empty_houses`, sees: seesHouse },
});

export const foundInvoices: readonly SearchSource[] = [invoices, plans, leaks, categories, emptyHouses];
