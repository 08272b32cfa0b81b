/** The files of a stopped print are gone when its last worker is, and those of the others on the day after the one that is named. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { deletePrintFiles } from './actions/delete-files.ts';
import { resumePrints, workPrint } from './actions/work-print.ts';
import * as contract from './contract.ts';
import { printTown } from './factory-prints.ts';
import { DELETE_JOB, KEEP_DAYS, partKey } from './print.rules.ts';

const { app, planner, means, start, get, print, parts, file } = await printTown();

const codeOf = (answer: { json: () => { error: { code: string } } }) => answer.json().error.code;
const partOf = async (id: string, part: number) =>
  (await file(`/bill-print/${id}/parts/${part}/file`)).rawPayload;
const auditOf = (id: string) =>
  all<{ action: string }>(
    app.owner.db,
    sql`select action from platform.audit where object_id = ${id} order by at, action`,
  );
const stop = (id: string) => app.call(contract.cancelPrint, { as: planner, params: { id } });

/** Does what waits in the queue to be deleted. @returns how many jobs that were */
async function workDeletions(): Promise<number> {
  const taken = await all<{ id: string }>(
    app.owner.db,
    sql`select graphile_worker.complete_jobs(array_agg(id)) as id from graphile_worker.jobs where task_identifier = ${DELETE_JOB}`,
  );
  const count = taken.filter(({ id }) => id !== null).length;
  for (let job = 0; job < count; job += 1) await deletePrintFiles(means);
  return count;
}

/** Stops the print while its second file is written, and does what the stop wanted to delete. */
async function stopInSecondFile(id: string): Promise<void> {
  let stored = 0;
  const stopping = {
    ...means.store,
    put: async (...given: Parameters<typeof means.store.put>) => {
      await means.store.put(...given);
      stored += 1;
      if (stored < 2) return;
      await stop(id);
      expect(await workDeletions()).toBeGreaterThan(0);
      // The second file is in the worker's hands.
      expect((await get(id)).filesDeletedAt).toBeNull();
    },
  };
  await workPrint({ ...means, store: stopping }, id);
  expect(stored).toBe(2);
}

test('a print that is stopped in the middle has no files, and its worker keeps none', async () => {
  const { id } = await start();
  const stopping = {
    ...means.store,
    put: async (...given: Parameters<typeof means.store.put>) => {
      await means.store.put(...given);
      await app.call(contract.cancelPrint, { as: planner, params: { id } });
    },
  };
  await workPrint({ ...means, store: stopping }, id);
  expect(await get(id)).toMatchObject({
    state: 'CANCELLED',
    partsDone: 0,
    proof: null,
    can: { download: false, cancel: false },
  });
  await expect(means.store.get(partKey(id, 1))).rejects.toThrow();
  expect(codeOf(await file(`/bill-print/${id}/parts/1/file`))).toBe('billing.print_file_gone');
  expect(codeOf(await file(`/bill-print/${id}/files`))).toBe('billing.print_file_gone');
  expect(await app.codeOf(contract.cancelPrint, { as: planner, params: { id } })).toBe('billing.print_over');
  expect((await auditOf(id)).map(({ action }) => action)).toContain('bill-print.cancel');
  await deletePrintFiles(means);
  expect((await get(id)).filesDeletedAt).not.toBeNull();
});

test('the last worker of a stopped print has the files deleted that were made before', async () => {
  const { id } = await start();
  await stopInSecondFile(id);
  expect(await workDeletions()).toBeGreaterThan(0);
  expect((await get(id)).filesDeletedAt).not.toBeNull();
  for (const part of [1, 2]) await expect(means.store.get(partKey(id, part))).rejects.toThrow();
});

test('a stopped print proves nothing of files, and counts and offers none', async () => {
  const { id } = await start();
  await stopInSecondFile(id);
  expect(await get(id)).toMatchObject({ proof: null, bills: 0, totalMinor: 0, bytes: 0, partsDone: 0 });
  expect((await parts(id)).map(({ bytes }) => bytes)).toEqual([null, null]);
  const listed = await app.call(contract.listPrints, {
    as: planner,
    query: { state: 'CANCELLED', limit: 100 },
  });
  expect(listed.items.find((row) => row.id === id)).toMatchObject({ bills: 0, totalMinor: 0 });
});

test('its bills and files are listed as stopped, in files of the lists too; no bill of it was printed or waits', async () => {
  const { id } = await start();
  const bills = (query: { outcome?: 'STOPPED' | 'PRINTED' | 'WAITING' } = {}) =>
    app.call(contract.listPrintBills, { as: planner, params: { id }, query: { limit: 100, ...query } });
  const files = (query: { state?: 'STOPPED' | 'DONE' | 'WAITING' } = {}) =>
    app.call(contract.listPrintParts, { as: planner, params: { id }, query });
  expect((await bills({ outcome: 'WAITING' })).total).toBe(5);
  await stopInSecondFile(id);
  const { items, total } = await bills();
  expect([total, new Set(items.map(({ outcome }) => outcome))]).toEqual([5, new Set(['STOPPED'])]);
  expect((await files()).items.map(({ state }) => state)).toEqual(['STOPPED', 'STOPPED']);
  expect([(await bills({ outcome: 'STOPPED' })).total, (await files({ state: 'STOPPED' })).total]).toEqual([
    5, 2,
  ]);
  for (const outcome of ['PRINTED', 'WAITING'] as const) expect((await bills({ outcome })).total).toBe(0);
  for (const state of ['DONE', 'WAITING'] as const) expect((await files({ state })).total).toBe(0);
  const csv = (await file(`/bill-print/${id}/bills/download?format=csv`)).body;
  expect([csv.includes('Print stopped'), csv.includes('Printed')]).toEqual([true, false]);
});

test('if the worker of a stopped print was killed, the look of each minute has the files deleted', async () => {
  const { id } = await start();
  await stopInSecondFile(id);
  await execute(
    app.owner.db,
    sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = ${DELETE_JOB}`,
  );
  await resumePrints(app.db);
  expect(await workDeletions()).toBeGreaterThan(0);
  expect((await get(id)).filesDeletedAt).not.toBeNull();
});

test('a deletion waits for one that found a file in the hands of its worker', async () => {
  const { id } = await start();
  await stopInSecondFile(id);
  let deletion = Promise.resolve();
  await transaction(app.owner.db, async (tx) => {
    await one(tx, sql`select id from billing.prints where id = ${id} for update`);
    deletion = deletePrintFiles(means);
    await sleep(300);
  });
  await deletion;
  expect((await get(id)).filesDeletedAt).not.toBeNull();
});

test('files are deleted after their days, and what was printed stays written down', async () => {
  const done = await print();
  expect(await partOf(done.id, 1)).not.toHaveLength(0);
  await deletePrintFiles(means);
  expect((await get(done.id)).filesDeletedAt).toBeNull();
  const before = app.clock.now();
  app.clock.advance((KEEP_DAYS + 1) * 86_400);
  await deletePrintFiles(means);
  app.clock.set(before.toISOString());
  const after = await get(done.id);
  expect(after).toMatchObject({ bills: 5, can: { download: false }, keptUntil: null });
  expect(after.filesDeletedAt).not.toBeNull();
  await expect(means.store.get(partKey(done.id, 1))).rejects.toThrow();
  expect(codeOf(await file(`/bill-print/${done.id}/parts/1/file`))).toBe('billing.print_file_gone');
});

test('the last day of the files is the utility’s day, and they are there on all of it', async () => {
  const before = app.clock.now().toISOString();
  const { id } = await start();
  /** Does the work at this moment: a session does not last as long. */
  const at = async (moment: string, work: () => Promise<void>) => {
    app.clock.set(moment);
    await work();
    app.clock.set(before);
    return get(id);
  };
  // 01:30 on 3 November in Dhaka.
  const done = await at('2026-11-02T19:30:00Z', () => workPrint(means, id));
  expect(done.keptUntil).toBe('2026-12-03');
  // 03:20 on the last day, when files are deleted, and on the next one.
  const onIt = await at('2026-12-02T21:20:00Z', () => deletePrintFiles(means));
  expect(onIt.filesDeletedAt).toBeNull();
  const afterIt = await at('2026-12-03T21:20:00Z', () => deletePrintFiles(means));
  expect(afterIt.filesDeletedAt).not.toBeNull();
});
