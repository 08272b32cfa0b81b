/** Every state of a file of consumers with every call, over HTTP: what the file is not in the state for is refused. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { importing } from './factory.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const as = await app.staff('reviewer');
const { upload, found, check, commit } = importing(app, as);
const { id, guess } = await upload('Name,Mobile\nRahima,01811000001\n');
const params = { id };
const version = async () => (await found(id)).version;

type State = (typeof contract.IMPORT_STATES)[number];
const CALLS: Record<string, { from: State[]; send: () => Promise<string | undefined> }> = {
  check: {
    from: ['UPLOADED', 'CHECKED'],
    send: () => app.codeOf(contract.checkImport, { as, params, body: guess }),
  },
  commit: {
    from: ['CHECKED'],
    send: async () => {
      const body = { version: await version(), existing: 'skip' as const };
      return app.codeOf(contract.commitImport, { as, params, body });
    },
  },
  cancel: {
    from: ['CHECKING', 'COMMITTING'],
    send: () => app.codeOf(contract.cancelImport, { as, params }),
  },
  undo: {
    from: ['COMMITTED'],
    send: async () => app.codeOf(contract.undoImport, { as, params, body: { version: await version() } }),
  },
};

const refused = contract.IMPORT_STATES.flatMap((state) =>
  Object.entries(CALLS)
    .filter(([, { from }]) => !from.includes(state))
    .map(([action, { send }]) => [state, action, send] as const),
);

test.each(refused)('in %s: %s is refused', async (state, _action, send) => {
  await execute(app.owner.db, sql`update consumers.imports set state = ${state} where id = ${id}`);
  expect(await send()).toBe('consumers.import_wrong_state');
});

test('in the order of the states every call is done', async () => {
  await execute(app.owner.db, sql`update consumers.imports set state = 'UPLOADED' where id = ${id}`);
  expect([await CALLS.check?.send(), await CALLS.cancel?.send()]).toEqual([undefined, undefined]);
  expect((await check(id)).state).toBe('CHECKED');
  expect((await commit(id)).state).toBe('COMMITTED');
  expect(await CALLS.undo?.send()).toBeUndefined();
});

test('who saw another version of the file neither commits nor undoes it', async () => {
  await execute(app.owner.db, sql`update consumers.imports set state = 'UPLOADED' where id = ${id}`);
  const stale = async () => ({ as, params, body: { version: (await version()) - 1 } });
  await check(id);
  const late = await stale();
  const body = { ...late.body, existing: 'skip' as const };
  expect(await app.codeOf(contract.commitImport, { ...late, body })).toBe('common.stale_version');
  await commit(id);
  expect(await app.codeOf(contract.undoImport, await stale())).toBe('common.stale_version');
  expect(await CALLS.undo?.send()).toBeUndefined();
});
