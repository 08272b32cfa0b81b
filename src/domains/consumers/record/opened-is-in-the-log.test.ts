/** Who of the office gets an entry of the register with all of it is in the log, by each way to it. */
import { expect, test } from 'vitest';
import { listAudit } from '#domains/logs/contract.ts';
import { transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { createConsumer } from '../actions/register-consumer.ts';
import { editConsumer, getConsumer } from '../contract.ts';
import { previewMerge } from '../merge/contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

let made = 0;
function entry() {
  made += 1;
  const phone = `+88015550003${String(made).padStart(2, '0')}`;
  return transaction(app.db, (tx) => createConsumer(tx, app.system(), { name: 'Rahima Khatun', phone }));
}
const viewersOf = async (objectId: string) => {
  const { items } = await app.call(listAudit, { as: admin, query: { object: 'personal-data', objectId } });
  return items.map(({ action, actorId }) => [action, actorId]);
};

test('on its page', async () => {
  const { id } = await entry();
  const as = await app.staff('reviewer');
  await app.call(getConsumer, { as, params: { id } });
  expect(await viewersOf(id)).toEqual([['consumer.view', as.userId]]);
});

test('both of two that are looked at before a merge', async () => {
  const [from, into] = [await entry(), await entry()];
  const as = await app.staffWith(['consumers:delete']);
  await app.call(previewMerge, { as, query: { fromId: from.id, intoId: into.id } });
  for (const { id } of [from, into]) expect(await viewersOf(id)).toEqual([['consumer.view', as.userId]]);
});

test('by a change that is refused because somebody else was faster: the refusal says what it is now', async () => {
  const { id } = await entry();
  const as = await app.staff('reviewer');
  const body = { id, version: 9, name: 'Nobody', nameBn: null, phone: '+8801555000399', email: null };
  const refusal = await app.refused(editConsumer, {
    ...{ as, body: { ...body, nid: null, dateOfBirth: null, address: '' } },
  });
  expect(refusal).toMatchObject({ code: 'common.stale_version', now: { name: 'Rahima Khatun' } });
  expect(await viewersOf(id)).toEqual([['consumer.view', as.userId]]);
});
