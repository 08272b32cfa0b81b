/** Rules of leaks and of empty houses by date: two persons, and each step is refused as of other dated values. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { emptyRules } from './empty-houses/empty-house.rules.ts';
import * as houses from './empty-houses/settings-contract.ts';
import { leakRules } from './leaks/leak.rules.ts';
import * as leaks from './leaks/settings-contract.ts';

const app = await testApp({ now: '2026-10-01T04:00:00Z' });

const ofLeaks = {
  plan: leaks.planLeakRules,
  approve: leaks.approveLeakRules,
  withdraw: leaks.withdrawLeakRules,
  value: leakRules.parse({}) as object,
};
// The calls of both are alike but for the value.
const ofHouses = {
  plan: houses.planEmptyRules,
  approve: houses.approveEmptyRules,
  withdraw: houses.withdrawEmptyRules,
  value: emptyRules.parse({}) as object,
} as unknown as typeof ofLeaks;

test.each([
  ['leak-rules', ofLeaks],
  ['empty-rules', ofHouses],
])('%s', async (noun, calls) => {
  app.clock.set('2026-10-01T04:00:00Z');
  const planned = async (validFrom: string) => ({
    as: await app.staff('admin'),
    body: { validFrom, value: calls.value, reason: 'Board of October' } as never,
  });
  const plan = async (day: string) => app.call(calls.plan, await planned(day));
  const step = async ({ id, version }: { id: string; version: number }) => ({
    ...{ as: await app.staff('admin'), params: { id }, body: { version, reason: 'Taken back' } },
  });
  const planning = await planned('2026-11-01');
  const made = await app.call(calls.plan, planning);
  expect(await app.codeOf(calls.approve, { ...(await step(made)), as: planning.as })).toBe(
    'settings.dated_second_person',
  );
  expect(await app.codeOf(calls.plan, planning)).toBe('settings.dated_day_planned');
  await app.call(calls.approve, await step(made));
  expect(await app.codeOf(calls.approve, await step({ ...made, version: made.version + 1 }))).toBe(
    'settings.dated_state',
  );
  const again = await plan('2026-11-02');
  const old = await step({ ...again, version: again.version + 1 });
  expect(await app.codeOf(calls.approve, old)).toBe('common.stale_version');
  expect(await app.codeOf(calls.withdraw, old)).toBe('common.stale_version');
  const left = await app.call(calls.withdraw, await step(again));
  expect(await app.codeOf(calls.withdraw, await step(left))).toBe('settings.dated_state');
  const soon = await plan('2026-10-05');
  const counts = await plan('2026-10-06');
  const approved = await app.call(calls.approve, await step(counts));
  app.clock.set('2026-10-06T04:00:00Z');
  expect(await app.codeOf(calls.approve, await step(soon))).toBe('settings.dated_day_past');
  expect(await app.codeOf(calls.withdraw, await step(approved))).toBe('settings.dated_in_force');
  const written = await all<{ action: string }>(
    app.owner.db,
    sql`select distinct action from platform.audit where object = ${noun} order by action`,
  );
  expect(written.map(({ action }) => action)).toEqual(
    ['approve', 'plan', 'withdraw'].map((verb) => `${noun}.${verb}`),
  );
});
