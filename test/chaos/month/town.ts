/** The small town that months are walked through, and the way back to its first day after each walk. */

import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { makeRoad, makeSector } from '#domains/settings/factory.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import {
  all,
  type Database,
  type Db,
  execute,
  openDatabase,
  sql,
  type Tx,
  transaction,
} from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { onDatabase, testDatabase, testServer } from '#test/database.ts';
import { type DoomedWorker, doomedWorker } from './doomed-worker.ts';

export const FIRST_DAY = '2026-09-24';
const PEOPLE = ['reader', 'planner', 'approver', 'third'] as const;
export type Who = (typeof PEOPLE)[number];

export type Town = {
  db: Db;
  root: Database;
  worker: DoomedWorker;
  sectors: string[];
  consumers: string[];
  /** The business day of the walk. */
  day: string;
  /** Meters brought by the walk. */
  meters: number;
  /** Runs whose worker was killed, and nobody has gone on with them. */
  stopped: Set<string>;
  /** Connections that are not any more what their bills were made for. */
  moved: Set<string>;
  restore(): Promise<void>;
};

/** A tenth of what is unpaid after the last day to pay, and a twentieth of it each month. */
const LATE = {
  ...{ onceMode: 'percent', oncePercent: '10', onceBasis: 'unpaid', onceAfterDays: 0 },
  ...{ monthlyMode: 'simple', monthlyPercent: '5', monthlyAfterDays: 3, rounding: 'poisha' },
};

const instant = (day: string) => new Date(`${day}T06:00:00Z`);

export const actor = ({ day }: Pick<Town, 'day'>, who: Who): Actor => ({
  ...systemActor(instant(day), day),
  userId: `00000000-0000-7000-8000-0000000000b${PEOPLE.indexOf(who)}`,
});

/** The program's clock of the walk's day. */
export const clockOf = ({ day }: Pick<Town, 'day'>) => ({ timeZone: 'Asia/Dhaka', now: () => instant(day) });

/** An action by a person, in a transaction of its own. */
export const act = <T>(town: Town, who: Who, work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> =>
  transaction(town.db, (tx) => work(tx, actor(town, who)));

export async function makeTown(): Promise<Town> {
  const { db, ownerUrl, appUrl } = await testDatabase();
  const { superuserUrl } = await testServer();
  const root = openDatabase(onDatabase(superuserUrl, ownerUrl.replace(/^.*\//, '')), {
    max: 2,
    name: 'month',
  });
  await dropFarYears(root);
  await transaction(db, (tx) => ensureBuiltInRoles(tx, allWords));
  const { sectors, consumers } = await settle(db);
  for (const [category, rate] of [
    ['residential', '10.005'],
    ['commercial', '33.3333'],
  ] as const) {
    await approvedTariff(db, {
      ...{
        category,
        effectiveFrom: '2024-01-01',
        fixedAmount: '31.5',
        vatWaterPercent: '15',
        sewerPercent: '50',
      },
      ...{ minimumMode: 'floor', minimumAmount: '55.55', perDwellingMinimum: true },
      blocks: [
        { from: '0', to: '20', rate },
        { from: '20', to: null, rate: '44.445' },
      ],
    });
  }
  await execute(
    root.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
      values ('surcharges', '2024-01-01', ${JSON.stringify(LATE)}::jsonb, 'APPROVED', false, 'x', 'x', now(), now())`,
  );
  const worker = doomedWorker(appUrl, (backend) =>
    root.pool.query('select pg_terminate_backend($1, 5000)', [backend]),
  );
  const back = await wayBack(root);
  const town: Town = {
    ...{
      db,
      root,
      worker,
      sectors,
      consumers,
      day: FIRST_DAY,
      meters: 0,
      stopped: new Set(),
      moved: new Set(),
    },
    restore: async () => {
      await root.pool.query(back);
      Object.assign(town, { day: FIRST_DAY, meters: 0, stopped: new Set(), moved: new Set() });
    },
  };
  return town;
}

/** Seven connections in two sectors; one has a register that begins again at 1,000 m³, one is young. */
async function settle(db: Db): Promise<{ sectors: string[]; consumers: string[] }> {
  const person = actor({ day: FIRST_DAY }, 'planner');
  return transaction(db, async (tx) => {
    const sectors = [(await makeSector(tx, person)).id, (await makeSector(tx, person)).id];
    const consumers = [];
    for (const phone of ['+8801911111111', '+8801922222222']) {
      consumers.push((await createConsumer(tx, person, { name: 'Another owner', phone })).id);
    }
    for (let n = 0; n < 7; n += 1) {
      const road = await makeRoad(tx, person, { sectorId: sectors[n % 2] as string });
      await makeConnection(tx, person, {
        roadId: road.id,
        category: n === 2 || n === 5 ? 'commercial' : 'residential',
        connectedOn: n === 6 ? '2026-09-11' : '2026-08-31',
        registerDigits: n === 3 ? 3 : 5,
        openingLitres: n === 3 ? 960_000 : n * 10_500,
        dwellingUnits: n === 4 ? 3 : 1,
      });
    }
    return { sectors, consumers };
  });
}

/** Partitions of years that no walk comes to: planning with all of them took most of the time of a step. */
async function dropFarYears({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass as name from pg_inherits
      where inhparent in ('meters.readings'::regclass, 'platform.audit'::regclass)
        and inhrelid::regclass::text !~ '(2026|2027|other)'`,
  );
  for (const { name } of rows) await pool.query(`drop table ${name} cascade`);
}

const KEPT = /^platform\.audit/;

/**
 * One text of SQL that brings all tables back. Facts are append-only for everybody but a superuser without triggers, which
 * is what keeps this out of the program.
 */
async function wayBack(root: Database): Promise<string> {
  const tables = await all<{ name: string; columns: string }>(
    root.db,
    sql`select format('%I.%I', n.nspname, c.relname) as name,
        (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  );
  await execute(root.db, sql`create schema month_base`);
  const statements: string[] = ['begin', 'set local session_replication_role = replica'];
  for (const [n, { name, columns }] of tables.filter((table) => !KEPT.test(table.name)).entries()) {
    const { rows } = await root.pool.query(`select from ${name} limit 1`);
    statements.push(`delete from ${name}`);
    if (rows.length === 0) continue;
    await root.pool.query(`create table month_base.t${n} as select ${columns} from ${name}`);
    statements.push(
      `insert into ${name} (${columns}) overriding system value select ${columns} from month_base.t${n}`,
    );
  }
  return [...statements, 'commit'].join(';\n');
}
