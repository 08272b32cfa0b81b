/** Nobody manages an account above their own, and there is always an active administrator: each call by itself. */
import { beforeEach, describe, expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

let made = 0;
/** What an edit of this account saves; the e-mail is new, because people of tests have none. */
async function fieldsOf(person: Person, role: string) {
  made += 1;
  const { id, version, name, phone } = await app.call(contract.getUser, {
    as: admin,
    params: { id: person.userId },
  });
  return { id, version, name, phone: String(phone), email: `own-rights-${made}@example.org`, role };
}

const stored = (person: Person) =>
  one<{ status: string; role: string | null; version: number }>(
    app.db,
    sql`select u.status, r.code as role, u.version from identity.users u left join roles.roles r on r.id = u.role_id
      where u.id = ${person.userId}`,
  );

describe('a clerk who manages accounts', () => {
  const boss = app.staff('admin');
  const clerk = app.staffWith(['users:view', 'users:edit']);

  test('does not edit the account of an administrator', async () => {
    const before = await stored(await boss);
    const body = await fieldsOf(await boss, 'admin');
    const refusal = await app.refused(contract.editUser, { as: await clerk, body });
    expect(refusal).toMatchObject({ status: 402, params: { permission: 'admin' } });
    expect(await stored(await boss)).toEqual(before);
  });

  test('does not take the role of an administrator away', async () => {
    const { role } = await clerk;
    const body = await fieldsOf(await boss, role);
    expect((await app.refused(contract.editUser, { as: await clerk, body })).status).toBe(402);
    expect((await stored(await boss)).role).toBe('admin');
  });

  test('does not make an administrator of a colleague, nor give a role with more than their own words', async () => {
    const colleague = await app.staffWith(['users:view']);
    for (const role of ['admin', 'cashier']) {
      const body = await fieldsOf(colleague, role);
      const refusal = await app.refused(contract.editUser, { as: await clerk, body });
      expect(refusal, role).toMatchObject({ status: 402, params: { permission: role } });
    }
    expect((await stored(colleague)).role).toBe(colleague.role);
    const { role } = await clerk;
    await app.call(contract.editUser, { as: await clerk, body: await fieldsOf(colleague, role) });
    expect((await stored(colleague)).role).toBe(role);
  });

  test('neither deactivates nor deletes an administrator', async () => {
    const { userId: id } = await boss;
    const before = await stored(await boss);
    const body = { id, version: before.version, status: 'disabled' as const, reason: 'I would like to' };
    const disabled = await app.refused(contract.setUserStatus, { as: await clerk, body });
    expect(disabled).toMatchObject({ status: 402, params: { permission: 'admin' } });
    const deleted = await app.refused(contract.deleteUser, { as: await clerk, params: { id } });
    expect(deleted).toMatchObject({ status: 402, params: { permission: 'admin' } });
    expect(await stored(await boss)).toEqual(before);
  });
});

describe('of the last two administrators who end each other at once, one is left', () => {
  let two: [Person, Person];
  beforeEach(async () => {
    two = [await app.staff('admin'), await app.staff('admin')];
    await execute(
      app.db,
      sql`update identity.users u set status = 'disabled' from roles.roles r where r.id = u.role_id
        and r.code = 'admin' and u.id not in (${two[0].userId}, ${two[1].userId})`,
    );
  });

  const waiting = async () => {
    const { count } = await one<{ count: number }>(
      app.owner.db,
      sql`select count(*)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and a.datname = current_database()`,
    );
    return count;
  };

  /** Both calls have passed the session and wait for the same lock, then both go on. */
  async function atOnce(call: (as: Person, other: Person) => Promise<{ code: string }>) {
    const { answers } = await transaction(app.db, async (tx) => {
      const ids = two.map(({ userId }) => userId);
      await execute(
        tx,
        sql`select from identity.users where id = any (${ids}::uuid[]) order by id for update`,
      );
      const started = Promise.all([call(two[0], two[1]), call(two[1], two[0])]);
      await expect.poll(waiting).toBe(2);
      return { answers: started };
    });
    const codes = (await answers).map(({ code }) => code).sort();
    const left = await all(
      app.db,
      sql`select u.id from identity.users u join roles.roles r on r.id = u.role_id
        where r.code = 'admin' and u.status = 'active'`,
    );
    expect(left).toHaveLength(1);
    return codes;
  }

  const done = { code: 'done' };
  const codeOf = async (call: Promise<string | undefined>) => ({ code: (await call) ?? done.code });

  test('by giving another role', async () => {
    const bodies = new Map(
      await Promise.all(
        two.map(async ({ userId }, at) => {
          const { version } = await stored(two[at] as Person);
          const phone = `0181100900${at}`;
          const body = { id: userId, version, name: 'Was Admin', phone, email: `was${at}@example.org` };
          return [userId, { ...body, role: 'cashier' }] as const;
        }),
      ),
    );
    const codes = await atOnce((as, { userId }) =>
      codeOf(app.codeOf(contract.editUser, { as, body: bodies.get(userId) as never })),
    );
    expect(codes).toEqual(['done', 'identity.last_admin']);
  });

  test('by deactivating', async () => {
    const versions = new Map(
      await Promise.all(two.map(async (person) => [person.userId, (await stored(person)).version] as const)),
    );
    const codes = await atOnce((as, { userId: id }) => {
      const version = versions.get(id) ?? 0;
      const body = { id, version, status: 'disabled' as const, reason: 'both at once' };
      return codeOf(app.codeOf(contract.setUserStatus, { as, body }));
    });
    expect(codes).toEqual(['done', 'identity.last_admin']);
  });

  test('by deleting', async () => {
    const codes = await atOnce((as, { userId: id }) =>
      codeOf(app.codeOf(contract.deleteUser, { as, params: { id } })),
    );
    expect(codes).toEqual(['done', 'identity.last_admin']);
  });
});
