/** A consumer who is asked about as the one who asks: the WHERE alone, read as the program's own role. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { getConsumer } from './queries.ts';

const app = await testApp();

test('a consumer is found by staff and by themself, by no other consumer', async () => {
  const [one, other] = [await app.consumer(), await app.consumer()];
  const id = String(one.consumerId);
  const read = (as: typeof one) => getConsumer(app.db, app.actorOf(as), id).then(({ id: found }) => found);
  expect(await read(one)).toBe(id);
  expect(await read(await app.staff('admin'))).toBe(id);
  await expect(read(other)).rejects.toThrow('common.not_found');
});
