/** `npm run bench -- lists` in a small town: each list gives the rows that its bare statement gives, and reads few for its first page. */
import { beforeAll, expect, test } from 'vitest';
import { applicationList, listApplications } from '#domains/applications/queries.ts';
import { receiptOfCharge } from '#domains/payments/charge-payments.ts';
import { listOrders, orderList } from '#domains/work-orders/queries.ts';
import { systemActor } from '#platform/actor.ts';
import { one, sql } from '#platform/database/db.ts';
import { countOf as countOfList, type ListQuery, pageOf } from '#platform/database/lists.ts';
import { testDatabase } from '#test/database.ts';
import { answered } from '#test/plans.ts';
import { compare, type Prepared, preparedCases } from '../../bench/lists/lists.ts';
import { seedLists } from '../../bench/lists/seed-lists.ts';

type Filters = Parameters<typeof applicationList>[1];
type OrderFilters = Parameters<typeof orderList>[1];

const { db, owner } = await testDatabase();
let cases: Prepared[] = [];

beforeAll(async () => {
  await seedLists(owner, { applications: 4000, orders: 4000 });
  cases = await preparedCases(db);
});

test('each list shows what its bare statement shows, in the same order', async () => {
  const empty: string[] = [];
  for (const prepared of cases) {
    const rows = await compare(db, prepared);
    if (rows === 0 && prepared.case.kind === 'first') empty.push(prepared.case.list);
  }
  expect(empty).toEqual([]);
});

const actor = systemActor(new Date(), '2026-11-15');
const PAGE = { limit: 20, offset: 1 };
const countOf = async (list: ListQuery) => (await one<{ total: number }>(db, countOfList(list))).total;

test.each<Filters>([
  {},
  { stateId: 'DRAFT' },
  { stateId: 'CONNECTED' },
  { stateId: 'PENDING', overdue: true },
  { open: false },
  { source: 'COUNTER' },
  { search: 'rahima' },
])('the total of applications is the number of their rows: %j', async (filters) => {
  const { total } = await listApplications(db, actor, { ...PAGE, sort: '-submittedAt', ...filters });
  expect(total).toBe(await countOf(applicationList(actor, filters)));
  expect(total).toBeGreaterThan(0);
});

test.each<OrderFilters>([
  {},
  { state: 'CLOSED' },
  { stage: 'process' },
  { stage: 'process', state: 'ASSIGNED' },
  { charged: true, money: 'DUE' },
  { charged: true, money: 'PAID', state: 'CLOSED' },
  { late: true },
])('the total of work orders is the number of their rows: %j', async (filters) => {
  const { total } = await listOrders(db, actor, { ...PAGE, sort: '-askedAt', ...filters }, receiptOfCharge);
  expect(total).toBe(await countOf(orderList(actor, filters)));
  expect(total).toBeGreaterThan(0);
});

test.each<[name: string, sort: string, list: ListQuery]>([
  ['applications', '-submittedAt', applicationList(actor, {})],
  ['ended applications', '-submittedAt', applicationList(actor, { stateId: 'CONNECTED' })],
  ['work orders', '-askedAt', orderList(actor, {})],
])('the first page of all %s is in an index', async (_name, sort, list) => {
  const { rowsRead } = await answered(db, pageOf({ limit: 20, offset: 1, sort }, list));
  const { granted } = await one<{ granted: number }>(
    db,
    sql`select count(*)::int as granted from roles.role_permissions`,
  );
  // Roads, sectors and roles may be read whole, and what the roles grant for several columns; nothing that grows with the town.
  expect(rowsRead).toBeLessThan(1800 + 5 * granted);
});

test('a search of work orders reads the orders that it finds, for the page and for the number of them', async () => {
  const list = orderList(actor, { search: '4711' });
  for (const asked of [pageOf({ limit: 20, offset: 1, sort: '-askedAt' }, list), countOfList(list)]) {
    const { rowsRead } = await answered(db, asked);
    expect(rowsRead).toBeLessThan(1800);
  }
});
