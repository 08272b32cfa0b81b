/** The last row of a file of bills or payments: what was cancelled or taken back is in the file, and in no sum, as on the screen. */
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { cancelInvoice, decideCorrection } from '#domains/billing/corrections/contract.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { searchInvoice, searchInvoiceDownload } from '#domains/billing/invoices/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-05T04:00:00Z' });
const [admin, other, cashier] = [
  await app.staff('admin'),
  await app.staff('admin'),
  await app.staff('cashier'),
];

/** The figures of the last rows of a file. */
async function columnsOf(path: string, columns: string, rows: number) {
  const answer = await app.server.inject({
    url: `/api/billing${path}`,
    query: { format: 'xlsx', columns, language: 'en' },
    headers: { authorization: `Bearer ${admin.idToken}` },
  });
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
  const last = sheet?.rows.slice(-rows - 1) ?? [];
  expect(last.at(-1)?.[0]).toBe('Total');
  return { each: last.slice(0, -1), total: last.at(-1)?.slice(1) };
}
async function cancel(id: string): Promise<void> {
  const { version } = await one<{ version: number }>(
    app.db,
    sql`select version from billing.invoices where id = ${id}`,
  );
  const body = { invoiceId: id, version, reason: 'nobody lived there', freePayment: true };
  const asked = await app.call(cancelInvoice, { as: admin, body });
  if (asked.state === 'REQUESTED')
    await app.call(decideCorrection, { as: other, body: { correctionId: asked.id, accept: true } });
}

test('a bill that was cancelled, and a payment that was taken back', async () => {
  const { id: connectionId } = await transaction(app.db, (tx) => makeConnection(tx, app.system()));
  const bill = (period: string) =>
    transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period }));
  const pay = (amountMinor: number) =>
    app.call(contract.makePayment, {
      as: cashier,
      body: {
        ...{ connectionId, amountMinor: minor(amountMinor), unusual: true },
        tender: { method: 'CASH' as const },
      },
    });
  const [, wrong] = [await bill('2026-08-01'), await bill('2026-09-01')];
  await cancel(wrong.id);
  const back = await pay(130_00);
  await app.call(contract.reversePayment, {
    as: admin,
    body: { paymentId: back.id, reason: 'wrong customer' },
  });
  await pay(120_00);

  const bills = await columnsOf(
    searchInvoiceDownload.path,
    'number,usageLitres,totalMinor,settledMinor,dueMinor',
    2,
  );
  expect(bills.each.map((cells) => cells[2])).toEqual([115, 115]);
  const { sums } = await app.call(searchInvoice, { as: admin, query: {} });
  expect(bills.total).toEqual([15, sums.totalMinor / 100, sums.settledMinor / 100, sums.dueMinor / 100]);
  expect(bills.total).toEqual([15, 115, 115, 0]);

  const paid = await columnsOf(
    contract.paymentHistoryDownload.path,
    'receiptNumber,receivedMinor,collectedMinor,vatMinor,advanceMinor',
    2,
  );
  expect(paid.each.map((cells) => cells[3])).toEqual([15, 15]);
  expect(paid.total).toEqual([120, 120, 15, 5]);
});
