/** A count that waits is taken back by who counted; a variance that waits for nobody is told to those who decide. */
import { describe, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const cashier = () => app.staff('cashier');
const reviewer = () => app.staff('reviewer');

async function take(as: Person, amountMinor: number): Promise<void> {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor, tender: { method: 'CASH' as const }, unusual: true };
  await app.call(payments.makePayment, { as, body });
}
const close = (as: Person, { expected, counted }: { expected: number; counted: number }) =>
  app.call(contract.closeCash, {
    as,
    body: {
      ...{ day: '2026-11-15', counted: { by: 'total' as const, totalMinor: counted } },
      ...{ expectedMinor: expected, reason: 'bag lost' },
    },
  });
const decide = (as: Person, id: string) => ({ as, params: { id }, body: { accept: true } });

describe('who counted takes a count back while it waits', () => {
  const takeBack = (as: Person, id: string) =>
    app.codeOf(contract.withdrawCount, { as, params: { id }, body: { reason: 'a bundle was found' } });

  test('nobody else; the day is counted again, and nothing is posted', async () => {
    const [taker, other] = [await cashier(), await reviewer()];
    await take(taker, 9_000_00);
    const waiting = await close(taker, { expected: 9_000_00, counted: 0 });
    expect([waiting.state, waiting.can.withdraw]).toEqual(['WAITING', true]);
    expect(await takeBack(other, waiting.id)).toBe('ledger.count_not_own');
    expect(await takeBack(taker, waiting.id)).toBeUndefined();
    expect(await takeBack(taker, waiting.id)).toBe('ledger.count_not_own');
    expect(await app.codeOf(contract.decideVariance, decide(other, waiting.id))).toBe(
      'ledger.closing_decided',
    );
    const journals = sql`select from ledger.journals where source_id = ${waiting.id}`;
    expect(await all(app.db, journals)).toEqual([]);
    const { items } = await app.call(contract.listClosings, { as: taker, query: { state: 'refused' } });
    expect(items).toMatchObject([
      { isWithdrawn: true, decisionRemark: 'a bundle was found', can: { withdraw: false } },
    ]);
    expect((await close(taker, { expected: 9_000_00, counted: 9_000_00 })).state).toBe('CLOSED');
    const rows = await all<{ reason: string }>(
      app.db,
      sql`select reason from platform.audit where action = 'cash-closing.withdraw' and object_id = ${waiting.id}`,
    );
    expect(rows).toEqual([{ reason: 'a bundle was found' }]);
  });
});

test('a variance within the limit waits for nobody, and who decides about variances is told', async () => {
  const [taker, manager] = [await cashier(), await reviewer()];
  await take(taker, 100_00);
  expect((await close(taker, { expected: 100_00, counted: 99_00 })).state).toBe('CLOSED');
  const { items } = await app.call(listNotices, { as: manager, query: {} });
  const [notice] = items.filter(({ kind }) => kind === 'ledger.variance_posted');
  expect(notice).toMatchObject({ path: '/cash-closing?page=1&state=variance', params: { minor: 1_00 } });
  const own = await app.call(listNotices, { as: taker, query: {} });
  expect(own.items.filter(({ kind }) => kind.startsWith('ledger.'))).toEqual([]);
});
