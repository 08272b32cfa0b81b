/** Every state of a file of readings with every call, over HTTP: what the file is not in the state for is refused. */

import { expect, test } from 'vitest';
import { creditEstimates } from '#domains/billing/corrections/actions/credit-estimates.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange, waiting } from '#test/race.ts';
import { makeConnection } from '../factory.ts';
import { closeGate } from '../readings/actions/lock-readings.ts';
import { reviewReading } from '../readings/actions/review-reading.ts';
import { captureReading } from '../readings/contract.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-02T04:00:00Z' });
const as = await app.staff('admin');
const made = await transaction(app.db, (tx) =>
  makeConnection(tx, { ...app.system(), permissions: new Set<never>() }, { connectedOn: '2026-06-30' }),
);
const content = `Meter,Register\n${made.meterNumber},10\n`;
const mapping = { meter: 0, register: 1, period: '2026-10-01' };
const { id } = (await app.sendFile(contract.uploadImport, { as, content, name: 'october.csv' })).data;
const params = { id };
const body = async () => {
  const { version } = await app.call(contract.getImport, { as, params });
  return { version };
};

type State = (typeof contract.IMPORT_STATES)[number];
const CALLS: Record<string, { from: State[]; send: () => Promise<string | undefined> }> = {
  check: {
    from: ['UPLOADED', 'CHECKED'],
    send: () => app.codeOf(contract.checkImport, { as, params, body: mapping }),
  },
  commit: {
    from: ['CHECKED'],
    send: async () => app.codeOf(contract.commitImport, { as, params, body: await body() }),
  },
  undo: {
    from: ['COMMITTED'],
    send: async () => app.codeOf(contract.undoImport, { as, params, body: await body() }),
  },
};

const refused = contract.IMPORT_STATES.flatMap((state) =>
  Object.entries(CALLS)
    .filter(([, { from }]) => !from.includes(state))
    .map(([action, { send }]) => [state, action, send] as const),
);

test.each(refused)('in %s: %s is refused', async (state, _action, send) => {
  await execute(app.owner.db, sql`update meters.imports set state = ${state} where id = ${id}`);
  expect(await send()).toBe('meters.import_wrong_state');
});

test('in the order of the states every call is done', async () => {
  await execute(app.owner.db, sql`update meters.imports set state = 'UPLOADED' where id = ${id}`);
  for (const action of ['check', 'check', 'commit', 'undo'])
    expect([action, await CALLS[action]?.send()]).toEqual([action, undefined]);
});

test('who saw another version of the file neither commits nor undoes it', async () => {
  await execute(app.owner.db, sql`update meters.imports set state = 'UPLOADED' where id = ${id}`);
  const stale = async () => ({ as, params, body: { version: (await body()).version - 1 } });
  expect(await CALLS.check?.send()).toBeUndefined();
  expect(await app.codeOf(contract.commitImport, await stale())).toBe('common.stale_version');
  expect(await CALLS.commit?.send()).toBeUndefined();
  expect(await app.codeOf(contract.undoImport, await stale())).toBe('common.stale_version');
  expect(await CALLS.undo?.send()).toBeUndefined();
});

test('who commits or undoes a file waits for who checks it, and does not keep the gate from them', async () => {
  await execute(app.owner.db, sql`update meters.imports set state = 'UPLOADED' where id = ${id}`);
  expect(await CALLS.check?.send()).toBeUndefined();
  for (const action of ['commit', 'undo']) {
    const { answer } = await transaction(app.db, async (tx) => {
      await execute(tx, sql`select from meters.imports where id = ${id} for update`);
      const started = CALLS[action]?.send();
      await expect.poll(() => waiting(app)).toBeGreaterThan(0);
      await execute(tx, sql`set local lock_timeout = '300ms'`);
      await execute(tx, closeGate);
      return { answer: started };
    });
    expect([action, await answer]).toEqual([action, undefined]);
  }
});

/** October is approved from a file; November is measured from it and waits. */
async function approvedFile() {
  await execute(app.owner.db, sql`update meters.imports set state = 'UPLOADED' where id = ${id}`);
  for (const action of ['check', 'commit']) expect(await CALLS[action]?.send()).toBeUndefined();
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'APPROVED' where import_id = ${id} and living`,
  );
  return app.call(captureReading, {
    as: await app.staff('reader'),
    body: {
      meterId: made.meterId,
      period: '2026-11-01',
      readOn: '2026-11-02',
      registerLitres: 11_000,
    },
  });
}
const lastRead = () =>
  one(app.db, sql`select last_read as month from meters.connections where id = ${made.id}`);

test('who undoes a file waits for those who decide readings, and for those who have the connection', async () => {
  const november = await approvedFile();
  const approve = { id: november.id, version: november.version, action: 'approve', reason: 'seen' } as const;
  const undone = await duringChange(
    app,
    (tx) => reviewReading(tx, app.actorOf(as), approve, creditEstimates),
    async () => CALLS.undo?.send(),
  );
  expect(undone).toBe('meters.later_readings_approved');
  await execute(app.owner.db, sql`update meters.readings set state = 'VOID' where id = ${november.id}`);
  // A payment has the connection: it ends without a reading.
  const after = await duringChange(
    app,
    async (tx) => {
      await execute(tx, sql`select from meters.connections where id = ${made.id} for no key update`);
    },
    async () => CALLS.undo?.send(),
  );
  expect([after, await lastRead()]).toEqual([undefined, { month: null }]);
});
