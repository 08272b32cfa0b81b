/** The life of a session and of its tokens (G27, G29, G30), its list, and its end. */
import { createHmac } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import * as roles from '#domains/roles/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { makeSecrets } from '#platform/secrets/secrets.ts';
import { type Person, testApp } from '#test/app.ts';
import { sweepSignIns } from './actions/sweep-sign-ins.ts';
import * as contract from './contract.ts';
import * as security from './security/contract.ts';
import * as session from './session/contract.ts';
import { makeTokens } from './tokens.ts';

const app = await testApp();

type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string };

async function openFor(person: Person, device = 'test'): Promise<Tokens> {
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${person.userId}`,
  );
  const answer = await app.call(contract.login, {
    body: { login: phone, password: person.password },
    headers: { 'user-agent': device },
  });
  if ('challenge' in answer) throw new Error('a second step');
  return answer.response.AuthenticationResult;
}

const rotate = async (refreshToken: string): Promise<Tokens> =>
  (await app.call(session.newToken, { body: { refreshToken } })).response.AuthenticationResult;
const rotation = (refreshToken: string) => app.refused(session.newToken, { body: { refreshToken } });
const statusOf = async (idToken: string) => {
  const { statusCode } = await app.server.inject({
    url: '/api/social/user/profile',
    headers: { authorization: `Bearer ${idToken}` },
  });
  return statusCode;
};

describe('refresh tokens are used once (G27)', () => {
  test('the direct predecessor gets the same successor within the grace, and nobody is signed out', async () => {
    const person = await app.staff('cashier');
    const first = await openFor(person);
    const second = await rotate(first.RefreshToken);
    app.clock.advance(20);
    const answers = await Promise.all([rotate(first.RefreshToken), rotate(first.RefreshToken)]);
    for (const again of answers) expect(again.RefreshToken).toBe(second.RefreshToken);
    expect(await statusOf(second.IdToken)).toBe(200);
  });

  test('the direct predecessor after the grace ends the session', async () => {
    const person = await app.staff('cashier');
    const first = await openFor(person);
    const second = await rotate(first.RefreshToken);
    app.clock.advance(21);
    expect(await rotation(first.RefreshToken)).toMatchObject({ status: 400, code: 'identity.session_over' });
    expect(await statusOf(second.IdToken)).toBe(403);
    expect((await rotation(second.RefreshToken)).status).toBe(400);
  });

  test('two generations back inside the grace ends the session, both parties are out, the log says so', async () => {
    const person = await app.staff('cashier');
    const first = await openFor(person);
    const second = await rotate(first.RefreshToken);
    const third = await rotate(second.RefreshToken);
    expect((await rotation(first.RefreshToken)).code).toBe('identity.session_over');
    for (const { IdToken } of [first, second, third]) expect(await statusOf(IdToken)).toBe(403);
    expect((await rotation(third.RefreshToken)).status).toBe(400);
    const logged = await all(
      app.db,
      sql`select 1 from identity.login_log where user_id = ${person.userId} and action = 'refresh_reuse'`,
    );
    expect(logged).toHaveLength(1);
  });

  test('twenty refreshes at once with one token give one successor', async () => {
    const person = await app.staff('cashier');
    const first = await openFor(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(first.RefreshToken)));
    expect(new Set(answers.map(({ RefreshToken }) => RefreshToken)).size).toBe(1);
    const { tokens } = await one<{ tokens: number }>(
      app.db,
      sql`select count(*) as tokens from identity.refresh_tokens t join identity.sessions s on s.id = t.session_id
        where s.user_id = ${person.userId} and t.generation = 2`,
    );
    expect(tokens).toBe(1);
  });

  test('only hashes of refresh tokens are stored', async () => {
    const { RefreshToken } = await openFor(await app.staff('cashier'));
    const rows = await all<{ row: string }>(
      app.owner.db,
      sql`select t::text as row from identity.refresh_tokens t`,
    );
    expect(JSON.stringify(rows)).not.toContain(RefreshToken);
  });
});

test('a session whose role was put out of use is not refreshed, and is again when the role is back', async () => {
  const admin = await app.staff('admin');
  const person = await app.staffWith(['sectors:view']);
  const tokens = await openFor(person);
  const set = async (status: 'active' | 'inactive') => {
    const { items } = await app.call(roles.listRoles, { as: admin, query: { search: person.role } });
    const { id = '', version = 0, name = '' } = items.find(({ code }) => code === person.role) ?? {};
    await app.call(roles.editRole, { as: admin, body: { id, version, name, status } });
  };
  await set('inactive');
  expect(await rotation(tokens.RefreshToken)).toMatchObject({ status: 400, code: 'identity.session_over' });
  await set('active');
  expect((await rotate(tokens.RefreshToken)).RefreshToken).not.toBe(tokens.RefreshToken);
});

describe('forged tokens are refused with 403, never with 5xx (G29)', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  /** Signs with the installation's own key what the program would never sign. */
  async function signed(
    claims: Record<string, unknown>,
    header: Record<string, unknown> = {},
  ): Promise<string> {
    const key = await importJWK(app.platform.secrets.tokenKey, 'EdDSA');
    return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', ...header }).sign(key);
  }

  test('every forgery in the table', async () => {
    const person = await app.staff('cashier');
    const tokens = await openFor(person);
    const [head = '', body = '', signature = ''] = tokens.IdToken.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const now = app.clock.now();
    const seconds = Math.floor(now.getTime() / 1000);
    const { d: _, ...publicKey } = app.platform.secrets.tokenKey;
    const withHead = (change: object) =>
      `${encode({ alg: 'EdDSA', typ: 'JWT', ...change })}.${body}.${signature}`;
    const hmac = (secret: string) => {
      const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${body}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    const elsewhere = makeTokens(makeSecrets());
    const forgeries: Record<string, string> = {
      'alg none': `${encode({ alg: 'none' })}.${body}.`,
      'alg None with the signature': `${encode({ alg: 'None' })}.${body}.${signature}`,
      'HS256 with the public key': hmac(JSON.stringify(publicKey)),
      'HS256 with the key’s text': hmac(publicKey.x),
      'RS256 named': withHead({ alg: 'RS256' }),
      'kid as a path': withHead({ kid: '../../../../dev/null' }),
      'kid as SQL': withHead({ kid: "x' union select 'key' --" }),
      'kid as an address': withHead({ kid: 'https://evil.test/key' }),
      'jku of a stranger': withHead({ jku: 'https://evil.test/jwks.json' }),
      'x5u of a stranger': withHead({ x5u: 'https://evil.test/cert.pem' }),
      'a key in the header': withHead({ jwk: publicKey }),
      'crit that nobody knows': withHead({ crit: ['exp'], b64: false }),
      'changed subject': `${head}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
      'not yet valid': await signed({ ...claims, nbf: seconds + 120 }),
      'another audience': await signed({ ...claims, aud: 'another' }),
      'another issuer': await signed({ ...claims, iss: 'another' }),
      'no expiry': await signed({ ...claims, exp: undefined }),
      expired: await signed({ ...claims, exp: seconds - 1 }),
      'no session': await signed({ ...claims, sid: undefined }),
      'a session that is no id': await signed({ ...claims, sid: "x' or true --" }),
      'a subject that is no id': await signed({ ...claims, sub: 'admin' }),
      'a session of nobody': await signed({ ...claims, sid: crypto.randomUUID() }),
      'an access token': tokens.AccessToken,
      'a refresh token': tokens.RefreshToken,
      'a proof': await makeTokens(app.platform.secrets).sign(
        'proof:registration',
        person.userId,
        String(claims.sid),
        now,
      ),
      'another installation’s key': await elsewhere.sign('id', person.userId, String(claims.sid), now),
      'trailing bytes': `${tokens.IdToken}AAAA`,
      'a fourth part': `${tokens.IdToken}.${signature}`,
      'no signature': `${head}.${body}.`,
      'a broken body': `${head}.${body.slice(2)}.${signature}`,
      'not JSON': `${Buffer.from('{').toString('base64url')}.${body}.${signature}`,
      '1 MB': `${head}.${'A'.repeat(1024 * 1024)}.${signature}`,
      nothing: '',
    };
    for (const [name, idToken] of Object.entries(forgeries)) {
      expect([name, await statusOf(idToken)]).toEqual([name, 403]);
    }
    expect(await statusOf(tokens.IdToken)).toBe(200);
    app.clock.advance(3600);
    expect(await statusOf(tokens.IdToken)).toBe(403);
  });
});

describe('signing out (G30)', () => {
  test('makes Id-, access- and refresh token useless at once; twice is once', async () => {
    const person = await app.staff('cashier');
    const tokens = await openFor(person);
    for (let times = 0; times < 2; times += 1) {
      const answer = await app.call(session.logout, { body: { accessToken: tokens.AccessToken } });
      expect(answer).toEqual({ done: true });
    }
    expect(await statusOf(tokens.IdToken)).toBe(403);
    expect((await rotation(tokens.RefreshToken)).status).toBe(400);
  });

  test('works with an access token that has expired: the refresh token would still be good', async () => {
    const tokens = await openFor(await app.staff('cashier'));
    app.clock.advance(2 * 3600);
    await app.call(session.logout, { body: { accessToken: tokens.AccessToken } });
    expect((await rotation(tokens.RefreshToken)).status).toBe(400);
  });

  test('a made-up, a foreign or another kind of token ends nothing and is answered the same', async () => {
    const person = await app.staff('cashier');
    const tokens = await openFor(person);
    for (const accessToken of ['made-up', tokens.IdToken, `${tokens.AccessToken}x`]) {
      expect(await app.call(session.logout, { body: { accessToken } })).toEqual({ done: true });
    }
    expect(await statusOf(tokens.IdToken)).toBe(200);
  });
});

describe('idle and absolute life', () => {
  /** Goes on for so long, refreshing as the browser does; true while the session holds. */
  async function keptUp(tokens: Tokens, minutes: number): Promise<boolean> {
    let held = tokens;
    for (let passed = 0; passed < minutes; passed += 50) {
      app.clock.advance(50 * 60);
      const answer = await app.server.inject({
        method: 'POST',
        url: '/api/social/user/new/token',
        payload: { refreshToken: held.RefreshToken },
      });
      if (answer.statusCode !== 200) return false;
      held = answer.json().data.response.AuthenticationResult;
    }
    return true;
  }

  test('staff: 12 hours without use, 24 hours in all', async () => {
    const [idle, late, busy] = [
      await app.staff('reader'),
      await app.staff('reader'),
      await app.staff('reader'),
    ];
    const [tokens, lateTokens] = [await openFor(idle), await openFor(late)];
    app.clock.advance(12 * 3600 - 1);
    await rotate(tokens.RefreshToken);
    app.clock.advance(2);
    expect((await rotation(lateTokens.RefreshToken)).code).toBe('identity.session_over');
    const always = await openFor(busy);
    expect(await keptUp(always, 23 * 60)).toBe(true);
    expect(await keptUp(await openFor(busy), 25 * 60)).toBe(false);
  });

  test('consumers: 7 days and 30 days', async () => {
    const consumer = await app.consumer();
    const tokens = await openFor(consumer);
    app.clock.advance(7 * 86_400 - 60);
    const next = await rotate(tokens.RefreshToken);
    app.clock.advance(7 * 86_400 + 60);
    expect((await rotation(next.RefreshToken)).status).toBe(400);
  });

  test('use moves the idle end: a call counts, five minutes at most apart', async () => {
    const person = await app.staff('reader');
    const tokens = await openFor(person);
    const ends = () =>
      one<{ used: string; idle: string }>(
        app.db,
        sql`select last_used_at as used, idle_until as idle from identity.sessions
          where user_id = ${person.userId} order by id desc limit 1`,
      );
    const before = await ends();
    app.clock.advance(299);
    await statusOf(tokens.IdToken);
    expect(await ends()).toEqual(before);
    app.clock.advance(2);
    await statusOf(tokens.IdToken);
    const after = await ends();
    expect(Date.parse(after.used) - Date.parse(before.used)).toBe(301_000);
    expect(Date.parse(after.idle) - Date.parse(before.idle)).toBe(301_000);
  });

  test('both lives are settings, for sessions that begin afterwards', async () => {
    const admin = await app.staff('admin');
    const reader = await app.staff('reader');
    const before = await openFor(reader);
    const { settings, version } = await app.call(security.getSecuritySettings, { as: admin });
    await app.call(security.updateSecuritySettings, {
      as: admin,
      body: { settings: { ...settings, staffIdleHours: 5, staffLifeHours: 2 }, version },
    });
    const tokens = await openFor(reader);
    app.clock.advance(2 * 3600 + 1);
    expect((await rotation(tokens.RefreshToken)).status).toBe(400);
    await rotate(before.RefreshToken);
    const again = { ...reader, idToken: (await openFor(reader)).IdToken };
    const changed = { as: again, body: { settings, version: 1 } };
    expect((await app.refused(security.updateSecuritySettings, changed)).status).toBe(402);
    const stale = { as: await app.staff('admin'), body: { settings, version } };
    expect(await app.codeOf(security.updateSecuritySettings, stale)).toBe('common.stale_version');
  });
});

describe('the list of sessions', () => {
  test('names device, address, begin and last use; one can be ended, another person’s cannot', async () => {
    const person = await app.staff('cashier');
    const [here, there] = [
      await openFor(person, 'Firefox/130 Linux'),
      await openFor(person, 'Chrome/130 Android'),
    ];
    const as = { ...person, idToken: here.IdToken };
    const { items } = await app.call(contract.listSessions, { as });
    expect(items.map(({ device, current }) => [device, current])).toContainEqual(['Firefox/130 Linux', true]);
    const target = items.find(({ device }) => device.startsWith('Chrome'));
    expect(target).toMatchObject({ ip: '127.0.0.1', current: false });
    const stranger = await app.staff('cashier');
    const params = { id: String(target?.id) };
    expect((await app.refused(contract.endSession, { as: stranger, params })).status).toBe(404);
    await app.call(contract.endSession, { as, params });
    expect(await statusOf(there.IdToken)).toBe(403);
    expect(await statusOf(here.IdToken)).toBe(200);
  });

  test('signing out everywhere ends the others, or all', async () => {
    const person = await app.staff('engineer');
    const [here, there] = [await openFor(person), await openFor(person)];
    const as = { ...person, idToken: here.IdToken };
    // The session that the test itself began with is one of the others.
    expect(await app.call(contract.endSessions, { as, body: { which: 'others' } })).toEqual({ ended: 2 });
    expect([await statusOf(here.IdToken), await statusOf(there.IdToken)]).toEqual([200, 403]);
    expect(await app.call(contract.endSessions, { as, body: { which: 'all' } })).toEqual({ ended: 1 });
    expect(await statusOf(here.IdToken)).toBe(403);
    expect((await rotation(here.RefreshToken)).status).toBe(400);
  });
});

test('the nightly sweep takes what has run out, and no session that is in force', async () => {
  const person = await app.staff('reader');
  await openFor(person);
  await app.refused(contract.login, { body: { login: '01799999995', password: 'whatever' } });
  const count = () =>
    one<{ sessions: number; failures: number; tokens: number }>(
      app.db,
      sql`select (select count(*) from identity.sessions where user_id = ${person.userId}) as sessions,
        (select count(*) from identity.refresh_tokens t join identity.sessions s on s.id = t.session_id
          where s.user_id = ${person.userId}) as tokens,
        (select count(*) from identity.login_failures where login like 'unknown %') as failures`,
    );
  await sweepSignIns(app.platform);
  expect(await count()).toEqual({ sessions: 2, failures: 1, tokens: 2 });
  app.clock.advance(92 * 86_400);
  await openFor(person);
  await sweepSignIns(app.platform);
  expect(await count()).toEqual({ sessions: 1, failures: 0, tokens: 1 });
});

describe('their own password', () => {
  test('a new one ends the other sessions and keeps this one', async () => {
    const person = await app.staff('surveyor');
    const other = await openFor(person);
    const body = { oldPassword: person.password, password: 'notun-shobdo-9' };
    await app.call(contract.changePassword, { as: person, body });
    expect(await statusOf(other.IdToken)).toBe(403);
    expect(await statusOf(person.idToken)).toBe(200);
  });

  test('guesses by somebody who holds the session are counted, and do not lock the sign-in (G31)', async () => {
    const person = await app.staff('surveyor');
    const guess = (oldPassword: string) =>
      app.refused(contract.changePassword, { as: person, body: { oldPassword, password: 'notun-shobdo-9' } });
    for (let times = 0; times < 5; times += 1) await guess('wrong-one');
    const locked = await guess(person.password);
    expect(locked).toMatchObject({ status: 422, fields: [{ path: 'oldPassword' }] });
    await openFor(person);
  });
});

test('language and theme are remembered on the server and come with the next sign-in', async () => {
  const person = await app.staff('installer');
  const { profile } = await app.call(session.getProfile, { as: person });
  const { name, version } = profile;
  expect(profile.theme, 'until one is chosen').toBe('system');
  const body = { name, language: 'bn' as const, theme: 'dark' as const, version };
  await app.call(contract.editProfile, { as: person, body });
  const tokens = await openFor(person);
  const shown = await app.call(session.getProfile, { as: { ...person, idToken: tokens.IdToken } });
  expect([shown.profile.language, shown.profile.theme]).toEqual(['bn', 'dark']);
});
