/** A signed call of the bank that comes when the bank cannot be asked: what it is about is asked again, and the money is booked. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { SANDBOX_MERCHANT, sandboxGateway, sandboxKey, signedCall } from '../sandbox/bank.ts';
import { gatewayContext } from './context.ts';
import { gatewayCallback } from './contract.ts';
import { PAID, type Started, waysAtGateway } from './factory-at-gateway.ts';
import { checkDueOrders } from './janitor.ts';
import { receiveCallback } from './receive-callback.ts';

const app = await testApp();
const ways = waysAtGateway(app);
const context = gatewayContext(app.platform);
const away = {
  ...context,
  gateways: async () => [
    { ...sandboxGateway(context.sandbox), orderDetails: () => Promise.reject(new Error('away')) },
  ],
};
const janitor = () => checkDueOrders(context, app.system);

const callOf = ({ known }: Started) =>
  signedCall(sandboxKey(app.platform.secrets.pepper), {
    ...{ orderId: new URLSearchParams(known).get('ORDERID') ?? '', merchantId: SANDBOX_MERCHANT },
    ...{ amountMinor: 11_500, currency: '050' },
  });
const orderOf = (id: string) =>
  one<{ checks: number; seconds: number | null; inbox: string }>(
    app.db,
    sql`select o.checks, extract(epoch from o.next_check_at - ${app.clock.now()}::timestamptz)::int as seconds,
        (select i.state from payments.inbox i where i.claim ->> 'orderId' = o.order_id) as inbox
      from payments.orders o where o.payment_id = ${id}`,
  );
/** The payment was cancelled, the bank was asked for the last time, and paid all the same. */
async function paidAfterTheEnd(): Promise<Started> {
  const started = await ways.atTheGateway('sandbox');
  await ways.press(started, 'approve', 'silent');
  await execute(
    app.owner.db,
    sql`update payments.payments set state = 'CANCELED', decided_at = ${app.clock.now()} where id = ${started.id}`,
  );
  await execute(
    app.owner.db,
    sql`update payments.orders set next_check_at = null, checks = 2 where payment_id = ${started.id}`,
  );
  return started;
}

test('about a payment that nobody asks about any more: the bank is asked again after a minute', async () => {
  const started = await paidAfterTheEnd();
  await receiveCallback(away, app.system(), { gateway: 'sandbox', ...callOf(started) });
  expect(await orderOf(started.id)).toEqual({ checks: 0, seconds: 60, inbox: 'DONE' });
  await janitor();
  expect((await ways.kept(started.id)).state).toBe('CANCELED');
  app.clock.advance(60);
  await janitor();
  expect(await ways.kept(started.id)).toEqual(PAID);
});

test('the same call again asks again, as long as it is not paid', async () => {
  const started = await paidAfterTheEnd();
  await receiveCallback(away, app.system(), { gateway: 'sandbox', ...callOf(started) });
  await app.call(gatewayCallback, { body: callOf(started) });
  expect(await ways.kept(started.id)).toEqual(PAID);
  // Paid, a repetition asks nobody.
  const silent = {
    ...away,
    gateways: async () => [{ ...sandboxGateway(context.sandbox), orderDetails: refuse }],
  };
  await receiveCallback(silent, app.system(), { gateway: 'sandbox', ...callOf(started) });
  expect(asked).toBe(0);
});

let asked = 0;
async function refuse(): Promise<never> {
  asked += 1;
  throw new Error('asked');
}

test('an undecided payment is asked about sooner, and keeps the questions of its schedule', async () => {
  const started = await ways.atTheGateway('sandbox');
  await execute(
    app.owner.db,
    sql`update payments.orders set checks = 5, next_check_at = ${app.clock.now()}::timestamptz + interval '6 hours'
      where payment_id = ${started.id}`,
  );
  // The bank calls, and has not decided.
  await app.call(gatewayCallback, { body: callOf(started) });
  expect(await orderOf(started.id)).toEqual({ checks: 4, seconds: 60, inbox: 'DONE' });
  app.clock.advance(60);
  await janitor();
  expect(await orderOf(started.id)).toMatchObject({ checks: 5, seconds: 21_600 });
});
