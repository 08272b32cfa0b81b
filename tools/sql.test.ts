/** `npm run sql` with and without a program, and the chapter "Lost secrets" of docs/operations.md, step by step. */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFastFolder } from '#test/fast-folder.ts';
import { processesOf, ROOT, startProcess } from '#test/process.ts';

const folder = makeFastFolder('jolkol-sql-');
chmodSync(folder, 0o755);
afterAll(() => {
  const left = processesOf(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  expect(left).toEqual([]);
});

const DATA_DIR = join(folder, 'data');
const SECRETS = join(DATA_DIR, 'secrets.json');
const env = {
  DATA_DIR,
  DATABASE_URL: '',
  DATABASE_APP_URL: '',
  PUBLIC_URL: '',
  LOG_LEVEL: 'error',
  PORT: '0',
};

const start = () => startProcess('node', ['tools/run.mjs', 'src/main.ts', '--worker'], { env });

async function runFor<T>(work: () => Promise<T>): Promise<T> {
  const program = start();
  await program.waitFor(/ready after/);
  const result = await work();
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  return result;
}

async function sql(...statement: string[]): Promise<[code: number | string, output: string]> {
  const program = startProcess('node', ['tools/run.mjs', 'tools/sql.ts', ...statement], { env });
  const code = await program.ended;
  return [code, program.output()];
}

/** The statement as the document gives it. */
function documented(): string {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const chapter = text.split('### Lost secrets')[1]?.split('\n## ')[0] ?? '';
  return chapter.match(/`npm run sql -- "([^"]+)"`/)?.[1] ?? '';
}

test('without a data folder it says so in one sentence', async () => {
  const [code, output] = await sql('select 1');
  expect([code, output.trim()]).toEqual([
    1,
    `There is no database in ${DATA_DIR}: set DATA_DIR or DATABASE_URL.`,
  ]);
});

test('lost secrets: refused before anything is written, then followed as documented', async () => {
  const address = await runFor(async () => {
    expect(await sql('select 41 + 1 as answer')).toEqual([0, expect.stringContaining('42')]);
    return sql();
  });
  expect(address).toEqual([0, expect.stringMatching(/^postgresql:/)]);

  renameSync(SECRETS, join(folder, 'lost.json'));
  // A start that migrates would find a database that is newer than itself.
  expect((await sql("insert into public.migrations (name, run_on) values ('9999_later', now())"))[0]).toBe(0);
  const refused = start();
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`${SECRETS} is missing, and this database was used with one`);
  expect(existsSync(SECRETS)).toBe(false);
  expect((await sql("delete from public.migrations where name = '9999_later'"))[0]).toBe(0);

  const [failed, reason] = await sql('select nothing');
  expect([failed, reason.trim()]).toEqual([1, 'column "nothing" does not exist']);
  expect((await sql())[1].trim()).toBe(
    'No program runs on this data folder: start one, or give a statement.',
  );

  expect(await sql(documented())).toEqual([0, expect.stringContaining('1 rows')]);
  await runFor(async () => expect(existsSync(SECRETS)).toBe(true));
}, 180_000);
