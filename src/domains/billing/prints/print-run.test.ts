/** The bills of a run on paper: order, language, completeness, what is left out, who may have the files. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { isZipWhole } from '#platform/files/zip-content.ts';
import { zipEntries } from '#platform/files/zip-limits.ts';
import { pagesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { adjustMeterReading, cancelInvoice, decideCorrection } from '../corrections/contract.ts';
import { resumePrints, takePrintTurn, workPrint } from './actions/work-print.ts';
import * as contract from './contract.ts';
import { printTown } from './factory-prints.ts';
import { PRINT_WORKERS } from './print.rules.ts';

const town = await printTown();
const { app, planner, runId, means, start, get, print, parts, bills, file, numbers, account } = town;
await account(0, 'bn');
const bill = await numbers();

const pagesOf = (pdf: Buffer) => textOfPdf(pdf).split('\f').slice(0, -1);
const words = (text: string) => text.normalize('NFC').split(/\s+/).filter(Boolean);
const codeOf = (answer: { json: () => { error: { code: string } } }) => answer.json().error.code;
const partOf = async (id: string, part: number) =>
  (await file(`/bill-print/${id}/parts/${part}/file`)).rawPayload;
const auditOf = (id: string) =>
  all<{ action: string; after: object }>(
    app.owner.db,
    sql`select action, after from platform.audit where object_id = ${id} order by at, action`,
  );

test('a file for each road, on the reader’s way and in reading order, each bill as it is printed alone', async () => {
  const shown = await app.call(contract.previewPrint, { as: planner, params: { id: runId } });
  expect(shown).toMatchObject({ roads: 2, parts: 2, bills: 5, bengali: 1, leftOut: 0 });
  expect(shown.places.map(({ roadNumber, bills }) => [roadNumber, bills])).toEqual([
    ['2', 2],
    ['1', 3],
  ]);
  const done = await print();
  expect(done).toMatchObject({
    state: 'DONE',
    number: 1,
    parts: 2,
    partsDone: 2,
    bills: 5,
    leftOut: 0,
    failed: 0,
  });
  expect(done.totalMinor).toBe(shown.totalMinor);
  const made = await parts(done.id);
  expect(made).toMatchObject([
    { id: 1, roadNumber: '2', bills: 2, pages: 3, firstNumber: bill[3]?.number, lastNumber: bill[1]?.number },
    { id: 2, roadNumber: '1', bills: 3, pages: 4, firstNumber: bill[2]?.number, lastNumber: bill[0]?.number },
  ]);
  expect((await bills(done.id)).map(({ number }) => number)).toEqual(
    [3, 1, 2, 4, 0].map((index) => bill[index]?.number),
  );
  const second = await partOf(done.id, 2);
  expect(pagesOfPdf(second)).toBe(4);
  const [cover = '', ...pages] = pagesOf(second);
  for (const fact of ['Bills to hand out', 'Road 1', 'Bengali (1), English (2)', bill[0]?.number ?? ''])
    expect(cover).toContain(fact);
  for (const [page, index] of [2, 4, 0].entries()) {
    const language = index === 0 ? 'bn' : 'en';
    const alone = await file(`/invoice-detail/${bill[index]?.id}/pdf?language=${language}`);
    expect(alone.statusCode).toBe(200);
    expect(words(pages[page] ?? '')).toEqual(words(textOfPdf(alone.rawPayload).replaceAll('\f', '')));
  }
  expect((await auditOf(done.id)).map(({ action }) => action)).toEqual([
    'bill-print.download',
    'bill-print.start',
  ]);
});

test('files that no ZIP holds, a store that is away, and too many downloads of one person are refused', async () => {
  const { id } = await print();
  const { exports, files } = app.platform;
  const entered = Array.from({ length: 50 }, () => {
    try {
      return exports.enter(planner.userId);
    } catch {
      return () => undefined;
    }
  });
  expect(codeOf(await file(`/bill-print/${id}/files`))).toBe('exports.too_many_at_once');
  for (const leave of entered) leave();
  const { get: kept } = files.store;
  files.store.get = () => Promise.reject(new Error('the store is away'));
  expect(codeOf(await file(`/bill-print/${id}/files`))).toBe('common.unavailable');
  expect(codeOf(await file(`/bill-print/${id}/parts/1/file`))).toBe('common.unavailable');
  files.store.get = kept;
  expect((await file(`/bill-print/${id}/files`)).statusCode).toBe(200);
  await execute(
    app.owner.db,
    sql`update billing.print_parts set bytes = 9000000000000 where print_id = ${id} and part_no = 1`,
  );
  expect(codeOf(await file(`/bill-print/${id}/files`))).toBe('billing.print_too_large');
});

test('the proof counts each bill of the run, and is the sum of the files', async () => {
  const { proof, totalMinor } = await print({ roadId: town.later });
  expect(proof).toMatchObject({
    runBills: 5,
    printed: 3,
    others: 2,
    leftOut: 0,
    failed: 0,
    waiting: 0,
    isEqual: true,
  });
  expect(proof?.printedMinor).toBe(totalMinor);
  expect((proof?.printedMinor ?? 0) + (proof?.othersMinor ?? 0)).toBe(proof?.runMinor);
  const all = await print();
  await execute(
    app.owner.db,
    sql`update billing.print_parts set bills = bills + 1 where print_id = ${all.id} and part_no = 1`,
  );
  expect((await get(all.id)).proof?.isEqual).toBe(false);
});

test('households that have an account may be left away, and a sector or a road be chosen', async () => {
  const [row] = (await app.call(contract.previewPrint, { as: planner, params: { id: runId } })).places;
  const sectorId = row?.sectorId;
  expect((await print({ households: 'WITHOUT_ACCOUNT' })).bills).toBe(4);
  expect((await print({ roadId: town.earlier })).bills).toBe(2);
  expect((await print({ sectorId })).bills).toBe(5);
  const body = { sectorId, roadId: town.earlier, households: 'WITHOUT_ACCOUNT' as const };
  expect((await print(body)).bills).toBe(2);
});

test('what is asked for twice while it works is one print; afterwards it is a new one, and the old one stays', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  expect(second?.id).toBe(first?.id);
  expect((await auditOf(first?.id ?? '')).map(({ action }) => action).sort()).toEqual([
    'bill-print.join',
    'bill-print.start',
  ]);
  expect((await start({ roadId: town.later })).id).not.toBe(first?.id);
  await workPrint(means, first?.id ?? '');
  const again = await print();
  expect(again.number).toBeGreaterThan(first?.number ?? 0);
  expect((await get(first?.id ?? '')).state).toBe('DONE');
  const listed = await app.call(contract.listPrints, { as: planner, query: { runId, limit: 100 } });
  expect(listed.items.map(({ id }) => id)).toEqual(expect.arrayContaining([first?.id, again.id]));
});

test('a worker makes one file at a time: between two of its files other prints, and the rest of the work, have their turn', async () => {
  const { id } = await start();
  const waiting = async () =>
    (
      await one<{ jobs: number }>(
        app.owner.db,
        sql`select count(*)::int as jobs from graphile_worker._private_jobs j where j.payload ->> 'printId' = ${id}`,
      )
    ).jobs;
  const before = await waiting();
  await takePrintTurn(means, id);
  expect(await get(id)).toMatchObject({ state: 'WORKING', partsDone: 1 });
  expect(await waiting()).toBe(before + 1);
  await takePrintTurn(means, id);
  await takePrintTurn(means, id);
  expect(await get(id)).toMatchObject({ state: 'DONE', partsDone: 2 });
  // The last turn asks for no other one.
  expect(await waiting()).toBe(before + 2);
  // However often it is looked at, a print that waits for its turn is not given more of them.
  const { id: other } = await start({ households: 'WITHOUT_ACCOUNT' });
  for (let n = 0; n < 3; n += 1) await resumePrints(app.db);
  const { jobs } = await one<{ jobs: number }>(
    app.owner.db,
    sql`select count(*)::int as jobs from graphile_worker._private_jobs j where j.payload ->> 'printId' = ${other}`,
  );
  expect(jobs).toBe(2 * PRINT_WORKERS);
  await workPrint(means, other);
});

test('a worker that is killed in the middle leaves nothing; the next one makes each file one time', async () => {
  const { id } = await start();
  let stored = 0;
  const broken = {
    ...means.store,
    put: async (...given: Parameters<typeof means.store.put>) => {
      await means.store.put(...given);
      stored += 1;
      if (stored === 2) throw new Error('killed');
    },
  };
  await expect(workPrint({ ...means, store: broken }, id)).rejects.toThrow('killed');
  expect(await get(id)).toMatchObject({ state: 'WORKING', partsDone: 1, bills: 2 });
  await resumePrints(app.db);
  const { jobs } = await one<{ jobs: number }>(
    app.owner.db,
    sql`select count(*)::int as jobs from graphile_worker._private_jobs j where j.payload ->> 'printId' = ${id}`,
  );
  expect(jobs).toBeGreaterThanOrEqual(2);
  await Promise.all([workPrint(means, id), workPrint(means, id)]);
  expect(await get(id)).toMatchObject({ state: 'DONE', partsDone: 2, bills: 5, proof: { isEqual: true } });
  const found = await all<{ outcome: string; n: number }>(
    app.db,
    sql`select outcome, count(*)::int as n from billing.print_bills where print_id = ${id} group by outcome`,
  );
  expect(found).toEqual([{ outcome: 'PRINTED', n: 5 }]);
});

test('all files as one ZIP, each as it is alone', async () => {
  const { id } = await print();
  const zip = await file(`/bill-print/${id}/files`);
  expect(zip.headers['content-type']).toBe('application/zip');
  expect(zip.rawPayload.length).toBe(Number(zip.headers['content-length']));
  const folder = mkdtempSync(join(tmpdir(), 'jolkol-zip-'));
  const path = join(folder, 'all.zip');
  writeFileSync(path, zip.rawPayload);
  expect(await isZipWhole(path)).toBe(true);
  const handle = await open(path);
  const entries = await zipEntries(handle);
  await handle.close();
  rmSync(folder, { recursive: true });
  expect(entries.map(({ unpacked }) => unpacked)).toEqual((await parts(id)).map(({ bytes }) => bytes));
  const places = await Promise.all(
    [1, 2].map(async (part) => zip.rawPayload.indexOf(await partOf(id, part))),
  );
  expect(places[0]).toBeGreaterThan(0);
  expect(places[1]).toBeGreaterThan(places[0] ?? 0);
});

test('a bill that cannot be written is named with what is wrong, and tried again', async () => {
  const { id } = await start();
  const wrong = {
    ...means.lane,
    render: (job: Parameters<typeof means.lane.render>[0]) =>
      JSON.stringify(job.data).includes(`"text":"${bill[4]?.number}"`)
        ? means.lane.render({ template: { source: '#unknown-word' }, data: null })
        : means.lane.render(job),
  };
  await workPrint({ ...means, lane: wrong }, id);
  const failed = await get(id);
  expect(failed).toMatchObject({ state: 'DONE', bills: 4, failed: 1, can: { tryAgain: true } });
  expect(failed.proof).toMatchObject({ printed: 4, failed: 1, isEqual: true });
  const [named] = await bills(id, { outcome: 'FAILED' });
  expect(named).toMatchObject({ number: bill[4]?.number });
  expect(named?.problem).toContain('unknown');
  await app.call(contract.tryPrintAgain, { as: planner, params: { id } });
  expect(await get(id)).toMatchObject({ state: 'WORKING', partsDone: 1 });
  await workPrint(means, id);
  expect(await get(id)).toMatchObject({ state: 'DONE', bills: 5, failed: 0, proof: { isEqual: true } });
  expect(pagesOfPdf(await partOf(id, 2))).toBe(4);
  const refused = await app.codeOf(contract.tryPrintAgain, { as: planner, params: { id } });
  expect(refused).toBe('billing.nothing_to_try_again');
});

test('bills of which one has more pages than one are written again with counted pages', async () => {
  const { id } = await start();
  const templates: string[] = [];
  const longer = {
    ...means.lane,
    render: async (job: Parameters<typeof means.lane.render>[0]) => {
      const path = 'path' in job.template ? job.template.path : '';
      templates.push(path.replace(/^.*\//, ''));
      const pdf = await means.lane.render(job);
      return path.endsWith('/bills.typ') ? { ...pdf, pages: pdf.pages + 1 } : pdf;
    },
  };
  await workPrint({ ...means, lane: longer }, id);
  expect(templates.filter((name) => name !== 'cover.typ')).toEqual([
    ...['bills.typ', 'bills-of-pages.typ'],
    ...['bills.typ', 'bills-of-pages.typ'],
  ]);
  const counted = pagesOf(await partOf(id, 2));
  const { id: next } = await print();
  expect(counted.slice(1)).toEqual(pagesOf(await partOf(next, 2)).slice(1));
});

test('who prints is told when it is done', async () => {
  const { id } = await print();
  const found = await all<{ user: string }>(
    app.owner.db,
    sql`select user_id as user from platform.notices where kind = 'billing.print_done' and path = ${`/bill-print/${id}`}`,
  );
  expect(found).toEqual([{ user: planner.userId }]);
});

test('nobody without the right prints, looks at prints or has their files', async () => {
  const { id } = await print();
  const engineer = await app.staff('engineer');
  expect(await app.codeOf(contract.startPrint, { as: engineer, params: { id: runId }, body: {} })).toBe(
    'common.not_permitted',
  );
  for (const path of [`/bill-print/${id}`, `/bill-print/${id}/parts/1/file`, `/bill-print/${id}/files`])
    expect(codeOf(await file(path, engineer))).toBe('common.not_permitted');
  const reviewer = await app.staff('reviewer');
  expect((await file(`/bill-print/${id}/parts/1/file`, reviewer)).statusCode).toBe(200);
  expect(codeOf(await file(`/bill-print/${id}/parts/9/file`))).toBe('common.not_found');
  for (const list of [contract.listPrintParts, contract.listPrintBills])
    expect(await app.codeOf(list, { as: planner, params: { id: runId } })).toBe('common.not_found');
  expect(codeOf(await file(`/bill-print/${runId}/parts/1/file`))).toBe('common.not_found');
  expect(await app.codeOf(contract.getPrint, { as: planner, params: { id: runId } })).toBe(
    'common.not_found',
  );
});

test('bills that were cancelled or corrected before their file is written are left out and named', async () => {
  const { id } = await start();
  const versionOf = (invoiceId: string) =>
    one<{ version: number }>(app.db, sql`select version from billing.invoices where id = ${invoiceId}`);
  const [first, second] = [bill[2]?.id ?? '', bill[1]?.id ?? ''];
  let isDone = false;
  const between = {
    ...means.store,
    put: async (...given: Parameters<typeof means.store.put>) => {
      await means.store.put(...given);
      // While the file of the first road is written, one of its bills is corrected.
      if (isDone) return;
      isDone = true;
      await app.call(adjustMeterReading, {
        as: planner,
        body: {
          invoiceId: second,
          version: (await versionOf(second)).version,
          registerLitres: 9_500,
          reason: 'misread',
        },
      });
    },
  };
  const body = { invoiceId: first, version: (await versionOf(first)).version, reason: 'wrong' };
  const asked = await app.call(cancelInvoice, { as: planner, body });
  const decision = { correctionId: asked.id, accept: true };
  if (asked.state === 'REQUESTED') await app.call(decideCorrection, { as: town.approver, body: decision });
  await workPrint({ ...means, store: between }, id);
  const left = await bills(id, { outcome: 'LEFT_OUT' });
  expect(left.map(({ number, reason }) => [number, reason]).sort()).toEqual(
    [
      [bill[2]?.number, 'CANCELLED'],
      [bill[1]?.number, 'CORRECTED'],
    ].sort(),
  );
  expect(await get(id)).toMatchObject({
    state: 'DONE',
    bills: 3,
    proof: { leftOut: 2, printed: 3, isEqual: true },
  });
  expect(pagesOfPdf(await partOf(id, 1))).toBe(2);
  const next = await print();
  expect(next).toMatchObject({ bills: 3, leftOut: 2, proof: { isEqual: true } });
  expect((next.proof?.printedMinor ?? 0) + (next.proof?.leftOutMinor ?? 0)).toBe(next.proof?.runMinor);
});

test('a run that is not posted, a place that is not there and a road without bills have no print', async () => {
  const params = { id: runId };
  const nowhere = '0198a000-0000-7000-8000-000000000000';
  const refused = (body: object) => app.codeOf(contract.startPrint, { as: planner, params, body });
  expect(await refused({ sectorId: nowhere })).toBe('billing.print_unknown_sector');
  expect(await refused({ roadId: nowhere })).toBe('billing.print_unknown_road');
  const { id: emptyRoad } = await one<{ id: string }>(
    app.owner.db,
    sql`insert into settings.roads (sector_id, number, name, name_bn) select sector_id, '99', 'x', 'x' from settings.roads limit 1 returning id`,
  );
  expect(await refused({ roadId: emptyRoad })).toBe('billing.nothing_to_print');
  await execute(app.owner.db, sql`update billing.bill_runs set state = 'REVERSED' where id = ${runId}`);
  expect(await refused({})).toBe('billing.run_state');
  expect(await app.codeOf(contract.previewPrint, { as: planner, params })).toBe('billing.run_state');
  expect(await app.codeOf(contract.startPrint, { as: planner, params: { id: nowhere }, body: {} })).toBe(
    'common.not_found',
  );
});
