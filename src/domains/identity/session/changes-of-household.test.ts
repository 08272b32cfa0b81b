/** What a household changes is kept in the log for good: it makes so many changes in a quarter of an hour, an officer any number. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { RATE_LIMITS } from '#platform/limits.ts';
import { type Person, testApp } from '#test/app.ts';
import { getProfile, saveAppearance } from './contract.ts';

const app = await testApp();
const program = await app.another({}, 'limited');
const { points } = RATE_LIMITS.household;

const body = { theme: 'dark' as const };
const change = (as: Person) => program.call(saveAppearance, { as, body });
const logOf = ({ userId }: Person) =>
  all(app.db, sql`select from platform.audit where action = 'user.profile' and actor_id = ${userId}`);

test('the changes of one household end, those of others and of the office go on', async () => {
  const [household, other] = [await app.consumer('Rahima Khatun'), await app.consumer('Karima Khatun')];
  const officer = await app.staff('cashier');
  for (let made = 0; made < points; made += 1) await change(household);
  const refusal = await program.refused(saveAppearance, { as: household, body });
  expect([refusal.status, refusal.code]).toEqual([429, 'common.too_many_requests']);
  expect(await logOf(household)).toHaveLength(points);
  // It reads on.
  await program.call(getProfile, { as: household });
  await change(other);
  for (let made = 0; made <= points; made += 1) await change(officer);
}, 120_000);
