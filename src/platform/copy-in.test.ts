import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { copyTransaction } from './database/copy-in.ts';
import { one, sql } from './database/db.ts';

const { database } = await testDatabase();

test('whole files: a few at a time, so that calls find free connections, and with time for long statements', async () => {
  let running = 0;
  let highest = 0;
  const limits = await Promise.all(
    Array.from({ length: 7 }, () =>
      copyTransaction(database, async (tx) => {
        running += 1;
        highest = Math.max(highest, running);
        const { limit } = await one<{ limit: string }>(
          tx,
          sql`select current_setting('statement_timeout') as limit from pg_sleep(0.1)`,
        );
        running -= 1;
        return limit;
      }),
    ),
  );
  expect(highest).toBe(3);
  expect(new Set(limits)).toEqual(new Set(['30min']));
});
