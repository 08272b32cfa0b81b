/** A person's own e-mail: by password and a link to the new address. And: no SMS alone opens a member of staff's account. */
import { describe, expect, test } from 'vitest';
import { registration } from '#domains/consumers/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as identity from '../contract.ts';
import * as factor from '../second-factor/contract.ts';
import { codeOf, stepAt } from '../second-factor/totp.rules.ts';
import * as users from '../users/contract.ts';
import { changeEmail, confirmEmail } from './contract.ts';

const app = await testApp();

type Message = { channel: string; recipient: string; body: string; subject: string | null; secret: boolean };
const messagesTo = (recipient: string) =>
  all<Message>(
    app.db,
    sql`select channel, recipient, body, subject, secret from platform.outbox where recipient = ${recipient} order by id`,
  );
const tokenTo = async (recipient: string) =>
  /\/user\/[\w-]+#([\w-]+)/.exec((await messagesTo(recipient)).at(-1)?.body ?? '')?.[1] ?? '';
const emailOf = async ({ userId }: Person) =>
  (await one<{ email: string | null }>(app.db, sql`select email from identity.users where id = ${userId}`))
    .email;
const phoneOf = async ({ userId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from identity.users where id = ${userId}`)).phone;
const ask = (as: Person, email: string | null) =>
  app.call(changeEmail, { as, body: { email, password: as.password } });
const giveEmail = ({ userId }: Person, email: string) =>
  execute(app.db, sql`update identity.users set email = ${email} where id = ${userId}`);

describe('another e-mail', () => {
  test('counts when its link is used, once; the old address is told', async () => {
    const person = await app.staff('cashier');
    await giveEmail(person, 'old@utility.test');
    await ask(person, 'New@Utility.test');
    expect(await emailOf(person)).toBe('old@utility.test');
    const token = await tokenTo('new@utility.test');
    expect((await messagesTo('new@utility.test'))[0]).toMatchObject({ secret: true });
    await app.call(confirmEmail, { body: { token } });
    expect(await emailOf(person)).toBe('new@utility.test');
    expect((await app.refused(confirmEmail, { body: { token } })).code).toBe('identity.link_invalid');
    const told = await messagesTo('old@utility.test');
    expect(told).toMatchObject([
      { channel: 'email', subject: 'Another email was asked for your account' },
      { channel: 'email', subject: 'The email of your account was changed' },
    ]);
    expect(told.map(({ body }) => body).join(' ')).not.toContain('new@utility.test');
    const rows = await all<{ action: string }>(
      app.db,
      sql`select action from platform.audit where object_id = ${person.userId} order by at, id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['user.email-ask', 'user.email']);
  });

  test('wants their own password; who had no address is told by SMS', async () => {
    const person = await app.staff('reader');
    const body = { email: 'thief@utility.test', password: 'wrong-one' };
    const refusal = await app.refused(changeEmail, { as: person, body });
    expect(refusal).toMatchObject({ code: 'identity.wrong_password', fields: [{ path: 'password' }] });
    expect(await messagesTo('thief@utility.test')).toEqual([]);
    await ask(person, 'reader@utility.test');
    await app.call(confirmEmail, { body: { token: await tokenTo('reader@utility.test') } });
    expect(await messagesTo(await phoneOf(person))).toMatchObject([{ channel: 'sms' }]);
  });

  test('whether it is taken is told to its owner, not to the one who asks (G32)', async () => {
    const [owner, asker] = [await app.staff('cashier'), await app.staff('reader')];
    await giveEmail(owner, 'taken@utility.test');
    expect(await ask(asker, 'Taken@utility.test')).toEqual(await ask(asker, 'free@utility.test'));
    const [message] = await messagesTo('taken@utility.test');
    expect(message).toMatchObject({ secret: false, subject: 'Somebody asked for your email' });
    expect(message?.body).not.toContain('#');
    expect(await emailOf(asker)).toBeNull();
    expect(await emailOf(owner)).toBe('taken@utility.test');
  });

  test('a link ends by a later one, after a day, and if the address was taken meanwhile', async () => {
    const person = await app.staff('installer');
    const refused = async (token: string) => (await app.refused(confirmEmail, { body: { token } })).code;
    await ask(person, 'first@utility.test');
    const first = await tokenTo('first@utility.test');
    await ask(person, 'second@utility.test');
    expect(await refused(first)).toBe('identity.link_invalid');
    const second = await tokenTo('second@utility.test');
    await giveEmail(await app.staff('surveyor'), 'second@utility.test');
    expect(await refused(second)).toBe('identity.link_invalid');
    await ask(person, 'third@utility.test');
    app.clock.advance(86_401);
    expect(await refused(await tokenTo('third@utility.test'))).toBe('identity.link_invalid');
    expect(await emailOf(person)).toBeNull();
  });

  test('five links an hour, because each goes to an address that may be a stranger’s', async () => {
    const person = await app.staff('reviewer');
    for (let times = 0; times < 5; times += 1) await ask(person, `number${times}@utility.test`);
    const body = { email: 'sixth@utility.test', password: person.password };
    expect((await app.refused(changeEmail, { as: person, body })).status).toBe(429);
    await execute(
      app.db,
      sql`update identity.email_changes set issued_at = issued_at - interval '3601 seconds'`,
    );
    await ask(person, 'sixth@utility.test');
  });

  test('it can be given up if a phone is left to sign in with; its owner is told', async () => {
    const person = await app.staff('engineer');
    await giveEmail(person, 'gone@utility.test');
    await ask(person, null);
    expect(await emailOf(person)).toBeNull();
    expect(await messagesTo('gone@utility.test')).toHaveLength(1);
    await execute(
      app.db,
      sql`update identity.users set email = 'only@utility.test', phone = null where id = ${person.userId}`,
    );
    const body = { email: null, password: person.password };
    expect(await app.refused(changeEmail, { as: person, body })).toMatchObject({
      code: 'common.invalid_input',
      fields: [{ path: 'email' }],
    });
  });
});

test('an administrator changes the e-mail of others, whose old address is told; their own by the profile only', async () => {
  const [admin, person] = [await app.staff('admin'), await app.staff('reader')];
  await giveEmail(person, 'before@utility.test');
  await giveEmail(admin, 'chief@utility.test');
  await ask(person, 'pending@utility.test');
  const fieldsOf = async ({ userId }: Person) => {
    const { id, version, name, phone, role } = await app.call(users.getUser, {
      as: admin,
      params: { id: userId },
    });
    return { id, version, name, phone: phone ?? '', role };
  };
  const body = { ...(await fieldsOf(person)), email: 'after@utility.test' };
  await app.call(users.editUser, { as: admin, body });
  expect((await messagesTo('before@utility.test')).map(({ subject }) => subject)).toEqual([
    'Another email was asked for your account',
    'The email of your account was changed',
  ]);
  const token = await tokenTo('pending@utility.test');
  expect((await app.refused(confirmEmail, { body: { token } })).code).toBe('identity.link_invalid');
  const own = { ...(await fieldsOf(admin)), email: 'thief@utility.test' };
  expect((await app.refused(users.editUser, { as: admin, body: own })).code).toBe('identity.own_account');
});

async function proofOf(phone: string, purpose: identity.CodePurpose): Promise<string> {
  await app.call(identity.requestCode, { body: { phone, purpose } });
  const code = /\d{6}/.exec((await messagesTo(phone)).at(-1)?.body ?? '')?.[0] ?? '';
  return (await app.call(identity.verifyCode, { body: { phone, purpose, code } })).proof;
}

test('a registration with the e-mail of somebody else succeeds alike, and does not get the address', async () => {
  const owner = await app.staff('cashier');
  await giveEmail(owner, 'chosen@utility.test');
  const phones = ['+8801899000001', '+8801899000002'];
  for (const [at, email] of ['chosen@utility.test', 'unchosen@utility.test'].entries()) {
    const phone = phones[at] ?? '';
    const proof = await proofOf(phone, 'registration');
    const body = { name: 'Rahim', phone, email, proof, password: 'shapla-pukur-7' };
    expect(await app.call(registration, { body })).toMatchObject({ consumer: 'NEW' });
  }
  const accounts = await all<{ email: string | null }>(
    app.db,
    sql`select email from identity.users where phone = any(${phones}::text[])`,
  );
  expect(accounts).toEqual([{ email: null }, { email: null }]);
  await app.call(confirmEmail, { body: { token: await tokenTo('unchosen@utility.test') } });
  await app.signIn('unchosen@utility.test', 'shapla-pukur-7');
  expect((await messagesTo('chosen@utility.test'))[0]?.subject).toBe('Somebody asked for your email');
});

describe('a forgotten password of staff', () => {
  test('an SMS alone resets nothing: the link goes to the e-mail only, and the second factor is still asked', async () => {
    const person = await app.staff('cashier');
    const { secret } = await app.call(factor.beginSecondFactor, {
      as: person,
      body: { password: person.password },
    });
    const code = codeOf(secret, stepAt(app.clock.now()));
    await app.call(factor.confirmSecondFactor, { as: person, body: { code } });
    await giveEmail(person, 'desk@utility.test');
    const phone = await phoneOf(person);
    const before = (await messagesTo(phone)).length;
    const asked = await app.call(identity.requestCode, { body: { phone, purpose: 'password-reset' } });
    expect(asked).toEqual(
      await app.call(identity.requestCode, { body: { phone: '+8801899000009', purpose: 'password-reset' } }),
    );
    expect(await messagesTo(phone)).toHaveLength(before);
    const token = await tokenTo('desk@utility.test');
    await app.call(users.resetPassword, { body: { token, password: 'boro-nodi-dhar-9' } });
    const answer = await app.call(identity.login, { body: { login: phone, password: 'boro-nodi-dhar-9' } });
    expect(answer).toMatchObject({ challenge: { step: 'code' } });
  });

  test('a proof of the phone, however it was come by, opens no account of staff', async () => {
    const person = await app.staff('reader');
    const phone = await phoneOf(person);
    // The number was a consumer's when the code was sent.
    await execute(
      app.db,
      sql`update identity.users set phone = '+8801899000077' where id = ${person.userId}`,
    );
    const consumer = await app.consumer();
    await execute(
      app.db,
      sql`update identity.users set phone = '+8801899000078' where id = ${consumer.userId}`,
    );
    const proof = await proofOf('+8801899000078', 'password-reset');
    await execute(
      app.db,
      sql`update identity.users set phone = null, email = 'a@b.test' where id = ${consumer.userId}`,
    );
    await execute(
      app.db,
      sql`update identity.users set phone = '+8801899000078' where id = ${person.userId}`,
    );
    const body = { phone: '+8801899000078', proof, password: 'boro-nodi-dhar-9' };
    expect((await app.refused(identity.resetConsumerPassword, { body })).code).toBe('identity.proof_invalid');
    await app.signIn('+8801899000078', person.password);
    expect(await messagesTo(phone)).toEqual([]);
  });
});
