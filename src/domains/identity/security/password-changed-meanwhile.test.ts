/** The owner chooses another password, or ends a session, at the moment at which somebody else uses both: the owner's word counts. */
import { describe, expect, test } from 'vitest';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import * as identity from '../contract.ts';
import * as email from '../email/contract.ts';
import * as phone from '../phone/contract.ts';
import * as factor from '../second-factor/contract.ts';
import { codeOf, stepAt } from '../second-factor/totp.rules.ts';

const app = await testApp();

const secrets = new Map<string, string>();
const codeAt = (secret: string, steps = 0) => codeOf(secret, stepAt(app.clock.now()) + steps);
/** Somebody who has a second factor if the call asks for its code. */
async function person(call: string): Promise<Person> {
  const as = await app.staff('surveyor');
  if (call === SMS) await app.call(phone.changePhone, { as, body: { phone: OTHER, password: as.password } });
  if (!call.startsWith('codes') && call !== FIRST) return as;
  const { secret } = await app.call(factor.beginSecondFactor, { as, body: { password: as.password } });
  secrets.set(as.userId, secret);
  if (call === FIRST) return as;
  await app.call(factor.confirmSecondFactor, { as, body: { code: codeAt(secret) } });
  return as;
}
const withCode = (as: Person) => ({
  as,
  body: { password: as.password, code: codeAt(secrets.get(as.userId) ?? '', 1) },
});

const FIRST = 'first code of the app';
const SMS = 'code by SMS';
const OTHER = '+8801812200002';
const confirmFirst = (as: Person) =>
  app.codeOf(factor.confirmSecondFactor, { as, body: { code: codeAt(secrets.get(as.userId) ?? '') } });

const CALLS: Record<string, (as: Person) => Promise<string | undefined>> = {
  password: (as) =>
    app.codeOf(identity.changePassword, {
      as,
      body: { oldPassword: as.password, password: 'nadir-par-29' },
    }),
  email: (as) =>
    app.codeOf(email.changeEmail, { as, body: { email: 'thief@example.org', password: as.password } }),
  phone: (as) => app.codeOf(phone.changePhone, { as, body: { phone: '01812200001', password: as.password } }),
  'second factor': (as) => app.codeOf(factor.beginSecondFactor, { as, body: { password: as.password } }),
  'codes of recovery': (as) => app.codeOf(factor.renewRecoveryCodes, withCode(as)),
  'codes of the app': (as) => app.codeOf(factor.endSecondFactor, withCode(as)),
};

/** They ask for no password: it was asked for when they were started. */
const LATER: typeof CALLS = {
  [FIRST]: confirmFirst,
  [SMS]: async (as) => {
    const { body } = await one<{ body: string }>(
      app.owner.db,
      sql`select body from platform.outbox where recipient = ${OTHER} order by id desc limit 1`,
    );
    return app.codeOf(phone.confirmPhone, {
      as,
      body: { phone: OTHER, code: /\d{6}/.exec(body)?.[0] ?? '' },
    });
  },
};

const stored = ({ userId }: Person) =>
  one<{ hash: string; email: string | null; phone: string; since: string | null }>(
    app.owner.db,
    sql`select u.password_hash as hash, u.email, u.phone, f.confirmed_at as since from identity.users u
      left join identity.second_factors f on f.user_id = u.id where u.id = ${userId}`,
  );

test.each(Object.entries(CALLS))('%s: not with a password that is another one by now', async (name, call) => {
  const as = await person(name);
  const another = async (tx: Tx) =>
    execute(
      tx,
      sql`update identity.users set password_hash = 'of the owner', version = version + 1 where id = ${as.userId}`,
    );
  expect(await duringChange(app, another, () => call(as))).toBe('identity.wrong_password');
  expect((await stored(as)).hash).toBe('of the owner');
});

const lockAccount = (tx: Tx, as: Person) =>
  execute(tx, sql`select from identity.users where id = ${as.userId} for update`);
const endSessions = (tx: Tx, as: Person) =>
  execute(
    tx,
    sql`update identity.sessions set ended_at = now(), end_reason = 'ended by the owner' where user_id = ${as.userId}`,
  );

describe.each(Object.entries({ ...CALLS, ...LATER }))('%s: not in a session', (name, call) => {
  test('that was ended by now with a change of the account', async () => {
    const as = await person(name);
    const before = await stored(as);
    const ended = async (tx: Tx) => {
      await lockAccount(tx, as);
      await endSessions(tx, as);
    };
    expect(await duringChange(app, ended, () => call(as))).toBe('common.not_signed_in');
    expect(await stored(as)).toEqual(before);
  });

  test('that is being signed out at this moment', async () => {
    const as = await person(name);
    const before = await stored(as);
    expect(
      await duringChange(
        app,
        (tx) => endSessions(tx, as),
        () => call(as),
      ),
    ).toBe('common.not_signed_in');
    expect(await stored(as)).toEqual(before);
  });
});

test('a second factor is turned on in the session that saw its secret, in no other one', async () => {
  const as = await person(FIRST);
  const before = await stored(as);
  const other = await app.signIn(before.phone, as.password);
  const { IdToken: idToken } = other.response.AuthenticationResult;
  const later = { ...as, idToken };
  expect(await confirmFirst(later)).toBe('identity.code_wrong');
  expect(await stored(as)).toEqual(before);
  const { secret } = await app.call(factor.beginSecondFactor, { as: later, body: { password: as.password } });
  secrets.set(as.userId, secret);
  expect(await confirmFirst(as)).toBe('identity.code_wrong');
  expect(await confirmFirst(later)).toBeUndefined();
});

test('of who ends the other sessions and who turns a second factor on the later one waits', async () => {
  const as = await person(FIRST);
  const { phone: login } = await stored(as);
  const other = await app.signIn(login, as.password);
  const { IdToken: idToken } = other.response.AuthenticationResult;
  const end = () => app.codeOf(identity.endSessions, { as: { ...as, idToken }, body: { which: 'others' } });
  expect(await duringChange(app, (tx) => lockAccount(tx, as), end)).toBeUndefined();
});
