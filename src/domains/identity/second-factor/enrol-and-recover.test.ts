/** The second factor of staff, over HTTP: enrolment, the second step, recovery, its end. */
import { describe, expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as identity from '../contract.ts';
import * as security from '../security/contract.ts';
import * as session from '../session/contract.ts';
import * as contract from './contract.ts';
import { codeOf, stepAt } from './totp.rules.ts';

const app = await testApp();

type Protected = Person & { login: string; secret: string; recoveryCodes: string[] };

async function loginOf({ userId }: Person): Promise<string> {
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${userId}`,
  );
  return phone;
}

const codeAt = (secret: string, steps = 0) => codeOf(secret, stepAt(app.clock.now()) + steps);
/** The codes so far are used up; a person waits for the next one. */
const nextStep = () => app.clock.advance(60);

/** A member of staff with a second factor. */
async function protectedStaff(role: 'cashier' | 'admin' = 'cashier'): Promise<Protected> {
  const person = await app.staff(role);
  const { secret } = await app.call(contract.beginSecondFactor, {
    as: person,
    body: { password: person.password },
  });
  const { recoveryCodes } = await app.call(contract.confirmSecondFactor, {
    as: person,
    body: { code: codeAt(secret) },
  });
  nextStep();
  return { ...person, login: await loginOf(person), secret, recoveryCodes };
}

async function challenged({ login, password }: { login: string; password: string }) {
  const answer = await app.call(identity.login, { body: { login, password } });
  if (!('challenge' in answer)) throw new Error('no second step was asked for');
  return answer.challenge;
}

const complete = (challenge: string, code: string) =>
  app.call(contract.completeSignIn, { body: { challenge, code } });
const refused = (challenge: string, code: string) =>
  app.refused(contract.completeSignIn, { body: { challenge, code } });
const methodsOf = (as: Person) => app.call(contract.getSignInMethods, { as });

describe('turning it on', () => {
  test('a secret and its QR code come once, nothing is asked before the first code', async () => {
    const person = await app.staff('cashier');
    const started = await app.call(contract.beginSecondFactor, {
      as: person,
      body: { password: person.password },
    });
    expect(new URL(started.address).searchParams.get('secret')).toBe(started.secret);
    expect(started.qr).toMatch(/^<svg/);
    await app.signIn(await loginOf(person), person.password);
    expect((await methodsOf(person)).secondFactor).toMatchObject({ since: null, recoveryCodesLeft: 0 });
    const wrong = await app.refused(contract.confirmSecondFactor, { as: person, body: { code: '000000' } });
    expect(wrong.code).toBe('identity.code_wrong');
    const { recoveryCodes } = await app.call(contract.confirmSecondFactor, {
      as: person,
      body: { code: codeAt(started.secret) },
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await methodsOf(person)).secondFactor).toMatchObject({ recoveryCodesLeft: 10 });
    const again = await app.refused(contract.beginSecondFactor, {
      as: person,
      body: { password: person.password },
    });
    expect(again.code).toBe('identity.second_factor_on');
  });

  test('it wants the password, ends the other sessions and is in the audit log', async () => {
    const person = await app.staff('cashier');
    const other = await app.signIn(await loginOf(person), person.password);
    const guess = await app.refused(contract.beginSecondFactor, {
      as: person,
      body: { password: 'wrong-one' },
    });
    expect(guess).toMatchObject({ code: 'identity.wrong_password', fields: [{ path: 'password' }] });
    const { secret } = await app.call(contract.beginSecondFactor, {
      as: person,
      body: { password: person.password },
    });
    await app.call(contract.confirmSecondFactor, { as: person, body: { code: codeAt(secret) } });
    const idToken = other.response.AuthenticationResult.IdToken;
    expect((await app.refused(session.getProfile, { as: { ...person, idToken } })).status).toBe(403);
    const audited = await all(
      app.db,
      sql`select 1 from platform.audit where object_id = ${person.userId} and action like 'user.second-factor%'`,
    );
    expect(audited).toHaveLength(1);
  });

  test('neither secret nor recovery codes are stored in clear, and a secret opens for its account only', async () => {
    const [one_, two] = [await protectedStaff(), await protectedStaff()];
    const rows = await all<{ row: string }>(
      app.owner.db,
      sql`select f::text as row from identity.second_factors f union all
        select c::text from identity.recovery_codes c`,
    );
    const stored = JSON.stringify(rows);
    for (const text of [one_.secret, Buffer.from(one_.secret).toString('hex'), ...one_.recoveryCodes]) {
      expect(stored).not.toContain(text);
    }
    await execute(
      app.db,
      sql`update identity.second_factors set secret = (select secret from identity.second_factors where user_id = ${one_.userId})
      where user_id = ${two.userId}`,
    );
    const { token } = await challenged(two);
    expect((await refused(token, codeAt(one_.secret))).status).toBeGreaterThanOrEqual(400);
  });

  test('consumers have none', async () => {
    const consumer = await app.consumer();
    expect((await methodsOf(consumer)).secondFactor.isOffered).toBe(false);
    const body = { password: consumer.password };
    expect((await app.refused(contract.beginSecondFactor, { as: consumer, body })).status).toBe(402);
  });
});

describe('signing in with it', () => {
  test('the password gives a challenge and no token; a code completes it with the specified answer', async () => {
    const person = await protectedStaff();
    const answer = await app.call(identity.login, {
      body: { login: person.login, password: person.password },
    });
    expect(Object.keys(answer)).toEqual(['challenge']);
    const { token } = await challenged(person);
    const done = await complete(token, codeAt(person.secret));
    if ('challenge' in done) throw new Error('a third step');
    expect(done.profile.id).toBe(person.userId);
    expect(Object.keys(done.response.AuthenticationResult).sort()).toEqual([
      'AccessToken',
      'IdToken',
      'RefreshToken',
    ]);
    expect((await refused(token, codeAt(person.secret, 1))).code).toBe('identity.challenge_over');
  });

  test('a wrong password tells nothing of it', async () => {
    const person = await protectedStaff();
    const wrong = await app.refused(identity.login, { body: { login: person.login, password: 'wrong-one' } });
    const unknown = await app.refused(identity.login, {
      body: { login: '01799999996', password: 'wrong-one' },
    });
    expect([wrong.status, wrong.code, wrong.params]).toEqual([unknown.status, unknown.code, unknown.params]);
  });

  test('a code is taken once, also by two calls at once, and an older one not after it', async () => {
    const person = await protectedStaff();
    const code = codeAt(person.secret);
    const tokens = [await challenged(person), await challenged(person), await challenged(person)];
    const answers = await Promise.all(
      tokens.slice(0, 2).map(({ token }) =>
        app.server.inject({
          method: 'POST',
          url: '/api/social/user/login/second-factor',
          payload: { challenge: token, code },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect((await refused(String(tokens[2]?.token), code)).code).toBe('identity.code_wrong');
    expect((await refused(String(tokens[2]?.token), codeAt(person.secret, -1))).code).toBe(
      'identity.code_wrong',
    );
    nextStep();
    await complete(String(tokens[2]?.token), codeAt(person.secret));
  });

  test('five tries a challenge, counted before the code is looked at; then it is over for the right one too', async () => {
    const person = await protectedStaff();
    const { token } = await challenged(person);
    const answers = await Promise.all(Array.from({ length: 30 }, () => refused(token, '000000')));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 'identity.code_wrong')).toHaveLength(4);
    expect(codes.filter((code) => code === 'identity.challenge_over')).toHaveLength(26);
    expect((await refused(token, codeAt(person.secret))).code).toBe('identity.challenge_over');
  });

  test('new challenges do not give more tries: waits grow as for passwords, and end by themselves (G31)', async () => {
    const person = await protectedStaff();
    for (let times = 0; times < 5; times += 1) await refused((await challenged(person)).token, '000000');
    const { token } = await challenged(person);
    expect((await refused(token, codeAt(person.secret))).code).toBe('identity.code_wrong');
    app.clock.advance(31);
    await complete(token, codeAt(person.secret));
  });

  test('a challenge is good for ten minutes and for its account only while that is active', async () => {
    const person = await protectedStaff();
    const late = await challenged(person);
    app.clock.advance(601);
    expect((await refused(late.token, codeAt(person.secret))).code).toBe('identity.challenge_over');
    const { token } = await challenged(person);
    await execute(app.db, sql`update identity.users set status = 'disabled' where id = ${person.userId}`);
    expect((await refused(token, codeAt(person.secret))).code).toBe('identity.challenge_over');
    const ofRole = await protectedStaff();
    const open = await challenged(ofRole);
    const setRole = (status: string) =>
      execute(app.owner.db, sql`update roles.roles set status = ${status} where code = 'cashier'`);
    await setRole('inactive');
    expect((await refused(open.token, codeAt(ofRole.secret))).code).toBe('identity.code_wrong');
    await setRole('active');
  });

  test('a recovery code is good once, however it is typed', async () => {
    const person = await protectedStaff();
    const [code = ''] = person.recoveryCodes;
    await complete((await challenged(person)).token, ` ${code.toUpperCase().replace('-', ' ')}`);
    expect((await refused((await challenged(person)).token, code)).code).toBe('identity.code_wrong');
    expect((await methodsOf(person)).secondFactor.recoveryCodesLeft).toBe(9);
    const { method } = await one<{ method: string }>(
      app.db,
      sql`select method from identity.login_log where user_id = ${person.userId} and succeeded order by id desc limit 1`,
    );
    expect(method).toBe('recovery');
    const another = await protectedStaff();
    const [, own = ''] = person.recoveryCodes;
    expect((await refused((await challenged(another)).token, own)).code).toBe('identity.code_wrong');
  });
});

describe('turning it off', () => {
  test('wants password and code; the person is told', async () => {
    const person = await protectedStaff();
    const end = (body: { password: string; code: string }) =>
      app.refused(contract.endSecondFactor, { as: person, body });
    expect((await end({ password: 'wrong-one', code: codeAt(person.secret) })).code).toBe(
      'identity.wrong_password',
    );
    expect((await end({ password: person.password, code: '000000' })).code).toBe('identity.code_wrong');
    const body = { password: person.password, code: codeAt(person.secret) };
    await app.call(contract.endSecondFactor, { as: person, body });
    await app.signIn(person.login, person.password);
    const told = await all(
      app.db,
      sql`select 1 from platform.outbox where recipient = ${person.login} and event like 'identity.second_factor_off%'`,
    );
    expect(told).toHaveLength(1);
    expect((await end(body)).code).toBe('identity.second_factor_off');
  });

  test('new recovery codes end the old ones', async () => {
    const person = await protectedStaff();
    const { recoveryCodes } = await app.call(contract.renewRecoveryCodes, {
      as: person,
      body: { password: person.password, code: codeAt(person.secret) },
    });
    const { token } = await challenged(person);
    expect((await refused(token, String(person.recoveryCodes[0]))).code).toBe('identity.code_wrong');
    await complete(token, String(recoveryCodes[0]));
  });

  test('an administrator resets it for who lost it, never for one with more rights; sessions end', async () => {
    const [admin, clerk] = [await app.staff('admin'), await app.staffWith(['users:view', 'users:edit'])];
    const [person, chief] = [await protectedStaff(), await protectedStaff('admin')];
    const reset = (as: Person, id: string) => app.refused(contract.resetSecondFactor, { as, body: { id } });
    expect((await reset(person, person.userId)).status).toBe(402);
    expect((await reset(clerk, chief.userId)).status).toBe(402);
    // Who has a session has not the account by that.
    expect((await reset(chief, chief.userId)).code).toBe('identity.own_account');
    await app.call(contract.resetSecondFactor, { as: admin, body: { id: person.userId } });
    expect((await app.refused(session.getProfile, { as: person })).status).toBe(403);
    await app.signIn(person.login, person.password);
    const { action } = await one<{ action: string }>(
      app.db,
      sql`select action from platform.audit
        where object_id = ${person.userId} and action like 'user.second-factor%' order by at desc, id desc limit 1`,
    );
    expect(action).toBe('user.second-factor-reset');
    expect((await reset(admin, person.userId)).code).toBe('identity.second_factor_off');
  });
});

describe('roles that demand it', () => {
  test('sign in by setting it up first, and cannot turn it off', async () => {
    const admin = await app.staff('admin');
    const engineer = await app.staff('engineer');
    const login = await loginOf(engineer);
    const { settings, version, roles } = await app.call(security.getSecuritySettings, { as: admin });
    expect(roles.map(({ code }) => code)).toContain('engineer');
    expect(roles.map(({ code }) => code)).not.toContain('consumer');
    await app.call(security.updateSecuritySettings, {
      as: admin,
      body: { settings: { ...settings, secondFactorRoles: ['engineer'] }, version },
    });
    const { token, step, enrolment } = await challenged({ login, password: engineer.password });
    expect([step, enrolment?.qr.startsWith('<svg')]).toEqual(['enrol', true]);
    const done = await complete(token, codeAt(String(enrolment?.secret)));
    if ('challenge' in done) throw new Error('a third step');
    expect(done.recoveryCodes).toHaveLength(10);
    const as = { ...engineer, idToken: done.response.AuthenticationResult.IdToken };
    nextStep();
    const body = { password: engineer.password, code: codeAt(String(enrolment?.secret)) };
    expect((await app.refused(contract.endSecondFactor, { as, body })).code).toBe(
      'identity.second_factor_demanded',
    );
    expect((await challenged({ login, password: engineer.password })).step).toBe('code');
    // Others sign in as before.
    const reader = await app.staff('reader');
    await app.signIn(await loginOf(reader), reader.password);
  });
});
