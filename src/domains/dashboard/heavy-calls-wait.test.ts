/** Heavy calls wait for one another and not on the database connections that everybody needs (AT_ONCE of limits.ts). */
import { expect, test } from 'vitest';
import { tariffImpact } from '#domains/billing/settings/contract.ts';
import { search } from '#domains/dashboard/search/contract.ts';
import { listSectors } from '#domains/settings/places/contract.ts';
import { sql } from '#platform/database/db.ts';
import { AT_ONCE } from '#platform/limits.ts';
import { testApp } from '#test/app.ts';

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
  '%s: all that run are held up, and a list is there at once',
  async (rate, table, heavy) => {
    const { running = 0, waiting = 0 } = AT_ONCE[rate] ?? {};
    const codes: Promise<string | undefined>[] = [];
    await whileLocked(table, async () => {
      // As many as may run or wait, and one more. Nobody else is answered before the table is free: the first answer is the refusal.
      for (let at = 0; at < running + waiting + 1; at += 1) codes.push(heavy());
      expect(await Promise.race(codes)).toBe('common.unavailable');
      const began = performance.now();
      await app.call(listSectors, { as: admin });
      expect(performance.now() - began).toBeLessThan(2000);
    });
    const told = await Promise.all(codes);
    expect(told.filter((code) => code === 'common.unavailable')).toHaveLength(1);
  },
  60_000,
);
