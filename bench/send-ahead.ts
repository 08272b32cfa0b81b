/**
 * What sending statements ahead is worth (platform/database/send-ahead.ts): one state-changing call's transaction (begin, a write
 * whose answer is needed, an audit row, commit) over the program's pool and over the plain one, interleaved, by eight
 * callers at once.
 * Result: transactions a second of both; ratio = ours against the plain pool, above 1 is faster.
 */
import { Kysely, PostgresDialect } from 'kysely';
import { systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, sql, transaction } from '#platform/database/db.ts';
import { benchServer, seconds } from './bench-database.ts';

const ROUNDS = 10;
const CALLERS = 8;
const EACH = 150;

async function write(db: Db, number: number): Promise<void> {
  await transaction(db, async (tx) => {
    await execute(tx, sql`insert into settings.sectors (number, name) values (${`b-${number}`}, 'Bench')`);
    const actor = systemActor(new Date(), '2026-11-15');
    await audit(tx, actor, { action: 'sector.add', object: 'sector', objectId: String(number) });
  });
}

export async function run(): Promise<Record<string, unknown>> {
  const server = await benchServer(async () => undefined);
  const { app, drop } = await server.clone('ahead');
  const plain: Db = new Kysely({ dialect: new PostgresDialect({ pool: app.pool }) });
  let number = 0;
  const load = (db: Db) =>
    seconds(async () => {
      const caller = async () => {
        for (let at = 0; at < EACH; at += 1) {
          number += 1;
          await write(db, number);
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
    });
  const spent = { ours: 0, plain: 0 };
  try {
    await Promise.all([load(app.db), load(plain)]);
    for (let round = 0; round < ROUNDS; round += 1) {
      spent.ours += await load(app.db);
      spent.plain += await load(plain);
    }
  } finally {
    await drop();
    await server.stop();
  }
  const all = ROUNDS * CALLERS * EACH;
  return {
    ours_per_s: Math.round(all / spent.ours),
    plain_per_s: Math.round(all / spent.plain),
    ratio: Number((spent.plain / spent.ours).toFixed(2)),
  };
}
