/** A month is closed on the first day after it, and not before. */
import { expect, test } from 'vitest';
import { transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { ACCOUNTS } from '../accounts.rules.ts';
import { postJournal } from '../actions/post-journal.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: at('2026-11-30', '23:50') });
const close = async () =>
  app.codeOf(contract.closeMonth, { as: await app.staff('reviewer'), body: { month: '2026-11-01' } });

test('ten minutes before midnight of its last day it is refused, ten minutes after it is closed', async () => {
  // The books have something in this month, and nothing that a counter took.
  await transaction(app.db, (tx) =>
    postJournal(tx, app.system(), {
      kind: 'DEMAND_NOTE',
      sourceId: crypto.randomUUID(),
      businessDate: '2026-11-20',
      entries: [
        { account: ACCOUNTS.bank, amountMinor: 5_00 },
        { account: ACCOUNTS.connectionFees, amountMinor: -5_00 },
      ],
    }),
  );
  expect(await close()).toBe('ledger.month_not_over');
  app.clock.advance(20 * 60);
  expect(app.system().today).toBe('2026-12-01');
  expect(await close()).toBeUndefined();
});
