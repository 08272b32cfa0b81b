/**
 * A database that does not answer, is busy, or gets too many queries: every call ends, in words, and all works again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { codeOf, type SmallServer, smallServer } from '#test/small-server.ts';
import { type Wire, wireTo } from '#test/wire.ts';
import { all, execute, one, sql, transaction } from '../database/db.ts';
import { REQUEST_LIMITS } from '../time-limits.ts';

const { appUrl, db } = await testDatabase();
const LIST = '/api/main/numbers/download?format=csv';
const SLEEP = '/api/main/sleep?seconds=';

const told = async (call: Promise<Response>) => {
  const answer = await call;
  return [answer.status, answer.headers.get('retry-after'), await codeOf(answer)];
};
const BUSY = [503, '5', 'common.unavailable'];

describe('PostgreSQL does not answer', () => {
  let wire: Wire;
  let server: SmallServer;
  beforeAll(async () => {
    const { username, password, hostname, pathname } = new URL(appUrl);
    wire = await wireTo({ path: `${decodeURIComponent(hostname)}/.s.PGSQL.5432` });
    const url = `postgresql://${username}:${password}@127.0.0.1:${wire.port}${pathname}`;
    server = await smallServer({ url, database: REQUEST_LIMITS, exports: { connections: 1 } });
  });
  afterAll(() => wire.close());
  const ready = async () => (await server.get('/health/ready')).status;

  test('calls under way are answered with 503, new ones at once; all works again when it goes on', async () => {
    expect((await server.get(`${SLEEP}0`)).status).toBe(200);
    expect((await server.change()).status).toBe(200);
    expect((await server.get(LIST)).status).toBe(200);
    expect(await ready()).toBe(200);
    const running = [server.get(`${SLEEP}3600`), server.change(3600), server.get(`${LIST}&rows=20000000`)];
    const making = () =>
      all(
        db,
        sql`select from pg_stat_activity where datname = current_database() and state <> 'idle'
          and (application_name = 'jolkol-exports' or query like '%pg_sleep%') and pid <> pg_backend_pid()`,
      );
    await expect.poll(making).toHaveLength(3);
    // No export connection is free for this one.
    const waiting = server.get(LIST);
    await wait(300);
    wire.hold();
    const since = performance.now();
    // More than the connections that are open.
    const fresh = Array.from({ length: 8 }, () => server.get(`${SLEEP}0`));
    for (const call of [...running, waiting, ...fresh]) expect(await told(call)).toEqual(BUSY);
    // Five seconds on a machine that does nothing else.
    expect(performance.now() - since).toBeLessThan(15_000);
    const tried = vi.spyOn(server.database.pool, 'connect');
    expect(await told(server.change())).toEqual(BUSY);
    expect(tried).not.toHaveBeenCalled();
    tried.mockRestore();
    expect(await ready()).toBe(503);
    expect((await server.get('/health/live')).status).toBe(200);
    wire.goOn();
    await expect.poll(ready).toBe(200);
    expect((await server.get(`${SLEEP}0`)).status).toBe(200);
    expect((await server.change()).status).toBe(200);
    expect((await server.get(LIST)).status).toBe(200);
  });

  test('a call that takes long is no standstill', async () => {
    expect((await server.get(`${SLEEP}6`)).status).toBe(200);
  });
});

describe('limits of a call', () => {
  let server: SmallServer;
  beforeAll(async () => {
    server = await smallServer({
      url: appUrl,
      database: { max: 2, connect_ms: 700, settings: { statement_timeout: '1s', lock_timeout: '400ms' } },
    });
  });

  test('a reading that takes too long is stopped with its own error; a change may take longer', async () => {
    expect(await told(server.get(`${SLEEP}30`))).toEqual([503, '5', 'common.took_too_long']);
    expect((await server.change(1.5)).status).toBe(200);
  });

  test('a change that waits for somebody else gives up, and leaves nothing', async () => {
    const rows = () =>
      one<{ n: number }>(
        db,
        sql`select count(*)::int as n from platform.audit where action = 'meter.change' and actor_id = ${person}`,
      );
    const person = crypto.randomUUID();
    await transaction(db, async (tx) => {
      await execute(tx, sql`select pg_advisory_xact_lock(1)`);
      expect(await told(server.change(0, person))).toEqual([503, '5', 'common.locked']);
    });
    expect(await rows()).toEqual({ n: 0 });
    expect((await server.change(0, person)).status).toBe(200);
    expect(await rows()).toEqual({ n: 1 });
  });

  test('all connections busy: others are refused after a moment, readiness does not wait for them', async () => {
    const long = [server.change(4), server.change(4)];
    await wait(300);
    expect(await told(server.get(`${SLEEP}0`))).toEqual(BUSY);
    expect((await server.get('/health/ready')).status).toBe(200);
    for (const call of long) expect((await call).status).toBe(200);
  });
});
