/** A statement as a file, which a household gives to a bank or a landlord: whose it is, of which days, and balances that are those of the screen. */
import { expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { readWorkbook } from '#platform/exports/xlsx-file.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-05T04:00:00Z' });
const cashier = await app.staff('cashier');
const owner = await app.consumer('Rokeya Begum');
const { number } = await one<{ number: string }>(
  app.db,
  sql`update consumers.consumers set name_bn = 'রোকেয়া বেগম' where id = ${owner.consumerId}::uuid returning number`,
);
const connect = () =>
  transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId: String(owner.consumerId) }));
const [first, second] = [await connect(), await connect()];
for (const month of ['2026-09', '2026-10'])
  await transaction(app.db, (tx) =>
    makeInvoice(tx, app.system(), {
      ...{ connectionId: first.id, period: `${month}-01` },
      ...{ issuedOn: `${month}-02`, dueOn: `${month}-20` },
    }),
  );
await app.call(makePayment, {
  as: cashier,
  body: { connectionId: first.id, amountMinor: minor(300_00), unusual: true, tender: { method: 'CASH' } },
});
const { place } = await one<{ place: string }>(
  app.db,
  sql`select 'Sector ' || s.number || ', Road ' || d.number || ', Plot ' || c.plot_number as place from meters.connections c
    join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id where c.id = ${first.id}`,
);

async function file(as: Person, query: Record<string, string>): Promise<Buffer> {
  const answer = await app.server.inject({
    url: `/api/billing${contract.statementDownload.path}`,
    query: { language: 'en', ...query },
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
const mine = { consumerId: String(owner.consumerId) };
const days = { from: '2026-10-01', to: '2026-10-31' };
const linesOf = (content: Buffer) => content.toString().replace('\uFEFF', '').split('\r\n');

test('the sheet of the household: whose, which connections, days, balances, each line, the day', async () => {
  const text = linesOf(await file(owner, { format: 'csv', sort: 'day' }));
  const both = [first, second]
    .map((connection) => connection.number)
    .toSorted()
    .join(', ');
  expect(text.slice(1, 8)).toEqual([
    expect.stringMatching(/^Utility,.+/),
    'Consumer,Rokeya Begum',
    `Customer number,${number}`,
    `Connection,"${both}"`,
    'Period,02 Sep 2026 – 05 Nov 2026',
    'Opening balance,৳0',
    'Closing balance,−৳70',
  ]);
  expect(text[8]).toBe('Made on,05 Nov 2026');
  expect(text.slice(12).map((line) => line.split(',').at(-1))).toEqual(['115.00', '230.00', '-70.00', '']);
});

test('of one connection and some days: its place, and the balances that the screen shows', async () => {
  const query = { ...mine, connectionId: first.id, ...days };
  const text = linesOf(await file(cashier, { ...query, format: 'csv' })).join('\n');
  const { sums } = await app.call(contract.statement, { as: cashier, query });
  expect(sums).toMatchObject({ openingMinor: 115_00, closingMinor: 230_00 });
  for (const line of [
    `Connection,${first.number}`,
    `Address,"${place}"`,
    'Period,01 Oct 2026 – 31 Oct 2026',
    'Opening balance,৳115',
    'Closing balance,৳230',
  ])
    expect(text).toContain(`\n${line}\n`);
});

test('days without any line: the paper says what is owed all the same', async () => {
  const query = { ...mine, from: '2026-10-10', to: '2026-10-12', format: 'csv' };
  const text = linesOf(await file(cashier, query));
  expect(text).toContain('Opening balance,৳230');
  expect(text).toContain('Closing balance,৳230');
  expect(text.slice(-2)).toEqual([expect.stringMatching(/^Date,What/), '']);
});

test('on paper, in both languages and their digits', async () => {
  const english = textOfPdf(await file(owner, { ...days, format: 'pdf' })).replaceAll(/\s+/g, ' ');
  for (const words of [
    'Rokeya Begum',
    `Customer number: ${number}`,
    'Opening balance: ৳115',
    'Closing balance: ৳230',
  ])
    expect(english).toContain(words);
  const query = { ...days, format: 'pdf', language: 'bn', digits: 'true' };
  const bengali = textOfPdf(await file(owner, query)).replaceAll(/\s+/g, ' ');
  for (const words of ['রোকেয়া বেগম', '৳১১৫', '৳২৩০']) expect(bengali).toContain(words);
});

test('a workbook has the same lines above its table', async () => {
  const rows: unknown[][] = [];
  for await (const row of readWorkbook(await file(owner, { ...days, format: 'xlsx' }))) rows.push(row);
  const above = Object.fromEntries(rows.slice(1, 9).map(([label, value]) => [label, value]));
  expect(above).toMatchObject({
    ...{ Consumer: 'Rokeya Begum', 'Opening balance': '৳115', 'Closing balance': '৳230' },
    'Made on': '05 Nov 2026',
  });
});
