import { expect, test } from 'vitest';
import { one, sql } from '#platform/db.ts';
import { testDatabase } from '#test/database.ts';

const { db, owner } = await testDatabase();

test('the program signs in as a role that owns nothing', async () => {
  const row = await one(
    db,
    sql<{ name: string; owned: number }>`select current_user as name,
    (select count(*) from pg_class where relowner = current_user::regrole) as owned`,
  );
  expect(row).toEqual({ name: 'jolkol_app', owned: 0 });
  expect(await one(owner.db, sql`select current_user as name`)).toEqual({ name: 'jolkol_owner' });
});
