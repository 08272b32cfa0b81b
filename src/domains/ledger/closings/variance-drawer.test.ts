/** A reviewer closes the day of a cashier: what was counted less, or more, is in the drawer of that cashier. */
import { expect, test } from 'vitest';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { invariants } from '../queries.ts';
import * as contract from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const TODAY = '2026-11-15';

const expectedOf = async (as: Person) =>
  (await app.call(contract.expectedCash, { as, query: { day: TODAY } })).expectedMinor;

test.each([
  ['short', 110_00, -5_00],
  ['over', 116_00, 1_00],
])(
  'counted %s by somebody else: the variance is posted in the name of the cashier',
  async (_, counted, variance) => {
    const cashier = await app.staff('cashier');
    const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
    await app.call(payments.makePayment, {
      as: cashier,
      body: { connectionId, amountMinor: 115_00, tender: { method: 'CASH' } },
    });
    const closing = await app.call(contract.closeCash, {
      as: reviewer,
      body: {
        day: TODAY,
        cashierId: cashier.userId,
        counted: { by: 'total', totalMinor: counted },
        expectedMinor: 115_00,
        reason: 'counted twice',
      },
    });
    expect(closing.varianceMinor).toBe(variance);
    expect([await expectedOf(cashier), await expectedOf(reviewer)]).toEqual([counted, 0]);
    const posted = await all(
      app.db,
      sql`select j.posted_by as "by", e.account_code as account, e.amount_minor as amount
      from ledger.journals j join ledger.entries e on e.journal_id = j.id
      where j.source_id = ${closing.id} order by e.line_no`,
    );
    expect(posted).toEqual([
      { by: cashier.userId, account: '1000', amount: variance },
      { by: cashier.userId, account: '6000', amount: -variance },
    ]);
    // The drawer of the reviewer is not left open by it.
    const open = await app.call(contract.openCashDays, { as: reviewer });
    expect(open.items).toEqual([]);
    expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  },
);
