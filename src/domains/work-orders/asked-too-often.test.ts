/** A household does not flood the office: requests within a day, and photos of one order, have a limit; the office has none or a larger one. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#88aa66' } })
  .gif()
  .toBuffer();

async function settle() {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  return { household, number };
}

test('ten requests a day, also if each is something else; two at once for the last, and again a day later', async () => {
  const { household, number: connectionNumber } = await settle();
  const body = { ...(await yard.fields({ connectionNumber })), anyway: true };
  const ask = (as = household) => app.codeOf(steps.createOrder, { as, body });
  for (let asked = 0; asked < 9; asked += 1) expect(await ask()).toBeUndefined();
  const last = await Promise.all([ask(), ask()]);
  expect(last.toSorted()).toEqual(['work-orders.asked_too_often', undefined]);
  const { fields } = await app.refused(steps.createOrder, { as: household, body });
  expect(fields.map(({ path }) => path)).toEqual(['description']);
  expect(await ask(yard.clerk)).toBeUndefined();
  await execute(
    app.owner.db,
    sql`update work_orders.orders set asked_at = asked_at - interval '1 day' where asked_by = ${household.userId}`,
  );
  expect(await ask()).toBeUndefined();
});

test('a household adds ten photos to an order; the office goes on', async () => {
  const { household, number } = await settle();
  const { id: orderId } = await yard.order({ by: household, connectionNumber: number });
  const add = async (as = household) =>
    (
      await app.sendFile(steps.addPhoto, {
        ...{ as, content: picture, name: 'a.gif', query: { orderId, moment: 'REQUEST' as const } },
      })
    ).code;
  for (let had = 0; had < 9; had += 1) expect(await add()).toBeUndefined();
  const last = await Promise.all([add(), add()]);
  expect(last.toSorted()).toEqual(['work-orders.photos_full', undefined]);
  expect(await add(yard.clerk)).toBeUndefined();
});

test('photos come later, too: while the office looks at the request; what was done is shown by the crew alone', async () => {
  const { household, number } = await settle();
  const { id: orderId } = await yard.order({ by: household, connectionNumber: number, upTo: 'ON_REVIEW' });
  const add = async (moment: 'REQUEST' | 'AFTER', orderId: string) =>
    (
      await app.sendFile(steps.addPhoto, {
        as: household,
        content: picture,
        name: 'a.gif',
        query: { orderId, moment },
      })
    ).code;
  expect(await add('REQUEST', orderId)).toBeUndefined();
  expect(await add('AFTER', orderId)).toBe('work-orders.photo_of_after');
  const other = await yard.connect({ consumerId: String(household.consumerId) });
  const under = await yard.order({ by: household, connectionNumber: other.number, upTo: 'IN_PROGRESS' });
  expect(await add('AFTER', under.id)).toBe('work-orders.photo_of_after');
});
