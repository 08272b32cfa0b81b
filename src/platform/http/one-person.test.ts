/** One person who asks for much at a time waits for their own calls; others do not notice. And what /health/ready notices. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { until } from '#test/process.ts';
import { codeOf, rawGet, type SmallServer, smallServer } from '#test/small-server.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { all, execute, sql, transaction } from '../database/db.ts';
import { PERSON_AT_ONCE } from '../limits.ts';

const { appUrl, db } = await testDatabase();
const SLEEP = '/api/main/sleep?seconds=';
const folder = temporaryFolder();
const logged: { level: number; msg: string; err?: unknown; code?: string }[] = [];
let server: SmallServer;
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  server = await smallServer({ url: appUrl, database: { max: 8 }, log });
});

/** Calls that are in the database now. */
const inside = (what: string) =>
  all(
    db,
    sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'small'
      and state <> 'idle' and query like ${`%${what}%`}`,
  );

test.each([
  ['readings', PERSON_AT_ONCE.read, (person: string) => server.get(`${SLEEP}1`, person)],
  ['changes', PERSON_AT_ONCE.change, (person: string) => server.change(1, person)],
] as const)(
  'twelve %s of one person: three run, and another person has the answer at once',
  async (_what, { running }, ask) => {
    const person = crypto.randomUUID();
    let answered = 0;
    const twelve = Array.from({ length: 12 }, async () => {
      const { status } = await ask(person);
      answered += 1;
      return status;
    });
    await until(async () => (await inside('pg_sleep')).length === running);
    expect((await server.get(`${SLEEP}0`)).status).toBe(200);
    expect((await server.change(0)).status).toBe(200);
    expect(answered).toBeLessThan(12);
    expect(await Promise.all(twelve)).toEqual(Array.from({ length: 12 }, () => 200));
  },
);

test('more than may wait are told when to come again, at once', async () => {
  const { running, waiting, ask_again_s } = PERSON_AT_ONCE.change;
  const person = crypto.randomUUID();
  await transaction(db, async (tx) => {
    // None of them ends meanwhile.
    await execute(tx, sql`select pg_advisory_xact_lock(1)`);
    // Those that got a turn, and those that wait for one, hang up; of the next ones again one is too many. The refusal is read
    // before the time to hang up is over.
    let patience_ms = 750;
    const ask = async () => {
      try {
        const answer = await server.change(0, person, AbortSignal.timeout(patience_ms));
        if (answer.status !== 429) return undefined;
        return [answer.headers.get('retry-after'), await codeOf(answer)];
      } catch {
        return undefined;
      }
    };
    const refused = await until(async () => {
      // On a busy machine the refusal comes later.
      patience_ms *= 2;
      const answers = await Promise.all(Array.from({ length: running + waiting + 1 }, ask));
      return answers.find((answer) => answer !== undefined);
    }, 150_000);
    expect(refused).toEqual([String(ask_again_s), 'common.too_many_requests']);
  });
  // All places are free again.
  await until(async () => (await server.change(0, person)).status === 200);
});

test('a call that hangs up is no error of the program, and what waits for its turn is not done', async () => {
  logged.length = 0;
  const person = crypto.randomUUID();
  const sockets = Array.from({ length: 12 }, () => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(rawGet(`${SLEEP}0.5`, person)));
    return socket;
  });
  await until(async () => (await inside('pg_sleep')).length === PERSON_AT_ONCE.read.running);
  for (const socket of sockets) socket.destroy();
  await until(() => logged.length > 0);
  await until(async () => (await inside('pg_sleep')).length === 0);
  expect(logged.filter(({ level, err }) => level >= 40 || err !== undefined)).toEqual([]);
  expect(logged.map(({ msg }) => msg)).toContain('request broken off');
});

describe('/health/ready', () => {
  test('says 503 while no thread takes a job, and 200 again afterwards', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // To open a pipe that nobody writes to keeps a thread until somebody does.
    const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
    const readers = Array.from({ length: threads }, () => open(pipe, 'r'));
    const asked = server.get('/health/ready').then(async (answer) => [answer.status, await answer.json()]);
    // Also if that fails: the next file has the same threads.
    await asked.catch(() => undefined);
    const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    for (const reader of readers) await (await reader).close();
    closeSync(writer);
    expect(await asked).toMatchObject([
      503,
      { status: 'unavailable', checks: { database: true, threads: false } },
    ]);
    const again = await server.get('/health/ready');
    expect([again.status, await again.json()]).toMatchObject([200, { checks: { threads: true } }]);
  });
});
