/** Alarms that name no amount of ours: two people book what the statement of the bank says, or send it back, once. */
import { afterEach, describe, expect, test } from 'vitest';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { raiseAlarm } from '../gateway/alarms.ts';
import * as gatewayContract from '../gateway/contract.ts';
import { decideProposal } from '../proposals/contract.ts';
import { differences } from '../queries.ts';
import { type AlarmKind, STATEMENT_KINDS } from './alarm.rules.ts';
import * as alarms from './contract.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
const reviewer = await app.staff('reviewer');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

/** A payment of ৳115 that the bank has not decided, with an alarm that names no amount. */
async function withoutAmount(kind: AlarmKind) {
  const as = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const body = { connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' as const } };
  const { id: paymentId } = await app.call(contract.makePayment, { as, body });
  await app.call(gatewayContract.openOrder, { as, body: { paymentId } });
  const alarmId = await raise(kind, paymentId);
  return { as, connectionId, paymentId, alarmId };
}

async function raise(kind: AlarmKind, paymentId: string): Promise<string> {
  await transaction(app.db, (tx) =>
    raiseAlarm(tx, app.system(), { kind, paymentId, details: { status: 'PENDING' } }),
  );
  const alarm = await one<{ id: string }>(
    app.db,
    sql`select id from payments.alarms where payment_id = ${paymentId} and kind = ${kind}`,
  );
  return alarm.id;
}

const approveAtBank = (paymentId: string) =>
  execute(
    app.db,
    sql`update payments.sandbox_orders set status = 'APPROVED', paid_minor = amount_minor, decided_at = ${app.system().now}
      where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
  );
const alarmOf = (id: string) => app.call(alarms.getAlarm, { as: cashier, params: { id } });
const decide = (id: string | undefined) => ({
  as: reviewer,
  params: { id: String(id) },
  body: { accept: true },
});
const proposeSum = (id: string, amountMinor: number, kind: 'BOOK' | 'SEND_BACK' = 'BOOK') => ({
  as: cashier,
  params: { id },
  body: { kind, amountMinor, reason: 'line 7 of the statement' },
});

describe('the bank names no amount that is ours', () => {
  test.each(STATEMENT_KINDS)('%s: two people book what its statement says', async (kind) => {
    const { alarmId, connectionId, paymentId, as } = await withoutAmount(kind);
    expect(await alarmOf(alarmId)).toMatchObject({ bankMinor: null, can: { note: true, propose: true } });
    expect(await app.codeOf(alarms.proposeForAlarm, proposeSum(alarmId, 0))).toBe(
      'payments.alarm_without_money',
    );
    const { proposal } = await app.call(alarms.proposeForAlarm, proposeSum(alarmId, 11_350));
    const done = await app.call(decideProposal, decide(proposal?.id));
    expect(done).toMatchObject({ state: 'DONE', amountMinor: 11_350 });
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(150);
    expect(await alarmOf(alarmId)).toMatchObject({ state: 'SOLVED', solution: 'BOOKED' });
    const wrong = await app.call(contract.getPayment, { as, params: { id: paymentId } });
    expect(wrong).toMatchObject({ state: 'DECLINED', replacedById: done.paymentId });
  });

  test('it is sent back in the same way, or ends with a remark if nothing came', async () => {
    const { alarmId, connectionId } = await withoutAmount('CURRENCY');
    const { proposal } = await app.call(alarms.proposeForAlarm, proposeSum(alarmId, 9_000, 'SEND_BACK'));
    await app.call(decideProposal, decide(proposal?.id));
    expect(await balanceOf(app.db, { partyId: connectionId, account: '2210' })).toBe(-9_000);
    const nothing = await withoutAmount('MERCHANT');
    const note = { as: cashier, params: { id: nothing.alarmId }, body: { remark: 'not on the statement' } };
    expect(await app.call(alarms.noteAlarm, note)).toMatchObject({ solution: 'NOTED' });
    expect(await app.codeOf(alarms.proposeForAlarm, proposeSum(nothing.alarmId, 9_000))).toBe(
      'payments.alarm_solved',
    );
  });

  test('two alarms of one payment: its money is booked once, and both end', async () => {
    const { alarmId, paymentId, connectionId } = await withoutAmount('UNDECIDED');
    const other = await raise('CURRENCY', paymentId);
    const { proposal } = await app.call(alarms.proposeForAlarm, proposeSum(alarmId, 11_500));
    const beside = await app.call(alarms.proposeForAlarm, proposeSum(other, 11_500));
    await app.call(decideProposal, decide(proposal?.id));
    expect(await alarmOf(other)).toMatchObject({ state: 'SOLVED', solution: 'BOOKED' });
    expect(await app.codeOf(decideProposal, decide(beside.proposal?.id))).toBe('payments.alarm_moved');
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(0);
  });

  test('the bank decides after all what two people booked: nothing is booked twice, nobody is told again', async () => {
    const { alarmId, paymentId, connectionId } = await withoutAmount('UNDECIDED');
    const { proposal } = await app.call(alarms.proposeForAlarm, proposeSum(alarmId, 11_500));
    await app.call(decideProposal, decide(proposal?.id));
    await approveAtBank(paymentId);
    const asked = { as: cashier, params: { id: paymentId } };
    expect((await app.call(gatewayContract.revalidateGatewayPayment, asked)).state).toBe('DECLINED');
    expect(await balanceOf(app.db, { partyId: connectionId, account: '1100' })).toBe(0);
    const open = sql`select kind from payments.alarms where payment_id = ${paymentId} and state <> 'SOLVED'`;
    expect(await all(app.db, open)).toEqual([]);
    // A payment that came right meanwhile is not booked by hand.
    const right = await withoutAmount('UNDECIDED');
    const late = await app.call(alarms.proposeForAlarm, proposeSum(right.alarmId, 11_500));
    await approveAtBank(right.paymentId);
    const params = { id: right.paymentId };
    expect((await app.call(gatewayContract.revalidateGatewayPayment, { as: cashier, params })).state).toBe(
      'APPROVED',
    );
    expect(await app.codeOf(decideProposal, decide(late.proposal?.id))).toBe('payments.alarm_moved');
  });
});
