/** What the list of unread meters costs, counted in rows, and that it says the same however it is asked. */
import { beforeAll, expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { countOf, pageOf } from '#platform/database/lists.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { startOn } from '#test/zone.ts';
import { makeConnections } from './factory.ts';
import { listUnread, unreadList } from './queries.ts';

const TOWN = 3000;
/** Every third meter is not read in the last month. */
const UNREAD = TOWN / 3;
const PERIODS = ['2026-07-01', '2026-08-01', '2026-09-01'];
const LAST = '2026-10-01';
const app = await testApp({ now: startOn('2026-11-15') });
const actor = app.system();

beforeAll(async () => {
  await transaction(app.owner.db, (tx) =>
    makeConnections(tx, actor, {
      count: TOWN,
      connectedOn: '2026-06-30',
      periods: [...PERIODS, LAST],
      roads: 60,
    }),
  );
  await execute(
    app.owner.db,
    sql`delete from meters.readings r using meters.meters m where m.id = r.meter_id and r.period = ${LAST}
      and substr(m.number, 2)::int % 3 = 0`,
  );
  // Numbers of different length: 9 comes before 10.
  await execute(
    app.owner.db,
    sql`update settings.sectors s set number = 'S ' || k.n
    from (select id, row_number() over (order by id) as n from settings.sectors) k where k.id = s.id`,
  );
  await execute(app.owner.db, sql`vacuum analyze meters.readings`);
});

const page = { limit: 20, offset: 1, sort: 'route' };

test('a page joins nothing in vain, and reads no year of readings from end to end', async () => {
  const plan = await answered(app.db, pageOf(page, unreadList(actor, { period: LAST })));
  expect(plan.joinedInVain).toBe(0);
  // Each connection once; meters and readings of the rows of the page only.
  expect(plan.rowsRead).toBeLessThan(TOWN + 500);
  // The years to come hold nothing: how those are read does not matter.
  expect(plan.reads.filter((read) => /^Seq Scan readings_2026/.test(read))).toEqual([]);
});

test('their number reads each connection once, and neither meters nor readings', async () => {
  const plan = await answered(app.db, countOf(unreadList(actor, { period: LAST })));
  expect(plan.joinedInVain).toBe(0);
  expect(plan.rowsRead).toBeLessThan(TOWN + 200);
  expect(plan.reads.filter((read) => !/ (connections|roads|sectors)/.test(read))).toEqual([]);
});

test('page by page it is the list of all connections without a living reading, in the order of the way', async () => {
  const expected = await all<{ id: string }>(
    app.db,
    sql`select m.id from meters.meters m join meters.assignments a on a.meter_id = m.id
      join meters.connections c on c.id = a.connection_id
      join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
      where not exists (select from meters.readings r where r.meter_id = m.id and r.period = ${LAST} and r.living)
      order by concat_ws(' ', s.number, d.route_order, d.number, c.route_order) collate platform.natural, m.id`,
  );
  expect(expected).toHaveLength(UNREAD);
  const listed: string[] = [];
  for (let offset = 1; offset <= UNREAD / 200; offset += 1) {
    const found = await listUnread(app.db, actor, { period: LAST, sort: 'route', limit: 200, offset });
    expect(found.total).toBe(UNREAD);
    listed.push(...found.items.map(({ meterId }) => meterId));
  }
  expect(listed).toEqual(expected.map(({ id }) => id));
  const beyond = await listUnread(app.db, actor, { period: LAST, sort: 'route', limit: 200, offset: 99 });
  expect([beyond.items.length, beyond.total]).toEqual([0, UNREAD]);
});

test('last reading and months unread of each row are its own', async () => {
  const { items } = await listUnread(app.db, actor, {
    period: LAST,
    sort: '-monthsUnread',
    limit: 1,
    offset: 7,
  });
  const [row] = items;
  const { litres } = await one<{ litres: number }>(
    app.db,
    sql`select register_litres as litres from meters.readings where meter_id = ${row?.meterId} and period = '2026-09-01'`,
  );
  expect(row).toMatchObject({ lastPeriod: '2026-09-01', lastLitres: litres, monthsUnread: 1 });
  const longer = await listUnread(app.db, actor, {
    period: LAST,
    monthsUnread: 2,
    sort: 'route',
    limit: 1,
    offset: 1,
  });
  expect(longer.total).toBe(0);
});
