import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { onDatabase, testDatabase, testServer } from '#test/database.ts';
import { makeFastFolder } from '#test/fast-folder.ts';
import { processesOf, type RunningProcess, startProcess, until } from '#test/process.ts';

const parent = makeFastFolder('jolkol-program-');
chmodSync(parent, 0o755);
let folders = 0;

const newFolder = () => join(parent, `data ${++folders}`);

/** Settings of the person who runs the tests must not reach the program. */
const CLEAN = { DATABASE_URL: '', DATABASE_APP_URL: '', LOG_LEVEL: '', PUBLIC_URL: '', PORT: '0', HOST: '' };

/** `--worker`: no port and no browser side, unless the test is about them. */
function start(env: Record<string, string>, flags = ['--worker']): RunningProcess {
  return startProcess('node', ['tools/run.mjs', 'test/stand-in-program.ts', ...flags], {
    env: { ...CLEAN, ...env },
  });
}

/** What a start says that is refused. */
async function refusal(env: Record<string, string>, flags?: string[]): Promise<string> {
  const program = start({ DATA_DIR: newFolder(), ...env }, flags);
  expect(await program.ended).toBe(1);
  return program.output().trim();
}

afterAll(() => {
  const left = processesOf(parent);
  rmSync(parent, { recursive: true, force: true });
  expect(left).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends all of it with exit code 0', async (signal) => {
  const DATA_DIR = newFolder();
  const program = start({ DATA_DIR });
  await program.waitFor(/ready after/);
  expect(processesOf(DATA_DIR).length).toBeGreaterThan(1);
  program.child.kill(signal);
  expect(await program.ended).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

test('it is reached at the address it prints, with the set-up link', async () => {
  const program = start({ DATA_DIR: newFolder() }, []);
  const [, address = ''] = await program.waitFor(
    /ready after [\d.]+ s: (\S+)\n.*link works once\): \1\/setup/s,
  );
  expect(await (await fetch(address.replace('localhost', '127.0.0.1'))).text()).toBe('ok');
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
}, 180_000);

test('kill -9 of run.mjs ends all of it', async () => {
  const DATA_DIR = newFolder();
  const program = start({ DATA_DIR });
  await program.waitFor(/ready after/);
  program.child.kill('SIGKILL');
  await until(() => processesOf(DATA_DIR).length === 0);
});

test('wrong settings are listed, all at once', async () => {
  const text = await refusal({ PORT: 'x', TIME_ZONE: 'Dhaka', LOGLEVEL: 'info' }, ['--servces=main']);
  expect(text.split('\n')).toEqual([
    'Warning: LOGLEVEL is no setting of Jolkol: did you mean LOG_LEVEL?',
    '3 settings are wrong; docs/operations.md explains them all:',
    '  --servces is no flag: there are --services=billing,wallet, --worker, --demo, --no-browser',
    '  PORT must be a whole number from 0 to 65535 (it is "x")',
    '  TIME_ZONE must be a time zone such as Asia/Dhaka (it is "Dhaka")',
  ]);
});

test('a busy port', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  expect(await refusal({ PORT: String(port) }, [])).toMatch(
    new RegExp(`^Port ${port} is busy: stop the program that uses it, or set PORT to another one`),
  );
});

test('a database that cannot be reached, without its password', async () => {
  const text = await refusal({ DATABASE_URL: 'postgresql://owner:hunter2@%2Fnowhere:5432/water' });
  expect(text).toMatch(
    /The database water at \/nowhere:5432 cannot be reached \(connect ENOENT .*start it or correct DATABASE_URL\./,
  );
  expect(text).not.toContain('hunter2');
});

test('a database of a newer version is left as it is', async () => {
  const { owner, ownerUrl, appUrl } = await testDatabase();
  await owner.pool.query("insert into public.migrations (name, run_on) values ('9999_tomorrow', now())");
  expect(await refusal({ DATABASE_URL: ownerUrl, DATABASE_APP_URL: appUrl })).toContain(
    'The database was made by a newer Jolkol (it has 9999_tomorrow): start that version or newer; nothing was changed.',
  );
});

test('a database in which Bengali cannot be searched', async () => {
  const { superuserUrl, ownerUrl } = await testServer();
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.query('drop database if exists wrong_encoding');
    await client.query('drop database if exists wrong_ctype');
    await client.end();
  });
  const as = 'owner jolkol_owner template template0 locale_provider libc';
  await client.query(`create database wrong_encoding ${as} encoding 'SQL_ASCII' locale 'C'`);
  await client.query(`create database wrong_ctype ${as} encoding 'UTF8' locale 'C'`);
  expect(await refusal({ DATABASE_URL: onDatabase(ownerUrl, 'wrong_encoding') })).toContain(
    'has the encoding SQL_ASCII',
  );
  const text = await refusal({ DATABASE_URL: onDatabase(ownerUrl, 'wrong_ctype') });
  expect(text).toContain('does not take Bengali letters for letters');
});

/** Mounts a file system of 30 MB; false if that is not allowed. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mkdir', ['-p', folder]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=30m,mode=0755', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const small = join(parent, 'small');
test.runIf(process.getuid?.() === 0 && mountSmall(small))('a full disk', async () => {
  onTestFinished(() => void execFileSync('umount', ['-l', small]));
  expect(await refusal({ DATA_DIR: join(small, 'data') })).toMatch(
    /^Making a database.*\nThe disk of .* is full: free some space and start again, nothing is lost\.$/s,
  );
});
