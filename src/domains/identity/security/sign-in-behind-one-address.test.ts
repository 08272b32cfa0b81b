/** A carrier puts thousands of households behind one address: one neighbour who guesses keeps nobody out. */
import { expect, test } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { login } from '../contract.ts';

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

test('who guesses on from that address is stopped for the rest of the minute', async () => {
  await sql`update platform.rate_limits set points = 299 where key like 'sign-in:%'`.execute(app.db);
  expect((await guess(100)).status).toBe(422);
  expect((await guess(101)).code).toBe('common.too_many_requests');
});
