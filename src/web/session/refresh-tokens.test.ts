import { describe, expect, test } from 'vitest';
import { type RefreshParts, refresher, type Tokens } from './refresh-tokens.ts';

const OLD: Tokens = { AccessToken: 'a1', IdToken: 'i1', RefreshToken: 'r1' };
const NEW: Tokens = { AccessToken: 'a2', IdToken: 'i2', RefreshToken: 'r2' };

class Transient extends Error {}

/** A browser with one storage; `ask` is the server. */
function browser(stored: Tokens | null, ask: RefreshParts['ask']) {
  let tokens = stored;
  let asked = 0;
  let tail: Promise<unknown> = Promise.resolve();
  const waits: number[] = [];
  const parts: RefreshParts = {
    read: () => tokens,
    save: (next) => {
      tokens = next;
    },
    ask: (refreshToken) => {
      asked += 1;
      return ask(refreshToken);
    },
    isTransient: (error) => error instanceof Transient,
    // One lock over all tabs: the next one starts when the one before is done.
    exclusive: (work) => {
      const next = tail.then(work, work);
      tail = next.catch(() => undefined);
      return next;
    },
    wait: async (delay_ms) => {
      waits.push(delay_ms);
    },
  };
  return { parts, waits, asked: () => asked, stored: () => tokens };
}

describe('refresh', () => {
  test('ten refused calls in one tab ask once', async () => {
    const tab = browser(OLD, async () => NEW);
    const refresh = refresher(tab.parts);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh('i1')));
    expect(answers.every((tokens) => tokens?.IdToken === 'i2')).toBe(true);
    expect(tab.asked()).toBe(1);
    expect(tab.stored()).toEqual(NEW);
  });

  test('a second tab takes the tokens that the first one saved', async () => {
    const shared = browser(OLD, async (token) => {
      expect(token).toBe('r1');
      return NEW;
    });
    const [first, second] = [refresher(shared.parts), refresher(shared.parts)];
    const [one, two] = await Promise.all([first('i1'), second('i1')]);
    expect([one?.IdToken, two?.IdToken]).toEqual(['i2', 'i2']);
    expect(shared.asked()).toBe(1);
  });

  test('a value that another tab stored a moment ago is waited for', async () => {
    const tab = browser(OLD, async () => NEW);
    const late: RefreshParts = { ...tab.parts, wait: async () => tab.parts.save(NEW) };
    expect((await refresher(late)('i1'))?.IdToken).toBe('i2');
    expect(tab.asked()).toBe(0);
  });

  test('a server that is away is asked three times, later each time', async () => {
    const tab = browser(OLD, async () => {
      throw new Transient();
    });
    await expect(refresher(tab.parts)('i1')).rejects.toBeInstanceOf(Transient);
    expect(tab.asked()).toBe(3);
    expect(tab.waits).toEqual([100, 400, 800]);
    expect(tab.stored()).toEqual(OLD);
  });

  test('the third attempt may succeed', async () => {
    let left = 2;
    const tab = browser(OLD, async () => {
      left -= 1;
      if (left >= 0) throw new Transient();
      return NEW;
    });
    expect((await refresher(tab.parts)('i1'))?.IdToken).toBe('i2');
  });

  test('a refusal is final and not repeated', async () => {
    const tab = browser(OLD, async () => {
      throw new Error('session_over');
    });
    await expect(refresher(tab.parts)('i1')).rejects.toThrow('session_over');
    expect(tab.asked()).toBe(1);
  });

  test('signed out meanwhile: nothing is asked', async () => {
    const tab = browser(null, async () => NEW);
    expect(await refresher(tab.parts)('i1')).toBeNull();
    expect(tab.asked()).toBe(0);
  });

  test('an answer without a refresh token keeps the one there is', async () => {
    const tab = browser(OLD, async () => ({ AccessToken: 'a2', IdToken: 'i2' }));
    expect((await refresher(tab.parts)('i1'))?.RefreshToken).toBe('r1');
  });
});
