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

test.each([
  // Here all payments are of bills, so that both indexes hold the page.
  ['of bills', 'INVOICE', /^Index Scan payments_(list|all)$/],
  ['of all', 'ALL', /^Index Scan payments_all$/],
] as const)(
  'a page of payments %s, newest first, reads that page and sorts nothing',
  async (_of, source, index) => {
    const list = paymentList(actor, { source });
    const plan = await answered(app.db, pageOf({ limit: 20, offset: 1, sort: '-createdAt' }, list));
    expect(plan.reads).toContainEqual(expect.stringMatching(index));
    expect(plan.rowsRead).toBeLessThan(500);
  },
);

test('their number is counted in an index alone', async () => {
  const plan = await transaction(app.db, async (tx) => {
    // Of so few rows the planner would rather read the table.
    await execute(tx, sql`set local enable_seqscan = off`);
    return answered(tx, countOf(paymentList(actor, { source: 'INVOICE' })));
  });
  expect(plan.reads).toEqual([expect.stringMatching(/^Index Only Scan /)]);
});
