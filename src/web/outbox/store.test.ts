/** Each account by itself. The browser's own database is asked by test/e2e/survey-offline.e2e.ts. */
import { expect, test } from 'vitest';
import { withNew } from './queue.rules.ts';
import { memoryStore } from './store.ts';

test('a browser without a database keeps entries in the page, of each account by itself', async () => {
  const { change, isLasting } = memoryStore();
  const put = (account: string, id: string) =>
    change(account, (entries) =>
      withNew(
        entries,
        {
          ...{ id, way: 'x', record: 'a', input: {}, version: 1, isVersioned: true, number: '1', page: '/a' },
        },
        { account, now: 0 },
      ),
    );
  await put('karim', 'one');
  await put('salma', 'two');
  expect((await put('karim', 'three')).map(({ id }) => id)).toEqual(['one', 'three']);
  expect((await change('salma', () => ({ remove: ['one', 'two'] }))).length).toBe(0);
  expect((await change('karim', () => ({}))).map(({ id }) => id)).toEqual(['one', 'three']);
  expect(isLasting).toBe(false);
});
