/** An owner takes out a paper that they brought, until the office has looked at it: the row and the file go, the log says which. */
import { expect, test } from 'vitest';
import { all, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { getRequest } from '../contract.ts';
import { makeOffice } from '../factory-calls.ts';
import type { PaperKind } from '../ownership.rules.ts';
import { removePaper, resubmitRequest, returnRequest, verifyPapers, withdrawRequest } from './contract.ts';

const app = await testApp();
const office = await makeOffice(app);

const phoneOf = async ({ consumerId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;

/** Both have agreed; nothing is brought yet. */
async function change() {
  const [seller, buyer] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const { id } = await office.request({
    ...{ connection, phone: await phoneOf(buyer), upTo: 'CONSENTED' },
  });
  const add = async (kind: PaperKind, as: Person) => {
    const sent = await office.addPaper(id, kind, as);
    expect(sent.code).toBeUndefined();
    return sent.data;
  };
  const remove = async (documentId: string, as: Person) =>
    app.codeOf(removePaper, { as, body: { ...(await office.at(id)), documentId } });
  const papersOf = async (as: Person) =>
    (await app.call(getRequest, { as, query: { requestId: id } })).documents.map(({ kind, isRemovable }) => [
      kind,
      isRemovable,
    ]);
  return { id, seller, buyer, add, remove, papersOf };
}
const filesOf = ({ userId }: Person) =>
  all<{ state: string; n: number }>(
    app.db,
    sql`select state, count(*)::int as n from platform.files where owner_id = ${userId} group by state order by state`,
  );

test('the paper, its earlier versions and their files go; the others stay', async () => {
  const { id, buyer, add, remove, papersOf } = await change();
  await add('deed_paper', buyer);
  const deed = await add('deed_paper', buyer);
  expect(deed.isRemovable).toBe(true);
  const [other, further] = [await add('Other_documents', buyer), await add('Other_documents', buyer)];
  expect(await remove(deed.id, buyer)).toBeUndefined();
  expect(await remove(other.id, buyer)).toBeUndefined();
  expect(await papersOf(buyer)).toEqual([['Other_documents', true]]);
  expect(await all(app.db, sql`select id from ownership.documents where request_id = ${id}`)).toEqual([
    { id: further.id },
  ]);
  expect(await filesOf(buyer)).toEqual([
    { state: 'deleted', n: 3 },
    { state: 'kept', n: 1 },
  ]);
  expect(
    await all(
      app.db,
      sql`select before ->> 'kind' as kind, actor_id = ${buyer.userId} as own from platform.audit
        where action = 'ownership.document-remove' and object_id = ${id} order by id`,
    ),
  ).toEqual([
    { kind: 'deed_paper', own: true },
    { kind: 'Other_documents', own: true },
  ]);
  expect(
    await all(
      app.db,
      sql`select action from ownership.timeline where request_id = ${id} and action = 'remove-document'`,
    ),
  ).toHaveLength(2);
});

test('what the other owner or the office brought, one of another request and one that is gone are not there', async () => {
  const { seller, buyer, add, remove, papersOf } = await change();
  const elsewhere = await change();
  const [ofSeller, ofBuyer] = [await add('deed_paper', seller), await add('deed_paper', buyer)];
  const ofOffice = await add('Applicant_nid_front', office.clerk);
  const there = await elsewhere.add('deed_paper', elsewhere.buyer);
  expect(await remove(ofSeller.id, buyer)).toBe('common.not_found');
  expect(await remove(ofOffice.id, buyer)).toBe('common.not_found');
  expect(await remove(there.id, elsewhere.buyer)).toBe('common.not_found');
  expect(await remove(ofBuyer.id, office.clerk)).toBe('common.not_found');
  expect(await remove(ofBuyer.id, await app.consumer('Salma'))).toBe('common.not_found');
  expect(await remove(ofBuyer.id, buyer)).toBeUndefined();
  expect(await remove(ofBuyer.id, buyer)).toBe('common.not_found');
  expect(await papersOf(seller)).toEqual([['deed_paper', true]]);
});

test('a person brings thirty papers to one request, replaced ones counted, and the other one has their own', async () => {
  const { id, seller, buyer } = await change();
  const add = async (as: Person, kind: PaperKind = 'deed_paper') =>
    (await office.addPaper(id, kind, as)).code;
  for (let had = 0; had < 29; had += 1) expect(await add(seller)).toBeUndefined();
  const last = await Promise.all([add(seller, 'Other_documents'), add(seller, 'Other_documents')]);
  expect(last.toSorted()).toEqual(['ownership.papers_full', undefined]);
  expect(await add(buyer)).toBeUndefined();
});

test('a replaced version and, of somebody who sold in two requests, a paper of the other one are not there', async () => {
  const { seller, add, remove } = await change();
  const first = await add('deed_paper', seller);
  await add('deed_paper', seller);
  expect(await remove(first.id, seller)).toBe('common.not_found');
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const { id } = await office.request({ by: seller, connection, withoutPapers: true });
  const { data: there } = await office.addPaper(id, 'deed_paper', seller);
  expect(await remove(there.id, seller)).toBe('common.not_found');
});

test('what the office has returned stays; what comes after that may be taken out', async () => {
  const { id, buyer, add, remove, papersOf } = await change();
  const deed = await add('deed_paper', buyer);
  const body = { ...(await office.at(id)), remark: 'The deed cannot be read' };
  await app.call(returnRequest, { as: office.clerk, body });
  expect(await papersOf(buyer)).toEqual([['deed_paper', false]]);
  expect(await remove(deed.id, buyer)).toBe('ownership.paper_looked_at');
  const again = await add('deed_paper', buyer);
  expect(await remove(again.id, buyer)).toBeUndefined();
  // What the office has seen is kept.
  expect(
    await all(app.db, sql`select id, replaced from ownership.documents where request_id = ${id}`),
  ).toEqual([{ id: deed.id, replaced: true }]);
  await add('Applicant_nid_front', buyer);
  const better = await add('deed_paper', buyer);
  await app.call(resubmitRequest, { as: office.clerk, body: await office.at(id) });
  await app.call(verifyPapers, { as: office.clerk, body: await office.at(id) });
  expect(await remove(better.id, buyer)).toBe('ownership.wrong_state');
  const second = { ...(await office.at(id)), remark: 'The name is another one' };
  await app.call(returnRequest, { as: office.clerk, body: second });
  expect(await remove(better.id, buyer)).toBe('ownership.paper_looked_at');
});

test('not after the request has ended, and not while the office looks at it', async () => {
  const ended = await change();
  const deed = await ended.add('deed_paper', ended.buyer);
  const remark = 'not sold';
  await app.call(withdrawRequest, { as: office.clerk, body: { ...(await office.at(ended.id)), remark } });
  expect(await ended.remove(deed.id, ended.buyer)).toBe('ownership.wrong_state');
  const { id, buyer, add } = await change();
  const nid = await add('Applicant_nid_front', buyer);
  const body = { ...(await office.at(id)), documentId: nid.id };
  const code = await duringChange(
    app,
    async (tx) => {
      const seen = sql`update ownership.requests set version = version + 1 where id = ${id} returning id`;
      await one(tx, seen);
    },
    () => app.codeOf(removePaper, { as: buyer, body }),
  );
  expect(code).toBe('common.stale_version');
});
