import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { login, removePicture, updateUserImage } from '../contract.ts';
import { getProfile } from '../session/contract.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

type Tokens = { response: { AuthenticationResult: { IdToken: string } } };

async function linksTo(recipient: string): Promise<string[]> {
  const rows = await all<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${recipient} order by id`,
  );
  return rows.map((row) => /\/user\/[\w-]+#([\w-]+)/.exec(row.body)?.[1] ?? '');
}

const nasrin = { name: 'Nasrin Akter', email: 'nasrin@example.org', phone: '01811000001', role: 'cashier' };

describe('a new member of staff', () => {
  test('chooses the password with the newest link, once', async () => {
    const made = await app.call(contract.createUser, { as: admin, body: nasrin });
    expect(made).toMatchObject({ role: 'cashier', hasPassword: false, status: 'active' });
    await app.call(contract.sendPasswordLink, { as: admin, body: { id: made.id } });
    const [old = '', token = ''] = await linksTo('nasrin@example.org');
    // A stolen phone must not open the account of staff who have an e-mail.
    expect(await linksTo('+8801811000001')).toEqual([]);
    const choose = (body: { token: string; password: string }) =>
      app.refused(contract.resetPassword, { body }).then((refusal) => refusal.code);
    expect(await choose({ token: old, password: 'pukur-par-7' })).toBe('identity.link_invalid');
    expect(await choose({ token, password: 'nasrin' })).toBe('identity.weak_password');
    await app.call(contract.resetPassword, { body: { token, password: 'pukur-par-7' } });
    expect(await choose({ token, password: 'pukur-par-8' })).toBe('identity.link_invalid');
    const answer = await app.call(login, { body: { login: nasrin.email, password: 'pukur-par-7' } });
    expect(answer).toMatchObject({ profile: { role: 'cashier' } });
  });

  test('deleted, is gone from the lists and signs in no more; e-mail and phone are free, the name stays', async () => {
    const body = { ...nasrin, name: 'Gone Person', email: 'gone@example.org', phone: '01811000012' };
    const made = await app.call(contract.createUser, { as: admin, body });
    const [token = ''] = await linksTo(body.email);
    await app.call(contract.resetPassword, { body: { token, password: 'pukur-par-7' } });
    const session = await app.call(login, { body: { login: body.email, password: 'pukur-par-7' } });
    const { IdToken } = (session as Tokens).response.AuthenticationResult;
    const gone = { userId: made.id, consumerId: null, role: 'cashier', idToken: IdToken, password: '' };
    await app.call(getProfile, { as: gone });
    await app.call(contract.deleteUser, { as: admin, params: { id: made.id }, body: { reason: 'Left' } });
    expect((await app.refused(getProfile, { as: gone })).status).toBe(403);
    const signIn = { body: { login: body.email, password: 'pukur-par-7' } };
    expect((await app.refused(login, signIn)).code).toBe('identity.wrong_credentials');
    expect((await app.refused(contract.getUser, { as: admin, params: { id: made.id } })).status).toBe(404);
    const { items } = await app.call(contract.listUsers, { as: admin, query: { limit: 200 } });
    expect(items.map(({ id }) => id)).not.toContain(made.id);
    const check = { as: admin, body: { email: body.email, phone: body.phone } };
    expect(await app.call(contract.checkUser, check)).toEqual({ emailFree: true, phoneFree: true });
    const again = await app.call(contract.createUser, { as: admin, body });
    expect(again.id).not.toBe(made.id);
    const left = await one<{ name: string; status: string }>(
      app.db,
      sql`select name, status from identity.users where id = ${made.id}`,
    );
    expect(left).toEqual({ name: 'Gone Person', status: 'deleted' });
    expect((await app.refused(contract.deleteUser, { as: admin, params: { id: made.id } })).status).toBe(404);
  });

  test('who never signed in can be deleted; a link ends after two days', async () => {
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

describe('the list', () => {
  test('is filtered by role and status, searched in both scripts and both kinds of digits, and exported', async () => {
    const body = { name: 'নাসরিন সুলতানা', email: 'sultana@example.org', phone: '01819876543', role: 'reader' };
    const { id } = await app.call(contract.createUser, { as: admin, body });
    const ids = async (query: {
      search?: string;
      role?: string;
      status?: 'invited' | 'active' | 'disabled';
    }) =>
      (await app.call(contract.listUsers, { as: admin, query: { ...query, limit: 200 } })).items.map(
        (user) => user.id,
      );
    for (const search of ['সুলতানা', 'SULTANA@', '১৮১৯৮৭৬', '1819876'])
      expect(await ids({ search }), search).toEqual([id]);
    expect(await ids({ role: 'reader', status: 'invited' })).toEqual([id]);
    expect(await ids({ role: 'reader', status: 'disabled' })).toEqual([]);
    expect(await ids({ role: 'cashier', search: 'সুলতানা' })).toEqual([]);
    const file = await app.server.inject({
      url: '/api/role/users/download?format=csv&language=bn&role=reader',
      headers: { authorization: `Bearer ${admin.idToken}` },
    });
    expect(file.statusCode).toBe(200);
    expect(file.body).toContain('নাসরিন সুলতানা');
    expect(file.body).not.toContain('nasrin@example.org');
  });
});

describe('rights', () => {
  test('an administrator sets the photo of a member of staff; nobody else, and nobody above their own rights', async () => {
    const cashier = await app.staff('cashier');
    const reader = await app.staff('reader');
    const clerk = await app.staffWith(['users:view', 'users:edit']);
    const consumer = await app.consumer();
    const content = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#4466f2' } })
      .png()
      .toBuffer();
    const send = (as: typeof admin, userId: string) =>
      app.sendFile(updateUserImage, { as, content, name: 'face.png', query: { userId } });
    expect(await send(admin, cashier.userId)).toMatchObject({ status: 200, data: { id: cashier.userId } });
    const shown = await app.call(contract.getUser, { as: admin, params: { id: cashier.userId } });
    expect(shown.imageLink).toMatch(/^\/files\?file=/);
    expect((await send(reader, cashier.userId)).status).toBe(402);
    expect((await send(consumer, cashier.userId)).status).toBe(402);
    expect((await send(clerk, admin.userId)).status).toBe(402);
    expect((await send(admin, consumer.userId)).status).toBe(404);
    const remove = { params: { kind: 'image' as const }, query: { userId: cashier.userId } };
    expect((await app.refused(removePicture, { as: reader, ...remove })).status).toBe(402);
    await app.call(removePicture, { as: admin, ...remove });
  });

  test('nobody makes or changes an account above their own', async () => {
    const clerk = await app.staffWith(['users:view', 'users:edit', 'dashboard:view']);
    const body = { ...nasrin, email: 'x@example.org', phone: '01811000005', role: 'admin' };
    expect((await app.refused(contract.createUser, { as: clerk, body })).status).toBe(402);
    const link = { as: clerk, body: { id: admin.userId } };
    expect((await app.refused(contract.sendPasswordLink, link)).status).toBe(402);
  });

  test('G25: deactivating asks for a reason and ends the sessions at once; activating lets the person sign in again', async () => {
    const cashier = await app.staff('cashier');
    const { id, version } = await app.call(contract.getUser, { as: admin, params: { id: cashier.userId } });
    const disable = { id, version, status: 'disabled' as const };
    const silent = await app.refused(contract.setUserStatus, { as: admin, body: disable });
    expect(silent).toMatchObject({ code: 'identity.reason_required', status: 422 });
    const body = { ...disable, reason: 'On leave until spring' };
    const disabled = await app.call(contract.setUserStatus, { as: admin, body });
    expect(disabled).toMatchObject({ status: 'disabled', statusReason: 'On leave until spring' });
    expect((await app.refused(contract.listUsers, { as: cashier })).status).toBe(403);
    expect((await app.refused(contract.sendPasswordLink, { as: admin, body: { id } })).code).toBe(
      'identity.user_inactive',
    );
    const active = { id, version: disabled.version, status: 'active' as const };
    await app.call(contract.setUserStatus, { as: admin, body: active });
    const again = await app.call(login, {
      body: { login: String(disabled.phone), password: cashier.password },
    });
    expect(again).toMatchObject({ profile: { id } });
    expect((await app.refused(contract.setUserStatus, { as: admin, body })).code).toBe(
      'common.stale_version',
    );
  });

  test('nobody ends or re-roles the account they are signed in with', async () => {
    const self = await app.call(contract.getUser, { as: admin, params: { id: admin.userId } });
    const { id, version, name } = self;
    const phone = String(self.phone);
    const own = 'identity.own_account';
    const status = { id, version, status: 'disabled' as const, reason: 'me' };
    expect((await app.refused(contract.setUserStatus, { as: admin, body: status })).code).toBe(own);
    expect((await app.refused(contract.deleteUser, { as: admin, params: { id } })).code).toBe(own);
    const email = 'me@example.org';
    await execute(app.db, sql`update identity.users set email = ${email} where id = ${id}`);
    const body = { id, version, name, email, phone, role: 'admin' };
    for (const other of [{ role: 'cashier' }, { phone: '01811000077' }, { email: 'other@example.org' }])
      expect(await app.codeOf(contract.editUser, { as: admin, body: { ...body, ...other } })).toBe(own);
    await app.call(contract.editUser, { as: admin, body: { ...body, name: 'Another Name' } });
  });

  test('the last two administrators cannot remove each other at the same moment', async () => {
    const other = await app.staff('admin');
    // Both have the other one's account open before either saves.
    const open = async (as: typeof admin, id: string) => {
      const { version } = await app.call(contract.getUser, { as, params: { id } });
      return { as, payload: { id, version, status: 'disabled', reason: 'both at once' } };
    };
    const opened = [await open(admin, other.userId), await open(other, admin.userId)];
    const answers = await Promise.all(
      opened.map(({ as, payload }) =>
        app.server.inject({
          method: 'POST',
          url: '/api/role/user/status',
          headers: { authorization: `Bearer ${as.idToken}` },
          payload,
        }),
      ),
    );
    const codes = answers.map((answer) => answer.statusCode).sort();
    expect(codes[0]).toBe(200);
    expect(codes[1]).toBeGreaterThan(400);
  });
});
