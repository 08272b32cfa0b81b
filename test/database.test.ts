/** How the tests get their database: started on the first question, cloned in a way that the machine can. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { asSuperuser, cloneTemplate, testServer } from './database.ts';
import { sweepFolders } from './fast-folder.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { setup } from './vitest-database.ts';

async function run(start: Parameters<typeof setup>[1]) {
  let path = '';
  const provide = (_key: string, given: string) => {
    path = given;
  };
  const stop = await setup({ provide }, start);
  return { ask: async () => JSON.parse(await text(connect(path))), stop };
}

test('nobody asks: no server; two ask: one server, and it is stopped at the end', async () => {
  const seen: string[] = [];
  const url = 'postgresql:///x';
  const start = async () => {
    seen.push('start');
    return { superuserUrl: url, ownerUrl: url, appUrl: url, stop: async () => void seen.push('stop') };
  };
  await (await run(start)).stop();
  expect(seen).toEqual([]);
  const { ask, stop } = await run(start);
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first.server.ownerUrl).toBe(url);
  expect(second).toEqual(first);
  await stop();
  expect(seen).toEqual(['start', 'stop']);
});

test('why it does not start is told to every caller', async () => {
  const { ask, stop } = await run(async () => {
    throw new Error('no room');
  });
  expect((await ask()).problem).toContain('no room');
  await stop();
});

test('a way to copy that PostgreSQL refuses is followed by the next one', async () => {
  const server = await testServer();
  const name = `test_clone_${process.pid}`;
  await expect(cloneTemplate(server, name, ['nonsense'])).rejects.toThrow(/file_copy_method/);
  await cloneTemplate(server, name, ['nonsense', 'copy']);
  await asSuperuser(server, `drop database ${name}`);
});

test('what a killed process left in memory is deleted by the next one; what belongs to a living one stays', () => {
  const above = temporaryFolder();
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const living = `jolkol-e2e-${process.pid}-abc123`;
  for (const name of [`jolkol-test-${gone}-abc123`, living, 'somebody-else']) mkdirSync(join(above, name));
  sweepFolders(above);
  expect(readdirSync(above).toSorted()).toEqual([living, 'somebody-else']);
});
