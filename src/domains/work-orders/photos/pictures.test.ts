/** Photos as pictures in the page of an order: for who sees them. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeYard } from '../factory-calls.ts';
import * as steps from '../steps/contract.ts';
import { photoLinks } from './contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk } = yard;
const mate = await app.staff('installer');
const content = await sharp({ create: { width: 3, height: 3, channels: 3, background: '#88aa66' } })
  .png()
  .toBuffer();
const add = async (as: Person, orderId: string) =>
  (
    await app.sendFile(steps.addPhoto, {
      ...{ as, content, name: 'leak.png', query: { orderId, moment: 'REQUEST' } },
    })
  ).data.id;

test('pictures of an order are shown to who sees them, and what staff looked at is in the log one time', async () => {
  const household = await app.consumer();
  const { number: connectionNumber } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber });
  const own = await add(household, id);
  const links = (as: Person, orderId = id) => app.call(photoLinks, { as, query: { orderId } });
  const { items } = await links(clerk);
  expect(items.map(({ photoId }) => photoId)).toEqual([own]);
  const { pathname, search } = new URL(items[0]?.url ?? '', 'http://x');
  const shown = await app.server.inject({ method: 'GET', url: pathname + search });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
  expect((await links(household)).items).toHaveLength(1);
  await links(clerk);
  const log = await all(
    app.db,
    sql`select actor_id as by, after -> 'photos' as photos from platform.audit where action = 'work-order.photo-view' and object_id = ${id} order by id`,
  );
  expect(log).toEqual([{ by: clerk.userId, photos: 1 }]);
  for (const as of [await app.consumer(), mate])
    expect(await app.codeOf(photoLinks, { as, query: { orderId: id } })).toBe('common.not_found');
  // What the office was sent for its own order is not the household's.
  const ofOffice = await yard.order({ connectionNumber, code: 'NO_WATER' });
  await add(clerk, ofOffice.id);
  expect((await links(household, ofOffice.id)).items).toEqual([]);
  expect((await links(clerk, ofOffice.id)).items).toHaveLength(1);
});
