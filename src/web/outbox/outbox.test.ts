/** What a phone whose storage is full still does: it sends what is in the page, and says that it is in the page only. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

import { wouldLose } from '../state/unsaved.ts';
import { type Wiring, wire } from '../wiring.ts';
import type { Entry } from './entry.ts';
import { type Given, outboxState, putInAndWait, sendNow } from './outbox.ts';

/** The phone's own database, as far as the store uses it: it refuses to put something in if there is no room. */
let hasRoom = true;
const kept = new Map<string, Entry>();
type Requested = { onsuccess?: () => void; result: unknown };
function request(result: unknown): Requested {
  const asked: Requested = { result };
  queueMicrotask(() => asked.onsuccess?.());
  return asked;
}
function transaction() {
  const planned: (() => void)[] = [];
  let isRefused = false;
  const run = {
    error: new DOMException('full', 'QuotaExceededError'),
    oncomplete: () => undefined,
    onabort: () => undefined,
    objectStore: () => ({
      index: () => ({ getAll: () => request([...kept.values()]) }),
      delete: (id: string) => planned.push(() => kept.delete(id)),
      put(entry: Entry) {
        isRefused ||= !hasRoom;
        planned.push(() => kept.set(entry.id, entry));
      },
    }),
  };
  setTimeout(() => {
    if (isRefused) return run.onabort();
    for (const step of planned) step();
    return run.oncomplete();
  });
  return run;
}

const sent: string[] = [];
const stored = new Map([['userProfileData', JSON.stringify({ id: 'karim', role: 'surveyor' })]]);
const phone = { onLine: true };
vi.stubGlobal('indexedDB', { open: () => request({ transaction }) });
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
vi.stubGlobal('navigator', phone);
vi.stubGlobal('document', { hidden: false });
vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
  sent.push((JSON.parse(body) as { text: string }).text);
  return Response.json({ data: {} });
});
afterAll(() => vi.unstubAllGlobals());

const note = endpoint({
  ...{ service: 'main', method: 'POST', path: '/notes', summary: 'Notes', audit: 'reading.captured' },
  access: { public: 'a test has no session' },
  body: z.object({ text: z.string() }),
  output: z.object({}),
});
const outboxWays = async () => [
  { name: 'note', title: { en: 'Note', bn: 'নোট' }, endpoint: async () => note },
];
wire({ outboxWays } as unknown as Wiring);

const given = (text: string): Given => ({
  ...{ way: 'note', record: text, input: { body: { text } }, version: () => 1 },
  ...{ isVersioned: false, number: '1', page: '/a' },
});
beforeEach(() => {
  hasRoom = true;
  phone.onLine = true;
  sent.length = 0;
});

test('a phone whose storage is full sends what is noted all the same', async () => {
  hasRoom = false;
  expect(await putInAndWait(given('figure'))).toMatchObject({ kind: 'delivered' });
  expect(sent).toEqual(['figure']);
  await vi.waitFor(() => expect(outboxState()).toMatchObject({ entries: [], isFull: false }));
});

test('what a full phone cannot keep and cannot send yet is in the page, which does not reload by itself', async () => {
  hasRoom = false;
  phone.onLine = false;
  expect(await putInAndWait(given('photo'))).toEqual({ kind: 'kept' });
  expect(outboxState()).toMatchObject({ isFull: true, entries: [{ record: 'photo' }] });
  expect(wouldLose()).toBe(true);
  phone.onLine = true;
  await sendNow();
  expect(sent).toEqual(['photo']);
  expect(outboxState()).toMatchObject({ isFull: false, entries: [] });
  expect(wouldLose()).toBe(false);
});

test('what was kept before the storage was full is sent, although the phone cannot mark it as sent', async () => {
  phone.onLine = false;
  await putInAndWait(given('before'));
  expect([...kept.values()]).toMatchObject([{ record: 'before' }]);
  hasRoom = false;
  phone.onLine = true;
  await sendNow();
  expect(sent).toEqual(['before']);
  expect([...kept.values(), ...outboxState().entries]).toEqual([]);
});
