/** Refunds in the books and in the log: the day on which the money left, and the rows of their way back. */
import { expect, test } from 'vitest';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import * as payments from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { decideProposal } from '../proposals/contract.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: startOn('2026-11-13') });
const people = async () => ({
  cashier: await app.staff('cashier'),
  reviewer: await app.staff('reviewer'),
  second: await app.staff('reviewer'),
});
/** Signed in again when the clock has moved. */
let { cashier, reviewer, second } = await people();
async function moveTo(day: string): Promise<void> {
  app.clock.set(startOn(day));
  ({ cashier, reviewer, second } = await people());
}

/** An advance of ৳50 whose refund is approved. */
async function approved(): Promise<string> {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor: 16_500, tender: { method: 'CASH' as const } };
  await app.call(payments.makePayment, { as: cashier, body });
  const ask = { of: { kind: 'ADVANCE' as const, connectionId, amountMinor: 5_000 }, reason: 'moves away' };
  const { id } = await app.call(contract.openRefund, { as: cashier, body: ask });
  await app.call(contract.decideRefund, { as: reviewer, body: { refundId: id, accept: true } });
  return id;
}
const journalOf = (kind: string, id: string) =>
  all(
    app.db,
    sql`select j.business_date as day, e.account_code as account, e.amount_minor as amount
      from ledger.journals j join ledger.entries e on e.journal_id = j.id
      where j.kind = ${kind} and j.source_id = ${id} order by e.line_no`,
  );
const auditOf = (id: string, action: string) =>
  all(
    app.db,
    sql`select before ->> 'state' as before, after ->> 'state' as after, (after ->> 'amountMinor')::bigint as amount, reason
      from platform.audit where object_id = ${id} and action = ${action}`,
  );
async function decided(refundId: string): Promise<string> {
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from payments.proposals where refund_id = ${refundId} and state = 'REQUESTED'`,
  );
  await app.call(decideProposal, { as: second, params: { id }, body: { accept: true } });
  return id;
}

test('money that left two days ago is in the books of that day; what comes back is of today', async () => {
  const id = await approved();
  await moveTo('2026-11-15');
  const tender = { method: 'BANK' as const, reference: 'TRX 1', paidOn: '2026-11-13' };
  await app.call(contract.payRefund, { as: cashier, body: { refundId: id, tender } });
  expect(await journalOf('REFUND', id)).toEqual([
    { day: '2026-11-13', account: '2210', amount: 5_000 },
    { day: '2026-11-13', account: '1030', amount: -5_000 },
  ]);
  const reason = 'the account is closed';
  await app.call(contract.askReturn, { as: cashier, body: { refundId: id, reference: 'FT-42', reason } });
  await decided(id);
  expect(await journalOf('REFUND_RETURN', id)).toEqual([
    { day: '2026-11-15', account: '1030', amount: 5_000 },
    { day: '2026-11-15', account: '2210', amount: -5_000 },
  ]);
  expect(await auditOf(id, 'refund.return')).toEqual([
    { before: 'PAID_OUT', after: 'RETURNED', amount: 5_000, reason },
  ]);
});

test('a refund that is withdrawn is in the log with its reason, and in the books of today', async () => {
  await moveTo('2026-11-15');
  const id = await approved();
  const reason = 'the consumer wants to stay';
  await app.call(contract.askWithdrawal, { as: cashier, body: { refundId: id, reason } });
  const proposalId = await decided(id);
  expect(await journalOf('REFUND_WITHDRAWAL', id)).toEqual([
    { day: '2026-11-15', account: '2210', amount: 5_000 },
    { day: '2026-11-15', account: '2200', amount: -5_000 },
  ]);
  expect(await auditOf(id, 'refund.withdraw')).toEqual([
    { before: 'APPROVED', after: 'WITHDRAWN', amount: 5_000, reason },
  ]);
  const decision = await all(
    app.db,
    sql`select actor_id as by, after ->> 'kind' as kind, (after ->> 'accepted')::boolean as accepted,
        (after ->> 'amountMinor')::bigint as amount, reason
      from platform.audit where object_id = ${proposalId} and action = 'proposal.accept'`,
  );
  expect(decision).toEqual([
    { by: second.userId, kind: 'WITHDRAW_REFUND', accepted: true, amount: 5_000, reason },
  ]);
});
