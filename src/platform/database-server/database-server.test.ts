import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeFastFolder } from '#test/fast-folder.ts';
import { processesOf, ROOT, startProcess, until } from '#test/process.ts';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';
import { canEnter, databaseOwner, NOBODY } from './process-owner.ts';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const messages: string[] = [];
const note = (text: string) => void messages.push(text);

function newFolder(): string {
  const folder = makeFastFolder('jolkol-server-');
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

async function start(dataFolder: string): Promise<DatabaseServer> {
  const settings = { fsync: 'off', shared_buffers: '16MB' };
  const server = await startDatabaseServer({
    dataFolder,
    settings,
    log: { info: note, warn: note, error: note },
  });
  onTestFinished(server.stop);
  return server;
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows[0] ?? [];
  } finally {
    await client.end();
  }
}

const startProgram = (dataFolder: string, uid?: number) =>
  startProcess(
    process.execPath,
    ['test/database-server-program.ts', dataFolder],
    uid === undefined ? {} : { uid },
  );

function postmasterPid(dataFolder: string): number {
  return Number(readFileSync(join(dataFolder, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

afterAll(() => {
  const left = folders.flatMap(processesOf);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  expect(left).toEqual([]);
});

test('a new data folder: Bengali is searched, the program owns nothing, others read nothing; a restart keeps rows', async () => {
  const dataFolder = join(newFolder(), 'data');
  const server = await start(dataFolder);
  expect(
    await ask(
      server.appUrl,
      `select current_user, rolsuper, rolcreaterole, 'ঢাকা' ~ '[[:alpha:]]',
      (select count(*)::int from pg_collation where collname = 'bn-x-icu'),
      current_setting('data_checksums'), current_setting('listen_addresses')
    from pg_roles where rolname = current_user`,
    ),
  ).toEqual(['jolkol_app', false, false, true, 1, 'on', '']);
  await expect(ask(server.appUrl, 'create table public.mine ()')).rejects.toThrow('permission denied');
  await ask(server.ownerUrl, 'create table kept as select 42 as answer');
  expect(statSync(join(dataFolder, 'database.json')).mode & 0o777).toBe(0o600);
  expect(statSync(dataFolder).mode & 0o066).toBe(0);
  expect(statSync(join(dataFolder, 'database')).mode & 0o777).toBe(0o700);
  await server.stop();
  const again = await start(dataFolder);
  expect(await ask(again.ownerUrl, 'select answer from kept')).toEqual([42]);
});

test('a second program on the same data folder is refused and told who has it', async () => {
  const dataFolder = newFolder();
  await start(dataFolder);
  const second = startProgram(dataFolder);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `Jolkol already runs on the data folder ${dataFolder} (process ${process.pid})`,
  );
});

test('kill -9 of the program: its PostgreSQL stops by itself', async () => {
  const dataFolder = newFolder();
  const program = startProgram(dataFolder);
  const [, url = ''] = await program.waitFor(/ready (\S+)/);
  await ask(url, 'create table kept as select 42 as answer');
  program.child.kill('SIGKILL');
  await until(() => processesOf(dataFolder).length === 0);
  const again = await start(dataFolder);
  expect(await ask(again.ownerUrl, 'select answer from kept')).toEqual([42]);
});

test('kill -9 of the program and its watchdog: the next start ends the orphan', async () => {
  const dataFolder = newFolder();
  const program = startProgram(dataFolder);
  await program.waitFor(/ready/);
  const orphan = postmasterPid(dataFolder);
  for (const pid of processesOf(dataFolder)) {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/bin/sh')) process.kill(pid, 'SIGKILL');
  }
  program.child.kill('SIGKILL');
  await program.ended;
  expect(existsSync(`/proc/${orphan}`)).toBe(true);
  const server = await start(dataFolder);
  expect(messages.at(-1)).toBe(`stopped PostgreSQL that an earlier run had left behind (process ${orphan})`);
  expect(await ask(server.ownerUrl, 'select 1')).toEqual([1]);
});

test('kill -9 of PostgreSQL: it recovers and goes on', async () => {
  const dataFolder = newFolder();
  const server = await start(dataFolder);
  await ask(server.ownerUrl, 'create table kept as select 42 as answer');
  for (let round = 0; round < 2; round += 1) {
    const killed = postmasterPid(dataFolder);
    process.kill(killed, 'SIGKILL');
    await until(
      () =>
        existsSync(join(dataFolder, 'database/cluster/postmaster.pid')) &&
        postmasterPid(dataFolder) !== killed,
    );
    const answer = await until(() => ask(server.ownerUrl, 'select answer from kept').catch(() => undefined));
    expect(answer).toEqual([42]);
  }
});

test('SIGTERM to PostgreSQL while connections are open: it ends them, is started again and goes on', async () => {
  const dataFolder = newFolder();
  const server = await start(dataFolder);
  await ask(server.ownerUrl, 'create table kept as select 42 as answer');
  const idle = new pg.Client({ connectionString: server.appUrl });
  const broken = new Promise((resolve) => idle.on('error', resolve));
  await idle.connect();
  const stopped = postmasterPid(dataFolder);
  process.kill(stopped, 'SIGTERM');
  await broken;
  const answer = await until(() => ask(server.ownerUrl, 'select answer from kept').catch(() => undefined));
  expect(answer).toEqual([42]);
  expect(postmasterPid(dataFolder)).not.toBe(stopped);
});

test('a cluster of another PostgreSQL, lost passwords and a file in place of the folder are refused with a sentence', async () => {
  const dataFolder = newFolder();
  await (await start(dataFolder)).stop();
  const versionFile = join(dataFolder, 'database/cluster/PG_VERSION');
  writeFileSync(versionFile, '19\n');
  await expect(start(dataFolder)).rejects.toThrow(
    'The data folder was made by PostgreSQL 19, this Jolkol brings 18',
  );
  writeFileSync(versionFile, '18\n');
  rmSync(join(dataFolder, 'database.json'));
  await expect(start(dataFolder)).rejects.toThrow('is missing beside the database it belongs to');
  await expect(start(versionFile)).rejects.toThrow('cannot be made');
});

test.runIf(isRoot)(
  'root below a folder that only root may enter: the cluster is in /var/lib/jolkol',
  async () => {
    const locked = newFolder();
    chmodSync(locked, 0o700);
    const dataFolder = join(locked, 'data');
    const server = await start(dataFolder);
    const { home } = JSON.parse(readFileSync(join(dataFolder, 'database.json'), 'utf8')) as { home: string };
    onTestFinished(() => rmSync(home, { recursive: true }));
    expect(dirname(home)).toBe('/var/lib/jolkol');
    expect(databaseOwner()?.uid).not.toBe(NOBODY.uid);
    expect(statSync(home)).toMatchObject(databaseOwner() ?? {});
    await ask(server.ownerUrl, 'create table kept as select 42 as answer');
    await server.stop();
    const again = await start(dataFolder);
    expect(await ask(again.ownerUrl, 'select answer from kept')).toEqual([42]);
    await again.stop();
    expect(processesOf(home)).toEqual([]);
  },
);

test.runIf(isRoot && canEnter(ROOT, NOBODY))(
  'an ordinary user starts it, and root can go on with it',
  async () => {
    const parent = newFolder();
    const dataFolder = join(parent, 'data');
    mkdirSync(dataFolder, { mode: 0o700 });
    chownSync(dataFolder, NOBODY.uid, NOBODY.gid);
    const program = startProgram(dataFolder, NOBODY.uid);
    await program.waitFor(/ready/);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    const server = await start(dataFolder);
    expect(await ask(server.ownerUrl, 'select 1')).toEqual([1]);
  },
);

test.runIf(isRoot)(
  'a cluster that root made when PostgreSQL ran as nobody gets the user of its own',
  async () => {
    const dataFolder = join(newFolder(), 'data');
    const server = await start(dataFolder);
    await ask(server.ownerUrl, 'create table kept as select 42 as answer');
    await server.stop();
    const { home } = JSON.parse(readFileSync(join(dataFolder, 'database.json'), 'utf8')) as { home: string };
    const folder = resolve(dataFolder, home);
    execFileSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, folder]);
    const again = await start(dataFolder);
    expect(await ask(again.ownerUrl, 'select answer from kept')).toEqual([42]);
    expect(statSync(folder)).toMatchObject(databaseOwner() ?? {});
    expect(statSync(join(folder, 'cluster/PG_VERSION'))).toMatchObject(databaseOwner() ?? {});
  },
);

test('folders that take no folder are refused with a sentence, and each is tried only for a limited time', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  for (const folder of [
    '/proc/self/data',
    '/dev/null/data',
    join(file, 'data'),
    join(newFolder(), 'a'.repeat(300)),
  ])
    await expect(start(folder), folder).rejects.toThrow('cannot be made');
});
