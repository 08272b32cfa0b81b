/** What the list of payments and the sums of bills cost: rows that are read, of a table of thousands. */
import { beforeAll, expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { countOf, pageOf } from '#platform/database/lists.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { makeDebtor } from './factory.ts';
import { paymentList } from './queries.ts';

const PAYMENTS = 5000;
const app = await testApp();
const actor = app.system();

beforeAll(async () => {
  const { connectionId, consumerId } = await transaction(app.db, (tx) => makeDebtor(tx, actor));
  await execute(
    app.owner.db,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id, paid_on, created_at)
    select 'INVOICE', 'CASH', 'APPROVED', 10000 + n, ${consumerId}, ${connectionId}, '2026-11-01',
      timestamptz '2026-11-01 04:00:00Z' + n * interval '1 second' from generate_series(1, ${PAYMENTS}::int) n`,
  );
  await execute(app.owner.db, sql`vacuum analyze payments.payments`);
});

test('a page of payments, newest first, reads that page and sorts nothing', async () => {
  const list = paymentList(actor, { source: 'INVOICE' });
  const plan = await answered(app.db, pageOf({ limit: 20, offset: 1, sort: '-createdAt' }, list));
  expect(plan.reads).toContain('Index Scan payments_list');
  expect(plan.rowsRead).toBeLessThan(500);
});

test('their number is counted in an index alone', async () => {
  const plan = await transaction(app.db, async (tx) => {
    // Of so few rows the planner would rather read the table.
    await execute(tx, sql`set local enable_seqscan = off`);
    return answered(tx, countOf(paymentList(actor, { source: 'INVOICE' })));
  });
  expect(plan.reads).toEqual([expect.stringMatching(/^Index Only Scan /)]);
});
