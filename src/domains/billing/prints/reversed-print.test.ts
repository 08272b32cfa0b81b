/** The files of a print whose run was reversed are not given: their bills are cancelled. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import * as runs from '../bill-run/contract.ts';
import { decide } from '../bill-run/factory-reversal.ts';
import * as contract from './contract.ts';
import { printTown } from './factory-prints.ts';

const { app, planner, approver, runId, get, print, parts, file, bills } = await printTown();
const codeOf = (answer: { json: () => { error: { code: string } } }) => answer.json().error.code;

test('a reversed run takes its prints with it: they say so, in the list and its file too, and no file is given', async () => {
  const { id, ...before } = await print();
  expect(before).toMatchObject({ isReversed: false, can: { download: true, again: true } });
  const params = { id: runId };
  const { version } = await app.call(runs.getRun, { as: planner, params });
  await app.call(runs.reverseRun, { as: planner, params, body: { version, reason: 'wrong tariff' } });
  // Only asked for: the bills count until another person decides.
  expect((await file(`/bill-print/${id}/parts/1/file`)).statusCode).toBe(200);
  expect(await get(id)).toMatchObject({ isReversed: false, can: { download: true } });
  await app.call(runs.decideReversal, await decide({ app, id: runId }, approver));

  for (const path of ['parts/1/file', 'parts/2/file', 'files'])
    expect(codeOf(await file(`/bill-print/${id}/${path}`))).toBe('billing.print_reversed');
  expect(await get(id)).toMatchObject({
    ...{ state: 'DONE', isReversed: true, keptUntil: null, bills: 5 },
    can: { cancel: false, again: false, tryAgain: false, download: false },
  });
  expect((await parts(id)).map(({ state, bytes }) => [state, bytes])).toEqual([
    ['DONE', null],
    ['DONE', null],
  ]);
  const { items } = await app.call(contract.listPrints, { as: planner, query: { runId } });
  expect(items.map(({ isReversed }) => isReversed)).toEqual([true]);
  const list = (await file('/bill-print/download?format=csv&language=en')).body.split('\r\n');
  expect(list.some((line) => line.includes('Run reversed'))).toBe(true);
  expect(list.some((line) => line.includes(',Yes,'))).toBe(true);
  // What was printed stays written down. What could not be written is not written now.
  expect((await bills(id)).map(({ outcome }) => outcome)).toEqual(Array(5).fill('PRINTED'));
  await execute(
    app.owner.db,
    sql`update billing.print_bills set outcome = 'FAILED', problem = 'x' where print_id = ${id} and place = 1`,
  );
  expect(await app.codeOf(contract.tryPrintAgain, { as: planner, params: { id }, body: {} })).toBe(
    'billing.nothing_to_try_again',
  );
});
