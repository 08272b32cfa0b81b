/** A returned request is sent again if something of it was corrected, or if somebody says why it is right as it is. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getRequest } from '../contract.ts';
import { makeOffice } from '../factory-calls.ts';
import * as steps from './contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk } = office;

async function returned() {
  const seller = await app.consumer();
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const { id } = await office.request({ by: seller, connection, upTo: 'DOCS_VERIFIED' });
  await app.call(steps.returnRequest, {
    as: clerk,
    body: { ...(await office.at(id)), remark: 'the address is not complete' },
  });
  const send = async (remark?: string, as: Person = seller) =>
    app.refused(steps.resubmitRequest, {
      as,
      body: { ...(await office.at(id)), ...(remark === undefined ? {} : { remark }) },
    });
  const codeOf = async (remark?: string) => {
    const body = { ...(await office.at(id)), ...(remark === undefined ? {} : { remark }) };
    return app.codeOf(steps.resubmitRequest, { as: seller, body });
  };
  const { name, nameBn, ...fields } = await one<Record<string, string | null>>(
    app.db,
    sql`select cause, name, name_bn as "nameBn", email, nid, address from ownership.requests where id = ${id}`,
  );
  const edit = async (change: object = {}) =>
    app.call(steps.updateRequest, {
      as: seller,
      body: { ...(await office.at(id)), ...fields, name, nameBn, ...change } as never,
    });
  const seen = (as: Person) => app.call(getRequest, { as, query: { requestId: id } });
  const asReturned = async () => (await seen(seller)).asReturned;
  return { id, seller, send, codeOf, edit, fields, seen, asReturned };
}

test('as it was it is refused at the reason; a save without a change, or a change that was taken back, corrects nothing', async () => {
  const { id, send, codeOf, edit, fields, asReturned } = await returned();
  const refused = { code: 'ownership.nothing_corrected', fields: [{ path: 'remark' }] };
  for (const remark of [undefined, '', '  ']) expect(await send(remark)).toMatchObject(refused);
  await edit();
  expect([await asReturned(), await codeOf()]).toEqual([true, refused.code]);
  await edit({ address: 'House 8, Road 3' });
  expect(await asReturned()).toBe(false);
  await edit({ address: fields.address });
  expect([await asReturned(), await codeOf()]).toEqual([true, refused.code]);
  expect((await office.stand(id)).state).toBe('RECORRECTION');
});

test.each<[string, object]>([
  ['the address', { address: 'House 8, Road 3' }],
  ['the e-mail', { email: 'shirin@example.org' }],
  ['the national ID', { nid: '1990123456' }],
  ['the Bengali name', { nameBn: 'শিরিন বেগম' }],
  ['the name', { name: 'Shirin Begum' }],
  ['the cause', { cause: 'GIFT' }],
])('with another value of %s it is sent again without words', async (_what, change) => {
  const { codeOf, edit } = await returned();
  await edit(change);
  expect(await codeOf()).toBeUndefined();
});

test('a paper that came corrects it; one that was taken out again does not', async () => {
  const { id, seller, codeOf, asReturned } = await returned();
  const { data } = await office.addPaper(id, 'Other_documents', seller);
  expect(await asReturned()).toBe(false);
  const body = { ...(await office.at(id)), documentId: data.id };
  await app.call(steps.removePaper, { as: seller, body });
  expect([await asReturned(), await codeOf()]).toEqual([true, 'ownership.nothing_corrected']);
  // A new one of the same kind takes the place of the old one.
  await office.addPaper(id, 'deed_paper', seller);
  expect(await codeOf()).toBeUndefined();
});

test('why it is right as it is is kept, and shown to the office; the owners read no reason of each other', async () => {
  const { id, seller, codeOf, seen } = await returned();
  expect(await codeOf('it is as in the deed')).toBeUndefined();
  const { remark, timeline, state } = await seen(clerk);
  expect([remark, state]).toEqual(['the address is not complete', 'CONSENTED']);
  expect(timeline.at(-1)).toMatchObject({ action: 'resubmit', remark: 'it is as in the deed' });
  expect((await seen(seller)).timeline.at(-1)?.remark).toBeNull();
  const log = await one<{ reason: string }>(
    app.db,
    sql`select reason from platform.audit where object_id = ${id} and action = 'ownership.resubmit'`,
  );
  expect(log.reason).toBe('it is as in the deed');
  // Returned a second time, it is compared with what it was then.
  await app.call(steps.returnRequest, {
    as: clerk,
    body: { ...(await office.at(id)), remark: 'still not complete' },
  });
  expect(await codeOf()).toBe('ownership.nothing_corrected');
});

test('a request that was returned before this was asked is sent again as before', async () => {
  const { id, codeOf } = await returned();
  await execute(app.owner.db, sql`update ownership.requests set returned_content = null where id = ${id}`);
  expect(await codeOf()).toBeUndefined();
});
