/** The browser's day is the utility's, also if the browser is in another zone. */
import { afterEach, expect, test, vi } from 'vitest';
import { instantOf } from '#shared/dates.ts';
import { loadConfig } from './config.ts';
import { today } from './today.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(['Asia/Dhaka', 'America/St_Johns'])('in %s', async (timeZone) => {
  vi.stubGlobal('fetch', async () => Response.json({ timeZone }));
  await loadConfig();
  for (const time of ['00:30', '23:30']) {
    vi.useFakeTimers({ now: instantOf('2026-11-15', time, timeZone) });
    expect(today()).toBe('2026-11-15');
  }
});
