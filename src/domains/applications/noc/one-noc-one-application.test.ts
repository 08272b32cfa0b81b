/** The number of a NoC is for one application; after that has ended only another one of the same plot gets it. */
import { expect, test } from 'vitest';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { updateState } from '../contract.ts';
import { makeApplication, type Wanted } from '../factory.ts';
import { updateNoc as noteNoc } from '../review/actions/note-noc.ts';
import { updateNoc } from '../review/contract.ts';
import { takeNocNumber } from './noc-number.ts';

const app = await testApp();
const admin = await app.staff('admin');

const make = (given: Partial<Wanted> = {}) => makeApplication(app, { upTo: 'PENDING', ...given });
const bodyOf = async (applicationId: string, nocNumber: string) => ({
  nocNumber,
  nocDate: '2026-10-01',
  ...(await one<{ applicationId: string; version: number; documentId: string }>(
    app.db,
    sql`select a.id as "applicationId", a.version, d.id as "documentId" from applications.applications a
      join applications.documents d on d.application_id = a.id where a.id = ${applicationId} limit 1`,
  )),
});
const note = async (applicationId: string, nocNumber: string) =>
  app.codeOf(updateNoc, { as: admin, body: await bodyOf(applicationId, nocNumber) });
async function step(applicationId: string, action: 'withdraw' | 'reopen') {
  const { version } = await bodyOf(applicationId, '');
  return app.codeOf(updateState, {
    as: admin,
    body: { applicationId, version, action, remark: 'because' },
  });
}

test('a second application is refused at the field, however the number is written; its own it may have again', async () => {
  const [first, second] = [await make(), await make()];
  expect(await note(first.id, 'RAJUK/2025/77')).toBeUndefined();
  for (const written of [
    'RAJUK/2025/77',
    'rajuk - 2025 - 77',
    '2025/77',
    '২০২৫/৭৭',
    'রাজউক/২০২৫/৭৭',
    'রাজউক ২০২৫ ৭৭',
  ]) {
    const body = await bodyOf(second.id, written);
    const refusal = await app.refused(updateNoc, { as: admin, body });
    expect([written, refusal.code, refusal.params]).toEqual([
      ...[written, 'applications.noc_number_taken'],
      { number: first.number },
    ]);
  }
  // Its parts are not run together.
  expect(await note(second.id, '20257/7')).toBeUndefined();
  expect(await note(first.id, '2025/77')).toBeUndefined();
  const same = sql`update applications.applications set noc_number = '2025-77' where id = ${second.id}`;
  await expect(execute(app.owner.db, same)).rejects.toThrow('applications_noc_number_key');
});

test('who applies again for the plot after the first application ended has its NoC; another plot does not get it', async () => {
  const first = await make();
  await note(first.id, 'X/2');
  expect(await step(first.id, 'withdraw')).toBeUndefined();
  const other = await make({ roadId: first.roadId });
  expect(await note(other.id, 'X/2')).toBe('applications.noc_number_taken');
  const again = await make({ roadId: first.roadId, plotNumber: first.plotNumber.toLowerCase() });
  expect(await note(again.id, 'X/2')).toBeUndefined();
  // Staff wrote that the plot may have two: the number is for one of them all the same.
  await execute(
    app.owner.db,
    sql`update applications.applications set plot_override = 'two houses' where id = ${first.id}`,
  );
  expect(await step(first.id, 'reopen')).toBe('applications.noc_number_taken');
});

test('of two who note it at once one is refused', async () => {
  const [first, second] = [await make(), await make()];
  const body = await bodyOf(first.id, 'X/3');
  const code = await duringChange(
    app,
    (tx) => noteNoc(tx, { ...app.system(), permissions: new Set(['applications:accept']) }, body),
    () => note(second.id, 'x-3'),
  );
  expect(code).toBe('applications.noc_number_taken');
});

test('the last desk gives no number that came on paper', async () => {
  const made = await make();
  const { last } = await one<{ last: number }>(
    app.db,
    sql`select platform.take_numbers('noc-2026')::int as last`,
  );
  expect(await note(made.id, `2026/${String(last + 1).padStart(6, '0')}`)).toBeUndefined();
  const given = await transaction(app.db, (tx) => takeNocNumber(tx, '2026'));
  expect(given).toBe(`RAJUK/2026/${String(last + 2).padStart(6, '0')}`);
});
