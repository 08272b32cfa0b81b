/** When a page loads itself again because a part of its code does not come, and when it does not. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, loadChunk } from './chunk.ts';
import { markUnsaved } from './state/unsaved.ts';

const reload = vi.fn();
let isOnline = true;
let served: () => Promise<Response>;

beforeEach(() => {
  const kept = new Map<string, string>();
  [isOnline, served] = [true, async () => new Response(null)];
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline;
    },
  });
  vi.stubGlobal('location', { href: 'http://localhost/bills', reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('fetch', () => served());
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
  markUnsaved('form', false);
});

const lost = () => loadChunk(() => Promise.reject(new Error('gone')));
/** A page that loads itself again gives no answer any more. */
const refused = async () => {
  const answer = lost().catch((error: unknown) => error);
  expect(
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 500, 'no answer'))]),
  ).toBeInstanceOf(ChunkLoadError);
};

test('of a new version it loads itself again, one time in a minute', async () => {
  void lost();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await refused();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  [
    'without a network',
    () => {
      isOnline = false;
    },
  ],
  [
    'if no page would come, although the device believes that it has a network',
    () => {
      served = () => Promise.reject(new TypeError('Failed to fetch'));
    },
  ],
  [
    'if the server is away',
    () => {
      served = async () => new Response(null, { status: 503 });
    },
  ],
  ['if something typed would be lost', () => markUnsaved('form', true)],
  [
    'if something is typed while the server is asked',
    () => {
      served = async () => {
        markUnsaved('form', true);
        return new Response(null);
      };
    },
  ],
])('it stays as it is %s', async (_, given) => {
  given();
  await refused();
  expect(reload).not.toHaveBeenCalled();
});

test('code that comes is given', async () => {
  expect(await loadChunk(async () => 'page')).toBe('page');
});
