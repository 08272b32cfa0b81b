/** A file whose answer was lost on the way is sent again: it counts once. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeApplication } from '../factory.ts';
import { editDocument } from './contract.ts';

const app = await testApp();
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

async function draftOf() {
  const as = await app.consumer();
  const { id } = await makeApplication(app, { upTo: 'DRAFT', consumerId: String(as.consumerId) });
  const send = (key: string | undefined, kind = 'Other_documents') =>
    app.sendFile(editDocument, {
      ...{ as, content: PDF, name: 'deed.pdf', query: { applicationId: id, kind } },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    });
  const kept = () =>
    all<{ id: string }>(
      app.db,
      sql`select id from applications.documents where application_id = ${id} and kind in ('Other_documents', 'deed_paper') order by id`,
    );
  return { send, kept };
}

test('with the same key it is one document with the same answer, with another key a second one', async () => {
  const { send, kept } = await draftOf();
  const before = (await kept()).length;
  const [first, again] = [await send('key-1'), await send('key-1')];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.data).toEqual(first.data);
  expect(await kept()).toHaveLength(before + 1);
  expect((await send('key-2')).data.id).not.toBe(first.data.id);
  expect((await send(undefined)).status).toBe(200);
  expect(await kept()).toHaveLength(before + 3);
});

test('of two that arrive together one is kept', async () => {
  const { send, kept } = await draftOf();
  const before = (await kept()).length;
  const [first, second] = await Promise.all([send('key-3'), send('key-3')]);
  expect(first.data.id).toBe(second.data.id);
  expect(await kept()).toHaveLength(before + 1);
});

test('the key of one paper is none for another', async () => {
  const { send } = await draftOf();
  await send('key-4');
  expect((await send('key-4', 'deed_paper')).code).toBe('common.idempotency_key_reused');
});
