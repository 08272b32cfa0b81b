/** An entry of the register that fills an application in shows no more than the register itself, and is opened with the same row in the log. */
import { expect, test } from 'vitest';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { getConsumer } from '#domains/consumers/contract.ts';
import { listAudit } from '#domains/logs/contract.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { consumerInfo } from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
const NID = '1990123456789';

const entry = (phone: string) =>
  transaction(app.db, (tx) =>
    createConsumer(tx, app.system(), { name: 'Rahima Khatun', phone, nid: NID, dateOfBirth: '1990-02-03' }),
  );
const viewsOf = async (objectId: string) =>
  (await app.call(listAudit, { as: admin, query: { object: 'personal-data', objectId } })).items;

test('who opened it is in the log, one time an hour together with the page of the register', async () => {
  const { id } = await entry('+8801555000121');
  const as = await app.staff('reviewer');
  const seen = await app.call(consumerInfo, { as, query: { consumerId: id } });
  expect(seen).toMatchObject({ nid: NID, dateOfBirth: '1990-02-03' });
  expect(await viewsOf(id)).toMatchObject([{ action: 'consumer.view', actorId: as.userId, changed: [] }]);
  await app.call(getConsumer, { as, params: { id } });
  expect(await viewsOf(id)).toHaveLength(1);
});

test('without the words of the register there is no national ID and no birthday', async () => {
  const { id } = await entry('+8801555000122');
  const as = await app.staffWith(['applications:create']);
  const seen = await app.call(consumerInfo, { as, query: { consumerId: id } });
  expect(seen).toMatchObject({ id, name: 'Rahima Khatun', nid: null, dateOfBirth: null });
});

test('a consumer is filled in whole, and leaves no row', async () => {
  const as = await app.consumer('Karima Khatun');
  const consumerId = String(as.consumerId);
  await execute(app.owner.db, sql`update consumers.consumers set nid = ${NID} where id = ${consumerId}`);
  expect(await app.call(consumerInfo, { as })).toMatchObject({ id: consumerId, nid: NID });
  expect(await viewsOf(consumerId)).toEqual([]);
});
