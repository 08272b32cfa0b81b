import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#web/calls/call-error.ts';
import type { Unsent } from '#web/state/unsent.ts';
import { autosave } from './autosave.ts';

type Save = { values: string; version: number; key: string };
type Answer = 'kept' | 'lost' | CallError;

/** A record that is saved once for each key, as the server does it; its answers may be lost. */
function server(version = 1) {
  const record = { values: 'empty', version };
  const done = new Map<string, number>();
  const calls: Save[] = [];
  const answers: Answer[] = [];
  const send = async (save: Save) => {
    calls.push(save);
    const next = answers.shift() ?? 'kept';
    if (next instanceof CallError) throw next;
    const known = done.get(save.key);
    if (known === undefined && save.version !== record.version)
      throw new CallError(409, { code: 'common.stale_version' });
    if (known === undefined) {
      Object.assign(record, { values: save.values, version: record.version + 1 });
      done.set(save.key, record.version);
    }
    if (next === 'lost') throw new CallError(0);
    return { version: done.get(save.key) ?? 0 };
  };
  return { record, calls, answers, send };
}

/** The memory of a tab, which stays when its page is loaded again. */
function tab() {
  let kept: string | null = null;
  return {
    read: () => JSON.parse(kept ?? 'null') as Unsent<string> | null,
    write(unsent: Unsent<string> | null) {
      kept = unsent && JSON.stringify(unsent);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is typed is saved two seconds after the last change, and nothing of it stays in the tab', async () => {
  const [away, store] = [server(), tab()];
  const page = autosave({ store, send: away.send, version: 1 });
  page.queue('S');
  await vi.advanceTimersByTimeAsync(1500);
  page.queue('Salma');
  expect(store.read()).toEqual({ waiting: { values: 'Salma', version: 1 } });
  await vi.advanceTimersByTimeAsync(1500);
  expect(away.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(away.record).toEqual({ values: 'Salma', version: 2 });
  expect(page.state().kind).toBe('saved');
  expect(store.read()).toBeNull();
  expect(page.left()).toBeNull();
});

test('a page that goes sends at once; the page that comes back has nothing to send', async () => {
  const [away, store] = [server(), tab()];
  const page = autosave({ store, send: away.send, version: 1 });
  page.queue('Salma');
  await page.settle();
  expect(away.record.values).toBe('Salma');
  await vi.advanceTimersByTimeAsync(5000);
  expect(away.calls).toHaveLength(1);
  const again = autosave({ store, send: away.send, version: 2 });
  expect(again.left()).toBeNull();
});

test('the page that comes back sends what was cut off by the same key, then what was typed after it', async () => {
  for (const cut of ['lost', new CallError(0)] as const) {
    const [away, store] = [server(), tab()];
    away.answers.push(cut);
    const page = autosave({ store, send: away.send, version: 1 });
    page.queue('Salm');
    expect(await page.settle()).toBe(false);
    expect(page.state()).toMatchObject({ kind: 'failed', error: { status: 0 } });
    page.queue('Salma Akter');

    const again = autosave({ store, send: away.send, version: away.record.version });
    expect(again.left()).toBe('Salma Akter');
    expect(await again.flush()).toBe(true);
    expect(away.record).toEqual({ values: 'Salma Akter', version: 3 });
    const keys = away.calls.map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(store.read()).toBeNull();
  }
});

test('the same page sends a call that was cut off by its key before it sends what is newer', async () => {
  const [away, store] = [server(), tab()];
  away.answers.push('lost');
  const page = autosave({ store, send: away.send, version: 1 });
  page.queue('Salma');
  await page.flush();
  page.queue('Salma Akter');
  expect(await page.flush()).toBe(true);
  expect(away.record).toEqual({ values: 'Salma Akter', version: 3 });
});

test('what comes back does not overwrite what somebody else saved meanwhile: it is refused, and stays in the form', async () => {
  const [away, store] = [server(), tab()];
  away.answers.push(new CallError(0));
  const page = autosave({ store, send: away.send, version: 1 });
  page.queue('Salma');
  await page.settle();
  Object.assign(away.record, { values: 'of another phone', version: 2 });

  const again = autosave({ store, send: away.send, version: 2 });
  expect(await again.flush()).toBe(false);
  expect(again.state().error?.code).toBe('common.stale_version');
  expect(again.left()).toBe('Salma');
  // Another reload shows what the server has.
  expect(store.read()).toBeNull();
  // Going away decides nothing; pressing the button does.
  again.seen(2);
  expect(await again.settle()).toBe(false);
  expect(away.record.values).toBe('of another phone');
  expect(await again.flush()).toBe(true);
  expect(away.record).toEqual({ values: 'Salma', version: 3 });
});

test('what was only typed before the page went is not written over the change of somebody else either', async () => {
  const [away, store] = [server(), tab()];
  autosave({ store, send: away.send, version: 1 }).queue('Salma');
  Object.assign(away.record, { values: 'of another phone', version: 2 });
  const again = autosave({ store, send: away.send, version: 2 });
  expect(await again.flush()).toBe(false);
  expect(away.record.values).toBe('of another phone');
  expect(again.left()).toBe('Salma');
});

test('a session that is over refuses nothing for good', async () => {
  const [away, store] = [server(), tab()];
  away.answers.push(new CallError(403));
  const page = autosave({ store, send: away.send, version: 1 });
  page.queue('Salma');
  expect(await page.settle()).toBe(false);
  expect(store.read()?.sent?.values).toBe('Salma');
  expect(await page.settle()).toBe(true);
  expect(away.record.values).toBe('Salma');
});

test('what is typed while a photo is sent is saved after it, on the version that the photo made', async () => {
  const away = server();
  const page = autosave({ store: tab(), send: away.send, version: 1 });
  const { promise: sending, resolve: arrived } = Promise.withResolvers<void>();
  page.hold(
    sending.then(() => {
      page.seen(away.record.version);
    }),
  );
  away.record.version = 2;
  page.queue('Salma');
  await vi.advanceTimersByTimeAsync(3000);
  const submitted = page.flush();
  await vi.advanceTimersByTimeAsync(1000);
  expect(away.calls).toEqual([]);
  arrived();
  expect(await submitted).toBe(true);
  expect(away.record).toEqual({ values: 'Salma', version: 3 });
  expect(page.version()).toBe(3);
});

test('a photo that is refused holds nothing up', async () => {
  const away = server();
  const page = autosave({ store: tab(), send: away.send, version: 1 });
  page.hold(Promise.reject(new CallError(422)));
  page.queue('Salma');
  expect(await page.flush()).toBe(true);
  expect(away.record.values).toBe('Salma');
});
