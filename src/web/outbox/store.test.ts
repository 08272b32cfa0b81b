/** Each account by itself. The browser's own database is asked by test/e2e/survey-offline.e2e.ts. */
import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { applied, withNew } from './queue.rules.ts';
import { memoryStore, phoneStore } from './store.ts';

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

/** A phone with room for so many bytes. */
function phoneOf(room: number) {
  let kept: Entry[] = [];
  let isBroken = false;
  const { change, isFull } = phoneStore(async (_account, work) => {
    if (isBroken) throw new DOMException('The database is gone', 'InvalidStateError');
    const after = applied(kept, work(kept));
    if (after.reduce((sum, { bytes }) => sum + bytes, 0) > room)
      throw new DOMException('The storage is full', 'QuotaExceededError');
    kept = after;
    return kept;
  });
  return {
    put: (id: string, bytes: number, slot?: string) =>
      change('karim', (entries) => {
        const common = { way: 'x', record: 'a', input: {}, version: 1, isVersioned: true };
        const added = withNew(
          entries,
          { ...common, id, number: '1', page: '/a', ...(slot ? { slot } : {}) },
          { account: 'karim', now: 0 },
        );
        return { ...added, put: added.put?.map((entry) => ({ ...entry, bytes })) ?? [] };
      }),
    remove: (id: string) => change('karim', () => ({ remove: [id] })),
    all: () => change('karim', () => ({})),
    isFull: () => isFull('karim'),
    onPhone: () => kept.map(({ id }) => id),
    setBroken: (next: boolean) => {
      isBroken = next;
    },
  };
}
const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

test('what a phone has no room for is in the page, and on the phone as soon as there is room', async () => {
  const phone = phoneOf(100);
  await phone.put('first', 60);
  expect(idsOf(await phone.put('photo', 70))).toEqual(['first', 'photo']);
  expect(phone.isFull()).toBe(true);
  expect(phone.onPhone()).toEqual(['first']);
  // A large photo does not keep out a small figure.
  expect(idsOf(await phone.put('figure', 10))).toEqual(['first', 'photo', 'figure']);
  expect(phone.onPhone()).toEqual(['first', 'figure']);
  expect(idsOf(await phone.remove('first'))).toEqual(['photo', 'figure']);
  expect(phone.onPhone()).toEqual(['photo', 'figure']);
  expect(phone.isFull()).toBe(false);
});

test('a newer text takes the place of one that only the page has, also if both come at the same moment', async () => {
  const phone = phoneOf(20);
  await phone.put('photo', 90);
  await Promise.all([phone.put('old', 30, 'text'), phone.put('new', 10, 'text')]);
  expect(idsOf(await phone.all())).toEqual(['photo', 'new']);
  expect(phone.onPhone()).toEqual(['new']);
});

test('an entry that is removed from a phone that takes no change does not come back', async () => {
  const phone = phoneOf(100);
  await phone.put('first', 60);
  phone.setBroken(true);
  expect(idsOf(await phone.remove('first'))).toEqual([]);
  expect(idsOf(await phone.put('second', 10))).toEqual(['second']);
  expect(phone.isFull()).toBe(true);
  phone.setBroken(false);
  expect(idsOf(await phone.all())).toEqual(['second']);
  expect(phone.onPhone()).toEqual(['second']);
});
