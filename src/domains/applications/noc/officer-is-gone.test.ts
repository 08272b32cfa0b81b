/** An officer whose account ends or who has another role decides no more: everybody of the desk's role does until the desk has another officer. */
import { beforeEach, expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { getApplication } from '../contract.ts';
import { createDesk, delegateDesk, listDesks, listNoc, remindDesk } from './contract.ts';
import { deskBench, deskCall } from './factory-desks.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const bench = await deskBench(app);
const { admin, reviewer, colleague, deputy, director } = bench.people;
let officer: Person;

beforeEach(async () => {
  await bench.cleanDesks();
  officer = await app.staff('rajukSAE');
  const body = { roleCode: 'rajukSAE', name: 'Zone 3', position: 1, officerId: officer.userId };
  await app.call(createDesk, await deskCall(app, director, body));
});

const getsRole = (role: string) =>
  execute(
    app.owner.db,
    sql`update identity.users set role_id = (select id from roles.roles where code = ${role}) where id = ${officer.userId}`,
  );
const ends: readonly [string, () => Promise<unknown>][] = [
  ['is disabled', () => bench.disable(officer)],
  ['has another role', () => getsRole('cashier')],
];

test.each(ends)(
  'what waits at the desk of an officer who %s waits for everybody of the role',
  async (_, end) => {
    const made = await bench.waiting();
    expect([await bench.isInQueue(officer, made), await bench.isInQueue(colleague, made)]).toEqual([
      true,
      false,
    ]);
    expect(await bench.approve(colleague, made)).toBe('applications.not_your_desk');
    expect(await bench.deskOf()).toMatchObject({ officerId: officer.userId, officerGone: false });
    await end();
    expect(await bench.isInQueue(colleague, made)).toBe(true);
    expect(await bench.deskOf()).toMatchObject({ officerId: officer.userId, officerGone: true });
    const params = { id: made.id };
    const { chain } = await app.call(getApplication, { as: colleague, params });
    expect(chain[0]?.officerName).toBeNull();
    const body = { version: await bench.versionOf(made.id) };
    await app.call(remindDesk, { as: reviewer, params, body });
    const told = await bench.toldOf('applications.desk_reminder', `/noc-from-rajuk?id=${made.id}`);
    expect([told.includes(colleague.userId), told.includes(officer.userId)]).toEqual([true, false]);
    expect(await bench.approve(colleague, made)).toBeUndefined();
  },
);

test('an officer who is at a desk of another role decides there no more, and does not have it in their list', async () => {
  const made = await bench.waiting();
  await getsRole('rajukAE');
  Object.assign(officer, { ...(await app.staff('rajukAE')), userId: officer.userId });
  expect(await bench.deskOf('rajukSAE')).toMatchObject({ officerGone: true, mine: false });
  expect((await app.call(listNoc, { as: colleague, query: { desk: 'mine' } })).counts.mine).toBeGreaterThan(
    0,
  );
  expect(await bench.approve(colleague, made)).toBeUndefined();
});

test('a desk without its officer is not handed over, and its role has a desk: nobody of it is a deputy elsewhere', async () => {
  const free = async () => (await app.call(listDesks, { as: director })).officers;
  const deskOf = async (person: Person) =>
    (await free()).find(({ id }) => id === person.userId)?.deskId ?? null;
  expect(await deskOf(colleague)).toBeNull();
  await bench.disable(officer);
  const { id } = await bench.deskOf();
  expect(await deskOf(colleague)).toBe(id);
  expect(await bench.refusal({ as: director })).toBe('applications.desk_without_officer');
  const other = await bench.input({ roleCode: 'rajukAE', to: colleague });
  expect(await app.codeOf(delegateDesk, { as: director, ...other })).toBe('applications.deputy_has_desk');
});

test('who manages the desks is told one time, with the way to them; not who ended the account', async () => {
  await bench.disable(officer);
  await bench.disable(deputy);
  const told = await all<{ user: string; path: string; params: unknown }>(
    app.db,
    sql`select user_id as "user", path, params from platform.notices where kind = 'applications.officer_gone'`,
  );
  const params = { name: 'Karim Uddin', desk: 'Zone 3' };
  expect(told).toEqual([{ user: director.userId, path: '/pd_panel?page=1', params }]);
  const manager = await app.staffWith(['noc:desks', 'noc:view']);
  const second = await app.staff('admin');
  const body = { roleCode: 'rajukSAE', name: 'Zone 3', position: 1, officerId: colleague.userId };
  await app.call(createDesk, await deskCall(app, admin, body));
  await bench.disable(colleague);
  const paths = await all<{ path: string }>(
    app.db,
    sql`select path from platform.notices where kind = 'applications.officer_gone'
      and user_id = any(${[manager.userId, second.userId]}::uuid[]) order by path`,
  );
  expect(paths.map(({ path }) => path)).toEqual(['/noc-from-rajuk?page=1', '/settings/applications']);
});
