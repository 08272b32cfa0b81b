/** What a link to pay says if nothing is to be paid any more: why, without a name. */
import { expect, test } from 'vitest';
import * as gateway from '#domains/payments/gateway/contract.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { payWorkOrder } from '../contract.ts';
import { DUE, LABOUR, makeCharges } from '../factory-charges.ts';
import { payByLink, readPayLink } from './contract.ts';

const app = await testApp();
const { yard, cashier, charged, estimate, pay, paying } = await makeCharges(app);

/** A charge whose link was sent, and what its page says. */
async function linked() {
  const { id } = await charged();
  await app.call(steps.sendPayLink, { as: cashier, body: await yard.at(id) });
  const { body } = await one<{ body: string }>(
    app.owner.db,
    sql`select m.body from platform.outbox m join payments.links l on m.event = 'payments.link:' || l.id
      where l.work_order_id = ${id} order by m.id limit 1`,
  );
  const code = /#(\S+)$/.exec(body)?.[1] ?? '';
  const says = async () => {
    const { notDue, dueMinor, paidMinor } = await app.call(readPayLink, { body: { code } });
    return [notDue, dueMinor, paidMinor];
  };
  return { id, code, says };
}
const begin = ({ code }: { code: string }) =>
  app.call(payByLink, { body: { code, amountMinor: DUE as Minor } });
/** The bank takes what was started by the link. */
async function decide({ id }: { id: string }): Promise<void> {
  const { paymentId } = await one<{ paymentId: string }>(
    app.owner.db,
    sql`update payments.sandbox_orders s set status = 'APPROVED', decided_at = ${app.clock.now()}
      from payments.orders o join payments.payments p on p.id = o.payment_id
      where o.order_id = s.order_id and p.work_order_id = ${id} and p.state = 'PROCESSING' returning p.id as "paymentId"`,
  );
  await app.call(gateway.completeGatewayPayment, { as: yard.admin, body: { paymentId } });
}

test('something is to be paid: no reason why not', async () => {
  const { says } = await linked();
  expect(await says()).toEqual([null, DUE, 0]);
});

test('paid by it is told apart from paid at the counter', async () => {
  const [byLink, atCounter] = [await linked(), await linked()];
  await begin(byLink);
  await decide(byLink);
  expect(await byLink.says()).toEqual(['PAID', 0, DUE]);
  await pay(atCounter.id);
  expect(await atCounter.says()).toEqual(['PAID_ELSEWHERE', 0, DUE]);
  // What came by the link too late goes back: it is not what paid.
  const late = await linked();
  await begin(late);
  await estimate(late.id, 50_000);
  await decide(late);
  const rest = 57_500;
  expect(await late.says()).toEqual([null, rest, 0]);
  await app.call(payWorkOrder, { as: cashier, body: paying(late.id, rest) });
  expect(await late.says()).toEqual(['PAID_ELSEWHERE', 0, rest]);
});

test('waived, cancelled, and free of charge by a newer estimate', async () => {
  const [waived, cancelled, free] = [await linked(), await linked(), await linked()];
  await yard.step(steps.waiveCharge, yard.engineer, waived.id, { reason: 'our pipe' });
  expect(await waived.says()).toEqual(['WAIVED', 0, 0]);
  await yard.step(steps.rejectOrder, yard.clerk, cancelled.id, { remark: 'not ours' });
  expect(await cancelled.says()).toEqual(['ENDED', 0, 0]);
  await app.call(steps.estimateOrder, {
    as: yard.clerk,
    body: {
      ...(await yard.at(free.id)),
      ...{ labourMinor: LABOUR as Minor, charged: false, materials: [], despitePayment: true },
    },
  });
  expect(await free.says()).toEqual(['NOT_NOW', 0, 0]);
});
