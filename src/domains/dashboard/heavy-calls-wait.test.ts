/** Heavy calls wait for one another and not on the database connections that everybody needs (AT_ONCE of limits.ts). */
import { expect, test } from 'vitest';
import { tariffImpact } from '#domains/billing/settings/contract.ts';
import { search } from '#domains/dashboard/search/contract.ts';
import { listSectors } from '#domains/settings/places/contract.ts';
import { sql } from '#platform/database/db.ts';
import { AT_ONCE } from '#platform/limits.ts';
import { testApp } from '#test/app.ts';
import { until } from '#test/process.ts';

const app = await testApp();
const admin = await app.staff('admin');

/** While nobody gets into the table. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  await app.owner.db.transaction().execute(async (tx) => {
    await sql.raw(`lock table ${table} in access exclusive mode`).execute(tx);
    await work();
  });
}

const HEAVY = [
  [
    'preview',
    'billing.tariff_versions',
    () => app.codeOf(tariffImpact, { as: admin, params: { id: NOBODY } }),
  ],
  ['search', 'consumers.consumers', () => app.codeOf(search, { as: admin, query: { text: 'khatun' } })],
] as const;
const NOBODY = '0190ffff-ffff-7fff-8fff-ffffffffffff';

test.each(HEAVY)(
  '%s: all that run are held up, and a list is there meanwhile',
  async (rate, table, heavy) => {
    const { running = 0, waiting = 0 } = AT_ONCE[rate] ?? {};
    const answered: (string | undefined)[] = [];
    const calls: Promise<unknown>[] = [];
    await whileLocked(table, async () => {
      // As many as may run or wait, and one more. Nobody else is answered before the table is free: the first answer is the refusal.
      for (let at = 0; at < running + waiting + 1; at += 1) {
        calls.push(heavy().then((code) => answered.push(code)));
      }
      await Promise.race(calls);
      expect(answered).toEqual(['common.unavailable']);
      // A machine that is very busy can keep the database from answering for some seconds, and the program then refuses
      // calls (pulse.ts). It is asked again: if the heavy calls held all connections, each try would be refused.
      await until(async () => (await app.codeOf(listSectors, { as: admin })) === undefined);
    });
    await Promise.all(calls);
  },
  60_000,
);
