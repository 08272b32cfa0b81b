/** The browser's own session code against the real server: many tabs at once (G28), and fifty minutes later. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as own from '#domains/identity/session/contract.ts';
import { listUsers } from '#domains/identity/users/contract.ts';
import { testApp } from '#test/app.ts';

const app = await testApp();

type Seen = { path: string; status: number };
let seen: Seen[] = [];
let isAway = false;
const listeners = new Map<string, (() => void)[]>();
const stored = new Map<string, string>();
let ticking: NodeJS.Timeout[] = [];

/** What all tabs of one browser share; each test begins with a fresh one. */
beforeEach(() => {
  vi.resetModules();
  seen = [];
  isAway = false;
  listeners.clear();
  stored.clear();
  const listen = (name: string, listener: () => void) =>
    listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  // A tab never stops its watch; it is closed with the test.
  const tick = globalThis.setInterval;
  vi.stubGlobal('setInterval', (work: () => void, ms: number) => {
    const timer = tick(work, ms);
    ticking.push(timer);
    return timer;
  });
  vi.stubGlobal('window', { addEventListener: listen });
  vi.stubGlobal('document', { addEventListener: listen, hidden: false });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (isAway) {
      seen.push({ path: url, status: 0 });
      throw new TypeError('fetch failed');
    }
    const answer = await app.server.inject({
      method: init.method as 'POST',
      url,
      headers: init.headers as Record<string, string>,
      ...(init.body ? { payload: init.body as string } : {}),
    });
    seen.push({ path: url, status: answer.statusCode });
    return new Response(answer.body, { status: answer.statusCode });
  });
});

afterEach(() => {
  vi.useRealTimers();
  for (const timer of ticking) clearInterval(timer);
  ticking = [];
  vi.unstubAllGlobals();
});

/** One tab: modules of its own, the storage and locks of the browser. */
async function openTab() {
  vi.resetModules();
  const { startSession } = await import('#web/session/keep-session.ts');
  const { call } = await import('#web/calls/call.ts');
  const { saveSession, readPerson } = await import('#web/session/session.ts');
  const { CallError } = await import('#web/calls/call-error.ts');
  const left: string[] = [];
  startSession(
    async () => ({
      refresh: own.newToken,
      logout: own.logout,
      profile: own.getProfile,
      appearance: own.saveAppearance,
    }),
    (why) => left.push(why),
  );
  return { call, saveSession, readPerson, CallError, left };
}

async function signedIn(tab: Awaited<ReturnType<typeof openTab>>) {
  const person = await app.staff('cashier');
  const { profile } = await app.call(own.getProfile, { as: person });
  const answer = await app.signIn(String(profile.phone), person.password);
  const { response, permissions } = answer;
  tab.saveSession({ tokens: response.AuthenticationResult, profile: answer.profile, permissions });
  return person;
}

const count = (part: string, status?: number) =>
  seen.filter((call) => call.path.includes(part) && (status === undefined || call.status === status)).length;

describe('twenty tabs (G28)', () => {
  test('refused at the same moment: one refresh, twenty retries with success, nobody is signed out', async () => {
    const tabs = [];
    for (let index = 0; index < 20; index += 1) tabs.push(await openTab());
    const [first] = tabs;
    if (!first) throw new Error('no tab');
    const person = await signedIn(first);
    app.clock.advance(3601);
    const answers = await Promise.all(tabs.map(({ call }) => call(own.getProfile)));
    expect(answers.map(({ profile }) => profile.id)).toEqual(Array.from({ length: 20 }, () => person.userId));
    expect([count('/user/new/token'), count('/user/profile', 403), count('/user/profile', 200)]).toEqual([
      1, 20, 20,
    ]);
    expect(tabs.flatMap(({ left }) => left)).toEqual([]);
    expect(first.readPerson()?.id).toBe(person.userId);
  });

  test('a missing permission never refreshes; it is refused once', async () => {
    const tab = await openTab();
    await signedIn(tab);
    const refusal = await tab.call(listUsers, {}, { quiet: true }).catch((error) => error);
    expect(refusal).toMatchObject({ status: 402 });
    expect([count('/user/new/token'), count('/users')]).toEqual([0, 1]);
    expect(tab.left).toEqual([]);
  });

  test('a session that is over: one retry at most, the stored session is removed, and the way is to login', async () => {
    const tab = await openTab();
    await signedIn(tab);
    app.clock.advance(25 * 3600);
    const refusal = await tab.call(own.getProfile).catch((error) => error);
    expect(refusal).toMatchObject({ status: 403 });
    expect([count('/user/new/token'), count('/user/profile')]).toEqual([1, 1]);
    expect(tab.readPerson()).toBeNull();
    expect(tab.left[0]).toBe('ended');
    expect([...stored.keys()].filter((key) => key.startsWith('user'))).toEqual([]);
  });
});

describe('fifty minutes (spec §9)', () => {
  const MINUTE_MS = 60_000;
  const touch = () => {
    for (const listener of listeners.get('keydown') ?? []) listener();
  };

  /** Time passes for the tab, minute by minute, with somebody at it. */
  async function pass(minutes: number, isActive = true) {
    for (let minute = 0; minute < minutes; minute += 1) {
      if (isActive) touch();
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function tabAt() {
    vi.stubGlobal('navigator', {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
    const tab = await openTab();
    await signedIn(tab);
    return tab;
  }
  const settled = () => expect.poll(() => count('/user/new/token', 200)).toBe(1);

  test('a refresh comes after about fifty minutes, and not before', async () => {
    await tabAt();
    await pass(49);
    expect(count('/user/new/token')).toBe(0);
    await pass(2);
    vi.useRealTimers();
    await settled();
  });

  test('a server that is away is asked three times, nobody is signed out, and the next check goes on', async () => {
    const tab = await tabAt();
    await pass(49);
    isAway = true;
    await pass(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(count('/user/new/token', 0)).toBe(3);
    expect(tab.left).toEqual([]);
    isAway = false;
    await pass(2);
    vi.useRealTimers();
    await settled();
    expect(tab.readPerson()).not.toBeNull();
  });

  test('nobody at the screen: nothing is refreshed, so that the session can end by its idle life', async () => {
    await tabAt();
    await pass(180, false);
    expect(count('/user/new/token')).toBe(0);
  });
});
