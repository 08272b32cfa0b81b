/** Every state of a refund case with every call, over HTTP, and each second-person rule alone. */
import { expect, test } from 'vitest';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
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
  pay: (refundId, as) =>
    app.codeOf(contract.payRefund, { as, body: { refundId, tender: { method: 'CASH' } } }),
};

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
  if (state === 'APPROVED' || state === 'PAID_OUT') expect(await CALLS.decide(id, decider)).toBeUndefined();
  if (state === 'PAID_OUT') expect(await CALLS.pay(id, payer)).toBeUndefined();
  return id;
}

const REFUSAL: Record<RefundAction, string> = {
  open: 'payments.nothing_refundable',
  decide: 'payments.refund_decided',
  pay: 'payments.refund_not_approved',
};
const listed = (state: RefundState, action: RefundAction) =>
  action === 'open'
    ? state === 'REFUSED'
    : REFUND_STEPS.some((step) => step.from === state && step.action === action);
const BY = { open: asker, decide: decider, pay: payer };

test.each(
  REFUND_STATES.flatMap((state) =>
    (['open', 'decide', 'pay'] as const).map((action) => [state, action] as const),
  ),
)('%s, %s', async (state, action) => {
  const id = await inState(state);
  expect(await CALLS[action](id, BY[action])).toBe(listed(state, action) ? undefined : REFUSAL[action]);
});

test('who asked does not decide, who decided does not pay', async () => {
  const id = await inState('REQUESTED');
  expect([await CALLS.decide(id, asker), await CALLS.decide(id, decider)]).toEqual([
    'payments.refund_asker',
    undefined,
  ]);
  expect([await CALLS.pay(id, decider), await CALLS.pay(id, payer)]).toEqual([
    'payments.refund_approver',
    undefined,
  ]);
});

test('decided by ten at once: one decides, nine are told that it is decided', async () => {
  const id = await inState('REQUESTED');
  const codes = await Promise.all(Array.from({ length: 10 }, () => CALLS.decide(id, decider)));
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === 'payments.refund_decided')).toHaveLength(9);
});

test('asking, deciding and paying leave an audit row each', async () => {
  const id = await inState('PAID_OUT');
  const rows = await all<{ action: string }>(
    app.db,
    sql`select action from platform.audit where object = 'refund' and object_id = ${id} order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['refund.open', 'refund.approve', 'refund.pay']);
});
