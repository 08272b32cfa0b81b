/** Every state of a bill run with every call, over HTTP: what the table does not list is refused with its code. */
import { expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { workCalculation } from './actions/work-run.ts';
import { nextRunState, RUN_STATES, type RunState } from './bill-run.rules.ts';
import * as contract from './contract.ts';
import { seenOf } from './factory-months.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
await approvedTariff(app.db, { effectiveFrom: '2025-01-01', blocks: [{ from: '0', to: null, rate: '10' }] });
const { id: connectionId } = await transaction(app.db, (tx) =>
  makeConnection(
    tx,
    { ...app.system(), permissions: new Set<never>() },
    {
      connectedOn: '2026-08-31',
      readings: [
        ['2026-09-01', '2026-09-30', 25_000],
        ['2026-10-01', '2026-10-31', 50_000],
      ],
      approve: true,
    },
  ),
);
// A month is not billed over an unbilled one.
await execute(app.db, sql`update meters.readings set state = 'BILLED' where period = '2026-09-01'`);
const { id } = await app.call(contract.planRun, {
  as: planner,
  body: { period: '2026-10-01', issuedOn: '2026-11-02', dueOn: '2026-11-23' },
});
await workCalculation(app.db, app.clock, id);

test('who left on the first day of the month has an outcome, who left the day before has none', async () => {
  const leave = async (day: string) => {
    const made = await transaction(app.db, (tx) =>
      makeConnection(tx, { ...app.system(), permissions: new Set<never>() }, { connectedOn: '2026-01-01' }),
    );
    await execute(
      app.owner.db,
      sql`update meters.connections set status = 'disconnected', disconnected_on = ${day} where id = ${made.id}`,
    );
    return made.id;
  };
  const [first, before] = [await leave('2026-10-01'), await leave('2026-09-30')];
  expect(await app.codeOf(contract.calculateRun, { as: planner, params: { id } })).toBeUndefined();
  await workCalculation(app.db, app.clock, id);
  const { items } = await app.call(contract.listRunItems, {
    as: planner,
    params: { id },
    query: { limit: 100 },
  });
  const connections = items.map((item) => item.connectionId);
  expect([connections.includes(first), connections.includes(before)]).toEqual([true, false]);
});

const to = (state: RunState) =>
  execute(
    app.owner.db,
    sql`update billing.bill_runs set state = ${state}, approved_by = null,
      cancelled_by = case when ${state} = 'CANCELLED' then ${planner.userId}::uuid end,
      cancelled_at = case when ${state} = 'CANCELLED' then now() end,
      cancel_reason = case when ${state} = 'CANCELLED' then 'no longer wanted' end where id = ${id}`,
  );
const params = { id };
const version = async () => (await app.call(contract.getRun, { as: planner, params })).version;

const CALLS: Record<string, (as: Person) => Promise<string | undefined>> = {
  calculate: (as) => app.codeOf(contract.calculateRun, { as, params }),
  approve: async (as) => app.codeOf(contract.approveRun, { as, params, body: { version: await version() } }),
  post: (as) => app.codeOf(contract.postRun, { as, params }),
  hold: async (as) => {
    const body = { connectionId, seen: await seenOf(app.db, id, connectionId) };
    return app.codeOf(contract.holdItem, { as, params, body });
  },
};

test.each(
  RUN_STATES.flatMap((state) => Object.keys(CALLS).map((action) => [state, action] as const)).filter(
    ([state, action]) => !nextRunState(state, action) && !(state === 'REVIEW' && action === 'hold'),
  ),
)('in %s: %s is refused', async (state, action) => {
  await to(state);
  expect(await CALLS[action]?.(approver)).toBe('billing.run_state');
});

test('the planner does not approve; somebody else does, on the version that was looked at', async () => {
  await to('REVIEW');
  expect(await CALLS.approve?.(planner)).toBe('billing.second_person');
  const old = { as: approver, params, body: { version: (await version()) - 1 } };
  expect(await app.codeOf(contract.approveRun, old)).toBe('common.stale_version');
  expect(await CALLS.approve?.(approver)).toBeUndefined();
});

test('the database refuses the planner as the approver, too', async () => {
  await to('REVIEW');
  const written = execute(
    app.db,
    sql`update billing.bill_runs set approved_by = planned_by where id = ${id}`,
  );
  await expect(written).rejects.toThrow(/bill_runs_two_persons/);
});

test('a run whose last bill is held by hand has nothing to bill', async () => {
  await to('REVIEW');
  expect(await CALLS.hold?.(approver)).toBeUndefined();
  expect(await CALLS.hold?.(approver)).toBe('common.not_found');
  expect(await CALLS.approve?.(approver)).toBe('billing.nothing_to_bill');
});
