/** A payment at the bank without an outcome is given up, and the next one may begin; what the bank took is never lost. */
import { expect, test } from 'vitest';
import { sharingOf } from '#domains/meters/sharing/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { getPayable } from '../payables/contract.ts';
import { gatewayContext } from './context.ts';
import * as gatewayContract from './contract.ts';
import { checkDueOrders } from './janitor.ts';

const app = await testApp();
const { share } = sharingOf(app);
const { giveUpPayment } = gatewayContract;
const context = gatewayContext(app.platform);

const begin = (as: Person, connectionId: string) =>
  app.codeOf(contract.makePayment, {
    as,
    body: { connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' } },
  });

/** A household that owes ৳115, its payment at the bank's page. */
async function atTheBank() {
  app.clock.set(startOn('2026-11-15'));
  const as = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const body = { connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' as const } };
  const { id } = await app.call(contract.makePayment, { as, body });
  await app.call(gatewayContract.openOrder, { as, body: { paymentId: id } });
  return { as, connectionId, paymentId: id };
}

const decide = (paymentId: string, status: string) =>
  execute(
    app.db,
    sql`update payments.sandbox_orders set status = ${status}, decided_at = ${app.clock.now()}
      where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
  );
const stateOf = async (paymentId: string) =>
  (await one<{ state: string }>(app.db, sql`select state from payments.payments where id = ${paymentId}`))
    .state;
const audits = async (paymentId: string) =>
  (
    await all<{ before: unknown; after: unknown }>(
      app.db,
      sql`select before, after from platform.audit where action = 'payment.give-up' and object_id = ${paymentId}`,
    )
  ).map(({ before, after }) => [before, after]);

test('the payer gives it up and begins again; a second press changes nothing', async () => {
  const { as, connectionId, paymentId } = await atTheBank();
  expect(await begin(as, connectionId)).toBe('payments.other_running');
  const shown = await app.call(gatewayContract.completeGatewayPayment, { as, body: { paymentId } });
  expect(shown).toMatchObject({ state: 'PROCESSING', mayGiveUp: true });
  const given = await app.call(giveUpPayment, { as, body: { paymentId } });
  expect(given).toMatchObject({ state: 'CANCELED', mayGiveUp: false, bankUrl: null });
  expect(await app.call(giveUpPayment, { as, body: { paymentId } })).toMatchObject({ state: 'CANCELED' });
  expect(await audits(paymentId)).toEqual([[{ state: 'PROCESSING' }, { state: 'CANCELED' }]]);
  expect((await app.call(getPayable, { as, query: { connectionId } })).running).toBeNull();
  expect(await begin(as, connectionId)).toBeUndefined();
});

test('one that never came to the bank', async () => {
  const as = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  await begin(as, connectionId);
  const { id: paymentId } = await one<{ id: string }>(
    app.db,
    sql`select id from payments.payments where connection_id = ${connectionId}`,
  );
  expect(await app.call(giveUpPayment, { as, body: { paymentId } })).toMatchObject({ state: 'CANCELED' });
});

test('what the bank has decided meanwhile counts', async () => {
  const { as, paymentId } = await atTheBank();
  await decide(paymentId, 'APPROVED');
  expect(await app.call(giveUpPayment, { as, body: { paymentId } })).toMatchObject({ state: 'APPROVED' });
  expect(await audits(paymentId)).toEqual([]);
});

test('money that comes later is booked: the bank is asked again after an hour', async () => {
  const { as, paymentId } = await atTheBank();
  await app.call(giveUpPayment, { as, body: { paymentId } });
  await decide(paymentId, 'APPROVED');
  app.clock.advance(3599);
  await checkDueOrders(context, app.system);
  expect(await stateOf(paymentId)).toBe('CANCELED');
  app.clock.advance(1);
  await checkDueOrders(context, app.system);
  expect(await stateOf(paymentId)).toBe('APPROVED');
});

test('a bank that does not answer may have the money: nothing is given up', async () => {
  const { as, paymentId } = await atTheBank();
  await execute(app.owner.db, sql`revoke select on payments.sandbox_orders from jolkol_app`);
  const code = await app.codeOf(giveUpPayment, { as, body: { paymentId } });
  await execute(app.owner.db, sql`grant select on payments.sandbox_orders to jolkol_app`);
  expect([code, await stateOf(paymentId)]).toEqual(['payments.gateway_away', 'PROCESSING']);
});

test('one that staff look at is theirs', async () => {
  const { as, paymentId } = await atTheBank();
  await execute(
    app.db,
    sql`update payments.payments set set_aside_at = ${app.clock.now()} where id = ${paymentId}`,
  );
  expect(await app.call(giveUpPayment, { as, body: { paymentId } })).toMatchObject({
    ...{ state: 'PROCESSING', mayGiveUp: false },
  });
});

test('a payment of somebody else is not there', async () => {
  const { paymentId } = await atTheBank();
  const as = await app.consumer();
  expect(await app.codeOf(giveUpPayment, { as, body: { paymentId } })).toBe('common.not_found');
});

test('who pays for the same connection sees it, and gives it up when half an hour is over; who only sees, never', async () => {
  const { as: holder, connectionId, paymentId } = await atTheBank();
  const [payer, viewer] = [await app.consumer(), await app.consumer()];
  await share({ holder, guest: payer, connectionId, mayPay: true });
  await share({ holder, guest: viewer, connectionId, mayPay: false });
  const press = async (as: Person) => {
    const { state, bankUrl } = await app.call(giveUpPayment, { as, body: { paymentId } });
    return [state, bankUrl];
  };
  const shown = await app.call(gatewayContract.completeGatewayPayment, { as: payer, body: { paymentId } });
  // The bank's page is the payer's.
  expect(shown).toMatchObject({ state: 'PROCESSING', mayGiveUp: false, bankUrl: null });
  // This bank keeps its page open for long.
  await execute(app.db, sql`update payments.sandbox_orders set expires_at = expires_at + interval '1 day'`);
  app.clock.advance(1799);
  expect(await press(payer)).toEqual(['PROCESSING', null]);
  app.clock.advance(1);
  expect(await app.codeOf(giveUpPayment, { as: viewer, body: { paymentId } })).toBeUndefined();
  expect(await stateOf(paymentId)).toBe('PROCESSING');
  expect(await press(payer)).toEqual(['CANCELED', null]);
  expect(await begin(payer, connectionId)).toBeUndefined();
});

test('who has the connection now does not give up what the one before them left at the bank', async () => {
  const { connectionId, paymentId } = await atTheBank();
  const next = await app.consumer();
  await execute(
    app.owner.db,
    sql`update meters.connections set consumer_id = ${next.consumerId} where id = ${connectionId}`,
  );
  await execute(app.db, sql`update payments.sandbox_orders set expires_at = expires_at + interval '1 day'`);
  app.clock.advance(1800);
  expect(await app.codeOf(giveUpPayment, { as: next, body: { paymentId } })).toBe('common.not_found');
  expect(await stateOf(paymentId)).toBe('PROCESSING');
});
