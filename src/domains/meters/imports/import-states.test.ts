/** Every state of a file of readings with every call, over HTTP: what the file is not in the state for is refused. */
import { expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeConnection } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-02T04:00:00Z' });
const as = await app.staff('admin');
const { meterNumber } = await transaction(app.db, (tx) =>
  makeConnection(tx, { ...app.system(), permissions: new Set<never>() }, { connectedOn: '2026-06-30' }),
);
const content = `Meter,Register\n${meterNumber},10\n`;
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
