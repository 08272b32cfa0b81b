/** `npm run dev` as a person uses it: which saved file starts the server again, and that all of it ends. */
import { chmodSync, copyFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { makeFastFolder } from '#test/fast-folder.ts';
import { processesOf, ROOT, startProcess, until } from '#test/process.ts';
import { restartsServer } from './dev.ts';

const folder = makeFastFolder('jolkol-dev-');
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));

test.each([
  ['src/web/layout/header/header.tsx', false],
  ['src/web/calls/call.ts', false],
  ['src/domains/billing/web/bn.ts', false],
  ['src/domains/billing/web/bills.module.css', false],
  ['src/browser.tsx', false],
  ['src/browser-staff.ts', false],
  ['src/browser-words.ts', false],
  ['src/browser-commands.ts', false],
  ['src/domains/billing/bills.test.ts', false],
  ['src/domains/billing/README.md', false],
  ['src/services.ts', true],
  ['src/setup.ts', true],
  ['src/shared/money.ts', true],
  ['src/platform/pdf/worker.ts', true],
  ['src/platform/pdf/paper.typ', true],
  ['src/domains/billing/contract.ts', true],
  ['migrations/0001_platform.sql', true],
])('%s: the server starts again: %s', (file, expected) => {
  expect(restartsServer(file)).toBe(expected);
});

/** As an editor that saves; the content stays. */
const touch = (file: string) => utimesSync(join(ROOT, file), new Date(), new Date());

/** As an editor that writes another file and renames it; the content stays. */
function saveByRename(file: string): void {
  const draft = join(ROOT, `${file}.saved`);
  copyFileSync(join(ROOT, file), draft);
  renameSync(draft, join(ROOT, file));
}

async function freePort(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}

test('a saved screen leaves the server alone; a server file and a migration start it again; SIGTERM ends all', async () => {
  const PORT = await freePort();
  const env = { DATA_DIR: folder, PORT, DATABASE_URL: '', PUBLIC_URL: '', HOST: '', LOG_LEVEL: 'error' };
  const dev = startProcess('node', ['tools/run.mjs', 'tools/dev.ts'], { env });
  const pids = () => [...dev.output().matchAll(/server started \(process (\d+)\)/g)].map(([, pid]) => pid);
  const ready = (times: number) => until(() => dev.output().split('ready after').length > times, 240_000);
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${PORT}${path}`)).status;
  await ready(1);
  expect(await get('/config.json')).toBe(200);
  expect(await get('/')).toBe(404);
  expect(dev.output()).not.toContain('Building');

  touch('src/web/layout/header/header.tsx');
  touch('src/domains/billing/web/bn.ts');
  await sleep(1000);
  expect(pids()).toHaveLength(1);

  touch('src/services.ts');
  await ready(2);
  touch('migrations/0001_platform.sql');
  await ready(3);
  for (const times of [4, 5]) {
    saveByRename('src/setup.ts');
    await ready(times);
  }
  expect(new Set(pids()).size).toBe(5);
  expect(await get('/config.json')).toBe(200);

  dev.child.kill('SIGTERM');
  expect(await dev.ended).toBe(0);
  expect(processesOf(folder)).toEqual([]);
}, 900_000);
