/** Breaks by hand: what a household sees of its repairs and their money, and what it is told. */
import type { Break } from '../break.ts';

const PHOTOS = 'src/domains/work-orders/photos/queries.ts';
const ORDER_PAGE = 'src/domains/work-orders/get-order.ts';
const QUERIES = 'src/domains/work-orders/queries.ts';
const TELL = 'src/domains/work-orders/tell-household.ts';
const PAYABLES = 'src/domains/payments/payables/queries.ts';
const OF_CHARGE = 'src/domains/payments/charge-payments.ts';
const SEES = 'src/domains/work-orders/who-sees-what.test.ts';
const TOLD = 'src/domains/work-orders/told-people.test.ts';
const MONEY = 'src/domains/payments/household-pays-for-work.test.ts';

export const householdOrders: readonly Break[] = [
  {
    what: 'a household reads the words of the office as its own',
    file: 'src/domains/work-orders/steps/actions/create-order.ts',
    find: "case when asked_as = 'CONSUMER' and description <> ${description} then description end",
    replace: 'null',
    caughtBy: 'src/domains/work-orders/who-sees-what.test.ts',
    test: 'keeps its own words',
  },
  {
    what: 'a second correction takes the place of the words of who asked',
    file: 'src/domains/work-orders/steps/actions/create-order.ts',
    find: 'coalesce(asked_description,',
    replace: 'coalesce(null,',
    caughtBy: 'src/domains/work-orders/who-sees-what.test.ts',
    test: 'keeps its own words',
  },
  {
    what: 'a household reads why a charge was waived',
    file: ORDER_PAGE,
    find: '${office(actor, sql`o.waived_reason`)} as "waivedReason"',
    replace: 'o.waived_reason as "waivedReason"',
    caughtBy: 'src/domains/work-orders/who-sees-what.test.ts',
  },
  {
    what: 'a household reads what somebody else told the office about it',
    file: ORDER_PAGE,
    find: "case when ${readsRequest(actor)} then o.description else '' end as description",
    replace: 'o.description',
    caughtBy: SEES,
    test: 'neither who told of it',
  },
  {
    what: 'a household reads the phone of who told the office about it',
    file: ORDER_PAGE,
    find: 'case when ${readsRequest(actor)} then o.phone end as phone',
    replace: 'o.phone',
    caughtBy: SEES,
    test: 'neither who told of it',
  },
  {
    what: 'a household sees the photos of an order of the office',
    file: ORDER_PAGE,
    find: 'where p.order_id = ${orderId} and ${readsRequest(actor)} order by',
    replace: 'where p.order_id = ${orderId} order by',
    caughtBy: SEES,
    test: 'neither who told of it',
  },
  {
    what: 'a household opens a photo of an order of the office',
    file: PHOTOS,
    find: 'and ${seesOrder(actor)} and ${readsRequest(actor)}`',
    replace: 'and ${seesOrder(actor)}`',
    caughtBy: SEES,
    test: 'neither who told of it',
  },
  {
    what: 'a household guesses words of what was told about it',
    file: QUERIES,
    find: '(${readsRequest(actor)} and o.description ilike',
    replace: '(o.description ilike',
    caughtBy: SEES,
    test: 'neither who told of it',
  },
  {
    what: 'the page to pay has the phone of who told the office',
    file: PAYABLES,
    find: "coalesce(case when ${actor.kind !== 'consumer'}::boolean then p.phone end, u.phone, '')",
    replace: "coalesce(p.phone, u.phone, '')",
    caughtBy: MONEY,
    test: 'does not read the phone',
  },
  {
    what: 'the page of an order has receipts for who sees no payments',
    file: OF_CHARGE,
    find: "  if (!may(actor, 'payments:view')) return { receipt: null, atBank: null, goesBack: [] };\n",
    replace: '',
    caughtBy: MONEY,
    test: 'a paid charge says so',
  },
  {
    what: 'what is paid can be paid again at home',
    file: QUERIES,
    find: 'and ${charge} > ${paid} and',
    replace: 'and ${charge} > 0 and ${paid} is not null and',
    caughtBy: MONEY,
    test: 'what is left',
  },
  {
    what: 'a household is told of an order that somebody else told the office of',
    file: TELL,
    find: "        else o.asked_as = 'CONSUMER' or o.charge_minor is not null end",
    replace: '        else true end',
    caughtBy: TOLD,
    test: 'nobody is told, unless',
  },
  {
    what: 'an SMS promises a day that is over',
    file: TELL,
    find: 'when o.due_at > ${actor.now}::timestamptz then ${dayOfInstant(sql`o.due_at`)} end as day',
    replace: 'else ${dayOfInstant(sql`o.due_at`)} end as day',
    caughtBy: TOLD,
    test: 'no day that is over',
  },
];
