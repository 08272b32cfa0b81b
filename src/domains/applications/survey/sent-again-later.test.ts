/** A phone that had no answer sends again after weeks, with the same key: it is done once, and the answer is the first one. */
import { expect, test } from 'vitest';
import { login } from '#domains/identity/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { editDocument } from '../intake/contract.ts';
import { saveSurvey, submitSurvey } from './contract.ts';

/** Longer than a phone keeps entries without telling their person. */
const LATER_S = 45 * 24 * 3600;
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

const app = await testApp();

async function visit() {
  const as = await app.staff('surveyor');
  const { id, materialId } = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  await execute(
    app.db,
    sql`update applications.applications set assignee_id = ${as.userId}::uuid where id = ${id}`,
  );
  const version = async () => (await app.call(getApplication, { as, params: { id } })).version;
  const measures = { visitedOn: '2026-11-15', distanceM: '7.5', roadType: 'brick', pipeSizeMm: 20 as const };
  const body = { ...measures, applicationId: id, materials: [{ materialId, quantity: '3' }] };
  return { as, id, version, body };
}

async function signInAgain(person: Person): Promise<Person> {
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${person.userId}`,
  );
  const answer = await app.call(login, { body: { login: phone, password: person.password } });
  if ('challenge' in answer) throw new Error('a second step is asked for');
  return { ...person, idToken: answer.response.AuthenticationResult.IdToken };
}

const audited = (id: string, word: string) =>
  all(app.db, sql`select from platform.audit where object_id = ${id} and action = ${word}`);

test('a save and a submission', async () => {
  const { as, id, version, body } = await visit();
  const save = { as, body: { ...body, version: await version() }, headers: { 'idempotency-key': 'save-1' } };
  const saved = await app.call(saveSurvey, save);
  const submission = {
    ...{ as, query: { type: 'FIXED' as const }, headers: { 'idempotency-key': 'submission-1' } },
    body: { ...body, version: saved.version },
  };
  const submitted = await app.call(submitSurvey, submission);
  app.clock.advance(LATER_S);
  const back = await signInAgain(as);
  expect(await app.call(saveSurvey, { ...save, as: back })).toEqual(saved);
  expect(await app.call(submitSurvey, { ...submission, as: back })).toEqual(submitted);
  expect(await audited(id, 'application.survey')).toHaveLength(1);
  // Another key is another wish: it is refused for what is true now.
  const other = { ...submission, as: back, headers: { 'idempotency-key': 'submission-2' } };
  expect((await app.refused(submitSurvey, other)).code).toBe('common.stale_version');
});

test('a photo, also if it would be refused by now', async () => {
  const { as, id } = await visit();
  const send = (key: string, person = as) =>
    app.sendFile(editDocument, {
      ...{ as: person, content: PDF, name: 'plot.pdf', query: { applicationId: id, kind: 'survey_file' } },
      headers: { 'idempotency-key': key },
    });
  const first = await send('photo-1');
  expect(first.status).toBe(200);
  // Another surveyor has the application by then: the first one does not see it any more.
  const other = await app.staff('surveyor');
  await execute(
    app.db,
    sql`update applications.applications set assignee_id = ${other.userId}::uuid where id = ${id}`,
  );
  expect((await send('photo-2')).code).toBe('common.not_found');
  const files = () => all(app.db, sql`select from platform.files`);
  const before = (await files()).length;
  const again = await send('photo-1');
  expect([again.status, again.data]).toEqual([200, first.data]);
  // It is not received a second time.
  expect(await files()).toHaveLength(before);
  // The key is theirs alone.
  expect((await send('photo-1', other)).status).toBe(200);
  const kept = await all(
    app.db,
    sql`select from applications.documents where application_id = ${id} and kind = 'survey_file'`,
  );
  expect(kept).toHaveLength(2);
});
