/** What a connection says of its meter and of its last reading is what the meters and the readings say (migration 0084). */
import { expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { addMeter } from './actions/add-meter.ts';
import { changeMeter } from './actions/change-meter.ts';
import { makeConnection } from './factory.ts';
import * as readings from './readings/contract.ts';

const app = await testApp();
const [reader, reviewer] = [await app.staff('reader'), await app.staff('admin')];
const actor = app.system();
const connect = () => transaction(app.db, (tx) => makeConnection(tx, actor, { connectedOn: '2026-06-30' }));
type Made = Awaited<ReturnType<typeof connect>>;
const take = ({ meterId }: Pick<Made, 'meterId'>, month: string, registerLitres: number) =>
  app.call(readings.captureReading, {
    as: reader,
    body: { meterId, period: `2026-${month}-01`, readOn: `2026-${month}-28`, registerLitres },
  });
const stateOf = (id: string) =>
  one<{ meteredOn: string | null; lastRead: string | null }>(
    app.db,
    sql`select metered_on as "meteredOn", last_read as "lastRead" from meters.connections where id = ${id}`,
  );
const wrong = () =>
  all(
    app.db,
    sql`select c.id from meters.connections c
      where metered_on is distinct from (select installed_on from meters.assignments a where a.connection_id = c.id and a.removed_on is null)
        or last_read is distinct from (select max(period) from meters.readings r where r.connection_id = c.id and r.living)`,
  );

test('a reading, an earlier one after it, one taken out, one asked for again and a corrected one', async () => {
  const made = await connect();
  expect(await stateOf(made.id)).toEqual({ meteredOn: '2026-06-30', lastRead: null });
  await take(made, '08', 10_000);
  const last = await take(made, '10', 30_000);
  expect((await stateOf(made.id)).lastRead).toBe('2026-10-01');
  await app.call(readings.editReading, {
    as: reviewer,
    body: {
      id: last.id,
      version: last.version,
      readOn: '2026-10-28',
      registerLitres: 29_000,
      reason: 'misread',
    },
  });
  expect((await stateOf(made.id)).lastRead).toBe('2026-10-01');
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from meters.readings where connection_id = ${made.id} and period = '2026-10-01' and living`,
  );
  await app.call(readings.voidReading, { as: reviewer, params: { id }, body: { reason: 'wrong house' } });
  expect((await stateOf(made.id)).lastRead).toBe('2026-08-01');
  const again = await take(made, '09', 20_000);
  await app.call(readings.reviewReading, {
    as: reviewer,
    body: { id: again.id, version: again.version, action: 'reread', reason: 'look again' },
  });
  expect((await stateOf(made.id)).lastRead).toBe('2026-08-01');
  expect(await wrong()).toEqual([]);
});

test('a changed meter, and one that is taken away', async () => {
  const made = await connect();
  await take(made, '09', 10_000);
  await transaction(app.db, async (tx) => {
    const fields = { make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
    const { id: newMeterId } = await addMeter(tx, actor, { number: `N${made.meterNumber}`, ...fields });
    const swap = { connectionId: made.id, changedOn: '2026-10-10', finalLitres: 12_000, newMeterId };
    await changeMeter(tx, actor, { ...swap, openingLitres: 0, reason: 'stopped' });
  });
  expect(await stateOf(made.id)).toEqual({ meteredOn: '2026-10-10', lastRead: '2026-09-01' });
  await execute(
    app.owner.db,
    sql`update meters.assignments set removed_on = '2026-11-01', final_litres = 5000
      where connection_id = ${made.id} and removed_on is null`,
  );
  expect(await stateOf(made.id)).toEqual({ meteredOn: null, lastRead: '2026-09-01' });
  expect(await wrong()).toEqual([]);
});

test('two transactions that write readings of one connection do not hide each other’s', async () => {
  const made = await connect();
  const insert = (period: string) =>
    sql`insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, source, state)
      values (${made.id}, ${made.meterId}, ${period}::date, ${period}::date, 1000, 'MANUAL', 'VALID')`;
  await execute(app.db, insert('2026-08-01'));
  // Neither takes the connection's lock itself. The earlier month waits for the later one, and leaves it.
  await duringChange(
    app,
    (tx) => execute(tx, insert('2026-10-01')),
    () => execute(app.db, insert('2026-09-01')),
  );
  expect((await stateOf(made.id)).lastRead).toBe('2026-10-01');
  // The last one is taken out, and one before it comes in meanwhile.
  await execute(
    app.db,
    sql`update meters.readings set state = 'VOID' where connection_id = ${made.id} and period = '2026-09-01'`,
  );
  await duringChange(
    app,
    (tx) =>
      execute(
        tx,
        sql`update meters.readings set state = 'VOID' where connection_id = ${made.id} and period = '2026-10-01'`,
      ),
    () => execute(app.db, insert('2026-09-01')),
  );
  expect((await stateOf(made.id)).lastRead).toBe('2026-09-01');
  expect(await wrong()).toEqual([]);
});

test('who takes a reading out waits for the connection before the reading is locked', async () => {
  type Call = (reading: { id: string; version: number }) => Promise<unknown>;
  const reread: Call = ({ id, version }) =>
    app.call(readings.reviewReading, {
      as: reviewer,
      body: { id, version, action: 'reread', reason: 'look again' },
    });
  const takeOut: Call = ({ id }) =>
    app.call(readings.voidReading, { as: reviewer, params: { id }, body: { reason: 'wrong house' } });
  for (const call of [reread, takeOut]) {
    const made = await connect();
    const reading = await take(made, '10', 30_000);
    const { answer } = await transaction(app.db, async (tx) => {
      await execute(tx, sql`select from meters.connections where id = ${made.id} for update`);
      const started = call(reading);
      await expect.poll(waitingCalls).toBeGreaterThan(0);
      // Fails at once if somebody has the reading.
      await execute(
        app.owner.db,
        sql`select from meters.readings where id = ${reading.id} for update nowait`,
      );
      return { answer: started };
    });
    await answer;
    expect((await stateOf(made.id)).lastRead).toBeNull();
  }
});

async function waitingCalls(): Promise<number> {
  const { waits } = await one<{ waits: number }>(
    app.owner.db,
    sql`select count(*)::int as waits from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`,
  );
  return waits;
}

test('the program cannot say it by itself', async () => {
  for (const column of ['metered_on', 'last_read'])
    await expect(execute(app.db, sql.raw(`update meters.connections set ${column} = null`))).rejects.toThrow(
      'permission denied',
    );
});

test('nor in the row of a new connection, which begins active and without an end', async () => {
  const { id } = await connect();
  const begin = (column: string) =>
    execute(
      app.db,
      sql`insert into meters.connections (number, consumer_id, road_id, plot_number, category, pipe_size_mm, connected_on, ${sql.ref(column)})
        select 'new', consumer_id, road_id, '1', category, 20, connected_on, ${sql.ref(column)} from meters.connections where id = ${id}`,
    );
  for (const column of [...['metered_on', 'last_read', 'status', 'disconnected_on', 'version', 'created_at']])
    await expect(begin(column), column).rejects.toThrow('permission denied');
  await begin('route_order');
  const { status } = await one<{ status: string }>(
    app.db,
    sql`select status from meters.connections where number = 'new'`,
  );
  expect(status).toBe('active');
});
