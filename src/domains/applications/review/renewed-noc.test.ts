/** A NoC of which the last day is over: no connection letter is made on it, a renewed one is noted, and nobody here has signed that one. */
import { afterAll, expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { testApp } from '#test/app.ts';
import { getApplication } from '../contract.ts';
import { type MadeApplication, makeApplication } from '../factory.ts';
import { subjectOf } from '../factory-steps.ts';
import { issueLetter } from '../letter/contract.ts';
import { nocLetterPdf } from '../papers/contract.ts';
import { updateNoc } from './contract.ts';

const app = await testApp();
const clerk = await app.staff('reviewer');
afterAll(closePdf);

const page = (id: string) => app.call(getApplication, { as: clerk, params: { id } });
const at = async (id: string) => ({ applicationId: id, version: (await page(id)).version });
async function letter(made: MadeApplication) {
  const { dmaId, meterNumber } = await subjectOf(app, made);
  return app.codeOf(issueLetter, { as: clerk, body: { ...(await at(made.id)), dmaId, meterNumber } });
}
async function note(id: string, nocNumber: string) {
  const scan = await one<{ id: string }>(
    app.db,
    sql`select id from applications.documents where application_id = ${id} limit 1`,
  );
  const day = app.system().today;
  return app.codeOf(updateNoc, {
    as: clerk,
    body: { ...(await at(id)), nocNumber, nocDate: day, nocValidUntil: day, documentId: scan.id },
  });
}
const lastDay = (id: string, day: string) =>
  execute(app.db, sql`update applications.applications set noc_valid_until = ${day}::date where id = ${id}`);
const printed = async (id: string) =>
  (
    await app.server.inject({
      url: `/api/${nocLetterPdf.service}${nocLetterPdf.path.replace('{id}', id)}?language=en`,
      headers: { authorization: `Bearer ${clerk.idToken}` },
    })
  ).statusCode;
test('a letter waits for a NoC that counts; its page says why, and a renewed one is noted then', async () => {
  const made = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
  const { id } = made;
  const { can, nocLetterOn } = await page(id);
  expect([can.letter?.reason, can['update-noc']?.reason, nocLetterOn]).toEqual([
    ...[null, 'noc_in_force'],
    app.system().today,
  ]);
  expect(await note(id, 'RAJUK/2026/1')).toBe('applications.noc_in_force');
  expect(await printed(id)).toBe(200);

  await lastDay(id, '2026-11-14');
  const over = await page(id);
  expect([over.can.letter?.reason, over.can['update-noc']?.reason]).toEqual(['noc_over', null]);
  expect(await letter(made)).toBe('applications.noc_over');
  app.clock.advance(60);
  expect(await note(id, 'RAJUK/2026/2')).toBeUndefined();
  // What the authority signed was another NoC.
  expect((await page(id)).nocLetterOn).toBeNull();
  expect(await printed(id)).toBe(404);
  expect(await letter(made)).toBeUndefined();
});

test('the last day itself counts', async () => {
  const made = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
  await lastDay(made.id, app.system().today);
  expect(await letter(made)).toBeUndefined();
});
