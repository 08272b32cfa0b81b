import { describe, expect, test } from 'vitest';
import { registration } from '#domains/consumers/contract.ts';
import { all, sql } from '#platform/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();

async function lastCode(phone: string): Promise<string> {
  const rows = await all<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${phone} order by id desc limit 1`,
  );
  return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '';
}

async function phoneOf(userId: string): Promise<string> {
  const rows = await all<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${userId}`,
  );
  return rows[0]?.phone ?? '';
}

const { signIn } = app;

describe('signing in', () => {
  test('answers the specified shape, profile and permissions', async () => {
    const cashier = await app.staff('cashier');
    const answer = await signIn(await phoneOf(cashier.userId), cashier.password);
    expect(Object.keys(answer.response.AuthenticationResult).sort()).toEqual([
      'AccessToken',
      'IdToken',
      'RefreshToken',
    ]);
    expect(answer.profile.role).toBe('cashier');
    const payments = answer.permissions.find(({ match }) => match === 'payments');
    expect(payments?.features).toContainEqual({ match: 'payments:take' });
  });

  test('unknown, wrong and locked answer alike; the lock ends by itself (G31, G32)', async () => {
    const reader = await app.staff('reader');
    const login = await phoneOf(reader.userId);
    const unknown = await app.refused(contract.login, {
      body: { login: '01799999999', password: 'whatever' },
    });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await app.refused(contract.login, { body: { login, password: 'wrong-one' } });
    }
    const locked = await app.refused(contract.login, { body: { login, password: reader.password } });
    expect([locked.status, locked.code]).toEqual([unknown.status, unknown.code]);
    app.clock.advance(31);
    expect((await signIn(login, reader.password)).profile.id).toBe(reader.userId);
  });
});

describe('refreshing', () => {
  test('each refresh token is used once; reuse ends the session (G27)', async () => {
    const person = await app.staff('cashier');
    const first = (await signIn(await phoneOf(person.userId), person.password)).response.AuthenticationResult;
    const second = (await app.call(contract.newToken, { body: { refreshToken: first.RefreshToken } }))
      .response.AuthenticationResult;
    // Another tab refreshed at the same moment: the direct predecessor gets the same successor.
    const again = (await app.call(contract.newToken, { body: { refreshToken: first.RefreshToken } })).response
      .AuthenticationResult;
    expect(again.RefreshToken).toBe(second.RefreshToken);
    await app.call(contract.newToken, { body: { refreshToken: second.RefreshToken } });
    // Two generations back, inside the grace: a stolen token.
    const refusal = await app.refused(contract.newToken, { body: { refreshToken: first.RefreshToken } });
    expect([refusal.status, refusal.code]).toEqual([400, 'identity.session_over']);
    const over = await app.refused(contract.getProfile, { as: { ...person, idToken: second.IdToken } });
    expect(over.status).toBe(403);
  });

  test('signing out makes every token useless, twice is once (G30)', async () => {
    const person = await app.staff('cashier');
    const tokens = (await signIn(await phoneOf(person.userId), person.password)).response
      .AuthenticationResult;
    for (let times = 0; times < 2; times += 1) {
      await app.call(contract.logout, { body: { accessToken: tokens.AccessToken } });
    }
    expect(
      (await app.refused(contract.getProfile, { as: { ...person, idToken: tokens.IdToken } })).status,
    ).toBe(403);
    expect(
      (await app.refused(contract.newToken, { body: { refreshToken: tokens.RefreshToken } })).status,
    ).toBe(400);
  });

  test('an access token, a changed or an expired Id-token is not signed in (G29)', async () => {
    const person = await app.staff('cashier');
    const tokens = (await signIn(await phoneOf(person.userId), person.password)).response
      .AuthenticationResult;
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const bad = [
      tokens.AccessToken,
      `${tokens.IdToken}x`,
      `${none}.${tokens.IdToken.split('.')[1]}.`,
      'x',
      'x'.repeat(9000),
    ];
    for (const idToken of bad) {
      expect((await app.refused(contract.getProfile, { as: { ...person, idToken } })).status).toBe(403);
    }
    app.clock.advance(61 * 60);
    expect(
      (await app.refused(contract.getProfile, { as: { ...person, idToken: tokens.IdToken } })).status,
    ).toBe(403);
  });
});

describe('registering with a one-time code', () => {
  test('a phone is proven once, then the consumer can sign in', async () => {
    const phone = '+8801812345678';
    await app.call(contract.requestCode, { body: { phone: '০১৮১২-৩৪৫৬৭৮', purpose: 'registration' } });
    const code = await lastCode(phone);
    const { proof } = await app.call(contract.verifyCode, { body: { phone, purpose: 'registration', code } });
    const body = { name: 'আনোয়ারা বেগম', phone, proof, password: 'pukur-par-7' };
    const { consumerNumber } = await app.call(registration, { body });
    expect(consumerNumber).toMatch(/^2\d{9}$/);
    expect((await app.refused(registration, { body })).code).toBe('identity.proof_invalid');
    expect((await signIn('01812345678', 'pukur-par-7')).profile.role).toBe('consumer');
  });

  test('five wrong tries end a code, even for the right one after them (G33)', async () => {
    const phone = '+8801912345678';
    await app.call(contract.requestCode, { body: { phone, purpose: 'registration' } });
    const code = await lastCode(phone);
    const wrong = code === '000000' ? '000001' : '000000';
    await Promise.all(
      Array.from({ length: 20 }, () =>
        app.refused(contract.verifyCode, { body: { phone, purpose: 'registration', code: wrong } }),
      ),
    );
    const late = await app.refused(contract.verifyCode, { body: { phone, purpose: 'registration', code } });
    expect(late.code).toBe('identity.code_wrong');
  });
});

test('a new password ends the other sessions and keeps this one', async () => {
  const person = await app.staff('surveyor');
  const other = (await signIn(await phoneOf(person.userId), person.password)).response.AuthenticationResult
    .IdToken;
  await app.call(contract.changePassword, {
    as: person,
    body: { oldPassword: person.password, password: 'notun-shobdo-9' },
  });
  expect((await app.refused(contract.getProfile, { as: { ...person, idToken: other } })).status).toBe(403);
  expect((await app.call(contract.getProfile, { as: person })).profile.id).toBe(person.userId);
});
