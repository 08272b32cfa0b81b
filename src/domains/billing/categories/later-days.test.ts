/** What was agreed for later days when another change of the same connection is approved, over HTTP. */
import { beforeEach, expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';
import { categoryOffice, START } from './factory.ts';

const { app, first, household, goTo, home, get, decided, spans, told, work } = await categoryOffice();
const FOREVER = { untilDay: null, nextCategory: null };

beforeEach(() => goTo(START));

test('days that were agreed for later than the end of a change stay, with their task and their message', async () => {
  const made = await home();
  const building = await decided(made, { untilDay: '2027-08-01' });
  const pause = await decided(made, {
    ...{ category: 'residential', fromDay: '2027-01-01', untilDay: '2027-02-01', nextCategory: 'commercial' },
  });
  expect((await spans(made)).map(({ category, from }) => [category, from])).toEqual([
    ['residential', '-infinity'],
    ['commercial', '2026-11-15'],
    ['residential', '2027-01-01'],
    ['commercial', '2027-02-01'],
    ['residential', '2027-08-01'],
  ]);
  expect((await get(building)).replacedBy).toBeNull();
  await goTo('2027-07-10');
  await work();
  expect(await told(building)).toEqual(['approved', 'ending']);
  expect(await told(pause)).toEqual(['approved', 'turned']);
  const { items } = await app.call(contract.listCategoryChanges, { as: first, query: { toCheck: true } });
  expect(items.map(({ id }) => id)).toContain(building);
});

test('the household reads which category ends, also if a later change chose it', async () => {
  await approvedTariff(app.db, {
    ...{ category: 'industrial', effectiveFrom: '2024-01-01' },
    blocks: [{ from: '0', to: null, rate: '50' }],
  });
  await execute(app.owner.db, sql`update identity.users set language = 'en' where id = ${household.userId}`);
  const made = await home();
  const building = await decided(made, { untilDay: '2027-02-01' });
  await decided(made, {
    ...{ category: 'residential', fromDay: '2026-11-20', untilDay: '2026-12-01', nextCategory: 'industrial' },
  });
  await goTo('2027-01-05');
  await work();
  const { text } = await one<{ text: string }>(
    app.owner.db,
    sql`select body as text from platform.outbox where event = 'billing.category-ending:' || ${building} and channel = 'sms'`,
  );
  expect(text).toContain('as Residential instead of Industrial');
});

test('a change that has not started stays if the other one ends before it', async () => {
  const made = await home();
  const later = await decided(made, { fromDay: '2026-12-15', ...FOREVER });
  await decided(made, { untilDay: '2026-12-01' });
  expect((await get(later)).replacedBy).toBeNull();
  expect((await spans(made)).map(({ category, from }) => [category, from])).toEqual([
    ['residential', '-infinity'],
    ['commercial', '2026-11-15'],
    ['residential', '2026-12-01'],
    ['commercial', '2026-12-15'],
  ]);
});

test('a change without an end takes the place of all that comes later, and so does an end on the same day', async () => {
  const made = await home();
  const later = await decided(made, { fromDay: '2026-12-15', untilDay: '2027-02-01' });
  const same = await decided(made, { fromDay: '2026-12-10', untilDay: '2027-02-01' });
  expect((await get(later)).replacedBy?.id).toBe(same);
  const forever = await decided(made, FOREVER);
  expect((await get(same)).replacedBy?.id).toBe(forever);
  expect((await spans(made)).map(({ from }) => from)).toEqual(['-infinity', '2026-11-15']);
});
