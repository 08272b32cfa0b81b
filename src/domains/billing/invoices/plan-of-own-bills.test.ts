/** What the bills of one consumer, and advances that are left, cost: rows that are read, in a town that has thousands of them. */
import { beforeAll, expect, test } from 'vitest';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { countOf, pageOf } from '#platform/database/lists.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { billingIdList } from '../billing-ids.ts';
import { makeInvoice } from '../factory.ts';
import { invoiceList } from './queries.ts';

const OTHERS = 20_000;
const app = await testApp();
const rahima = await app.consumer('Rahima');

beforeAll(async () => {
  const actor = app.system();
  await transaction(app.db, async (tx) => {
    const own = await makeConnection(tx, actor, { consumerId: String(rahima.consumerId) });
    for (const period of ['2026-08-01', '2026-09-01', '2026-10-01'])
      await makeInvoice(tx, actor, { connectionId: own.id, period });
    const other = await makeConnection(tx, actor, {});
    await makeInvoice(tx, actor, { connectionId: other.id });
  });
  // Bills of as many other people.
  await execute(
    app.owner.db,
    sql`with consumers as (
        insert into consumers.consumers (number, name, phone)
        select 'other ' || n, 'Other ' || n, '+8801' || 300000000 + n from generate_series(1, ${OTHERS}::int) n returning id, number
      ), connections as (
        insert into meters.connections (number, consumer_id, road_id, plot_number, category, pipe_size_mm, connected_on)
        select u.number, u.id, c.road_id, u.number, c.category, c.pipe_size_mm, c.connected_on
        from consumers u, meters.connections c where c.consumer_id <> ${rahima.consumerId}
        returning id, consumer_id
      )
      insert into billing.invoices (number, connection_id, consumer_id, period, period_from, period_to, issued_on, due_on,
        tariff_version_id, usage_litres, total_minor)
      select 'other ' || row_number() over (), c.id, c.consumer_id, i.period, i.period_from, i.period_to, i.issued_on, i.due_on,
        i.tariff_version_id, 1000, 100 from connections c
      join lateral (select * from billing.invoices where consumer_id <> ${rahima.consumerId} limit 1) i on true`,
  );
  await execute(app.owner.db, sql`vacuum analyze billing.invoices, meters.connections, consumers.consumers`);
});

test('a page, the number and the sums of their own bills read those bills only', async () => {
  const actor = app.actorOf(rahima);
  const list = invoiceList(actor, {});
  const plans = await transaction(app.db, async (tx) => {
    await asConsumer(tx, actor);
    return [
      await answered(tx, countOf(list)),
      await answered(tx, pageOf({ limit: 20, offset: 1, sort: '-issuedOn' }, list)),
    ];
  });
  for (const { rowsRead, reads } of plans) {
    expect(reads.filter((read) => read.startsWith('Seq Scan invoices'))).toEqual([]);
    expect(rowsRead).toBeLessThan(200);
  }
});

test('advances that are left are found from the closed connections, not from all open bills', async () => {
  const { id } = await one<{ id: string }>(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = '2026-10-01' where number = 'other 19999' returning id`,
  );
  await transaction(app.db, (tx) =>
    postJournal(tx, app.system(), {
      ...{ kind: 'PAYMENT', sourceId: id, businessDate: '2026-11-15' },
      entries: [
        { account: '1000', amountMinor: 5_000 },
        { account: '2200', partyId: id, amountMinor: -5_000 },
      ],
    }),
  );
  await execute(app.owner.db, sql`vacuum analyze meters.connections, ledger.entries`);
  const list = billingIdList(app.system(), { advanceLeft: true });
  const { rowsRead, reads } = await answered(
    app.db,
    pageOf({ limit: 6, offset: 1, sort: 'connectionNumber' }, list),
  );
  expect(reads.filter((read) => read.startsWith('Seq Scan connections'))).toEqual([]);
  expect(rowsRead).toBeLessThan(200);
});
