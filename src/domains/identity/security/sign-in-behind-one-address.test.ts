/** A carrier puts thousands of households behind one address: one neighbour who guesses keeps nobody out. */
import { expect, test } from 'vitest';
import { all, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { registry } from '#test/conformance/registry.ts';
import { login } from '../contract.ts';
import { confirmEmail } from '../email/contract.ts';
import { newToken } from '../session/contract.ts';
import { resetPassword, sendPasswordLink } from '../users/contract.ts';

const app = await testApp();
// With the limits of the program; all calls of it come from one address.
const program = await app.another({}, 'limited');

const phoneOf = async ({ userId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from identity.users where id = ${userId}`)).phone;

const guess = (at: number) =>
  program.refused(login, { body: { login: `nobody-${at}@example.org`, password: 'wrong-one' } });

test('thirty households sign in within a minute while a neighbour guesses; right ones are not counted', async () => {
  const household = await app.consumer();
  const body = { login: await phoneOf(household), password: household.password };
  for (let at = 0; at < 31; at += 1) expect((await guess(at)).status).toBe(422);
  for (let at = 0; at < 30; at += 1) {
    expect(await program.call(login, { body })).toHaveProperty('profile.id', household.userId);
  }
  const { points } = await one<{ points: number }>(
    app.db,
    sql`select points::int as points from platform.rate_limits where key like 'sign-in:%'`,
  );
  expect(points).toBe(31);
});

test('junk links and tokens of a neighbour stop nobody’s good one', async () => {
  const [admin, person] = [await app.staff('admin'), await app.staff('cashier')];
  await app.call(sendPasswordLink, { as: admin, body: { id: person.userId } });
  const { body: text } = await one<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${await phoneOf(person)} order by id desc limit 1`,
  );
  const token = /\/user\/[\w-]+#([\w-]+)/.exec(text)?.[1] ?? '';
  const password = 'pukur-par-7';
  for (let at = 0; at < 31; at += 1) {
    const junk = { token: `junk-${at}` };
    const answers = [
      await program.refused(resetPassword, { body: { ...junk, password } }),
      await program.refused(confirmEmail, { body: junk }),
      await program.refused(newToken, { body: { refreshToken: `junk-${at}` } }),
      await program.refused(newToken, { body: { refreshToken: `junk-again-${at}` } }),
    ];
    for (const { code } of answers) expect(code).not.toBe('common.too_many_requests');
  }
  expect(await program.call(resetPassword, { body: { token, password } })).toEqual({ done: true });
  // What is refused stays counted, what succeeds does not; the load that one address can make has its end.
  const counted = await all(
    app.db,
    sql`select split_part(key, ':', 1) as class, points::int as points from platform.rate_limits
      where key like 'link:%' or key like 'refresh:%' order by 1`,
  );
  expect(counted).toEqual([
    { class: 'link', points: 62 },
    { class: 'refresh', points: 62 },
  ]);
  await sql`update platform.rate_limits set points = 600 where key like 'link:%' or key like 'refresh:%'`.execute(
    app.db,
  );
  const over = [
    await program.refused(resetPassword, { body: { token: 'junk', password } }),
    await program.refused(confirmEmail, { body: { token: 'junk' } }),
    await program.refused(newToken, { body: { refreshToken: 'junk' } }),
  ];
  expect(new Set(over.map(({ code }) => code))).toEqual(new Set(['common.too_many_requests']));
  // Good ones of the others behind that address go on.
  await app.call(sendPasswordLink, { as: admin, body: { id: person.userId } });
  const { body: again } = await one<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${await phoneOf(person)} order by id desc limit 1`,
  );
  const next = { token: /\/user\/[\w-]+#([\w-]+)/.exec(again)?.[1] ?? '', password: 'pukur-par-8' };
  expect(await program.call(resetPassword, { body: next })).toEqual({ done: true });
});

test('no public call but those of an installation counts thirty calls of an address', () => {
  const narrow = registry.filter(({ endpoint }) => 'public' in endpoint.access && endpoint.rate === 'login');
  expect(narrow.every(({ endpoint }) => endpoint.path.startsWith('/setup'))).toBe(true);
});

test('who guesses on from that address is stopped for the rest of the minute', async () => {
  await sql`update platform.rate_limits set points = 299 where key like 'sign-in:%'`.execute(app.db);
  expect((await guess(100)).status).toBe(422);
  expect((await guess(101)).code).toBe('common.too_many_requests');
});
