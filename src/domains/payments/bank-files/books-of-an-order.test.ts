/** An order that has several rows in the bank's file: what the books have of it is in each sum one time. */
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import * as contract from './contract.ts';
import { listBankDownloads } from './downloads/contract.ts';
import { bankOffice } from './factory-bank-files.ts';

const { app, cashier, take, mixedFile } = await bankOffice();

test('of the report, of each of its classes, of its file and of a kept download', async () => {
  const mixed = await mixedFile();
  const file = await take(mixed.lines);
  const asked = (query: object) =>
    app.call(contract.cityBankReport, { as: cashier, query: { file, limit: 100, ...query } });
  for (const query of [{}, { class: 'AGREES' }, { class: 'REPEATED' }]) {
    const { items, sums } = await asked({ search: mixed.agrees.order, ...query });
    expect(items.map(({ bookedMinor }) => bookedMinor)).toEqual(items.map(() => 11_500));
    expect([items.length, sums.bookedMinor]).toEqual(['class' in query ? 1 : 2, 11_500]);
  }
  const { items, sums } = await asked({});
  const byOrder = new Map(items.map(({ paymentId, bookedMinor }) => [paymentId, bookedMinor]));
  expect(sums.bookedMinor).toBe([...byOrder.values()].reduce((sum, booked) => sum + booked, 0));
  const answer = await app.server.inject({
    url: `/api/billing${contract.cityBankReportDownload.path}`,
    query: { format: 'xlsx', language: 'en', file, columns: 'orderId,bookedMinor' },
    headers: { authorization: `Bearer ${cashier.idToken}` },
  });
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
  expect(sheet?.rows.at(-1)?.slice(0, 2)).toEqual(['Total', sums.bookedMinor / 100]);
  const [kept] = (await app.call(listBankDownloads, { as: cashier, query: {} })).items;
  expect(kept?.bookedMinor).toBe(sums.bookedMinor);
});
