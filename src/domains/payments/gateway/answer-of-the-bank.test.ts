/** The bank's answer is compared with the order, thing by thing; what it decides is in the audit log, once. */
import { expect, test } from 'vitest';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { sandboxGateway } from '../sandbox/bank.ts';
import { checkOrder } from './check-order.ts';
import { gatewayContext } from './context.ts';
import * as gatewayContract from './contract.ts';
import type { OpenedOrder, OrderDetails } from './gateway.ts';

const app = await testApp();
const context = gatewayContext(app.platform);

/** A payment of ৳115 that the sandbox bank has decided, and that nobody has asked it about. */
async function decided(status: 'APPROVED' | 'DECLINED'): Promise<string> {
  const as = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const body = { connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' as const } };
  const { id } = await app.call(contract.makePayment, { as, body });
  await app.call(gatewayContract.openOrder, { as, body: { paymentId: id } });
  await execute(
    app.db,
    sql`update payments.sandbox_orders set status = ${status}, decided_at = ${app.clock.now()}
      where order_id = (select order_id from payments.orders where payment_id = ${id})`,
  );
  return id;
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
