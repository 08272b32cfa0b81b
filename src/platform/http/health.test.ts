/** What /health/ready answers about the store of files, with stores that answer, refuse, and do not answer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import type { Pulse } from '../database/pulse.ts';
import { localStore } from '../files/local-store.ts';
import { registerHealth } from './health.ts';

const pulse: Pulse = {
  during: (call) => call(),
  answers: async () => true,
  failedJobs: () => 0,
  stop: async () => undefined,
};
const folder = await mkdtemp(join(tmpdir(), 'jolkol-health-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function ready(files: Parameters<typeof registerHealth>[1]['files'], address = '/health/ready') {
  const app = fastify() as unknown as FastifyInstance;
  registerHealth(app, { pulse, files });
  const from = performance.now();
  const { statusCode, body } = await app.inject(address);
  await app.close();
  const { checks } = JSON.parse(body) as { checks: Record<string, boolean> };
  return { statusCode, files: checks.files, seconds: (performance.now() - from) / 1000 };
}

test('a store that takes files is ready, also before its folder is there', async () => {
  const store = localStore({ folder: join(folder, 'new'), secret: Buffer.alloc(32), linkBase: '/files' });
  expect(await ready(store)).toMatchObject({ statusCode: 200, files: true });
});

test('a store that cannot be reached is reported, with 503; the calls beside it go on', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  const store = localStore({
    ...{ folder: join(folder, 'no-folder'), secret: Buffer.alloc(32), linkBase: '/files' },
  });
  expect(await ready(store)).toMatchObject({ statusCode: 503, files: false });
  const failing = { answers: () => Promise.reject(new Error('refused')) };
  expect(await ready(failing)).toMatchObject({ statusCode: 503, files: false });
  expect(await ready(failing, '/health/ready?of=calls')).toMatchObject({ statusCode: 200, files: undefined });
});

test('one that does not answer counts as away after two seconds, and is asked one time by all who wait', async () => {
  let times = 0;
  const silent = {
    answers: () => {
      times += 1;
      return new Promise<boolean>(() => undefined);
    },
  };
  const answers = await Promise.all([ready(silent), ready(silent), ready(silent)]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ statusCode: 503, files: false });
    expect(answer.seconds).toBeLessThan(4);
  }
  expect(times).toBe(1);
});
