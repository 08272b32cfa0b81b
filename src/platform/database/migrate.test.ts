import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { all, one, sql } from '#platform/database/db.ts';
import { testDatabase } from '#test/database.ts';
import { looseMigrations, migrateDatabase } from './migrate.ts';

const { db, owner, ownerUrl } = await testDatabase();

/** The applied migrations and one more, in a folder of their own. */
async function folderWith(name: string, text: string, of = owner.db): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'jolkol-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const row of await all<{ name: string }>(of, sql`select name from public.migrations`)) {
    writeFileSync(join(folder, `${row.name}.sql`), 'select 1');
  }
  writeFileSync(join(folder, `${name}.sql`), text);
  return folder;
}

test('the program signs in as a role that owns nothing', async () => {
  const row = await one(
    db,
    sql`select current_user as name, count(*) as owned from pg_class where relowner = current_user::regrole`,
  );
  expect(row).toEqual({ name: 'jolkol_app', owned: 0 });
  expect(await one(owner.db, sql`select current_user as name`)).toEqual({ name: 'jolkol_owner' });
});

test('a second run changes nothing', async () => {
  expect(await migrateDatabase(ownerUrl)).toEqual([]);
});

test('a migration that fails leaves nothing behind and names the reason', async () => {
  const folder = await folderWith('9998_broken', 'create table public.half (); select 1 / 0;');
  await expect(migrateDatabase(ownerUrl, folder)).rejects.toThrow(/nothing was changed: division by zero/);
  expect(await one(owner.db, sql`select to_regclass('public.half') as half`)).toEqual({ half: null });
});

test('starts at once: one migrates, the other waits, and a program that lacks the migration is refused', async () => {
  const folder = await folderWith('9999_tomorrow', 'select pg_sleep(0.2); create table public.tomorrow ()');
  const runs = await Promise.all([migrateDatabase(ownerUrl, folder), migrateDatabase(ownerUrl, folder)]);
  expect(runs.flat()).toEqual(['9999_tomorrow']);
  await expect(migrateDatabase(ownerUrl)).rejects.toThrow('made by a newer Jolkol (it has 9999_tomorrow)');
});

test('a migration of comments waits for its statement; one that is changed after it was applied is told', async () => {
  const another = await testDatabase();
  const url = another.ownerUrl;
  const folder = await folderWith(
    '9997_colours',
    '-- What changes and why.\n/* nothing\n yet */\n',
    another.owner.db,
  );
  expect(await migrateDatabase(url, folder)).toEqual([]);
  expect(await looseMigrations(url, folder)).toEqual({ empty: ['9997_colours'], changed: [] });
  const file = join(folder, '9997_colours.sql');
  writeFileSync(file, '-- What changes and why.\ncreate table public.colours ();');
  expect(await migrateDatabase(url, folder)).toEqual(['9997_colours']);
  expect(await looseMigrations(url, folder)).toEqual({ empty: [], changed: [] });
  writeFileSync(file, 'create table public.colours (name text);');
  expect(await migrateDatabase(url, folder)).toEqual([]);
  expect(await looseMigrations(url, folder)).toEqual({ empty: [], changed: ['9997_colours'] });
  // A later one is applied beside it.
  writeFileSync(join(folder, '9998_shades.sql'), 'create table public.shades ()');
  expect(await migrateDatabase(url, folder)).toEqual(['9998_shades']);
});
