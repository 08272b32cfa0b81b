import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { all, sql, transaction } from './database/db.ts';
import { addJob, type Jobs, LONG_JOBS, startJobs } from './jobs.ts';

const { db, ownerUrl } = await testDatabase();
const log = pino({ enabled: false });

async function running(jobs: Jobs) {
  const worker = await startJobs({ owner: { connectionString: ownerUrl }, jobs, log });
  onTestFinished(() => worker.stop());
}

test("a job exists exactly when its transaction was committed, though the program's role owns no job table", async () => {
  const seen: unknown[] = [];
  await running({ 'test.note': async (payload) => void seen.push(payload) });
  await expect(
    transaction(db, async (tx) => {
      await addJob(tx, 'test.note', { from: 'rolled back' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await transaction(db, (tx) => addJob(tx, 'test.note', { from: 'committed' }));
  await expect.poll(() => seen).toEqual([{ from: 'committed' }]);
  await expect(all(db, sql`select * from graphile_worker.jobs`)).rejects.toThrow(/permission denied/);
});

test('a job that fails is tried again and told which try it is', async () => {
  const attempts: number[] = [];
  await running({
    'test.fail-once': async (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Error('not yet');
    },
  });
  await addJob(db, 'test.fail-once');
  await expect.poll(() => attempts).toEqual([1, 2]);
});

test('jobs that work for minutes have places of their own: others never wait for them, and one kind not for the other', async () => {
  let [atOnce, most] = [0, 0];
  const seen: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await released;
    atOnce -= 1;
  };
  const worker = await startJobs({
    ...{ owner: { connectionString: ownerUrl }, log, concurrency: 1 },
    jobs: {
      'test:slow': slow,
      'test:slower': async () => void seen.push('town'),
      'test:code': async () => void seen.push('code'),
    },
    long: { 'test:slow': 'paper', 'test:slower': 'town' },
  });
  onTestFinished(async () => {
    release();
    await worker.stop();
  });
  for (let n = 0; n < 6; n += 1) await addJob(db, 'test:slow');
  await expect.poll(() => atOnce).toBe(LONG_JOBS.paper);
  await addJob(db, 'test:slower');
  await addJob(db, 'test:code');
  await expect.poll(() => seen.toSorted()).toEqual(['code', 'town']);
  expect(most).toBe(LONG_JOBS.paper);
});

test('one waiting job per key, with the newest payload; jobs of one queue run one by one', async () => {
  const later = new Date(Date.now() + 300);
  await addJob(db, 'test.keyed', { n: 1 }, { key: 'k', runAt: later });
  await addJob(db, 'test.keyed', { n: 2 }, { key: 'k', runAt: later });
  const seen: unknown[] = [];
  let atOnce = 0;
  let most = 0;
  await running({
    'test.keyed': async (payload) => void seen.push(payload),
    'test.queued': async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 20));
      atOnce -= 1;
      seen.push('queued');
    },
  });
  for (let n = 0; n < 3; n += 1) await addJob(db, 'test.queued', {}, { queue: 'q' });
  await expect.poll(() => seen.length).toBe(4);
  expect(seen).toContainEqual({ n: 2 });
  expect(most).toBe(1);
});
