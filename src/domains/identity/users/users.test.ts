import { describe, expect, test } from 'vitest';
import { all, sql } from '#platform/db.ts';
import { testApp } from '#test/app.ts';
import { login } from '../contract.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

async function linksTo(recipient: string): Promise<string[]> {
  const rows = await all<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${recipient} order by id`,
  );
  return rows.map((row) => /token=([\w-]+)/.exec(row.body)?.[1] ?? '');
}

const nasrin = { name: 'Nasrin Akter', email: 'nasrin@example.org', phone: '01811000001', role: 'cashier' };

describe('a new member of staff', () => {
  test('chooses the password with the newest link, once', async () => {
    const made = await app.call(contract.createUser, { as: admin, body: nasrin });
    expect(made).toMatchObject({ role: 'cashier', hasPassword: false, status: 'active' });
    await app.call(contract.sendPasswordLink, { as: admin, body: { id: made.id } });
    const [old = '', token = ''] = await linksTo('nasrin@example.org');
    expect(await linksTo('+8801811000001')).toEqual([old, token]);
    const choose = (body: { token: string; password: string }) =>
      app.refused(contract.resetPassword, { body }).then((refusal) => refusal.code);
    expect(await choose({ token: old, password: 'pukur-par-7' })).toBe('identity.link_invalid');
    expect(await choose({ token, password: 'nasrin' })).toBe('identity.weak_password');
    await app.call(contract.resetPassword, { body: { token, password: 'pukur-par-7' } });
    expect(await choose({ token, password: 'pukur-par-8' })).toBe('identity.link_invalid');
    const answer = await app.call(login, { body: { login: nasrin.email, password: 'pukur-par-7' } });
    expect(answer.profile.role).toBe('cashier');
    expect((await app.refused(contract.deleteUser, { as: admin, params: { id: made.id } })).code).toBe(
      'identity.user_has_history',
    );
  });

  test('who never signed in can be deleted; a link dies after two days', async () => {
    const body = { ...nasrin, email: 'late@example.org', phone: '01811000002' };
    const made = await app.call(contract.createUser, { as: admin, body });
    const [token = ''] = await linksTo(body.email);
    app.clock.advance(48 * 3600 + 1);
    const late = await app.refused(contract.resetPassword, { body: { token, password: 'pukur-par-7' } });
    expect(late.code).toBe('identity.link_invalid');
    app.clock.advance(-48 * 3600 - 1);
    await app.call(contract.deleteUser, { as: admin, params: { id: made.id } });
    expect((await app.refused(contract.getUser, { as: admin, params: { id: made.id } })).status).toBe(404);
  });

  test('is listed among staff only, and keeps e-mail and phone to themselves', async () => {
    await app.consumer('Rahima Khatun');
    const { items } = await app.call(contract.listUsers, { as: admin, query: { limit: 100 } });
    expect(items.some((user) => user.role === 'consumer')).toBe(false);
    const again = { ...nasrin, phone: '01811000003' };
    expect((await app.refused(contract.createUser, { as: admin, body: again })).code).toBe(
      'identity.email_taken',
    );
    const asConsumer = { ...nasrin, email: 'c@example.org', phone: '01811000004', role: 'consumer' };
    expect((await app.refused(contract.createUser, { as: admin, body: asConsumer })).code).toBe(
      'identity.unknown_role',
    );
  });
});

describe('rights', () => {
  test('nobody makes or changes an account above their own', async () => {
    const clerk = await app.staffWith(['users:view', 'users:edit', 'dashboard:view']);
    const body = { ...nasrin, email: 'x@example.org', phone: '01811000005', role: 'admin' };
    expect((await app.refused(contract.createUser, { as: clerk, body })).status).toBe(402);
    const link = { as: clerk, body: { id: admin.userId } };
    expect((await app.refused(contract.sendPasswordLink, link)).status).toBe(402);
  });

  test('deactivating ends the sessions at once', async () => {
    const cashier = await app.staff('cashier');
    const user = await app.call(contract.getUser, { as: admin, params: { id: cashier.userId } });
    await app.call(contract.editUser, {
      as: admin,
      body: {
        id: user.id,
        version: user.version,
        name: user.name,
        email: 'cash@example.org',
        phone: user.phone ?? '',
        role: 'cashier',
        status: 'disabled',
      },
    });
    expect((await app.refused(contract.listUsers, { as: cashier })).status).toBe(403);
  });

  test('the last two administrators cannot remove each other at the same moment', async () => {
    const other = await app.staff('admin');
    // Both have the other one's account open before either saves.
    const open = async (as: typeof admin, id: string) => {
      const { version, name, phone } = await app.call(contract.getUser, { as, params: { id } });
      return { as, payload: { id, version, name, phone, email: `${id}@example.org`, role: 'admin' } };
    };
    const opened = [await open(admin, other.userId), await open(other, admin.userId)];
    const answers = await Promise.all(
      opened.map(({ as, payload }) =>
        app.server.inject({
          method: 'PUT',
          url: '/api/role/user/edit',
          headers: { authorization: `Bearer ${as.idToken}` },
          payload: { ...payload, status: 'disabled' },
        }),
      ),
    );
    const codes = answers.map((answer) => answer.statusCode).sort();
    expect(codes[0]).toBe(200);
    expect(codes[1]).toBeGreaterThan(400);
  });
});
