/** What a page of payment plans costs: rows that are read, in a town that had thousands of plans, of which few are open. */
import { beforeAll, expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { execute, type Sql, sql, transaction } from '#platform/database/db.ts';
import { pageOf } from '#platform/database/lists.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { makeInvoice } from '../factory.ts';
import { USUAL_RULES } from './plan.rules.ts';
import { planList } from './queries.ts';

const MANY = 10_000;
/** One of so many is open, and one is broken. */
const OPEN_OF = 50;
const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const [officer, rahima] = [await app.staff('engineer'), await app.consumer('Rahima')];

beforeAll(async () => {
  const actor = app.system();
  await transaction(app.db, async (tx) => {
    const { id } = await makeConnection(tx, actor, { consumerId: String(rahima.consumerId) });
    await makeInvoice(tx, actor, { connectionId: id });
  });
  const fill = (statement: Sql) => execute(app.owner.db, statement);
  await fill(sql`insert into consumers.consumers (number, name, phone)
    select 'other ' || n, 'Other ' || n, '+8801' || 300000000 + n from generate_series(1, ${MANY}::int) n`);
  await fill(sql`insert into meters.connections (number, consumer_id, road_id, plot_number, category, pipe_size_mm, connected_on)
    select u.number, u.id, c.road_id, u.number, c.category, c.pipe_size_mm, c.connected_on
    from consumers.consumers u, meters.connections c where c.consumer_id = ${rahima.consumerId} and u.number like 'other %'`);
  await fill(sql`insert into billing.invoices (number, connection_id, consumer_id, period, period_from, period_to, issued_on, due_on,
      tariff_version_id, usage_litres, total_minor, settled_minor)
    select c.number, c.id, c.consumer_id, i.period, i.period_from, i.period_to, i.issued_on, i.due_on, i.tariff_version_id, 1000, 100,
      case when substr(c.number, 7)::int % ${OPEN_OF}::int < 2 then 0 else 100 end
    from meters.connections c, billing.invoices i where i.consumer_id = ${rahima.consumerId} and c.number like 'other %'`);
  await fill(sql`with plans as (
      insert into billing.payment_plans (number, connection_id, consumer_id, state, opened_by, opened_by_name, opened_at, opened_on, bill_ids,
        sum_minor, first_minor, instalments, day_of_month, rules, proposed_by, proposed_by_name, proposed_at, accept_by, accepted_as, accepted_by,
        accepted_by_name, accepted_at, accepted_on, ended_at, ended_on, ended_by_name, ended_because, end_left_minor)
      select i.number, i.connection_id, i.consumer_id, s.state, ${officer.userId}, 'x', t.at, '2026-10-01', array[i.id],
        100, 0, 2, 10, ${JSON.stringify(USUAL_RULES)}::jsonb, ${officer.userId}, 'x', t.at, '2026-10-08', 'PORTAL', ${officer.userId}, 'x', t.at,
        '2026-10-02', case when s.state <> 'ACTIVE' then t.at end, case when s.state <> 'ACTIVE' then date '2026-10-20' end,
        case when s.state <> 'ACTIVE' then 'x' end, case when s.state = 'BROKEN' then 'INSTALMENT_MISSED' end,
        case s.state when 'BROKEN' then 100 when 'COMPLETED' then 0 end
      from billing.invoices i
      cross join lateral (select case substr(i.number, 7)::int % ${OPEN_OF}::int when 0 then 'ACTIVE' when 1 then 'BROKEN' else 'COMPLETED' end as state) s
      cross join lateral (select timestamptz '2026-10-01 10:00+06' - make_interval(secs => substr(i.number, 7)::int) as at) t
      where i.number like 'other %' returning id, bill_ids[1] as bill_id, state),
    bills as (insert into billing.payment_plan_bills (plan_id, invoice_id, open_minor) select id, bill_id, 100 from plans),
    parts as (insert into billing.payment_plan_instalments (plan_id, seq, due_on, amount_minor)
      select id, n, make_date(2026, 9 + n, 10), 50 from plans, generate_series(1, 2) n)
    insert into billing.collection_holds (invoice_id, cause, cause_id, from_day)
    select bill_id, 'payment_plan', id, '2026-10-02' from plans where state = 'ACTIVE'`);
  await execute(
    app.owner.db,
    sql`vacuum analyze billing.payment_plans, billing.payment_plan_bills, billing.payment_plan_instalments, billing.invoices,
      billing.collection_holds, meters.connections, consumers.consumers`,
  );
});

const FIRST = { limit: 20, offset: 1 };
const page = (query: Parameters<typeof planList>[1], sort = '-openedAt', as = officer) =>
  pageOf({ ...FIRST, sort }, planList(app.actorOf(as), { ...query, sort }));
const ofPlans = (reads: readonly string[]) => reads.filter((read) => read === 'Seq Scan payment_plans');

test.each([
  ['all', {}],
  ['active ones', { state: 'ACTIVE' as const }],
  ['late ones', { late: true }],
  ['broken ones that are still owed', { stillOwed: true, state: 'BROKEN' as const }],
  ['those of a number', { search: 'other 4000' }],
])('the first page of %s asks of its own plans only what is open of them', async (_, query) => {
  const { reads, rowsRead } = await answered(app.db, page(query));
  expect(ofPlans(reads)).toEqual([]);
  expect(reads.filter((read) => /^Seq Scan (invoices|payment_plan_|collection_holds)/.test(read))).toEqual(
    [],
  );
  expect(rowsRead).toBeLessThan(5_000);
});

test.each(['nextOn', '-lateDays', '-leftMinor'])(
  'a page in the order of what is open (%s) asks those that are over for nothing of their bills',
  async (sort) => {
    const { reads, rowsRead } = await answered(app.db, page({}, sort));
    expect(reads.filter((read) => /^Seq Scan (invoices|payment_plan_)/.test(read))).toEqual([]);
    // Each plan once, and the bills and parts of the open and broken ones.
    expect(rowsRead).toBeLessThan(MANY * 1.5);
  },
);

test('a household reads its own plans only', async () => {
  const { reads, rowsRead } = await transaction(app.db, async (tx) => {
    await asConsumer(tx, app.actorOf(rahima));
    return answered(tx, page({}, '-openedAt', rahima));
  });
  expect(ofPlans(reads)).toEqual([]);
  expect(rowsRead).toBeLessThan(100);
});
