/** Passwords and codes that are refused, for each way to choose or give one, and what somebody else did at the same moment. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import * as contract from '../contract.ts';
import { changeEmail, confirmEmail } from '../email/contract.ts';
import * as factor from '../second-factor/contract.ts';
import { turnOnSecondFactor } from '../second-factor/factory.ts';
import { codeOf, stepAt } from '../second-factor/totp.rules.ts';
import { resetPassword, sendPasswordLink } from '../users/contract.ts';
import * as security from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
const [SHORT, GUESSED, GOOD] = ['pukur-7', 'bangladesh1', 'pukur-par-71'];

/** The last message to somebody. */
async function messageTo(recipient: string): Promise<string> {
  const { body } = await one<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${recipient} order by id desc limit 1`,
  );
  return body;
}

async function longPasswords(): Promise<void> {
  const { settings, version } = await app.call(security.getSecuritySettings, { as: admin });
  const lengths = { staffPasswordLength: 10, consumerPasswordLength: 10 };
  await app.call(security.updateSecuritySettings, {
    as: admin,
    body: { settings: { ...settings, ...lengths }, version },
  });
}
await longPasswords();

test('a consumer with a code; the proof stays good for the next try', async () => {
  const { userId } = await app.consumer();
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${userId}`,
  );
  const purpose = 'password-reset' as const;
  await app.call(contract.requestCode, { body: { phone, purpose } });
  const code = /\d{6}/.exec(await messageTo(phone))?.[0] ?? '';
  const { proof } = await app.call(contract.verifyCode, { body: { phone, purpose, code } });
  const choose = (password: string) =>
    app.codeOf(contract.resetConsumerPassword, { body: { phone, proof, password } });
  expect([await choose(SHORT), await choose(GUESSED), await choose(GOOD)]).toEqual([
    'identity.short_password',
    'identity.weak_password',
    undefined,
  ]);
});

test('staff with a link; the link stays good for the next try', async () => {
  const { userId } = await app.staff('cashier');
  await execute(app.db, sql`update identity.users set email = 'counter@example.org' where id = ${userId}`);
  await app.call(sendPasswordLink, { as: admin, body: { id: userId } });
  const token = /\/user\/[\w-]+#([\w-]+)/.exec(await messageTo('counter@example.org'))?.[1] ?? '';
  const choose = (password: string) => app.codeOf(resetPassword, { body: { token, password } });
  expect([await choose(SHORT), await choose(GOOD)]).toEqual(['identity.short_password', undefined]);
});

test('new recovery codes want a code of the app', async () => {
  const as = await app.staff('cashier');
  const { password } = as;
  const { secret } = await app.call(factor.beginSecondFactor, { as, body: { password } });
  const codeNow = () => codeOf(secret, stepAt(app.clock.now()));
  await app.call(factor.confirmSecondFactor, { as, body: { code: codeNow() } });
  app.clock.advance(60);
  const renew = (code: string) => app.codeOf(factor.renewRecoveryCodes, { as, body: { password, code } });
  expect([await renew('no-code'), await renew(codeNow())]).toEqual(['identity.code_wrong', undefined]);
});

test('an e-mail that somebody else gets at the same moment', async () => {
  const [as, other] = [await app.staff('cashier'), await app.staff('reader')];
  const email = 'both@example.org';
  await app.call(changeEmail, { as, body: { email, password: as.password } });
  const token = /\/user\/[\w-]+#([\w-]+)/.exec(await messageTo(email))?.[1] ?? '';
  const code = await duringChange(
    app,
    (tx) => execute(tx, sql`update identity.users set email = ${email} where id = ${other.userId}`),
    () => app.codeOf(confirmEmail, { body: { token } }),
  );
  expect(code).toBe('identity.email_taken');
});

test('a sign-in while another device of that person turns the second factor on', async () => {
  const person = await app.staff('surveyor');
  const { settings, version } = await app.call(security.getSecuritySettings, { as: admin });
  const body = { settings: { ...settings, secondFactorRoles: ['surveyor'] }, version };
  await app.call(security.updateSecuritySettings, { as: admin, body });
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${person.userId}`,
  );
  const code = await duringChange(
    app,
    (tx) => turnOnSecondFactor(tx, person.userId, app.clock.now()),
    () => app.codeOf(contract.login, { body: { login: phone, password: person.password } }),
  );
  expect(code).toBe('identity.second_factor_on');
});
