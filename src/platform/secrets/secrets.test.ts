import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { all, sql } from '../database/db.ts';
import { checkSecrets, loadSecrets, makeSecrets, refuseOtherSecrets } from './secrets.ts';

const { db } = await testDatabase();
const empty = await testDatabase();
const marked = await testDatabase();

test('the first secrets mark the database; the same ones may start again, others may not', async () => {
  const secrets = makeSecrets();
  await checkSecrets(db, secrets, '/data');
  await checkSecrets(db, secrets, '/data');
  await expect(checkSecrets(db, makeSecrets(), '/data')).rejects.toThrow(
    '/data/secrets.json is not the one that this database was used with',
  );
  await expect(checkSecrets(db, { ...makeSecrets(), pepper: secrets.pepper }, '/data')).rejects.toThrow();
  const [row] = await all<{ mark: string }>(db, sql`select mark from platform.secrets_mark`);
  expect(JSON.stringify(secrets)).not.toContain(row?.mark);
});

test('two first starts at once with different secrets: one of them is refused', async () => {
  const starts = await Promise.allSettled(
    Array.from({ length: 8 }, () => checkSecrets(empty.db, makeSecrets(), '/data')),
  );
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('before a start writes anything: no secrets or other ones are refused, those of the mark are not', async () => {
  const [own, other] = [temporaryFolder(), temporaryFolder()];
  const { ownerUrl: url, db: markedDb } = marked;
  await refuseOtherSecrets(url, own);
  const secrets = await loadSecrets(own);
  await checkSecrets(markedDb, secrets, own);
  await refuseOtherSecrets(url, own);
  await expect(refuseOtherSecrets(url, other)).rejects.toThrow('secrets.json is missing');
  expect(existsSync(join(other, 'secrets.json'))).toBe(false);
  await loadSecrets(other);
  await expect(refuseOtherSecrets(url, other)).rejects.toThrow('is not the one that this database');
});
