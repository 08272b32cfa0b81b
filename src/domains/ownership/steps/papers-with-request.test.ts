/** The papers that a change of owner needs come with the request: of a household always, of the office if they are there. */
import { expect, test } from 'vitest';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getRequest, listRequests } from '../contract.ts';
import { makeOffice } from '../factory-calls.ts';
import type { PaperKind } from '../ownership.rules.ts';
import * as steps from './contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk } = office;

async function household() {
  const seller = await app.consumer('Rahima Begum');
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const body = { connectionId: connection.id, ...office.fields() };
  const ask = (papers: readonly { kind: PaperKind; fileId: string }[], as: Person = seller) =>
    app.answerOf(steps.requestChange, { as, body: { ...body, papers: [...papers] } });
  const requests = () =>
    all(app.db, sql`select from ownership.requests where connection_id = ${connection.id}`);
  return { seller, connection, body, ask, requests };
}
const paperOf = (requestId: string) =>
  all<{ kind: string; state: string; by: string }>(
    app.db,
    sql`select d.kind, f.state, d.uploaded_by as by from ownership.documents d join platform.files f on f.id = d.file_id
      where d.request_id = ${requestId} order by d.kind`,
  );
const stateOf = (id: string) =>
  one<{ state: string }>(app.owner.db, sql`select state from platform.files where id = ${id}`);

test('a household asks with a paper of ownership and the national ID of the new owner: they are papers of the request', async () => {
  const { seller, ask } = await household();
  const papers = await office.uploads(seller, ['mutation_paper', 'Applicant_nid_front', 'power_of_attorney']);
  const { data } = await ask(papers);
  const id = String((data as { id: string }).id);
  const by = seller.userId;
  expect(await paperOf(id)).toEqual([
    { kind: 'Applicant_nid_front', state: 'kept', by },
    { kind: 'mutation_paper', state: 'kept', by },
    { kind: 'power_of_attorney', state: 'kept', by },
  ]);
  const detail = await app.call(getRequest, { as: seller, query: { requestId: id } });
  expect([detail.missing, detail.papers, detail.papersState, detail.version]).toEqual([
    [],
    3,
    'UNCHECKED',
    1,
  ]);
  expect(detail.documents.every(({ isRemovable }) => isRemovable)).toBe(true);
  const { after } = await one<{ after: { papers: string } }>(
    app.db,
    sql`select after from platform.audit where action = 'ownership.request' and object_id = ${id}`,
  );
  expect(after.papers).toBe('mutation_paper Applicant_nid_front power_of_attorney');
});

test('what is missing is told at the field, and nothing is asked for: the files can be named again', async () => {
  const { seller, body, ask, requests } = await household();
  const [deed, nid] = await office.uploads(seller);
  if (!deed || !nid) throw new Error('not sent');
  const refused = async (papers: (typeof deed)[]) => {
    const { code, fields } = await app.refused(steps.requestChange, {
      as: seller,
      body: { ...body, papers },
    });
    return [code, ...fields.map(({ path, params }) => [path, params?.missing])];
  };
  const needed = 'ownership.papers_needed';
  expect(await refused([])).toEqual([needed, ['papers', 'title nid']]);
  expect(await refused([deed])).toEqual([needed, ['papers', 'nid']]);
  expect(await refused([nid])).toEqual([needed, ['papers', 'title']]);
  expect(await refused([deed, { ...nid, kind: 'Applicant_nid_back' }])).toEqual([needed, ['papers', 'nid']]);
  expect(await requests()).toHaveLength(0);
  expect(await stateOf(deed.fileId)).toEqual({ state: 'received' });
  expect((await ask([deed, nid])).code).toBeUndefined();
});

test('a file of somebody else, one that a request names already, one twice, and one that is no paper', async () => {
  const { seller, ask, requests } = await household();
  const other = await household();
  const own = await office.uploads(seller);
  const [theirs] = await office.uploads(other.seller);
  const [, nid] = own;
  if (!theirs || !nid) throw new Error('not sent');
  expect((await ask([theirs, nid])).code).toBe('ownership.paper_unknown');
  expect((await ask([...own, { ...nid, kind: 'power_of_attorney' }])).code).toBe('common.invalid_input');
  const film = await app.sendFile(uploadFile, {
    ...{
      as: seller,
      content: Buffer.from('name;sum\n'),
      name: 'a.csv',
      query: { kind: 'attachment' as const },
    },
  });
  expect((await ask([...own, { kind: 'Other_documents', fileId: film.data.id }])).code).toBe(
    'ownership.paper_unknown',
  );
  expect(await requests()).toHaveLength(0);
  const mine = await app.consumer('Rahima Begum');
  const place = await office.connect({ consumerId: String(mine.consumerId) });
  await other.ask(await office.uploads(other.seller));
  expect((await ask(own)).code).toBeUndefined();
  const again = { connectionId: place.id, ...office.fields(), papers: own };
  expect(await app.codeOf(steps.requestChange, { as: mine, body: again })).toBe('ownership.paper_unknown');
  // Also of the same person, for another connection of theirs.
  const second = await office.connect({ consumerId: String(seller.consumerId) });
  const body = { ...again, connectionId: second.id };
  expect(await app.codeOf(steps.requestChange, { as: seller, body })).toBe('ownership.paper_unknown');
});

test('of two requests that name one file at once, one has it', async () => {
  const seller = await app.consumer('Rahima Begum');
  const papers = await office.uploads(seller);
  const places = [1, 2].map(() => office.connect({ consumerId: String(seller.consumerId) }));
  const codes = (await Promise.all(places)).map(({ id: connectionId }) =>
    app.codeOf(steps.requestChange, { as: seller, body: { connectionId, ...office.fields(), papers } }),
  );
  expect((await Promise.all(codes)).toSorted()).toEqual(['ownership.paper_unknown', undefined]);
});

test('the office asks without papers, and the list says of each request how many there are and how they are', async () => {
  const { seller, connection } = await household();
  const { id } = await office.request({ connection });
  const listed = async (as: Person) => {
    const { items } = await app.call(listRequests, { as, query: { search: connection.number } });
    return items.filter((row) => row.id === id).map(({ papers, papersState }) => [papers, papersState]);
  };
  expect(await listed(clerk)).toEqual([[0, 'MISSING']]);
  await office.addPaper(id, 'deed_paper');
  await office.addPaper(id, 'deed_paper', seller);
  expect([await listed(clerk), await listed(seller)]).toEqual([[[2, 'MISSING']], [[2, 'MISSING']]]);
  await office.addPaper(id, 'Applicant_nid_front');
  expect([await listed(clerk), await listed(seller)]).toEqual([[[3, 'UNCHECKED']], [[3, 'UNCHECKED']]]);
  await office.agreeBoth(id);
  // The office brings both again: they take the place of all others.
  await office.verify(id);
  expect([await listed(clerk), await listed(seller)]).toEqual([[[2, 'CHECKED']], [[2, 'CHECKED']]]);
});
