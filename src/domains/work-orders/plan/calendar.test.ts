/** The calendar: orders in process by the day of the utility on which they are due, in one call for a range of days. */
import { expect, test } from 'vitest';
import { KEY } from '#domains/applications/settings/queries.ts';
import { execute, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { at } from '#test/zone.ts';
import { listOrders } from '../contract.ts';
import { makeYard } from '../factory-calls.ts';
import { calendarOrders } from './contract.ts';
import { makeManyOrders } from './factory.ts';
import { DAY_ORDERS, MOST_DAYS } from './plan.rules.ts';
import { dueOrders } from './queries.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, admin, crew } = yard;

/** Sunday to Saturday around the day of the clock, a Sunday. */
const WEEK = { from: '2026-11-15', to: '2026-11-21' };
type Range = { from: string; to: string };
const calendar = (as = engineer, query: Range & Record<string, unknown> = WEEK) =>
  app.call(calendarOrders, { as, query: query as never });
type Days = Awaited<ReturnType<typeof calendar>>['days'];
const idsOn = (days: Days, day: string) => days.find((each) => each.day === day)?.items.map(({ id }) => id);

async function due(day: string, time: string, upTo: 'ACCEPTED' | 'ASSIGNED' | 'COMPLETED' = 'ACCEPTED') {
  const { id } = await yard.order({ upTo });
  await execute(app.owner.db, sql`update work_orders.orders set due_at = ${at(day, time)} where id = ${id}`);
  return id;
}

test('each order is on the day of the utility on which it is due, the first minute and the last one included', async () => {
  const evening = await due('2026-11-17', '23:59');
  const first = await due('2026-11-17', '00:00', 'ASSIGNED');
  const next = await due('2026-11-18', '00:00');
  await due('2026-11-17', '12:00', 'COMPLETED');
  await due('2026-11-22', '00:00');
  await due('2026-11-14', '23:59');
  const { days, late } = await calendar();
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: 7 }, (_, index) => addDays(WEEK.from, index)),
  );
  expect(idsOn(days, '2026-11-17')).toEqual([first, evening]);
  expect(idsOn(days, '2026-11-18')).toEqual([next]);
  expect(days.reduce((sum, { total }) => sum + total, 0)).toBe(3);
  expect(days[2]?.items.map(({ crewName }) => crewName)).toEqual(['Karim Uddin', null]);
  // The one of yesterday is on no day of this week, and is counted.
  expect(late).toBe(1);
  expect(
    (await app.call(listOrders, { as: engineer, query: { stage: 'process', late: 'true' } })).total,
  ).toBe(1);
  const listed = await app.call(listOrders, {
    as: engineer,
    query: { stage: 'process', dueOn: '2026-11-17' },
  });
  expect(listed.items.map(({ id }) => id).toSorted()).toEqual([first, evening].toSorted());
});

test('late orders are marked, and the filters narrow the days', async () => {
  await due('2026-11-15', '00:05');
  await due('2026-11-15', '23:30');
  const { days, late } = await calendar();
  expect(days[0]?.items.map(({ isLate }) => isLate)).toEqual([true, false]);
  expect(late).toBe(2);
  const sum = (found: Days) => found.reduce((all, { total }) => all + total, 0);
  const narrowed = async (query: Record<string, unknown>) => {
    const found = await calendar(engineer, { ...WEEK, ...query });
    return [sum(found.days), found.late];
  };
  expect(await narrowed({})).toEqual([5, 2]);
  expect(await narrowed({ crewId: crew.userId })).toEqual([1, 0]);
  expect(await narrowed({ late: 'true' })).toEqual([1, 2]);
  expect(await narrowed({ categoryId: await yard.category('PIPE_BURST') })).toEqual([0, 0]);
});

test('days off are those of the settings: Friday and Saturday, and holidays', async () => {
  const off = async () => (await calendar()).days.filter(({ isOff }) => isOff).map(({ day }) => day);
  expect(await off()).toEqual(['2026-11-20', '2026-11-21']);
  await execute(
    app.owner.db,
    sql`insert into settings.entries (key, value) values (${KEY}, ${JSON.stringify({
      office: { weekend: [5], holidays: ['2026-11-16'] },
    })}::jsonb)`,
  );
  expect(await off()).toEqual(['2026-11-16', '2026-11-20']);
});

test('a range of at most 45 days, in its order', async () => {
  const codeOf = (from: string, to: string) =>
    app.codeOf(calendarOrders, { as: engineer, query: { from, to } });
  const first = '2026-11-01';
  expect(await codeOf(first, addDays(first, MOST_DAYS - 1))).toBeUndefined();
  expect(await codeOf(first, addDays(first, MOST_DAYS))).toBe('common.invalid_input');
  expect(await codeOf(first, addDays(first, -1))).toBe('common.invalid_input');
  expect(await codeOf(first, 'tomorrow')).toBe('common.invalid_input');
  expect(await app.codeOf(calendarOrders, { as: engineer })).toBe('common.invalid_input');
});

test('who only works sees their own orders, a household its own without names of staff; a surveyor is refused', async () => {
  const work = await calendar(crew);
  expect(work.days.flatMap(({ items }) => items.map(({ crewName }) => crewName))).toEqual(['Karim Uddin']);
  const household = await app.consumer();
  expect((await calendar(household)).days.every(({ total }) => total === 0)).toBe(true);
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber: number, upTo: 'ASSIGNED' });
  const own = await calendar(household, { from: '2026-11-15', to: '2026-11-30' });
  expect(own.days.flatMap(({ items }) => items)).toMatchObject([{ id, crewName: null }]);
  const surveyor = await app.staff('surveyor');
  expect(await app.codeOf(calendarOrders, { as: surveyor, query: WEEK })).toBe('common.not_permitted');
  expect(await app.codeOf(calendarOrders, { as: clerk, query: WEEK })).toBeUndefined();
});

test('a day shows its first orders and counts all; of many orders the index gives those of the range', async () => {
  await makeManyOrders(app, { count: 4000, state: 'ACCEPTED', dueFrom: at('2027-03-01', '00:00') });
  const range = { from: '2027-03-02', to: '2027-03-02' };
  const [day] = (await calendar(engineer, range)).days;
  expect([day?.total, day?.items.length]).toEqual([24 * 60, DAY_ORDERS]);
  const quiet = { from: '2027-02-26', to: '2027-02-28' };
  const plan = await answered(app.db, dueOrders(app.actorOf(admin), quiet));
  expect(plan.reads.filter((read) => read.includes('orders'))).toEqual([
    expect.stringContaining('orders_state'),
  ]);
  expect(plan.rowsRead).toBeLessThan(500);
});
