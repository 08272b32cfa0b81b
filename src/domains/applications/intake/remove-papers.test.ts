/** A paper is taken out of a draft: the row and the file go, of the own application only, and the log says which kind. */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeApplication } from '../factory.ts';
import { editDocument, removeDocument } from './contract.ts';

const app = await testApp();
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

async function draftOf(as: Person) {
  const { id } = await makeApplication(app, { upTo: 'DRAFT', consumerId: String(as.consumerId) });
  await execute(app.owner.db, sql`delete from applications.documents where application_id = ${id}`);
  const send = async (kind: string) => {
    const query = { applicationId: id, kind };
    const sent = await app.sendFile(editDocument, { as, content: PDF, name: 'deed.pdf', query });
    expect(sent.code).toBeUndefined();
    return sent.data;
  };
  const papers = () =>
    all<{ id: string }>(
      app.db,
      sql`select id from applications.documents where application_id = ${id} order by id`,
    );
  const version = async () =>
    (
      await one<{ version: number }>(
        app.db,
        sql`select version from applications.applications where id = ${id}`,
      )
    ).version;
  const remove = async (documentId: string, by = as) =>
    app.codeOf(removeDocument, {
      as: by,
      body: { applicationId: id, version: await version(), documentId },
    });
  return { id, send, papers, version, remove };
}

test('the paper, its earlier versions and their files go; papers of other kinds and further ones stay', async () => {
  const owner = await app.consumer();
  const draft = await draftOf(owner);
  await draft.send('deed_paper');
  const deed = await draft.send('deed_paper');
  const [one, two] = [await draft.send('Other_documents'), await draft.send('Other_documents')];
  expect(await draft.remove(deed.id)).toBeUndefined();
  expect((await draft.papers()).map(({ id }) => id)).toEqual([one.id, two.id]);
  expect(await draft.remove(two.id)).toBeUndefined();
  expect((await draft.papers()).map(({ id }) => id)).toEqual([one.id]);
  const files = await all<{ state: string; n: number }>(
    app.db,
    sql`select state, count(*)::int as n from platform.files where owner_id = ${owner.userId} group by state order by state`,
  );
  expect(files).toEqual([
    { state: 'deleted', n: 3 },
    { state: 'kept', n: 1 },
  ]);
  expect(
    await all(
      app.db,
      sql`select after ->> 'removed' as removed, actor_id = ${owner.userId} as own from platform.audit
        where action = 'application.document-remove' and object_id = ${draft.id} order by id`,
    ),
  ).toEqual([
    { removed: 'deed_paper', own: true },
    { removed: 'Other_documents', own: true },
  ]);
});

test('a paper of another application, one that was replaced and one that is gone are not found', async () => {
  const owner = await app.consumer();
  const [draft, other] = [await draftOf(owner), await draftOf(owner)];
  const [first, elsewhere] = [await draft.send('deed_paper'), await other.send('deed_paper')];
  const deed = await draft.send('deed_paper');
  expect(await draft.remove(elsewhere.id)).toBe('common.not_found');
  expect(await draft.remove(first.id)).toBe('common.not_found');
  expect(await draft.remove(deed.id)).toBeUndefined();
  expect(await draft.remove(deed.id)).toBe('common.not_found');
  expect(await other.papers()).toHaveLength(1);
});

test('only on the version that was looked at, and by who may see it', async () => {
  const [owner, stranger] = [await app.consumer(), await app.consumer()];
  const draft = await draftOf(owner);
  const { id: documentId } = await draft.send('deed_paper');
  expect(await draft.remove(documentId, stranger)).toBe('common.not_found');
  const version = (await draft.version()) - 1;
  const body = { applicationId: draft.id, version, documentId };
  expect(await app.codeOf(removeDocument, { as: owner, body })).toBe('common.stale_version');
  expect(await draft.papers()).toHaveLength(1);
});
