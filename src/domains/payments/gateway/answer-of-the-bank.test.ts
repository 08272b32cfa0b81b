/** The bank's answer is compared with the order, thing by thing; what it decides is in the audit log, once. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { sandboxGateway } from '../sandbox/bank.ts';
import { checkOrder } from './check-order.ts';
import { gatewayContext } from './context.ts';
import { decidedAtBank, waysAtGateway } from './factory-at-gateway.ts';
import type { OpenedOrder, OrderDetails } from './gateway.ts';

const app = await testApp();
const context = gatewayContext(app.platform);
const { startPayment } = waysAtGateway(app);

/** A payment of ৳115 that the sandbox bank has decided, and that nobody has asked it about. */
async function decided(status: 'APPROVED' | 'DECLINED'): Promise<string> {
  const payment = await startPayment();
  await decidedAtBank(app, payment, status);
  return payment.id;
}

/** Asks a bank that answers with other details than the sandbox. */
function ask(paymentId: string, wrong: Partial<OrderDetails> = {}): Promise<unknown> {
  const gateway = sandboxGateway(context.sandbox);
  const orderDetails = async (order: OpenedOrder) => ({
    ...(await gateway.orderDetails(order)),
    ...wrong,
  });
  return checkOrder(
    { ...context, gateways: async () => [{ ...gateway, orderDetails }] },
    app.system(),
    paymentId,
  );
}

const kept = (paymentId: string) =>
  all(
    app.db,
    sql`select p.state,
        (select count(*)::int from ledger.journals j where j.source_id = p.id) as journals,
        array(select a.kind from payments.alarms a where a.payment_id = p.id) as alarms
      from payments.payments p where p.id = ${paymentId}`,
  );

test.each([
  ['ORDER', { orderId: 'SB0000' }],
  ['MERCHANT', { merchantId: 'OTHER' }],
  ['CURRENCY', { currency: '840' }],
  ['AMOUNT', { amountMinor: 11_499 }],
])('an approval with another %s than was ordered: not paid, an alarm of that kind', async (kind, wrong) => {
  const id = await decided('APPROVED');
  await ask(id, wrong);
  expect(await kept(id)).toEqual([{ state: 'PROCESSING', journals: 0, alarms: [kind] }]);
  // The same order, as it was ordered, is paid.
  await ask(id);
  expect(await kept(id)).toEqual([{ state: 'APPROVED', journals: 1, alarms: [kind] }]);
});

test.each(['APPROVED', 'DECLINED'] as const)('%s by the bank is in the audit log, once', async (state) => {
  const id = await decided(state);
  await ask(id);
  await ask(id);
  const action = state === 'APPROVED' ? 'payment.complete' : 'payment.check';
  const rows = await all(
    app.db,
    sql`select before, after from platform.audit
      where action = ${action} and object = 'payment' and object_id = ${id}`,
  );
  expect(rows).toEqual([{ before: { state: 'PROCESSING' }, after: { state, amountMinor: 11_500 } }]);
});
