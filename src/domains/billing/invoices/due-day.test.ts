/** A bill is overdue from the day after its last day to pay, by the utility's clock. */
import { expect, test } from 'vitest';
import { makeDebtor } from '#domains/payments/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { invoiceDetail, searchInvoice } from './contract.ts';

const app = await testApp();
const as = await app.staff('admin');

test.each([
  ['2026-11-14', true],
  ['2026-11-15', false],
])('due on %s, seen on the 15th: overdue is %s', async (dueOn, overdue) => {
  const { connectionId, invoices } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  await execute(
    app.owner.db,
    sql`update billing.invoices set issued_on = '2026-11-01', due_on = ${dueOn} where connection_id = ${connectionId}`,
  );
  const { items } = await app.call(searchInvoice, { as, query: { connectionId } });
  expect(items.map((item) => item.overdue)).toEqual([overdue]);
  const detail = await app.call(invoiceDetail, { as, params: { id: String(invoices[0]?.id) } });
  expect(detail.overdue).toBe(overdue);
});
