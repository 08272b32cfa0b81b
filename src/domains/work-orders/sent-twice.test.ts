/** A photo whose answer was lost on the way is sent again: it counts once, and has its first answer although nothing is taken by then. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeYard } from './factory-calls.ts';
import { addPhoto, cancelOrder } from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#88aa66' } })
  .gif()
  .toBuffer();

async function openOrder() {
  const { id } = await yard.order();
  const send = (key: string) =>
    app.sendFile(addPhoto, {
      ...{ as: yard.clerk, content: picture, name: 'leak.gif', query: { orderId: id, moment: 'REQUEST' } },
      headers: { 'idempotency-key': key },
    });
  const kept = () =>
    all<{ id: string }>(
      app.db,
      sql`select p.id from work_orders.photos p join platform.files f on f.id = p.file_id and f.state = 'kept'
        where p.order_id = ${id} order by p.id`,
    );
  return { id, send, kept };
}
const received = () => all(app.owner.db, sql`select from platform.files`);

test('one after the other and two together: one photo, one file, one answer', async () => {
  const { send, kept } = await openOrder();
  const first = await send('after');
  const files = (await received()).length;
  expect((await send('after')).data).toEqual(first.data);
  // Not even received a second time.
  expect(await received()).toHaveLength(files);
  const [one, other] = await Promise.all([send('together'), send('together')]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(other.data).toEqual(one.data);
  expect((await kept()).map(({ id }) => id)).toEqual([first.data.id, one.data.id]);
});

test('also when the order was cancelled since then', async () => {
  const { id, send, kept } = await openOrder();
  const first = await send('lost');
  await yard.step(cancelOrder, yard.engineer, id, { remark: 'found dry' });
  expect(await send('lost')).toMatchObject({ status: 200, data: first.data });
  expect((await send('new')).code).toBe('work-orders.wrong_state');
  expect(await kept()).toHaveLength(1);
});
