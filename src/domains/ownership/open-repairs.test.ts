/** Work that is asked for at a connection when its owner changes: what nobody has paid ends, all other work goes on for who asked. */
import { expect, test } from 'vitest';
import type { MadeConnection } from '#domains/meters/factory.ts';
import * as payments from '#domains/payments/contract.ts';
import { DUE, makeCharges } from '#domains/payments/factory-charges.ts';
import { completeGatewayPayment, openOrder } from '#domains/payments/gateway/contract.ts';
import { payByLink, readPayLink } from '#domains/payments/links/contract.ts';
import { myPayables } from '#domains/payments/payables/contract.ts';
import { getOrder, listOrders } from '#domains/work-orders/contract.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import type { Person } from '#test/app.ts';
import { testApp } from '#test/app.ts';
import { makeOffice } from './factory-calls.ts';

const app = await testApp();
const office = await makeOffice(app);
const { yard, charged, pay } = await makeCharges(app);

const stateOf = async (id: string) =>
  (await one<{ state: string }>(app.db, sql`select state from work_orders.orders where id = ${id}`)).state;
/** The connection of this order goes to Karim. */
async function sell(orderId: string) {
  const buyer = await app.consumer('Karim');
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${buyer.consumerId}`,
  );
  const connection = await one<MadeConnection>(
    app.db,
    sql`select c.id, c.number, c.consumer_id as "consumerId", c.road_id as "roadId", m.id as "meterId", m.number as "meterNumber"
      from work_orders.orders o join meters.connections c on c.id = o.connection_id
      join meters.assignments a on a.connection_id = c.id join meters.meters m on m.id = a.meter_id where o.id = ${orderId}`,
  );
  const request = await office.request({ connection, phone, upTo: 'COMPLETED' });
  return { buyer, request };
}
const belled = async ({ userId }: Person, kind: string) =>
  (await all(app.db, sql`select from platform.notices where user_id = ${userId} and kind = ${kind}`)).length;

test('a charge that nobody has paid ends with the change: who asked is told, and the new owner can ask again', async () => {
  const { id, household } = await charged();
  const { buyer, request } = await sell(id);
  expect(await stateOf(id)).toBe('CANCELLED');
  const seen = await app.call(getOrder, { as: household, params: { id } });
  expect(seen).toMatchObject({ state: 'CANCELLED', openMinor: 0 });
  expect(seen.remark).toContain(request.number);
  const [sms] = await all<{ body: string }>(
    app.owner.db,
    sql`select body from platform.outbox where event like ${`work-orders.handedOver:${id}:%`}`,
  );
  expect(sms?.body).toMatch(/new owner/);
  expect(await belled(household, 'work-orders.ended')).toBe(1);
  expect(await belled(buyer, 'ownership.repairs_ended')).toBe(1);
  expect(await belled(buyer, 'ownership.repairs_go_on')).toBe(0);
  // Neither its words nor that it exists.
  expect((await app.call(listOrders, { as: buyer, query: {} })).items).toEqual([]);
});

test('what was paid, and what is at the bank, stays with who pays it', async () => {
  const [paid, atBank] = [await charged(), await charged()];
  await pay(paid.id);
  const { id: paymentId } = await app.call(payments.payWorkOrder, {
    ...{
      as: atBank.household,
      body: { orderId: atBank.id, amountMinor: DUE, tender: { method: 'GATEWAY' } },
    },
  });
  await app.call(openOrder, { as: atBank.household, body: { paymentId } });
  const before = [await stateOf(paid.id), await stateOf(atBank.id)];
  const { buyer } = await sell(paid.id);
  await sell(atBank.id);
  expect([await stateOf(paid.id), await stateOf(atBank.id)]).toEqual(before);
  expect(await belled(buyer, 'ownership.repairs_ended')).toBe(0);
  // That somebody will dig at their gate; not what for, nor for whom.
  expect(await belled(buyer, 'ownership.repairs_go_on')).toBe(1);
  expect((await app.call(listOrders, { as: buyer, query: {} })).items).toEqual([]);
});

/** The household's payment of the charge is at the bank. */
async function atTheBank() {
  const made = await charged();
  const body = { orderId: made.id, amountMinor: DUE, tender: { method: 'GATEWAY' as const } };
  const { id: paymentId } = await app.call(payments.payWorkOrder, { as: made.household, body });
  await app.call(openOrder, { as: made.household, body: { paymentId } });
  const decide = async (status: 'APPROVED' | 'DECLINED') => {
    await execute(
      app.db,
      sql`update payments.sandbox_orders set status = ${status}, decided_at = ${app.clock.now()}
        where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
    );
    await app.call(completeGatewayPayment, { as: made.household, body: { paymentId } });
    return app.call(payments.getPayment, { as: made.household, params: { id: paymentId } });
  };
  return { ...made, body, paymentId, decide };
}

test('money that was at the bank pays the work; declined, nobody pays for it any more', async () => {
  const [approved, declined] = [await atTheBank(), await atTheBank()];
  await app.call(steps.sendPayLink, { as: yard.clerk, body: await yard.at(declined.id) });
  const { link } = await one<{ link: string }>(
    app.owner.db,
    sql`select body as link from platform.outbox m join payments.links l on m.event = 'payments.link:' || l.id
      where l.work_order_id = ${declined.id} limit 1`,
  );
  const code = /#([\w-]+)/.exec(link)?.[1] ?? '';
  for (const { id } of [approved, declined]) await sell(id);
  expect(await approved.decide('APPROVED')).toMatchObject({ state: 'APPROVED', owedBack: false });
  expect((await declined.decide('DECLINED')).state).toBe('DECLINED');
  const again = async (as: Person, body: object) =>
    app.codeOf(payments.payWorkOrder, { as, body: { ...declined.body, ...body } });
  expect(await again(declined.household, {})).toBe('work-orders.changed_hands');
  expect(await again(await app.staff('cashier'), { tender: { method: 'CASH' } })).toBe(
    'work-orders.changed_hands',
  );
  expect(await app.codeOf(payByLink, { body: { code, amountMinor: DUE as Minor } })).toBe(
    'work-orders.changed_hands',
  );
  expect(await app.call(readPayLink, { body: { code } })).toMatchObject({
    notDue: 'CHANGED_HANDS',
    dueMinor: 0,
  });
  const { items } = await app.call(myPayables, { as: declined.household });
  expect(items.filter(({ id }) => id === declined.id)).toEqual([]);
});

test('a payment that is set aside keeps nothing: the earlier owner is not asked for the work any more', async () => {
  const { id, household } = await charged();
  const body = { orderId: id, amountMinor: DUE, tender: { method: 'GATEWAY' as const } };
  const { id: paymentId } = await app.call(payments.payWorkOrder, { as: household, body });
  await app.call(openOrder, { as: household, body: { paymentId } });
  await execute(
    app.db,
    sql`update payments.sandbox_orders set status = 'APPROVED', paid_minor = ${DUE - 100}::bigint, decided_at = ${app.clock.now()}
      where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
  );
  const asked = await app.call(completeGatewayPayment, { as: household, body: { paymentId } });
  expect(asked).toMatchObject({ state: 'PROCESSING', isSetAside: true });
  await sell(id);
  expect(await stateOf(id)).toBe('CANCELLED');
  expect(await app.codeOf(payments.payWorkOrder, { as: household, body })).toBe('work-orders.changed_hands');
});

test('work that costs nothing, and what was waived, goes on', async () => {
  const waived = await charged();
  await yard.step(steps.waiveCharge, yard.admin, waived.id, { reason: 'Our own fault' });
  await sell(waived.id);
  expect(await stateOf(waived.id)).toBe('ON_REVIEW');
  const seller = await app.consumer('Rahima');
  const { number } = await office.connect({ consumerId: String(seller.consumerId) });
  const free = await yard.order({ by: seller, connectionNumber: number });
  await sell(free.id);
  expect(await stateOf(free.id)).toBe('PENDING');
});

test('what went on free of charge is not charged afterwards: it is not their house any more', async () => {
  const seller = await app.consumer('Rahima');
  const { number } = await office.connect({ consumerId: String(seller.consumerId) });
  const free = await yard.order({ by: seller, connectionNumber: number });
  const waived = await charged();
  await yard.step(steps.waiveCharge, yard.admin, waived.id, { reason: 'Our own fault' });
  await sell(free.id);
  await sell(waived.id);
  await yard.step(steps.takeOrder, yard.clerk, free.id);
  for (const { id } of [free, waived]) {
    const estimate = async (isCharged: boolean) =>
      app.codeOf(steps.estimateOrder, {
        as: yard.clerk,
        body: { ...(await yard.at(id)), labourMinor: 50_000, charged: isCharged, materials: [] },
      });
    expect(await estimate(true)).toBe('work-orders.changed_hands');
  }
  const body = { ...(await yard.at(free.id)), labourMinor: 50_000, charged: false, materials: [] };
  expect(await app.codeOf(steps.estimateOrder, { as: yard.clerk, body })).toBeUndefined();
});
