/** Signing in through a real OpenID Connect provider, which runs here from its package. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { all, execute, first, one, sql } from '#platform/database/db.ts';
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import { startProvider } from '#test/open-id-provider.ts';
import { duringChange } from '#test/race.ts';
import { login } from '../contract.ts';
import * as factor from '../second-factor/contract.ts';
import { turnOnSecondFactor } from '../second-factor/factory.ts';
import { codeOf, stepAt } from '../second-factor/totp.rules.ts';
import * as security from '../security/contract.ts';
import { getProfile } from '../session/contract.ts';
import * as contract from './contract.ts';

const app = await testApp();
const provider = await startProvider({ returnTo: `${app.platform.publicUrl}${contract.RETURN_PATH}` });
afterAll(() => provider.stop());

/** The same database behind a program that knows the provider. */
async function programWith(issuer: string) {
  const signInProvider = { issuer, clientId: 'jolkol', clientSecret: provider.secret, name: 'City ID' };
  const { server } = await app.another({ signInProvider });
  return async <E extends Endpoint>(endpoint: E, body: EndpointInput<E>['body'], as?: Person) => {
    const answer = await server.inject({
      method: 'POST',
      url: `/api/${endpoint.service}${endpoint.path}`,
      headers: as ? { authorization: `Bearer ${as.idToken}` } : {},
      payload: (body ?? {}) as object,
    });
    const { data, error } = answer.json<{ data: EndpointAnswer<E>; error?: { code: string } }>();
    return { status: answer.statusCode, data, code: error?.code };
  };
}
const call = await programWith(provider.issuer);

let people = 0;
/** A member of staff with an e-mail, and what the provider knows of them. */
async function clerk(role: 'cashier' | 'engineer' = 'cashier'): Promise<Person & { email: string }> {
  const person = await app.staff(role);
  people += 1;
  const email = `clerk${people}@city.test`;
  await execute(app.db, sql`update identity.users set email = ${email} where id = ${person.userId}`);
  return { ...person, email };
}

beforeEach(() => app.clock.set(new Date().toISOString()));

/** Goes to the provider and comes back with its answer. */
async function visit(who: { subject: string; email?: string; verified?: boolean; deny?: boolean }) {
  const { data } = await call(contract.beginProvider, {});
  return { flow: data.flow, answer: await provider.signIn(data.address, who), address: data.address };
}

const finish = (body: { flow: string; answer: string }) => call(contract.finishProvider, body);

/** Comes back, and joins with the password. */
async function joined(person: Person & { email: string }, subject: string) {
  const { data } = await finish(await visit({ subject, email: person.email, verified: true }));
  if (!('challenge' in data)) throw new Error('signed in without having joined');
  expect(data.challenge.step).toBe('join');
  return call(contract.joinProvider, { challenge: data.challenge.token, password: person.password });
}

const signedIn = (answer: { data: EndpointAnswer<typeof login> }) => {
  if ('challenge' in answer.data) throw new Error(`a second step: ${answer.data.challenge.step}`);
  return answer.data;
};

test('an account that is deactivated meanwhile is opened neither by joining nor by having joined', async () => {
  const [joining, known] = [await clerk('engineer'), await clerk('engineer')];
  await joined(known, 'known-leaves');
  const asked = await finish(await visit({ subject: 'new-leaves', email: joining.email, verified: true }));
  if (!('challenge' in asked.data)) throw new Error('signed in without having joined');
  const { token: challenge } = asked.data.challenge;
  const back = await visit({ subject: 'known-leaves', email: known.email, verified: true });
  const during = (person: Person, act: () => Promise<{ code?: string | undefined }>) =>
    duringChange(
      app,
      (tx) => execute(tx, sql`update identity.users set status = 'disabled' where id = ${person.userId}`),
      async () => (await act()).code,
    );
  const { password } = joining;
  expect(await during(joining, () => call(contract.joinProvider, { challenge, password }))).toBe(
    'identity.challenge_over',
  );
  expect(await during(known, () => finish(back))).toBe('identity.provider_no_account');
});

describe('the way there and back', () => {
  test('the first time joins by password, the next time opens at once; both are in the log', async () => {
    const person = await clerk();
    const first_ = signedIn(await joined(person, 'happy'));
    expect(first_.profile.id).toBe(person.userId);
    const again = signedIn(
      await finish(await visit({ subject: 'happy', email: person.email, verified: true })),
    );
    const { IdToken } = again.response.AuthenticationResult;
    expect((await app.call(getProfile, { as: { ...person, idToken: IdToken } })).profile.id).toBe(
      person.userId,
    );
    const { logged } = await one<{ logged: number }>(
      app.db,
      sql`select count(*) as logged from identity.login_log
        where user_id = ${person.userId} and method = 'provider' and succeeded`,
    );
    expect(logged).toBe(2);
    const told = await first(
      app.db,
      sql`select 1 from platform.outbox where recipient = ${person.email} and event like 'identity.provider_joined%'`,
    );
    expect(told).toBeDefined();
    const audited = await all(
      app.db,
      sql`select actor_id as "userId", after from platform.audit
        where action = 'user.provider-join' and object_id = ${person.userId}`,
    );
    expect(audited).toEqual([{ userId: person.userId, after: { issuer: provider.issuer } }]);
  });

  test('the address has PKCE, state and nonce and leads back to this program only (G46)', async () => {
    const { address } = await visit({ subject: 'address', email: 'nobody@city.test', verified: true });
    const query = new URL(address).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('redirect_uri')).toBe(`${app.platform.publicUrl}/login/provider`);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)?.length).toBeGreaterThan(20);
  });

  test('a second factor is asked for all the same', async () => {
    const person = await clerk();
    signedIn(await joined(person, 'factor'));
    const { secret } = await app.call(factor.beginSecondFactor, {
      as: person,
      body: { password: person.password },
    });
    const code = (steps = 0) => codeOf(secret, stepAt(app.clock.now()) + steps);
    await app.call(factor.confirmSecondFactor, { as: person, body: { code: code() } });
    const { data } = await finish(await visit({ subject: 'factor', email: person.email, verified: true }));
    if (!('challenge' in data)) throw new Error('no second step');
    expect(data.challenge.step).toBe('code');
    const done = await call(factor.completeSignIn, { challenge: data.challenge.token, code: code(1) });
    expect(signedIn(done).profile.id).toBe(person.userId);
  });

  test('the joined account can be left again', async () => {
    const person = await clerk();
    const answer = signedIn(await joined(person, 'leaver'));
    const as = { ...person, idToken: answer.response.AuthenticationResult.IdToken };
    expect((await call(contract.leaveProvider, {}, as)).status).toBe(200);
    const back = await finish(await visit({ subject: 'leaver', email: person.email, verified: true }));
    expect('challenge' in back.data && back.data.challenge.step).toBe('join');
  });
});

describe('what is refused, in words', () => {
  test('an unverified e-mail, nobody’s e-mail, a consumer and a disabled account answer alike', async () => {
    const person = await clerk();
    const disabled = await clerk();
    await execute(app.db, sql`update identity.users set status = 'disabled' where id = ${disabled.userId}`);
    const consumer = await app.consumer();
    await execute(
      app.db,
      sql`update identity.users set email = 'home@city.test' where id = ${consumer.userId}`,
    );
    const visitors = [
      { subject: 'unverified', email: person.email, verified: false },
      { subject: 'unsaid', email: person.email },
      { subject: 'no-mail' },
      { subject: 'stranger', email: 'stranger@city.test', verified: true },
      { subject: 'household', email: 'home@city.test', verified: true },
      { subject: 'disabled', email: disabled.email, verified: true },
    ];
    for (const visitor of visitors) {
      const { status, code } = await finish(await visit(visitor));
      expect([visitor.subject, status, code]).toEqual([visitor.subject, 422, 'identity.provider_no_account']);
    }
  });

  test('an account that is disabled after it was joined', async () => {
    const person = await clerk();
    signedIn(await joined(person, 'fired'));
    await execute(app.db, sql`update identity.users set status = 'disabled' where id = ${person.userId}`);
    const { code } = await finish(await visit({ subject: 'fired', email: person.email, verified: true }));
    expect(code).toBe('identity.provider_no_account');
  });

  test('joining with a wrong password, which counts as a try to sign in (G31)', async () => {
    const person = await clerk();
    const { data } = await finish(await visit({ subject: 'guesser', email: person.email, verified: true }));
    const challenge = 'challenge' in data ? data.challenge.token : '';
    for (let times = 1; times <= 5; times += 1) {
      const { code } = await call(contract.joinProvider, { challenge, password: 'not-this-one' });
      expect(code).toBe(times < 5 ? 'identity.wrong_credentials' : 'identity.challenge_over');
    }
    const late = await call(contract.joinProvider, { challenge, password: person.password });
    expect(late.code).toBe('identity.challenge_over');
    const locked = await call(login, { login: person.email, password: person.password });
    expect(locked.code).toBe('identity.wrong_credentials');
  });

  test('a wrong state, a wrong nonce, and the answer to somebody else’s visit', async () => {
    const who = { subject: 'mixed', email: 'mixed@city.test', verified: true };
    const mine = await visit(who);
    const others = await visit(who);
    expect((await finish({ flow: mine.flow, answer: others.answer })).code).toBe('identity.provider_invalid');
    const state = await visit(who);
    const forged = state.answer.replace(/state=[^&]+/, 'state=forged');
    expect((await finish({ flow: state.flow, answer: forged })).code).toBe('identity.provider_invalid');
    const nonce = await visit(who);
    await execute(app.db, sql`update identity.provider_flows set nonce = 'another' where used_at is null`);
    expect((await finish(nonce)).code).toBe('identity.provider_invalid');
    const verifier = await visit(who);
    await execute(
      app.db,
      sql`update identity.provider_flows f set verifier = o.verifier from identity.provider_flows o
      where f.used_at is null and o.used_at is not null`,
    );
    expect((await finish(verifier)).code).toBe('identity.provider_invalid');
    expect((await finish({ flow: 'made-up', answer: verifier.answer })).code).toBe(
      'identity.provider_invalid',
    );
  });

  test('an answer that is used twice, a code that is replayed, one that comes too late', async () => {
    const person = await clerk();
    signedIn(await joined(person, 'replay'));
    const who = { subject: 'replay', email: person.email, verified: true };
    const once = await visit(who);
    signedIn(await finish(once));
    expect((await finish(once)).code).toBe('identity.provider_invalid');
    const late = await visit(who);
    app.clock.advance(601);
    expect((await finish(late)).code).toBe('identity.provider_invalid');
    provider.letCodesLive(1);
    const expired = await visit(who);
    await sleep(1100);
    expect((await finish(expired)).code).toBe('identity.provider_invalid');
    provider.letCodesLive(60);
  });

  test('a person who says no at the provider', async () => {
    const { code } = await finish(await visit({ subject: 'unwilling', deny: true }));
    expect(code).toBe('identity.provider_denied');
  });

  test('a provider that is away is reported as away, and the password still works', async () => {
    const person = await clerk();
    const alone = await programWith('http://127.0.0.1:9');
    const { status, code } = await alone(contract.beginProvider, {});
    expect([status, code]).toEqual([503, 'identity.provider_away']);
    expect((await alone(login, { login: person.email, password: person.password })).status).toBe(200);
  });

  test('without a provider in the settings there is no such way', async () => {
    expect((await app.refused(contract.beginProvider, { body: {} })).status).toBe(404);
  });
});

test('another device turns the second factor on at this moment: one signs in again', async () => {
  const admin = await app.staff('admin');
  const { settings, version } = await app.call(security.getSecuritySettings, { as: admin });
  const [joining, known] = [await clerk('engineer'), await clerk('engineer')];
  await joined(known, 'known-engineer');
  const first = await finish(await visit({ subject: 'new-engineer', email: joining.email, verified: true }));
  if (!('challenge' in first.data)) throw new Error('signed in without having joined');
  const challenge = first.data.challenge.token;
  const back = await visit({ subject: 'known-engineer', email: known.email, verified: true });
  const body = { settings: { ...settings, secondFactorRoles: ['engineer'] }, version };
  await app.call(security.updateSecuritySettings, { as: admin, body });
  const during = (person: Person, call: () => Promise<{ code?: string | undefined }>) =>
    duringChange(
      app,
      (tx) => turnOnSecondFactor(tx, person.userId, app.clock.now()),
      async () => (await call()).code,
    );
  const password = joining.password;
  expect(await during(joining, () => call(contract.joinProvider, { challenge, password }))).toBe(
    'identity.second_factor_on',
  );
  expect(await during(known, () => finish(back))).toBe('identity.second_factor_on');
});
