import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { CALCULATE_JOB, POST_JOB } from '#domains/billing/bill-run/run-jobs.ts';
import { makeSector } from '#domains/settings/factory.ts';
import { getSending } from '#domains/settings/senders/queries.ts';
import { systemActor } from '#platform/actor.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { localStore } from '#platform/files/local-store.ts';
import { makeSecrets } from '#platform/secrets/secrets.ts';
import { testDatabase } from '#test/database.ts';
import { programSms, simulatesSms } from './demo-sms.ts';
import { noteTown } from './load-demo-town.ts';
import { DEMO_JOB, demoJobs, demoProgress, ensureDemoTown, leaveRunsToTown } from './start-demo-town.ts';

const clock = { timeZone: 'Asia/Dhaka', now: () => new Date('2026-11-15T04:00:00Z') };
const folder = join(tmpdir(), 'jolkol-demo-unused');
const files = {
  store: localStore({ folder, secret: Buffer.alloc(32, 7), linkBase: '/files' }),
  temporaryFolder: folder,
};

async function start() {
  const { db, appUrl, ownerUrl } = await testDatabase();
  return {
    db,
    appUrl,
    ownerUrl,
    files,
    secrets: makeSecrets(),
    clock,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://town.test',
  };
}

test('a database that holds other data is refused with a sentence', async () => {
  const other = await start();
  await transaction(other.db, (tx) => makeSector(tx, systemActor(clock.now(), '2026-11-15')));
  await expect(ensureDemoTown(other)).rejects.toThrow(
    /holds other data: start the demo town on an empty one/,
  );
  expect(await demoProgress(other.db)).toBeNull();
});

test('a town that was not finished is refused, a finished one is left as it is', async () => {
  const town = await start();
  await noteTown(town, 'demo-town.begin');
  expect(await demoProgress(town.db)).toBe('making');
  await expect(ensureDemoTown(town)).rejects.toThrow(/was not finished/);
  await noteTown(town, 'demo-town.ready');
  await ensureDemoTown(town);
  expect(await demoProgress(town.db)).toBe('ready');
});

test('a town that was ordered and not finished is told as failed, and not tried again over what is left', async () => {
  const town = await start();
  await noteTown(town, 'demo-town.begin');
  const log = pino({ level: 'silent' });
  await demoJobs(town)[DEMO_JOB]?.({}, { attempt: 2, log } as never);
  expect(await demoProgress(town.db)).toBe('failed');
  const written = await all(
    town.db,
    sql`select action, actor_name as by, object, object_id as id from platform.audit order by action`,
  );
  const of = { by: 'system', object: 'demo-town', id: 'town' };
  expect(written).toEqual([
    { action: 'demo-town.begin', ...of },
    { action: 'demo-town.failed', ...of },
  ]);
});

test('while the town is being made the program works none of its bill runs, and all other jobs', async () => {
  const town = await start();
  const worked: string[] = [];
  const names = [CALCULATE_JOB, POST_JOB, 'billing:tell-advance'];
  const jobs = leaveRunsToTown(
    town.db,
    Object.fromEntries(names.map((name) => [name, async () => void worked.push(name)])),
  );
  const workAll = async () => {
    worked.length = 0;
    for (const name of names) await jobs[name]?.({}, {} as never);
    return [...worked];
  };
  expect(await workAll()).toEqual(names);
  await noteTown(town, 'demo-town.begin');
  expect(await workAll()).toEqual(['billing:tell-advance']);
  await noteTown(town, 'demo-town.ready');
  expect(await workAll()).toEqual(names);
});

test('a town that was ordered at the set-up screen has the simulator, without --demo; no other database has it', async () => {
  const town = await start();
  const simulates = simulatesSms(false);
  const gateway = programSms(undefined, simulates, town.db);
  const send = () =>
    gateway({
      id: crypto.randomUUID(),
      channel: 'sms',
      recipient: '+8801711000001',
      language: 'en',
      subject: null,
      text: 'Code 123456',
      secret: true,
    });
  const shown = async () => {
    const sending = { privateHosts: [], programHosts: { email: null, sms: null }, simulatesSms: simulates };
    const { by, simulated } = await getSending(town.db, sending, 'sms');
    return [by, simulated.map(({ text }) => text)];
  };
  await expect(send()).rejects.toThrow(/gateway/i);
  expect(await shown()).toEqual(['nobody', []]);
  await noteTown(town, 'demo-town.begin');
  await noteTown(town, 'demo-town.ready');
  await send();
  expect(await shown()).toEqual(['simulator', ['Code 123456']]);
  // Mail is not simulated.
  const sending = { privateHosts: [], programHosts: { email: null, sms: null }, simulatesSms: simulates };
  expect((await getSending(town.db, sending, 'email')).by).toBe('nobody');
  const other = await start();
  expect([await simulates(other.db), await simulatesSms(true)(other.db)]).toEqual([false, true]);
});
