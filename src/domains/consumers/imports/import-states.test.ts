/** Every state of a file of consumers with every call, over HTTP: what the file is not in the state for is refused. */
import { expect, test } from 'vitest';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { editConsumer } from '../actions/edit-consumers.ts';
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

test('a file is not taken over for somebody who may not import any more; it waits for somebody who may', async () => {
  const clerk = await app.staff('reviewer');
  const theirs = importing(app, clerk);
  const file = await theirs.upload('Name,Mobile\nKarim,01811000002\n');
  await theirs.check(file.id);
  const body = { version: (await found(file.id)).version, existing: 'skip' as const };
  await app.call(contract.commitImport, { as: clerk, params: { id: file.id }, body });
  await execute(
    app.owner.db,
    sql`update identity.users set role_id = (select id from roles.roles where code = 'cashier') where id = ${clerk.userId}`,
  );
  await theirs.work(file.id);
  const { state, problem, rowsAdded } = await found(file.id);
  expect([state, problem?.code, rowsAdded]).toEqual(['CHECKED', 'common.not_permitted', 0]);
  expect((await commit(file.id)).state).toBe('COMMITTED');
});

test('a file whose clerk loses the word during the work is not taken over', async () => {
  const clerk = await app.staff('reviewer');
  const theirs = importing(app, clerk);
  const file = await theirs.upload('Name,Mobile\nMina,01811000003\n');
  await theirs.check(file.id);
  const body = { version: (await found(file.id)).version, existing: 'skip' as const };
  await app.call(contract.commitImport, { as: clerk, params: { id: file.id }, body });
  const loses = async (tx: Tx) => {
    await execute(tx, sql`lock table consumers.consumers in share mode`);
    await execute(tx, sql`update identity.users set status = 'disabled' where id = ${clerk.userId}`);
  };
  await duringChange(app, loses, async () => theirs.work(file.id));
  const { state, problem } = await found(file.id);
  expect([state, problem?.code]).toEqual(['CHECKED', 'common.not_permitted']);
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

test.each([
  ['added', 'skip', '1990700071'],
  ['updated', 'update', '1990700072'],
] as const)(
  'an edit of the same moment is kept: a consumer whom the file %s is not taken back',
  async (_what, existing, nid) => {
    const own = importing(app, as);
    if (existing === 'update') await own.take(`Name,Mobile,NID\nHasan,01811000773,${nid}\n`);
    const taken = await own.take(`Name,Mobile,NID\nHasan,018${nid.slice(-8)},${nid}\n`, existing);
    expect(taken.rowsAdded + taken.rowsUpdated).toBe(1);
    const stored = () =>
      one<{ id: string; name: string; phone: string; version: number }>(
        app.db,
        sql`select id, name, phone, version from consumers.consumers where nid = ${nid}`,
      );
    const before = await stored();
    const edit = { nameBn: null, email: null, nid, dateOfBirth: null, address: '' };
    const refused = await duringChange(
      app,
      (tx) =>
        editConsumer(tx, app.actorOf(as), { ...before, ...edit, name: 'Hasan Ali', phone: before.phone }),
      () =>
        app.refused(contract.undoImport, { as, params: { id: taken.id }, body: { version: taken.version } }),
    );
    expect(refused).toMatchObject({ code: 'consumers.import_changed', params: { count: 1 } });
    expect(await stored()).toMatchObject({ name: 'Hasan Ali', version: before.version + 1 });
  },
);
