/** Every state of a refund case with every call, over HTTP, and each second-person rule alone. */
import { expect, test } from 'vitest';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { decideProposal } from '../proposals/contract.ts';
import * as contract from './contract.ts';
import { REFUND_STATES, REFUND_STEPS, type RefundAction, type RefundState } from './refund.rules.ts';

const app = await testApp();
const [asker, decider, payer] = [
  await app.staff('admin'),
  await app.staff('admin'),
  await app.staff('admin'),
];

const CALLS: Record<RefundAction, (refundId: string, as: Person) => Promise<string | undefined>> = {
  open: (refundId, as) =>
    app.codeOf(contract.openRefund, { as, body: { of: { kind: 'REFUSED', refundId }, reason: 'again' } }),
  decide: (refundId, as) => app.codeOf(contract.decideRefund, { as, body: { refundId, accept: true } }),
  giveUp: (refundId, as) =>
    app.codeOf(contract.giveUpRefund, { as, body: { refundId, reason: 'typed twice' } }),
  pay: (refundId, as) => {
    const tender = { method: 'BANK' as const, reference: 'TRX 1' };
    return app.codeOf(contract.payRefund, { as, body: { refundId, tender } });
  },
  withdraw: (refundId, as) =>
    app.codeOf(contract.askWithdrawal, { as, body: { refundId, reason: 'wants to stay' } }),
  return: (refundId, as) => app.codeOf(contract.askReturn, { as, body: { refundId, ...cameBack(refundId) } }),
};
const cameBack = (refundId: string) => ({ reference: `FT ${refundId}`, reason: 'the account is closed' });

/** The second person has done what was asked for about the case. */
async function agree(refundId: string): Promise<void> {
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from payments.proposals where refund_id = ${refundId} and state = 'REQUESTED'`,
  );
  await app.call(decideProposal, { as: decider, params: { id }, body: { accept: true } });
}

async function inState(state: RefundState): Promise<string> {
  const made = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
  const body = { applicationId: made.id, version: made.version, remark: 'moved' };
  await app.call(withdrawAfterPayment, { as: asker, body });
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from payments.refunds where application_id = ${made.id}`,
  );
  if (state === 'REFUSED')
    await app.call(contract.decideRefund, {
      as: decider,
      body: { refundId: id, accept: false, remark: 'no' },
    });
  else if (state === 'GIVEN_UP') expect(await CALLS.giveUp(id, asker)).toBeUndefined();
  else if (state !== 'REQUESTED') expect(await CALLS.decide(id, decider)).toBeUndefined();
  if (state === 'PAID_OUT' || state === 'RETURNED') expect(await CALLS.pay(id, payer)).toBeUndefined();
  const back = { WITHDRAWN: 'withdraw', RETURNED: 'return' } as const;
  if (state === 'WITHDRAWN' || state === 'RETURNED') {
    expect(await CALLS[back[state]](id, payer)).toBeUndefined();
    await agree(id);
  }
  return id;
}

const REFUSAL: Record<RefundAction, string> = {
  open: 'payments.nothing_refundable',
  decide: 'payments.refund_decided',
  giveUp: 'payments.refund_decided',
  pay: 'payments.refund_not_approved',
  withdraw: 'payments.refund_not_approved',
  return: 'payments.refund_not_returned',
};
const listed = (state: RefundState, action: RefundAction) =>
  action === 'open'
    ? state === 'REFUSED' || state === 'GIVEN_UP' || state === 'WITHDRAWN'
    : REFUND_STEPS.some((step) => step.from === state && step.action === action);
const BY = { open: asker, decide: decider, giveUp: asker, pay: payer, withdraw: payer, return: payer };

const ACTIONS = ['open', 'decide', 'giveUp', 'pay', 'withdraw', 'return'] as const;

test.each(REFUND_STATES)('%s: what is not listed is refused, each with its code', async (state) => {
  const id = await inState(state);
  const unlisted = ACTIONS.filter((action) => !listed(state, action));
  for (const action of unlisted)
    expect([action, await CALLS[action](id, BY[action])]).toEqual([action, REFUSAL[action]]);
});

test.each(
  REFUND_STATES.flatMap((state) =>
    ACTIONS.filter((action) => listed(state, action)).map((action) => [state, action] as const),
  ),
)('%s, %s', async (state, action) => {
  expect(await CALLS[action](await inState(state), BY[action])).toBeUndefined();
});

test('who asked does not decide, and neither of the two pays', async () => {
  const id = await inState('REQUESTED');
  expect([await CALLS.decide(id, asker), await CALLS.decide(id, decider)]).toEqual([
    'payments.refund_asker',
    undefined,
  ]);
  const mayPay = async (as: Person) => (await app.call(contract.getRefund, { as, params: { id } })).can.pay;
  expect([await mayPay(asker), await mayPay(decider), await mayPay(payer)]).toEqual([false, false, true]);
  expect([await CALLS.pay(id, decider), await CALLS.pay(id, asker), await CALLS.pay(id, payer)]).toEqual([
    'payments.refund_approver',
    'payments.refund_own',
    undefined,
  ]);
});

test('decided by ten at once: one decides, nine are told that it is decided', async () => {
  const id = await inState('REQUESTED');
  const codes = await Promise.all(Array.from({ length: 10 }, () => CALLS.decide(id, decider)));
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === 'payments.refund_decided')).toHaveLength(9);
});

test('a way back leaves its audit rows', async () => {
  const rows = async (id: string) =>
    (
      await all<{ action: string }>(
        app.db,
        sql`select action from platform.audit where object = 'refund' and object_id = ${id} order by id`,
      )
    ).map(({ action }) => action);
  const opened = ['refund.open', 'refund.approve'];
  expect(await rows(await inState('WITHDRAWN'))).toEqual([
    ...opened,
    'refund.ask-withdrawal',
    'refund.withdraw',
  ]);
  expect(await rows(await inState('RETURNED'))).toEqual([
    ...opened,
    'refund.pay',
    'refund.ask-return',
    'refund.return',
  ]);
});

test('asking, deciding and paying leave an audit row each', async () => {
  const id = await inState('PAID_OUT');
  const rows = await all<{ action: string }>(
    app.db,
    sql`select action from platform.audit where object = 'refund' and object_id = ${id} order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['refund.open', 'refund.approve', 'refund.pay']);
});
