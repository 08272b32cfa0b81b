/** Completed work has a photo of what was done, or the reason why it has none; who verifies it reads that, its household does not. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { all, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getOrder } from '../contract.ts';
import { makeYard } from '../factory-calls.ts';
import * as steps from '../steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, crew, engineer } = yard;
const household = await app.consumer();
const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#88aa66' } })
  .png()
  .toBuffer();
const why = 'The phone had no charge';
const CODE = 'work-orders.unproven';

async function atWork() {
  const { number: connectionNumber } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, upTo: 'IN_PROGRESS', connectionNumber });
  return id;
}
const photo = (orderId: string, moment: 'BEFORE' | 'AFTER') =>
  app.sendFile(steps.addPhoto, { as: crew, content: picture, name: 'p.png', query: { orderId, moment } });
const complete = (id: string, unprovenReason: string | null, more: object = {}) =>
  yard.codeOf(steps.completeOrder, crew, id, { ...yard.done, unprovenReason, ...more });
const reasonOf = async (id: string) =>
  (
    await one<{ reason: string | null }>(
      app.db,
      sql`select unproven_reason as reason from work_orders.orders where id = ${id}`,
    )
  ).reason;
const seenBy = async (as: typeof clerk, id: string) => {
  const { unprovenReason, isProven } = await app.call(getOrder, { as, params: { id } });
  return { unprovenReason, isProven };
};
async function again(id: string) {
  await yard.step(steps.reopenOrder, clerk, id, { remark: 'It leaks again' });
  await yard.step(steps.assignOrder, engineer, id, { crewId: crew.userId, remark: 'knows the valve' });
  await yard.step(steps.noteArrival, crew, id);
}

test('without a photo of what was done a reason is asked for at its field, and nothing is written', async () => {
  const id = await atWork();
  const material = await yard.material(`pipe of ${id}`, 100);
  await yard.book(material, '5');
  const used = { materials: [{ materialId: material, quantity: '2' }] };
  const body = { ...(await yard.at(id)), ...yard.done, ...used, unprovenReason: '' };
  expect(await app.refused(steps.completeOrder, { as: crew, body })).toMatchObject({
    code: CODE,
    fields: [{ path: 'unprovenReason', code: CODE }],
  });
  // How it was before shows nothing of what was done.
  await photo(id, 'BEFORE');
  expect(await complete(id, null, used)).toBe(CODE);
  expect(await yard.stand(id)).toMatchObject({ state: 'IN_PROGRESS', usedMinor: null });
  const { left } = await one<{ left: string }>(
    app.db,
    sql`select trim_scale(on_hand)::text as left from work_orders.stock where material_id = ${material}`,
  );
  expect(left).toBe('5');
});

test('the reason is kept for who verifies the work and in the log; the household reads nothing of it', async () => {
  const id = await atWork();
  expect(await seenBy(crew, id)).toEqual({ unprovenReason: null, isProven: false });
  expect(await complete(id, ` ${why} `)).toBeUndefined();
  expect(await seenBy(clerk, id)).toEqual({ unprovenReason: why, isProven: false });
  expect(await seenBy(household, id)).toEqual({ unprovenReason: null, isProven: null });
  const log = await all(
    app.db,
    sql`select after -> 'noPhotoReason' as reason from platform.audit where object_id = ${id} and action = 'work-order.complete'`,
  );
  expect(log).toEqual([{ reason: why }]);
});

test('with a photo of what was done nothing is asked, and a reason is not kept', async () => {
  const id = await atWork();
  await photo(id, 'AFTER');
  expect(await seenBy(crew, id)).toEqual({ unprovenReason: null, isProven: true });
  expect(await complete(id, why)).toBeUndefined();
  expect(await reasonOf(id)).toBeNull();
  const other = await atWork();
  await photo(other, 'AFTER');
  expect(await complete(other, null)).toBeUndefined();
});

test('what was photographed before the order was opened again shows nothing of the work after it', async () => {
  const id = await atWork();
  await photo(id, 'AFTER');
  await complete(id, null);
  // After the completion too, as long as nobody has verified it.
  await photo(id, 'AFTER');
  await again(id);
  expect(await complete(id, null)).toBe(CODE);
  expect(await complete(id, why)).toBeUndefined();
  expect(await reasonOf(id)).toBe(why);
  await again(id);
  await photo(id, 'AFTER');
  expect(await complete(id, null)).toBeUndefined();
  expect(await reasonOf(id)).toBeNull();
});
