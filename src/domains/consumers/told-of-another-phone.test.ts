/** Somebody of the office, a file or a merge writes another phone into an entry: its household hears of it. */
import { expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import * as imports from './imports/contract.ts';
import { importing } from './imports/factory.ts';
import { mergeConsumers, previewMerge } from './merge/contract.ts';

const app = await testApp();
const clerk = await app.staff('admin');
const { take } = importing(app, clerk);

const told = async (phone: string) =>
  (
    await all<{ body: string }>(
      app.owner.db,
      sql`select body from platform.outbox where event like 'consumers.phone-changed:%' and recipient = ${phone}`,
    )
  ).map(({ body }) => body);
const entryOf = (id: string) => app.call(contract.getConsumer, { as: clerk, params: { id } });
async function edit(id: string, more: object) {
  const { name, nameBn, phone, email, nid, dateOfBirth, address, version } = await entryOf(id);
  const body = { name, nameBn, phone, email, nid, dateOfBirth, address, ...more };
  return app.call(contract.editConsumer, { as: clerk, body: { id, version, ...body } as never });
}
const bellOf = async (as: Person) =>
  (await app.call(listNotices, { as, query: {} })).items.filter(
    ({ kind }) => kind === 'consumers.phone_changed',
  );

test('the phone of before and the account are told when the office changes the phone of an entry', async () => {
  const as = await app.consumer();
  const id = String(as.consumerId);
  const { phone, number } = await entryOf(id);
  await edit(id, { address: 'Road 7' });
  expect(await told(phone)).toEqual([]);
  await edit(id, { phone: '01812000001' });
  const [text] = await told(phone);
  expect(text).toContain(`changed the mobile number of customer ${number}`);
  expect(await told('+8801812000001')).toEqual([]);
  expect(await bellOf(as)).toMatchObject([{ params: { number } }]);
});

test('the phones of before are told when a file changes them, and when the file is taken back', async () => {
  const HEAD = 'Name,Name in Bengali,Mobile,Email,NID,Date of Birth,Address,Old customer no';
  await take(`${HEAD}\nHasan Ali,,01912000011,,9200000011,,,\nMina Pal,,01912000013,,9200000013,,,\n`);
  const file = `${HEAD}\nHasan Ali,,01912000012,,9200000011,,,\nMina Pal,,01912000013,,9200000013,,Road 5,\n`;
  const { id, version } = await take(file, 'update');
  expect(await told('+8801912000011')).toHaveLength(1);
  expect(await told('+8801912000013')).toEqual([]);
  const kept = await one<{ phone: string }>(
    app.owner.db,
    sql`select phone_before as phone from consumers.consumers where nid = '9200000011'`,
  );
  expect(kept.phone).toBe('+8801912000011');
  await app.call(imports.undoImport, { as: clerk, params: { id }, body: { version } });
  expect(await told('+8801912000012')).toHaveLength(1);
});

test('the phones of two entries are told when they become one that has another', async () => {
  const make = (phone: string) =>
    app.call(contract.createConsumer, { as: clerk, body: { name: 'Rahima Khatun', phone } });
  const merge = async (fromId: string, intoId: string, keepFrom: 'phone'[]) => {
    const { from, into } = await app.call(previewMerge, { as: clerk, query: { fromId, intoId } });
    const versions = { fromVersion: from.version, intoVersion: into.version, confirmNumber: from.number };
    const body = { fromId, intoId, ...versions, reason: 'registered twice', keepFrom };
    await app.call(mergeConsumers, { as: clerk, body });
  };
  const [a, b, c] = [await make('01812000021'), await make('01812000022'), await make('01812000023')];
  await merge(a.id, b.id, []);
  expect([await told(a.phone), await told(b.phone)].map(({ length }) => length)).toEqual([1, 0]);
  await merge(c.id, b.id, ['phone']);
  expect([await told(b.phone), await told(c.phone)].map(({ length }) => length)).toEqual([1, 0]);
  const kept = await one<{ phone: string }>(
    app.owner.db,
    sql`select phone_before as phone from consumers.consumers where id = ${b.id}`,
  );
  expect(kept.phone).toBe(b.phone);
});
