/** What a phone keeps of a meter belongs to a month: last month's figure and this month's are two. */
import { afterAll, expect, test, vi } from 'vitest';
import type { Entry } from '#web/outbox/entry.ts';
import { outboxState } from '#web/outbox/outbox.ts';
import type { RoadMeter } from '../../visits/contract.ts';
import { keep, keptOf, notedOf, typedOf } from './route-keeper.ts';

const stored = new Map([['userProfileData', JSON.stringify({ id: 'reader', role: 'meterReader' })]]);
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
vi.stubGlobal('navigator', { onLine: false });
afterAll(() => vi.unstubAllGlobals());

const meterId = '0199aaaa-0000-7000-8000-000000000001';
const meter = { meterId, meterNumber: '77' } as RoadMeter;
const common = { meter, place: null, photo: null };
const routeOf = (period: string) => ({ roadId: 'road', period });
const kept = (period: string) => keptOf(outboxState().entries, { meterId, period });
const litresOf = (entry: Entry | undefined) => entry && typedOf(entry);

test('a figure of last month that was never sent stays beside the figure of this month', async () => {
  const note = (period: string, registerLitres: number) =>
    keep({ ...common, route: routeOf(period), before: notedOf(kept(period)) }, { registerLitres });
  await note('2026-10-01', 1000);
  expect(kept('2026-11-01')).toEqual([]);
  await note('2026-11-01', 2000);
  await note('2026-11-01', 2500);
  expect(kept('2026-10-01')).toMatchObject([
    { input: { body: { period: '2026-10-01', registerLitres: 1000 } } },
  ]);
  expect(kept('2026-11-01')).toMatchObject([
    { input: { body: { period: '2026-11-01', registerLitres: 2500 } } },
  ]);
});

test('an entry of an earlier version, which is named by the meter only, is found in its month and corrected there', async () => {
  const former = {
    ...{ id: 'former', record: `meter:${meterId}`, slot: 'figure' },
    page: `/meter-reading/road?period=2026-09-01&at=${meterId}`,
    typed: { registerLitres: 500, visit: { id: 'visit' } },
  } as Entry;
  const found = (period: string) => notedOf(keptOf([former], { meterId, period }));
  expect(litresOf(found('2026-09-01'))).toMatchObject({ registerLitres: 500 });
  expect(found('2026-10-01')).toBeUndefined();
  await keep({ ...common, route: routeOf('2026-09-01'), before: former }, { registerLitres: 600 });
  // The same record and slot: it takes the place of the former entry (`withNew`).
  expect(kept('2026-09-01')).toMatchObject([{ record: former.record, slot: 'figure' }]);
});
