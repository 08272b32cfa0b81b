/** Passwords, G34: the specification's rule, what is refused beyond it, and how they are kept. */
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { passwordSchema } from '#shared/text.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { hashPassword, isWeak, passwordMatches } from './passwords.rules.ts';
import * as security from './security/contract.ts';

const app = await testApp();

/** Changes it and signs in with it. */
async function takes(password: string, typed = password): Promise<void> {
  const person = await app.staff('surveyor');
  await app.call(contract.changePassword, { as: person, body: { oldPassword: person.password, password } });
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${person.userId}`,
  );
  await app.signIn(phone, typed);
}

async function refusal(password: string, of?: { name?: string; email?: string }): Promise<string[]> {
  const person = await app.staff('surveyor');
  await execute(
    app.db,
    sql`update identity.users set name = coalesce(${of?.name ?? null}, name), email = ${of?.email ?? null},
      phone = '+8801555' || right(phone, 6) where id = ${person.userId}`,
  );
  const { fields } = await app.refused(contract.changePassword, {
    as: person,
    body: { oldPassword: person.password, password },
  });
  return fields.map(({ path, code }) => `${path}: ${code}`);
}

test('stored as argon2id of 19 MiB, t=2, p=1 (G34)', async () => {
  expect(await hashPassword('pukur-par-7')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('two hundred wait for their turn, more are told that the service is busy', async () => {
  const cheap = await hash('x', { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const tries = await Promise.allSettled(Array.from({ length: 210 }, () => passwordMatches('x', cheap)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(202);
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { error: { code: 'common.unavailable' } },
  });
});

describe('the rule of the specification (G34)', () => {
  test.each([
    ['five5', false],
    ['six666', true],
    ['পাঁচ৫', false],
    ['পুকুরপাড়৭', true],
    ['with space', false],
    ['tab\there', false],
    ['nbsp\u00a0here', false],
    ['line\nbreak', false],
    ['\u{1F4A7}\u{1F4A7}\u{1F4A7}\u{1F4A7}\u{1F4A7}', false],
    ['\u{1F4A7}\u{1F6B0}\u{1F30A}\u{2614}\u{1F327}\u{1F6BF}', true],
    ['no-digits', true],
    ['NOLOWER', true],
  ])('%j is long enough and without white space: %s', (password, good) => {
    expect(passwordSchema.safeParse(password).success).toBe(good);
  });
});

describe('what is taken (G34)', () => {
  test('64 and more characters, none of them cut off', async () => {
    const long = 'দীর্ঘ-long-পাসওয়ার্ড-'.repeat(5);
    expect([...long].length).toBeGreaterThan(64);
    await takes(long);
    const hash = await hashPassword(`${long}x`);
    expect(await passwordMatches(long, hash)).toBe(false);
  });

  test('Bengali, however the keyboard composes it (NFC, NFD, NFKC)', async () => {
    // য় is one sign on some keyboards and two on others; ｊ is what a full-width keyboard writes.
    await takes('নদী\u09df-পাড়-৭', 'নদী\u09af\u09bc-পা\u09a1\u09bc-৭');
    await takes('caf\u00e9-sonali-9', 'cafe\u0301-sonali-9');
    await takes('jolkol-sonali', 'ｊｏｌｋｏｌ-sonali');
  });
});

describe('what is refused (G34)', () => {
  const weak = ['password: identity.weak_password'];

  test('the world’s 3,000 commonest, in any case, and those of this country', async () => {
    for (const password of ['123456', 'Password1', 'trustno1', 'QWERTY123', 'bangladesh', 'dhaka1234']) {
      expect(isWeak(password, []), password).toBe(true);
    }
    expect(await refusal('iloveyou')).toEqual(weak);
  });

  test('two signs over and over', () => expect(isWeak('ababababab', [])).toBe(true));

  test('one’s own name and e-mail, over HTTP', async () => {
    expect(await refusal('RahimUddin-1990', { name: 'Rahim Uddin' })).toEqual(weak);
    expect(await refusal('rahim.u-77', { email: 'rahim.u@city.test' })).toEqual(weak);
  });

  test.each([
    ['NasrinSultana', 'Nasrin Sultana'],
    ['xxnasrin.sultanaxx', 'nasrin.sultana@city.test'],
    ['01712345678', '+8801712345678'],
    ['+8801712345678', '+8801712345678'],
    ['আনোয়ারাবেগম', 'আনোয়ারা বেগম'],
  ])('%s of %s', (password, own) => expect(isWeak(password, [own])).toBe(true));

  test('an ordinary one of the same person is not', () => {
    expect(isWeak('pukur-par-7', ['Nasrin Sultana', 'nasrin@city.test', '+8801712345678'])).toBe(false);
  });
});

test('the settings may ask for longer ones, of staff and of consumers apart (G34)', async () => {
  const admin = await app.staff('admin');
  const { settings, version } = await app.call(security.getSecuritySettings, { as: admin });
  const body = { settings: { ...settings, staffPasswordLength: 12 }, version };
  await app.call(security.updateSecuritySettings, { as: admin, body });
  const [reader, consumer] = [await app.staff('reader'), await app.consumer()];
  const short = { password: 'pukur-par7' };
  const refused = await app.refused(contract.changePassword, {
    as: reader,
    body: { oldPassword: reader.password, ...short },
  });
  expect(refused.fields).toEqual([
    { path: 'password', code: 'identity.short_password', params: { minimum: 12 } },
  ]);
  await app.call(contract.changePassword, {
    as: consumer,
    body: { oldPassword: consumer.password, ...short },
  });
  const floor = { settings: { ...settings, staffPasswordLength: 5 }, version: 1 };
  expect((await app.refused(security.updateSecuritySettings, { as: admin, body: floor })).status).toBe(422);
});
