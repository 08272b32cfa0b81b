/** Guessing passwords and accounts (G31, G32): over two processes on one database, with the program's real limits. */
import * as argon2 from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';
import { systemActor } from '#platform/actor.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { storePassword } from './actions/store-password.ts';
import * as contract from './contract.ts';

// Other files' tests may have loaded the library as it is.
vi.hoisted(() => vi.resetModules());
// Counts how often a password is looked at: what takes the time of a sign-in (G32).
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof argon2>();
  return { ...library, verify: vi.fn(library.verify) };
});

const app = await testApp();
const other = await app.another();

async function phoneOf({ userId }: Person): Promise<string> {
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${userId}`,
  );
  return phone;
}

const tryOnce = (login: string, password: string, program: Pick<typeof app, 'refused'> = app) =>
  program.refused(contract.login, { body: { login, password } });

describe('brute force (G31)', () => {
  test('after five failures waits grow from 30 s to 15 min, over two processes, and end by themselves', async () => {
    const reader = await app.staff('reader');
    const login = await phoneOf(reader);
    for (let times = 0; times < 5; times += 1) {
      await tryOnce(login, 'wrong-one', times % 2 ? other : app);
    }
    for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
      for (const program of [app, other]) {
        const locked = await tryOnce(login, reader.password, program);
        expect([locked.status, locked.code]).toEqual([422, 'identity.wrong_credentials']);
      }
      app.clock.advance(wait - 1);
      await tryOnce(login, reader.password);
      app.clock.advance(1);
      // The one try that is allowed: wrong again, so the next wait is longer.
      await tryOnce(login, 'wrong-one', other);
    }
    app.clock.advance(900);
    expect((await app.signIn(login, reader.password)).profile.id).toBe(reader.userId);
    // The right password forgets what was counted.
    for (let times = 0; times < 4; times += 1) await tryOnce(login, 'wrong-one');
    await app.signIn(login, reader.password);
  });

  test('a hundred tries at once are five', async () => {
    const reader = await app.staff('reader');
    const login = await phoneOf(reader);
    const seen = vi.mocked(argon2.verify).mock.calls.length;
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => tryOnce(login, `guess-${index}`, index % 2 ? other : app)),
    );
    const { failures } = await one<{ failures: number }>(
      app.db,
      sql`select failures from identity.login_failures where login = ${reader.userId}`,
    );
    expect(failures).toBe(5);
    // The others did the same work all the same, and would have been refused with the right password.
    expect(vi.mocked(argon2.verify).mock.calls.length - seen).toBe(100);
    expect((await tryOnce(login, reader.password)).code).toBe('identity.wrong_credentials');
  });

  test('an account has one count for its two logins', async () => {
    const reader = await app.staff('reader');
    await execute(
      app.db,
      sql`update identity.users set email = 'two@logins.test' where id = ${reader.userId}`,
    );
    const logins = [await phoneOf(reader), 'two@logins.test', 'TWO@logins.test'];
    for (let times = 0; times < 5; times += 1) await tryOnce(String(logins[times % 3]), 'wrong-one');
    expect((await tryOnce('two@logins.test', reader.password)).code).toBe('identity.wrong_credentials');
  });

  test('the owner gets in by a reset while a stranger keeps guessing', async () => {
    const reader = await app.staff('reader');
    const login = await phoneOf(reader);
    for (let times = 0; times < 9; times += 1) await tryOnce(login, 'wrong-one');
    const actor = systemActor(app.clock.now(), '2026-11-15');
    await transaction(app.db, (tx) =>
      storePassword(tx, actor, { userId: reader.userId, password: 'notun-shobdo-9', except: null }),
    );
    await app.signIn(login, 'notun-shobdo-9');
  });

  test('one address that tries many accounts is stopped by its limit, others are not', async () => {
    const limited = await app.another({}, 'limited');
    const answers = [];
    for (let index = 0; index < 60; index += 1) {
      const login = `018${String(index).padStart(8, '0')}`;
      answers.push(await limited.server.inject({ ...loginCall(login), remoteAddress: '203.0.113.7' }));
      // The limit is wide, because thousands share an address: the first 270 were made before.
      if (index === 0)
        await execute(
          app.db,
          sql`update platform.rate_limits set points = points + 270 where key = 'sign-in:203.0.113.7'`,
        );
    }
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBe(30);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = await limited.server.inject({
      ...loginCall('01711111111'),
      remoteAddress: '203.0.113.8',
    });
    expect(elsewhere.statusCode).toBe(422);
    // The limit is in the database: another process knows it.
    const third = await app.another({}, 'limited');
    const again = await third.server.inject({ ...loginCall('01711111111'), remoteAddress: '203.0.113.7' });
    expect(again.statusCode).toBe(429);
  });
});

const loginCall = (login: string) => ({
  method: 'POST' as const,
  url: '/api/social/user/login',
  payload: { login, password: 'whatever' },
});

describe('which accounts exist stays unknown (G32)', () => {
  test('known, unknown, locked, disabled and without a password: one status, one body, the same work', async () => {
    const [known, locked, disabled, invited] = [
      await app.staff('reader'),
      await app.staff('reader'),
      await app.staff('reader'),
      await app.staff('reader'),
    ];
    await execute(app.db, sql`update identity.users set status = 'disabled' where id = ${disabled.userId}`);
    await execute(app.db, sql`update identity.users set password_hash = null where id = ${invited.userId}`);
    for (let times = 0; times < 5; times += 1) await tryOnce(await phoneOf(locked), 'wrong-one');
    const cases: [string, string][] = [
      [await phoneOf(known), 'wrong-one'],
      ['01799999998', known.password],
      ['nobody@nowhere.test', known.password],
      [await phoneOf(locked), locked.password],
      [await phoneOf(disabled), disabled.password],
      [await phoneOf(invited), invited.password],
    ];
    const seen = [];
    for (const [login, password] of cases) {
      vi.mocked(argon2.verify).mockClear();
      const answer = await app.server.inject({ ...loginCall(login), payload: { login, password } });
      const { requestId, ...error } = answer.json<{ error: { requestId: string } }>().error;
      expect(requestId.length).toBeGreaterThan(10);
      const calls = vi.mocked(argon2.verify).mock.calls;
      const parameters = calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
      seen.push(JSON.stringify([answer.statusCode, error, parameters]));
    }
    expect(new Set(seen).size, seen.join('\n')).toBe(1);
    expect(seen[0]).toContain('argon2id$v=19$m=19456,t=2,p=1');
  });

  test('asking for a code and resetting answer alike for known and unknown numbers', async () => {
    const consumer = await app.consumer();
    const phones = [await phoneOf(consumer), '+8801799999997'];
    const purpose = 'password-reset' as const;
    const asked = [];
    const reset = [];
    for (const phone of phones) {
      asked.push(await app.call(contract.requestCode, { body: { phone, purpose } }));
      const { requestId: _, ...refusal } = await app.refused(contract.resetConsumerPassword, {
        body: { phone, proof: 'made-up', password: 'pukur-par-7' },
      });
      reset.push(refusal);
    }
    expect(asked[0]).toEqual(asked[1]);
    expect(reset[0]).toEqual(reset[1]);
    const sent = await all<{ recipient: string }>(
      app.db,
      sql`select recipient from platform.outbox where recipient = any (${phones}::text[])`,
    );
    expect(sent.map(({ recipient }) => recipient)).toEqual([phones[0]]);
  });
});

test('every try is in the login log with its outcome', async () => {
  const reader = await app.staff('reader');
  const login = await phoneOf(reader);
  await tryOnce(login, 'wrong-one');
  await app.signIn(login, reader.password);
  const log = await all<{ action: string; succeeded: boolean; method: string }>(
    app.db,
    sql`select action, succeeded, method from identity.login_log where user_id = ${reader.userId} order by id`,
  );
  expect(log).toEqual([
    { action: 'login', succeeded: false, method: 'password' },
    { action: 'login', succeeded: true, method: 'password' },
  ]);
});
