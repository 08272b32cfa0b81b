/** What planning, calculating and approving a run refuse, over HTTP, each for its own reason. */
import { expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makeRoad } from '#domains/settings/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { workCalculation } from './actions/work-run.ts';
import { nextRunState, RUN_STATES, type RunState } from './bill-run.rules.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-02T04:00:00Z' });
const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
await approvedTariff(app.db, { effectiveFrom: '2025-01-01', blocks: [{ from: '0', to: null, rate: '10' }] });
const actor = { ...app.system(), permissions: new Set<never>() };

/** A sector with a road, and a run of it alone. */
async function sector() {
  const { id: roadId, sectorId } = await transaction(app.db, (tx) => makeRoad(tx, actor));
  const connect = () =>
    transaction(app.db, (tx) =>
      makeConnection(tx, actor, {
        ...{ roadId, connectedOn: '2026-10-01', approve: true },
        readings: [['2026-10-01', '2026-10-31', 25_000]],
      }),
    );
  return { sectorId, roadId, connect, body: bodyOf(sectorId) };
}
const bodyOf = (sectorId: string) => ({
  ...{ period: '2026-10-01', issuedOn: '2026-11-02', dueOn: '2026-11-23', sectorId },
});
const plan = (body: ReturnType<typeof bodyOf>) => app.codeOf(contract.planRun, { as: planner, body });

test('a run of a sector without a connection, or of no sector that exists, is not planned', async () => {
  const { connect, body } = await sector();
  expect(await plan(body)).toBe('billing.nothing_to_bill');
  expect(await plan(bodyOf('0190ffff-ffff-7fff-8fff-ffffffffffff'))).toBe('billing.unknown_sector');
  await connect();
  expect(await plan(body)).toBeUndefined();
});

test('a run whose connections have all gone is not calculated again', async () => {
  const { connect, body, roadId } = await sector();
  await connect();
  const { id } = await app.call(contract.planRun, { as: planner, body });
  await workCalculation(app.db, app.clock, id);
  const connected = (day: string) =>
    execute(app.owner.db, sql`update meters.connections set connected_on = ${day} where road_id = ${roadId}`);
  const calculate = () => app.codeOf(contract.calculateRun, { as: planner, params: { id } });
  await connected('2026-11-01');
  expect(await calculate()).toBe('billing.nothing_to_bill');
  await connected('2026-10-01');
  expect(await calculate()).toBeUndefined();
});

test('a run that forgets a connection is not approved', async () => {
  const { connect, body } = await sector();
  await connect();
  const { id } = await app.call(contract.planRun, { as: planner, body });
  await workCalculation(app.db, app.clock, id);
  const approve = async () => {
    const { version } = await app.call(contract.getRun, { as: approver, params: { id } });
    return app.codeOf(contract.approveRun, { as: approver, params: { id }, body: { version } });
  };
  await connect();
  expect(await approve()).toBe('billing.run_incomplete');
  await app.call(contract.calculateRun, { as: planner, params: { id } });
  await workCalculation(app.db, app.clock, id);
  expect(await approve()).toBeUndefined();
});

const CALLS = {
  'calculate-held': (id: string) =>
    app.codeOf(contract.calculateHeld, { as: planner, params: { id }, body: {} }),
  'give-up': (id: string) =>
    app.codeOf(contract.giveUpRun, { as: planner, params: { id }, body: { reason: 'wrong month' } }),
  refuse: async (id: string) => {
    const { version } = await app.call(contract.getRun, { as: approver, params: { id } });
    const body = { version, reason: 'too much water' };
    return app.codeOf(contract.refuseRun, { as: approver, params: { id }, body });
  },
};
const refused = RUN_STATES.flatMap((state) =>
  (['calculate-held', 'give-up', 'refuse'] as const)
    .filter((action) => !nextRunState(state, action))
    .map((action) => [state, action] as const),
);

test.each(refused)('a run in %s: %s is refused', async (state, action) => {
  const { connect, body } = await sector();
  await connect();
  const { id } = await app.call(contract.planRun, { as: planner, body });
  await workCalculation(app.db, app.clock, id);
  const to = (name: RunState) =>
    execute(
      app.owner.db,
      sql`update billing.bill_runs set state = ${name},
        cancelled_at = case when ${name} = 'CANCELLED' then now() end,
        cancel_reason = case when ${name} = 'CANCELLED' then 'no longer wanted' end where id = ${id}`,
    );
  await to(state);
  expect(await CALLS[action](id)).toBe('billing.run_state');
  await to('REVIEW');
  expect(await CALLS['give-up'](id)).toBeUndefined();
});

test('who may approve a run refuses it with a reason, as they saw it; who planned it is told, and of what a colleague gives up too', async () => {
  const reviewed = async () => {
    const { connect, body } = await sector();
    await connect();
    const { id } = await app.call(contract.planRun, { as: planner, body });
    await workCalculation(app.db, app.clock, id);
    return { id, version: (await app.call(contract.getRun, { as: approver, params: { id } })).version };
  };
  const told = async (id: string, as = planner) => {
    const { items } = await app.call(listNotices, { as, query: { limit: 100 } });
    return items.filter(({ kind, path }) => kind === 'billing.run_given_up' && path === `/bill-run/${id}`);
  };
  const engineer = await app.staff('engineer');
  const { id, version } = await reviewed();
  const refusing = (of: number, reason = 'too much water') => ({
    ...{ as: engineer, params: { id }, body: { version: of, reason } },
  });
  expect((await app.call(contract.getRun, { as: engineer, params: { id } })).can).toMatchObject({
    ...{ refuse: true, giveUp: false },
  });
  expect((await app.call(contract.getRun, { as: planner, params: { id } })).can.refuse).toBe(false);
  expect(await app.codeOf(contract.refuseRun, refusing(version - 1))).toBe('common.stale_version');
  expect(await app.codeOf(contract.refuseRun, refusing(version, ' '))).toBe('common.invalid_input');
  const other = await app.staffWith(['bill-runs:view', 'bill-runs:plan']);
  expect(await app.codeOf(contract.refuseRun, { ...refusing(version), as: other })).toBe(
    'common.not_permitted',
  );
  expect(await app.call(contract.refuseRun, refusing(version))).toMatchObject({
    ...{ state: 'CANCELLED', cancelReason: 'too much water' },
  });
  expect(await app.codeOf(contract.refuseRun, refusing(version))).toBe('common.stale_version');
  expect(await told(id)).toMatchObject([{ params: { reason: 'too much water' } }]);
  expect(await told(id, engineer)).toEqual([]);
  const rows = await all<{ reason: string }>(
    app.db,
    sql`select reason from platform.audit where action = 'bill-run.refuse' and object_id = ${id}`,
  );
  expect(rows).toEqual([{ reason: 'too much water' }]);

  const [another, own] = [await reviewed(), await reviewed()];
  const reason = 'wrong month';
  await app.call(contract.giveUpRun, { as: other, params: { id: another.id }, body: { reason } });
  expect(await told(another.id)).toMatchObject([{ params: { reason } }]);
  await app.call(contract.giveUpRun, { as: planner, params: { id: own.id }, body: { reason } });
  expect(await told(own.id)).toEqual([]);
});
