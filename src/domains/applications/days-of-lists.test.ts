/** Filters by day cut at the utility's midnight, not at the server's. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { listApplications } from './contract.ts';
import { makeApplication } from './factory.ts';

// Half past one at night, on the 15th; in Dhaka's zone it is still the 14th in UTC.
const app = await testApp({ now: at('2026-11-15', '01:30') });
const reviewer = await app.staff('reviewer');
const made = await makeApplication(app, { upTo: 'PENDING' });

const on = async (day: string) => {
  const query = { from: day, to: day, limit: 50 };
  return (await app.call(listApplications, { as: reviewer, query })).items.map(({ id }) => id);
};

test('an application that was handed in at night is of the day that people had', async () => {
  expect([await on('2026-11-14'), await on('2026-11-15')]).toEqual([[], [made.id]]);
});
