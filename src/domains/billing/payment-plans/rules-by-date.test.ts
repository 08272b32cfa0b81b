/** The rules of payment plans by date: two persons decide, and what counts stays. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { USUAL_RULES } from './plan.rules.ts';
import * as rules from './settings-contract.ts';

const app = await testApp();
const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
const { today } = app.system();
const OTHER = { ...USUAL_RULES, firstPercent: 35, leastInstalmentMinor: minor(150_00) };

type Entry = { id: string; version: number };
const planned = (validFrom: string) => ({
  as: planner,
  body: { validFrom, value: OTHER, reason: 'The board' },
});
const plan = (validFrom: string) => app.call(rules.planPlanRules, planned(validFrom));
const approving = ({ id, version }: Entry, as = approver) =>
  app.codeOf(rules.approvePlanRules, { as, params: { id }, body: { version } });
const withdrawing = ({ id, version }: Entry, as = approver) =>
  app.codeOf(rules.withdrawPlanRules, { as, params: { id }, body: { version, reason: 'Not now' } });
/** The entries with their states, the newest last, and what the log holds. */
const kept = async () => ({
  entries: await all(
    app.owner.db,
    sql`select to_jsonb(d) as entry from settings.dated_entries d where key = 'payment-plans' order by id`,
  ),
  log: await all(app.owner.db, sql`select id from platform.audit where object = 'plan-rules' order by id`),
});
const refuses = async (code: string, call: () => Promise<string | undefined>) => {
  const before = await kept();
  expect(await call()).toBe(code);
  expect(await kept()).toEqual(before);
};
const current = async () => (await app.call(rules.listPlanRules, { as: planner })).now;

test('are planned from today on, one planned change for each day', async () => {
  await refuses('settings.dated_day_past', () =>
    app.codeOf(rules.planPlanRules, planned(addDays(today, -1))),
  );
  const { id, version } = await plan(today);
  await refuses('settings.dated_day_planned', () => app.codeOf(rules.planPlanRules, planned(today)));
  expect(await withdrawing({ id, version })).toBeUndefined();
});

test('count when another person has approved them, once, and are not withdrawn then', async () => {
  const first = await plan(today);
  await refuses('settings.dated_second_person', () => approving(first, planner));
  expect(await current()).toEqual(USUAL_RULES);
  expect(await approving(first)).toBeUndefined();
  expect(await current()).toEqual(OTHER);
  const approved = { id: first.id, version: first.version + 1 };
  await refuses('settings.dated_state', () => approving(approved));
  await refuses('settings.dated_in_force', () => withdrawing(approved));
  const again = await plan(today);
  expect(await approving(again)).toBeUndefined();
  const written = await all<{ action: string }>(
    app.owner.db,
    sql`select action, object_id as "objectId", reason, after ->> 'firstPercent' as "firstPercent" from platform.audit
      where object_id in (${first.id}, ${again.id}) order by id`,
  );
  const wanted = { firstPercent: '35' };
  expect(written).toEqual([
    { ...wanted, action: 'plan-rules.plan', objectId: first.id, reason: 'The board' },
    { ...wanted, action: 'plan-rules.approve', objectId: first.id, reason: null },
    { ...wanted, action: 'plan-rules.plan', objectId: again.id, reason: 'The board' },
    { ...wanted, action: 'plan-rules.approve', objectId: again.id, reason: null },
    {
      ...{ action: 'plan-rules.withdraw', objectId: first.id, firstPercent: null },
      reason: 'Replaced by another value for the same day',
    },
  ]);
});

test('are withdrawn before their day, once, with a reason', async () => {
  const later = await plan(addDays(today, 3));
  expect(await approving(later)).toBeUndefined();
  expect(await withdrawing({ id: later.id, version: later.version + 1 })).toBeUndefined();
  const withdrawn = { id: later.id, version: later.version + 2 };
  await refuses('settings.dated_state', () => withdrawing(withdrawn));
  await refuses('settings.dated_state', () => approving(withdrawn));
  const written = await all(
    app.owner.db,
    sql`select before ->> 'state' as before, after ->> 'state' as after, reason from platform.audit
      where action = 'plan-rules.withdraw' and object_id = ${later.id}`,
  );
  expect(written).toEqual([{ before: 'APPROVED', after: 'WITHDRAWN', reason: 'Not now' }]);
});

test('are neither approved nor withdrawn by who saw another version', async () => {
  const later = await plan(addDays(today, 5));
  for (const version of [later.version - 1, later.version + 1]) {
    await refuses('common.stale_version', () => approving({ ...later, version }));
    await refuses('common.stale_version', () => withdrawing({ ...later, version }));
  }
  expect(await withdrawing(later)).toBeUndefined();
});

test('are not approved after their day has gone by', async () => {
  const soon = await plan(addDays(today, 1));
  app.clock.advance(2 * 86_400);
  const late = await app.staff('admin');
  await refuses('settings.dated_day_past', () => approving(soon, late));
});
