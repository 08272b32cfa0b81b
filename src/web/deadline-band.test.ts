/** What is late, due today, or has time: by the utility's day. */
import { afterEach, expect, test, vi } from 'vitest';
import { instantOf } from '#shared/dates.ts';
import { loadConfig } from './config.ts';
import { deadlineBand } from './deadline-band.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(['Asia/Dhaka', 'America/St_Johns'])('in %s', async (timeZone) => {
  vi.stubGlobal('fetch', async () => Response.json({ timeZone }));
  await loadConfig();
  const at = (day: string, time: string) => instantOf(day, time, timeZone).toISOString();
  vi.useFakeTimers({ now: instantOf('2026-11-15', '00:30', timeZone) });
  expect(deadlineBand(at('2026-11-15', '23:30'), false)).toBe('today');
  expect(deadlineBand(at('2026-11-16', '00:10'), false)).toBe('later');
  vi.setSystemTime(instantOf('2026-11-15', '23:45', timeZone));
  expect(deadlineBand(at('2026-11-15', '23:50'), false)).toBe('today');
  expect(deadlineBand(at('2026-11-15', '23:30'), true)).toBe('late');
  expect(deadlineBand(null, true)).toBe('later');
});
