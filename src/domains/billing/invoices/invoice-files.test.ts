/** The bill on paper and the lists as files: over HTTP, own rows only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { first, sql, transaction } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import { pagesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { startOn } from '#test/zone.ts';
import { workCalculation, workPosting } from '../bill-run/actions/work-run.ts';
import * as runs from '../bill-run/contract.ts';
import * as correctionRuns from '../correction-run/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: startOn('2026-11-02') });
let officer: Person;
let owner: Person;
let stranger: Person;
let runId = '';
let bill: contract.Invoice;

afterAll(closePdf);
beforeAll(async () => {
  [officer, owner, stranger] = [
    await app.staff('admin'),
    await app.consumer('রহিমা খাতুন'),
    await app.consumer(),
  ];
  await approvedTariff(app.db, {
    name: 'Residential 2026',
    blocks: [
      { from: '0', to: '10', rate: '12.5' },
      { from: '10', to: null, rate: '20' },
    ],
    sewerPercent: '100',
    vatWaterPercent: '15',
    roundOffTo: '1',
  });
  const actor = app.system();
  const connect = (consumerId: string | null, use: number) =>
    transaction(app.db, (tx) =>
      makeConnection(tx, actor, {
        connectedOn: '2026-09-30',
        readings: [['2026-10-01', '2026-10-31', use]],
        approve: true,
        ...(consumerId ? { consumerId } : {}),
      }),
    );
  await connect(owner.consumerId, 15_250);
  for (let index = 0; index < 3; index += 1) await connect(null, 8_000);
  runId = await postedRun();
  const { items } = await app.call(contract.searchInvoice, { as: owner });
  bill = items[0] as contract.Invoice;
});

async function postedRun(): Promise<string> {
  const approver = await app.staff('admin');
  const body = { period: '2026-10-01', issuedOn: '2026-11-02', dueOn: '2026-11-23' };
  const { id } = await app.call(runs.planRun, { as: officer, body });
  await workCalculation(app.db, app.clock, id);
  const params = { id };
  const { version } = await app.call(runs.getRun, { as: officer, params });
  await app.call(runs.approveRun, { as: approver, params, body: { version } });
  await app.call(runs.postRun, { as: officer, params });
  await workPosting(app.db, app.clock, id);
  return id;
}

/** The raw answer of a download. */
function file(endpoint: Endpoint, as: Person, given: { id?: string; query?: Record<string, string> } = {}) {
  return app.server.inject({
    method: 'GET',
    url: `/api/${endpoint.service}${endpoint.path.replace('{id}', given.id ?? '')}`,
    query: given.query ?? {},
    headers: { authorization: `Bearer ${as.idToken}` },
  });
}

test('the bill is one page in either language, with amount, due day and each line explained', async () => {
  const english = await file(contract.invoicePdf, owner, { id: bill.id, query: { language: 'en' } });
  expect([english.statusCode, english.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(english.headers['content-disposition']).toContain(`bill-${bill.number}.pdf`);
  expect(pagesOfPdf(english.rawPayload)).toBe(1);
  const text = textOfPdf(english.rawPayload);
  // 15.25 m³: 10 × 12.50 + 5.25 × 20 = 230, twice with the sewer, VAT 15 % on water, whole Taka.
  for (const words of [
    '৳495',
    '23 Nov 2026',
    'First 10 m³: 10 × ৳12.50 = ৳125',
    'Above 10 m³: 5.25 × ৳20 = ৳105',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).toContain(bill.number);
  const bengali = await file(contract.invoicePdf, owner, { id: bill.id, query: { language: 'bn' } });
  expect(pagesOfPdf(bengali.rawPayload)).toBe(1);
  const found = textOfPdf(bengali.rawPayload);
  for (const words of [
    '৪৯৫',
    'পানির বিল',
    'সংযোগ নম্বর',
    'গ্রাহক',
    'সেক্টর',
    'যেভাবে পরিশোধ করবেন',
    'বিলে ভুল থাকলে বিলের তারিখ থেকে',
  ])
    expect(found).toContain(words);
});

test('a bill is on paper for its consumer and for staff, for nobody else', async () => {
  expect((await file(contract.invoicePdf, officer, { id: bill.id })).statusCode).toBe(200);
  expect((await file(contract.invoicePdf, stranger, { id: bill.id })).statusCode).toBe(404);
});

test('the invoice list as a file has the filters and rows of the screen, and leaves an audit row', async () => {
  const query = { format: 'csv', language: 'bn', state: 'ISSUED', sort: '-totalMinor' };
  const answer = await file(contract.searchInvoiceDownload, officer, { query });
  expect(answer.statusCode).toBe(200);
  expect(Number(answer.headers['x-file-bytes'])).toBe(answer.rawPayload.length);
  const lines = answer.body.trimEnd().split('\r\n');
  expect(lines[0]).toBe('\uFEFFবিল');
  expect(lines[1]).toContain('অপরিশোধিত');
  expect(lines.slice(-4)[0]).toMatch(
    new RegExp(`^${bill.number},.*2026-10,2026-11-02,2026-11-23,15.250,495.00,0.00,495.00,অপরিশোধিত,0.00,$`),
  );
  const audited = await first(
    app.db,
    sql`select from platform.audit where action = 'list.export' and object = 'invoices'`,
  );
  expect(audited).toBeDefined();
});

test('a consumer exports their own rows only', async () => {
  for (const endpoint of [contract.searchInvoiceDownload, contract.billingIdsDownload]) {
    const own = await file(endpoint, owner, { query: { format: 'csv' } });
    expect(own.body.trim().split('\r\n').slice(-1)[0]).toContain('রহিমা');
    expect(own.body).not.toContain('Consumer ');
    const none = await file(endpoint, stranger, { query: { format: 'csv' } });
    expect(none.body).not.toContain('রহিমা');
  }
});

test('every list of billing comes in every format; an unknown format is refused', async () => {
  for (const format of ['csv', 'xlsx', 'pdf']) {
    const items = await file(runs.listRunItemsDownload, officer, { id: runId, query: { format } });
    expect([items.statusCode, items.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(`bill-run-2026-11-02.${format}`),
    ]);
    expect((await file(contract.billingIdsDownload, officer, { query: { format } })).statusCode).toBe(200);
    const bills = { id: runId, query: { format } };
    expect((await file(correctionRuns.listCorrectionItemsDownload, officer, bills)).statusCode).toBe(200);
  }
  expect((await file(contract.billingIdsDownload, officer, { query: { format: 'exe' } })).statusCode).toBe(
    422,
  );
});

test('a reader who goes away ends the query', async () => {
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as { port: number };
  const stop = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/billing/search-invoice/download?format=csv`, {
    headers: { authorization: `Bearer ${officer.idToken}` },
    signal: stop.signal,
  });
  expect(answer.status).toBe(200);
  stop.abort();
  await expect
    .poll(async () =>
      first(
        app.db,
        sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      ),
    )
    .toBeUndefined();
});
