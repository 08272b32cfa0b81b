/** Before the first night no proof has run: the books are proved when the month is closed. */
import { expect, test } from 'vitest';
import { makeDebtor } from '#domains/payments/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');

test('a month of books that do not agree does not close, also if no proof has ever run', async () => {
  const { invoices } = await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months: 2 }));
  const settle = (minor: number) =>
    execute(
      app.owner.db,
      sql`update billing.invoices set settled_minor = ${minor} where id = ${invoices[0]?.id}`,
    );
  await settle(100);
  const { proof, items } = await app.call(contract.listMonths, { as: reviewer });
  const month = items.findLast(({ isOver, hindrances }) => isOver && hindrances?.length === 0);
  const closing = { as: reviewer, body: { month: String(month?.month) } };
  expect([proof, await app.codeOf(contract.closeMonth, closing)]).toEqual([null, 'ledger.books_disagree']);
  await settle(0);
  expect(await app.codeOf(contract.closeMonth, closing)).toBeUndefined();
});
