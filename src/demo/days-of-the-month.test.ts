/** The demo town tells its stories on each day of a month: on the first nothing of it is read, on the last nearly everything is. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { localStore } from '#platform/files/local-store.ts';
import { makeSecrets } from '#platform/secrets/secrets.ts';
import { testDatabase } from '#test/database.ts';
import { loadDemoTown } from './load-demo-town.ts';

const folder = await mkdtemp(join(tmpdir(), 'jolkol-demo-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const files = {
  store: localStore({ folder: join(folder, 'files'), secret: Buffer.alloc(32, 7), linkBase: '/files' }),
  temporaryFolder: join(folder, 'tmp'),
};

test.each(['2026-11-01', '2026-11-30'])(
  'owners change, bills are lowered and rebates are given and taken back on %s',
  { timeout: 180_000 },
  async (day) => {
    const { db } = await testDatabase();
    // The program that runs beside the demo has done its day before there were bills.
    await execute(
      db,
      sql`insert into billing.rebate_days (day, rebates, amount_minor, done_at) values (${day}, 0, 0, now())`,
    );
    await loadDemoTown({
      ...{ db, files, secrets: makeSecrets(), log: pino({ level: 'silent' }), connections: 90, months: 4 },
      clock: { timeZone: 'Asia/Dhaka', now: () => new Date(`${day}T06:00:00Z`) },
    });
    const states = await all<{ state: string }>(db, sql`select state from ownership.requests order by state`);
    expect(states.map(({ state }) => state)).toEqual([
      ...['COMPLETED', 'CONSENTED', 'READY_TO_APPROVE', 'READY_TO_PAY', 'REQUESTED'],
    ]);
    const told = await all<{ kind: string; state: string }>(
      db,
      sql`select 'leak' as kind, state || ' ' || channel as state from billing.leaks
      union select 'house', state from billing.empty_houses
      union select 'bill', case when jsonb_array_length(categories) = 2 then 'categories' else 'empty' end from billing.invoices
        where jsonb_array_length(categories) = 2 or empty_days is not null
      order by 1, 2`,
    );
    expect(told.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      ...['bill categories', 'bill empty'],
      ...['house APPROVED', 'house ENDED', 'house ENDED_BY_USE', 'house WAITING'],
      ...[
        'leak CREDITED COUNTER',
        'leak OPEN COUNTER',
        'leak OPEN PORTAL',
        'leak REFUSED COUNTER',
        'leak WAITING COUNTER',
      ],
    ]);
    // One bill of theirs would refuse the story, and the bills are chosen by chance.
    const judges = await all(
      db,
      sql`select from billing.disputes d where d.decided_by in
        (select unnest(array[r.taken_by, r.first_approved_by, r.reviewed_by]) from meters.readings r)`,
    );
    expect(judges).toHaveLength(0);
    const decided = await all(db, sql`select from billing.disputes where decided_by is not null`);
    expect(decided).toHaveLength(2);
    const rebates = await all<{ isGiven: boolean }>(
      db,
      sql`select distinct taken_back_on is null as "isGiven" from billing.rebates order by 1`,
    );
    expect(rebates).toEqual([{ isGiven: false }, { isGiven: true }]);
  },
);
