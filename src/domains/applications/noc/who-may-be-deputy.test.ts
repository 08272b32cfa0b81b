/** A desk that is handed over for some days: who may hand it over, to whom, and what ends it. */
import { expect, test } from 'vitest';
import { deleteUser, getUser, setUserStatus } from '#domains/identity/users/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { createDesk, delegateDesk, endDelegation, listDesks } from './contract.ts';
import { deskBench, deskCall } from './factory-desks.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const bench = await deskBench(app);
const { admin, reviewer, officer, colleague, assistant, deputy, director } = bench.people;
const {
  onDay,
  setDesk,
  cleanDesks,
  deskOf,
  input,
  DAYS,
  handOver,
  refusal,
  waiting,
  approve,
  isInQueue,
  toldOf,
  auditOf,
} = bench;

test('the officer or who manages desks hands over and takes back, nobody else', async () => {
  await cleanDesks();
  for (const as of [colleague, deputy, reviewer])
    expect(await refusal({ as })).toBe('applications.desk_not_yours');
  const { delegations } = await handOver({ as: director });
  expect(delegations).toMatchObject([{ deputyName: 'Nasrin Akter', reason: 'Annual leave', ...DAYS }]);
  expect(await auditOf('noc.delegate')).toEqual({
    before: null,
    after: { officer: 'Rafiq Hasan', deputy: 'Nasrin Akter', ...DAYS },
    reason: 'Annual leave',
  });
  expect((await deskOf('rajukSAE', reviewer)).delegations[0]?.reason).toBeNull();
  const params = { id: delegations[0]?.id ?? '' };
  for (const as of [colleague, deputy, reviewer])
    expect(await app.codeOf(endDelegation, { as, params })).toBe('applications.desk_not_yours');
  await onDay('2026-11-16');
  const made = await waiting();
  const back = await app.call(endDelegation, { as: officer, params });
  expect(back).toMatchObject({ mine: true, delegations: [] });
  expect(await auditOf('noc.delegate-end')).toMatchObject({
    before: { officer: 'Rafiq Hasan', deputy: 'Nasrin Akter', ...DAYS },
  });
  expect(await isInQueue(officer, made)).toBe(true);
  expect(await app.codeOf(endDelegation, { as: director, params })).toBe('applications.delegation_over');
  expect(await approve(deputy, made)).toBe('applications.not_your_desk');
  expect(await toldOf('applications.deputy_ended', '/noc-from-rajuk')).toEqual([deputy.userId]);
});

test('what is over by its days is not ended again', async () => {
  await cleanDesks();
  const { delegations } = await handOver();
  const params = { id: delegations[0]?.id ?? '' };
  await onDay('2026-11-19');
  expect(await app.codeOf(endDelegation, { as: officer, params })).toBe('applications.delegation_over');
});

test('days are today or later, in their order, at most 60, and none of them twice', async () => {
  await cleanDesks();
  const lastOf = (lastDay: string) => ({ firstDay: '2026-11-15', lastDay });
  expect(await refusal({ firstDay: '2026-11-14' })).toBe('applications.delegation_in_past');
  const tooFar = { firstDay: '2027-11-16', lastDay: '2027-11-16' };
  expect(await refusal(tooFar)).toBe('applications.delegation_too_far');
  const wrong = async (given: Parameters<typeof input>[0]) =>
    (await app.refused(delegateDesk, { as: officer, ...(await input(given)) })).fields;
  expect(await wrong(lastOf('2026-11-14'))).toMatchObject([
    { path: 'lastDay', code: 'applications.delegation_backwards' },
  ]);
  expect(await wrong(lastOf('2027-01-14'))).toMatchObject([
    { path: 'lastDay', code: 'applications.delegation_too_long' },
  ]);
  await handOver(lastOf('2027-01-13'));
  expect(await refusal({ firstDay: '2027-01-13', lastDay: '2027-01-20', to: colleague })).toBe(
    'applications.delegation_overlaps',
  );
  expect(await refusal({ firstDay: '2027-01-14', lastDay: '2027-01-20', to: colleague })).toBeUndefined();
});

test('two at once get one delegation', async () => {
  await cleanDesks();
  const [one_, other] = [await input(), await input({ to: colleague })];
  const codes = await Promise.all([
    app.codeOf(delegateDesk, { as: officer, ...one_ }),
    app.codeOf(delegateDesk, { as: director, ...other }),
  ]);
  expect(codes.toSorted()).toEqual(['applications.delegation_overlaps', undefined]);
});

test('a desk that changed meanwhile, has no officer or is none is not handed over', async () => {
  await cleanDesks();
  const { version } = await deskOf();
  expect(await refusal({ version: version + 1 })).toBe('common.stale_version');
  expect(await refusal({ as: director, roleCode: 'rajukPM' })).toBe('applications.desk_without_officer');
  const asked = await input();
  const params = { id: admin.userId };
  expect(await app.codeOf(delegateDesk, { as: director, ...asked, params })).toBe('common.not_found');
  expect(await app.codeOf(endDelegation, { as: director, params })).toBe('common.not_found');
});

test('the deputy is another active person of the planning authority who may decide', async () => {
  await cleanDesks();
  const gone = await app.staff('rajukSAE');
  await execute(app.owner.db, sql`update identity.users set status = 'disabled' where id = ${gone.userId}`);
  const outside = await app.staffWith(['noc:decide']);
  for (const to of [gone, reviewer, outside])
    expect(await refusal({ to })).toBe('applications.deputy_may_not');
  expect(await refusal({ to: officer })).toBe('applications.deputy_is_officer');
  const ofDesk = sql`select id, 'noc:decide' from roles.roles where code = 'rajukAE'`;
  await execute(
    app.owner.db,
    sql`delete from roles.role_permissions where (role_id, permission) in (${ofDesk})`,
  );
  expect(await refusal()).toBe('applications.deputy_may_not');
  await execute(app.owner.db, sql`insert into roles.role_permissions (role_id, permission) ${ofDesk}`);
  expect(await refusal()).toBeUndefined();
});

test('there are no chains: who is away is no deputy, and a deputy is not away', async () => {
  await cleanDesks();
  const manager = await app.staff('rajukPM');
  await app.call(createDesk, await setDesk('rajukPM', 3, manager.userId, false));
  await handOver({ to: manager });
  const next = { firstDay: '2026-11-18', lastDay: '2026-11-20' };
  const ofDeputy = await app.refused(delegateDesk, {
    as: manager,
    ...(await input({ roleCode: 'rajukPM', to: colleague, ...next })),
  });
  expect(ofDeputy).toMatchObject({
    code: 'applications.officer_is_deputy',
    params: { name: 'Rafiq Hasan', until: '2026-11-18' },
  });
  await cleanDesks();
  await app.call(createDesk, await setDesk('rajukPM', 3, manager.userId, false));
  await handOver({ roleCode: 'rajukPM', as: manager });
  expect(await refusal({ ...next, to: manager })).toBe('applications.deputy_away');
  expect(await refusal({ ...next, to: manager, firstDay: '2026-11-19' })).toBeUndefined();
});

test('who decides at another desk of the chain is no deputy, and a deputy gets no desk', async () => {
  await cleanDesks();
  const offered = async () => (await app.call(listDesks, { as: officer })).officers;
  const deskIdOf = async ({ userId }: Person) => (await offered()).find(({ id }) => id === userId)?.deskId;
  const own = await deskOf('rajukAE');
  expect([await deskIdOf(assistant), await deskIdOf(deputy), await deskIdOf(colleague)]).toEqual([
    ...[own.id, null, null],
  ]);
  // The desk of the director has no officer: everybody of the role decides there.
  for (const to of [assistant, director]) expect(await refusal({ to })).toBe('applications.deputy_has_desk');
  await handOver();
  const known = {
    code: 'applications.officer_is_deputy',
    params: { name: 'Rafiq Hasan', until: DAYS.lastDay },
  };
  for (const officerId of [deputy.userId, null])
    expect(await app.refused(createDesk, await setDesk('rajukAE', 2, officerId))).toMatchObject(known);
  await app.call(createDesk, await setDesk('rajukAE', 2, deputy.userId, false));
  expect(await app.refused(createDesk, await setDesk('rajukAE', 2, deputy.userId))).toMatchObject(known);
  await onDay('2026-11-19');
  await app.call(createDesk, await setDesk('rajukAE', 2, deputy.userId));
  await handOver({ to: colleague, firstDay: '2026-11-19', lastDay: '2026-11-20' });
});

test('who takes over the desk of somebody who leaves is no deputy any more', async () => {
  await cleanDesks();
  const leaver = await app.staff('rajukAE');
  await app.call(createDesk, await setDesk('rajukAE', 2, leaver.userId));
  await handOver();
  const { version } = await app.call(getUser, { as: admin, params: { id: leaver.userId } });
  const off = { id: leaver.userId, version, status: 'disabled' as const, reason: 'Transferred' };
  await app.call(setUserStatus, { as: admin, body: { ...off, handOverTo: deputy.userId } });
  expect((await deskOf()).delegations).toEqual([]);
});

test('when the account of the deputy ends, the officer has the desk again', async () => {
  const ends: ((id: string) => Promise<unknown>)[] = [
    async (id) => {
      const { version } = await app.call(getUser, { as: admin, params: { id } });
      const body = { id, version, status: 'disabled' as const, reason: 'Transferred' };
      return app.call(setUserStatus, { as: admin, body });
    },
    (id) => app.call(deleteUser, { as: admin, params: { id } }),
    // Another role outside the authority.
    (id) =>
      execute(
        app.owner.db,
        sql`update identity.users set role_id = (select id from roles.roles where code = 'cashier') where id = ${id}`,
      ),
  ];
  for (const [index, end] of ends.entries()) {
    await cleanDesks();
    const leaver = await app.staff('rajukAE');
    await handOver({ to: leaver, firstDay: '2026-11-15' });
    const made = await waiting();
    expect(await isInQueue(officer, made)).toBe(false);
    await end(leaver.userId);
    expect(await isInQueue(officer, made)).toBe(true);
    if (index < 2) expect((await deskOf()).delegations).toEqual([]);
    expect(await approve(officer, made)).toBeUndefined();
  }
});

test('another officer of the desk ends what the former one delegated', async () => {
  await cleanDesks();
  await handOver();
  const body = { roleCode: 'rajukSAE', name: 'SAE', position: 1 };
  const same = await app.call(createDesk, await deskCall(app, admin, { ...body, officerId: officer.userId }));
  expect(same.delegations).toHaveLength(1);
  const other = await app.call(
    createDesk,
    await deskCall(app, admin, { ...body, officerId: colleague.userId }),
  );
  expect(other.delegations).toEqual([]);
  await cleanDesks();
  const leaver = await app.staff('rajukSAE');
  await app.call(createDesk, await deskCall(app, admin, { ...body, officerId: leaver.userId }));
  await handOver({ as: leaver });
  const { version } = await app.call(getUser, { as: admin, params: { id: leaver.userId } });
  const off = { id: leaver.userId, version, status: 'disabled' as const, reason: 'Transferred' };
  await app.call(setUserStatus, { as: admin, body: { ...off, handOverTo: colleague.userId } });
  expect((await deskOf()).delegations).toEqual([]);
});

test('the program changes nothing of a delegation but its earlier end', async () => {
  await cleanDesks();
  const { delegations } = await handOver();
  const id = delegations[0]?.id ?? '';
  const set = (change: ReturnType<typeof sql>) =>
    execute(app.db, sql`update applications.desk_delegations set ${change} where id = ${id}`);
  await expect(set(sql`last_day = last_day + 1`)).rejects.toThrow('permission denied');
  await expect(execute(app.db, sql`delete from applications.desk_delegations`)).rejects.toThrow(
    'permission denied',
  );
  await app.call(endDelegation, { as: officer, params: { id } });
  await expect(set(sql`ended_at = null`)).rejects.toThrow('is decided');
});
