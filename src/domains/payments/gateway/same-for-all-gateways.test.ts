/**
 * One list of what happens on the way through a gateway, gone through with each: the real adapters against simulators of their contracts,
 * which also claim what is not so, decide late, keep silent and repeat themselves (G9, G10, G11). Nothing here reaches a host.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { GATEWAY_NAMES, type GatewayName } from '#shared/gateway-names.ts';
import { testApp } from '#test/app.ts';
import { differences } from '../queries.ts';
import { simulatedGateways } from '../sandbox/simulators/simulated-gateways.ts';
import type { Wire, WireCall } from './adapters/wire.ts';
import { checkOrder } from './check-order.ts';
import { gatewayContext } from './context.ts';
import * as gatewayContract from './contract.ts';
import { FORM, OPEN, PAID, type Way, waysAtGateway } from './factory-at-gateway.ts';
import { giveUp } from './give-up.ts';
import { checkDueOrders } from './janitor.ts';
import { openOrder } from './open-order.ts';
import { processInbox } from './receive-callback.ts';

const app = await testApp();
const context = gatewayContext(app.platform);
/** Those that call us by themselves; the others are found by the way back and by the janitor. */
const CALLING: readonly GatewayName[] = ['sandbox', 'sslcommerz'];
const OVER_A_NETWORK = GATEWAY_NAMES.filter((name) => name !== 'sandbox');
const HOUR_S = 3600;
const { startPayment, atTheGateway, press, comeBack, kept, complete, inboxOf } = waysAtGateway(app);

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

describe.each(GATEWAY_NAMES)('%s', (gateway) => {
  const calls = CALLING.includes(gateway);
  const isBkash = gateway === 'bkash';

  test('approved: paid once, by its call or by the way back, which is kept first', async () => {
    const started = await atTheGateway(gateway);
    const way = await press(started, 'approve');
    expect(await kept(started.id)).toEqual(calls ? PAID : OPEN);
    expect(await comeBack(way)).toBe(`/payment/approved?payment=${started.id}`);
    expect(await inboxOf(started.id)).toEqual([{ deliveries: 1, state: 'DONE' }]);
    expect((await complete(started)).receiptNumber).toMatch(/^6/);
    expect(await kept(started.id)).toEqual(PAID);
  });

  test('its call a hundred times, and the browser thirty times at once', async () => {
    const started = await atTheGateway(gateway);
    const way = await press(started, 'approve', 'repeat');
    const landed = await Promise.all(Array.from({ length: 30 }, () => comeBack(way)));
    expect(new Set(landed)).toEqual(new Set([`/payment/approved?payment=${started.id}`]));
    expect(await kept(started.id)).toEqual(PAID);
    expect(await inboxOf(started.id)).toEqual([{ deliveries: 30, state: 'DONE' }]);
  });

  test.each(['decline', 'cancel'] as const)('%s: nothing is posted', async (decision) => {
    const started = await atTheGateway(gateway);
    const page = decision === 'decline' ? 'declined' : 'canceled';
    const landed = await comeBack(await press(started, decision));
    // bKash has no word for it: nothing moves until we ask for it, and after an hour it is over.
    expect(landed).toBe(`/payment/${isBkash ? 'redirect' : page}?payment=${started.id}`);
    if (isBkash) {
      app.clock.advance(HOUR_S + 60);
      await checkDueOrders(context, app.system);
    }
    const state = isBkash ? 'EXPIRED' : page.toUpperCase();
    expect(await kept(started.id)).toEqual({ ...OPEN, state });
  });

  test('decided later: undecided until then, and found by the janitor', async () => {
    const started = await atTheGateway(gateway);
    expect(await comeBack(await press(started, 'approve', 'delay'))).toBe(
      `/payment/redirect?payment=${started.id}`,
    );
    expect(await kept(started.id)).toEqual(OPEN);
    app.clock.advance(61);
    await checkDueOrders(context, app.system);
    expect(await kept(started.id)).toEqual(PAID);
  });

  test('silent, and the browser never comes back: staff ask', async () => {
    const started = await atTheGateway(gateway);
    await press(started, 'approve', 'silent');
    expect(await kept(started.id)).toEqual(OPEN);
    const params = { id: started.id };
    await app.call(gatewayContract.revalidateGatewayPayment, { as: await app.staff('cashier'), params });
    expect(await kept(started.id)).toEqual(PAID);
  });

  test('declined, and the browser is sent to the approved page', async () => {
    const started = await atTheGateway(gateway);
    const landed = await comeBack(await press(started, 'approve', 'lie'));
    expect(landed).toBe(`/payment/${isBkash ? 'redirect' : 'declined'}?payment=${started.id}`);
    expect((await kept(started.id)).journals).toBe(0);
  });

  test('forged ways back change nothing', async () => {
    const started = await atTheGateway(gateway);
    const xmlmsg = '<Message><OrderStatus>APPROVED</OrderStatus></Message>';
    const payload = new URLSearchParams({ xmlmsg, status: 'VALID', tran_id: 'x', val_id: 'x' }).toString();
    const forged: Way[] = [
      { method: 'POST', url: `/payment/approved?payment=${started.id}`, payload },
      { method: 'POST', url: `/payment/declined?payment=${started.id}`, payload },
      { method: 'GET', url: `/gateway/return/payment/${started.id}?status=success`, payload: '' },
    ];
    for (const way of forged) expect(await comeBack(way)).toBe(`/payment/redirect?payment=${started.id}`);
    expect(await kept(started.id)).toEqual(OPEN);
  });

  test.each([
    ['wrong-amount', 'AMOUNT'],
    ['wrong-currency', 'CURRENCY'],
    ['wrong-order', 'ORDER'],
    ['wrong-merchant', 'MERCHANT'],
  ] as const)('%s: not paid, one alarm however often it is asked', async (manner, kind) => {
    const started = await atTheGateway(gateway);
    const way = await press(started, 'approve', manner);
    for (let times = 0; times < 2; times += 1) await comeBack(way);
    await complete(started);
    // bKash's answers name no merchant.
    const named = !(isBkash && kind === 'MERCHANT');
    expect(await kept(started.id)).toEqual(named ? { ...OPEN, alarms: [kind], isUnknown: true } : PAID);
  });

  test('a call that it did not sign says nothing; asked, it says the truth', async () => {
    const started = await atTheGateway(gateway);
    app.clock.advance(86_400);
    const fresh = await atTheGateway(gateway);
    await press(fresh, 'approve', 'bad-signature');
    expect(await kept(fresh.id)).toEqual(OPEN);
    const raised = await all<{ kind: string }>(
      app.db,
      sql`select a.kind from payments.alarms a join payments.inbox i on i.id = a.inbox_id
        where i.gateway = ${gateway} and a.raised_at = ${app.clock.now()}`,
    );
    expect(raised).toEqual(calls ? [{ kind: 'SIGNATURE' }] : []);
    await complete(fresh);
    expect(await kept(fresh.id)).toEqual(PAID);
    expect((await kept(started.id)).journals).toBe(0);
  });

  test('paid after it had run out: still taken', async () => {
    const started = await atTheGateway(gateway);
    await press(started, 'approve', 'late');
    app.clock.advance(15 * 60 + 30);
    await checkDueOrders(context, app.system);
    expect(await kept(started.id)).toEqual({ ...OPEN, state: isBkash ? 'PROCESSING' : 'EXPIRED' });
    app.clock.advance(HOUR_S + 60);
    await checkDueOrders(context, app.system);
    expect(await kept(started.id)).toEqual(PAID);
  });

  test('the process ends after the way back was kept: the job asks', async () => {
    const started = await atTheGateway(gateway);
    await press(started, 'approve', 'silent');
    await execute(
      app.db,
      sql`insert into payments.inbox (gateway, digest, body, state, received_at, payment_id)
        values (${gateway}, ${Buffer.from(started.id)}, 'xmlmsg=x', 'WAITING', ${app.clock.now()}, ${started.id})`,
    );
    await processInbox(context, app.system);
    expect(await kept(started.id)).toEqual(PAID);
    expect(await inboxOf(started.id)).toEqual([{ deliveries: 1, state: 'DONE' }]);
  });
});

/** The program with a network that does as the test says. */
function over(network: (wire: Wire) => Wire) {
  const gateways = async () => simulatedGateways(context.sandbox, (_name, wire) => network(wire));
  return { ...context, gateways, offered: gateways };
}
const isAbout = ({ url }: WireCall, ...paths: string[]) => paths.some((path) => url.includes(path));
const CREATES = ['/createorder', '/gwprocess', '/create'];
const ASKS = ['/getorderdetailsapi', '/validator', '/payment/status'];

describe.each(OVER_A_NETWORK)('the network to %s', (gateway) => {
  const open = (through: ReturnType<typeof over>, paymentId: string) =>
    openOrder(through, app.system(), { paymentId, language: 'en', gateway });

  test.each<[string, (wire: Wire) => Wire]>([
    ['breaks before', () => () => Promise.reject(new Error('cut'))],
    [
      'breaks after the order was made',
      (wire) => async (call) => {
        const answer = await wire(call);
        if (isAbout(call, ...CREATES)) throw new Error('cut');
        return answer;
      },
    ],
    [
      'answers with a web page',
      () => async () => ({ status: 200, text: '<html>Sign in to this network</html>' }),
    ],
    [
      'names a page elsewhere',
      (wire) => async (call) => {
        const { status, text } = await wire(call);
        return { status, text: text.replaceAll('http://localhost/', 'https://evil.test/') };
      },
    ],
  ])('%s: nothing is kept, and the next try is free', async (_, network) => {
    const { as, id } = await startPayment();
    await expect(open(over(network), id)).rejects.toThrow('gateway_away');
    expect(await kept(id)).toMatchObject({ state: 'CREATED' });
    const { bankUrl } = await app.call(gatewayContract.openOrder, { as, body: { paymentId: id, gateway } });
    expect(bankUrl).toMatch(/^http:\/\/localhost\//);
  });

  test.each<[string, (wire: Wire) => Wire]>([
    ['no answer', () => () => Promise.reject(new Error('cut'))],
    ['an answer of another form', () => async () => ({ status: 200, text: '{"status":"APPROVED"}' })],
    ['an error', () => async () => ({ status: 500, text: '{}' })],
  ])('%s to the question: unknown, never failed; known again when it answers', async (_, broken) => {
    const started = await atTheGateway(gateway);
    await press(started, 'approve', 'silent');
    const network = over((wire) => {
      const bad = broken(wire);
      return (call) => (isAbout(call, ...ASKS) ? bad(call) : wire(call));
    });
    await checkOrder(network, app.system(), started.id);
    expect(await kept(started.id)).toEqual({ ...OPEN, isUnknown: true });
    await checkOrder(context, app.system(), started.id);
    expect(await kept(started.id)).toEqual(PAID);
  });
});

describe('what only one of them does', () => {
  test('bKash takes the money and its answer is lost: asked, it says so; taken once', async () => {
    const started = await atTheGateway('bkash');
    await press(started, 'approve');
    let executed = 0;
    const lossy = over((wire) => async (call) => {
      const answer = await wire(call);
      if (!isAbout(call, '/execute')) return answer;
      executed += 1;
      throw new Error('cut');
    });
    for (let times = 0; times < 3; times += 1) await checkOrder(lossy, app.system(), started.id);
    expect([await kept(started.id), executed]).toEqual([PAID, 1]);
  });

  test('bKash: what was given up or has run out is not taken any more', async () => {
    const given = await atTheGateway('bkash');
    await giveUp(context, app.actorOf(given.as), given.id);
    await press(given, 'approve');
    const over = await atTheGateway('bkash');
    app.clock.advance(HOUR_S + 60);
    await checkDueOrders(context, app.system);
    await execute(
      app.db,
      sql`update payments.sandbox_orders set status = 'AGREED', decided_at = ${app.clock.now()}
        where order_id = (select order_id from payments.orders where payment_id = ${over.id})`,
    );
    app.clock.advance(2 * 86_400);
    await checkDueOrders(context, app.system);
    expect(await kept(given.id)).toEqual({ ...OPEN, state: 'CANCELED' });
    expect(await kept(over.id)).toEqual({ ...OPEN, state: 'EXPIRED' });
  });

  test('bKash: who has agreed and then gives up is not charged by that, nor later', async () => {
    const agreed = await atTheGateway('bkash');
    await press(agreed, 'approve', 'silent');
    await giveUp(context, app.actorOf(agreed.as), agreed.id);
    app.clock.advance(HOUR_S + 60);
    await checkDueOrders(context, app.system);
    expect(await kept(agreed.id)).toEqual({ ...OPEN, state: 'CANCELED' });
  });

  test('SSLCOMMERZ holds a risky payment: one alarm, nothing posted; released, it is paid', async () => {
    const started = await atTheGateway('sslcommerz');
    await comeBack(await press(started, 'approve', 'risky'));
    await complete(started);
    expect(await kept(started.id)).toEqual({ ...OPEN, alarms: ['HELD'] });
    const order = sql`order_id = (select order_id from payments.orders where payment_id = ${started.id})`;
    await execute(app.db, sql`update payments.sandbox_orders set manner = 'plain' where ${order}`);
    await complete(started);
    expect(await kept(started.id)).toEqual({ ...PAID, alarms: ['HELD'] });
  });

  test('SSLCOMMERZ calls a hundred times at once, and changed once: one payment, one alarm', async () => {
    const started = await atTheGateway('sslcommerz');
    const { payload } = await press(started, 'approve', 'silent');
    const call = async (form: string) => {
      const url = '/api/billing/gateway/sslcommerz/call';
      return (await app.server.inject({ method: 'POST', url, headers: FORM, payload: form })).body;
    };
    app.clock.advance(86_400);
    await call(payload.replace('amount=115.00', 'amount=1.00'));
    expect(await kept(started.id)).toEqual(OPEN);
    const answers = await Promise.all(Array.from({ length: 100 }, () => call(payload)));
    expect(new Set(answers)).toEqual(new Set(['{"data":{"stored":true}}']));
    expect(await kept(started.id)).toEqual(PAID);
    const rows = await all<{ deliveries: number; state: string }>(
      app.db,
      sql`select deliveries, state from payments.inbox
        where gateway = 'sslcommerz' and received_at = ${app.clock.now()} order by state`,
    );
    expect(rows).toEqual([
      { deliveries: 1, state: 'ALARM' },
      { deliveries: 100, state: 'DONE' },
    ]);
  });

  test('City Bank: the four ways back of a deposit lead to its pages, and a bill’s payment to those of bills', async () => {
    const started = await atTheGateway('city-bank');
    for (const page of ['redirect', 'approved', 'canceled', 'declined']) {
      const way: Way = {
        method: 'POST',
        url: `/deposit/payment/${page}?payment=${started.id}`,
        payload: 'xmlmsg=x',
      };
      expect(await comeBack(way)).toBe(`/payment/redirect?payment=${started.id}`);
      expect(await comeBack({ ...way, url: `/deposit/payment/${page}` })).toBe('/deposit/payment/redirect');
    }
    const { method, url } = { method: 'GET' as const, url: `/gateway/return/deposit/${started.id}` };
    expect(await comeBack({ method, url, payload: '' })).toBe(`/payment/redirect?payment=${started.id}`);
  });

  test('what a browser brings back is kept twenty times for one payment, and asked about all the same', async () => {
    const started = await atTheGateway('city-bank');
    await press(started, 'approve', 'silent');
    const url = `/payment/approved?payment=${started.id}`;
    for (let times = 0; times < 22; times += 1)
      await comeBack({ method: 'POST', url, payload: `xmlmsg=${times}` });
    expect(await inboxOf(started.id)).toHaveLength(20);
    expect(await kept(started.id)).toEqual(PAID);
  });
});

describe('which are offered', () => {
  const as = (names: readonly GatewayName[] | undefined, isDemo: boolean) =>
    app.another({
      gateways: { ...app.platform.gateways, names, simulates: async () => isDemo },
    });

  test('one that is not offered, or none at all, is refused; without a choice it is the first one', async () => {
    const { as: consumer, id } = await startPayment();
    const body = { paymentId: id };
    const bank = await as(['city-bank', 'bkash'], true);
    expect(
      await bank.refused(gatewayContract.openOrder, { as: consumer, body: { ...body, gateway: 'sandbox' } }),
    ).toMatchObject({ code: 'payments.gateway_not_offered', status: 409 });
    // Without a demo no simulator is offered, also if one is named.
    const town = await as(['sandbox', 'bkash'], false);
    expect((await town.refused(gatewayContract.openOrder, { as: consumer, body })).code).toBe(
      'payments.gateway_none',
    );
    await bank.call(gatewayContract.openOrder, { as: consumer, body });
    const order = await one(app.db, sql`select gateway from payments.orders where payment_id = ${id}`);
    expect(order).toEqual({ gateway: 'city-bank' });
  });

  test('outside a demo nobody calls in the name of a simulator', async () => {
    const town = await as(undefined, false);
    const none = { status: 404 };
    const body = { message: '{}', signature: 'x' };
    expect(await town.refused(gatewayContract.gatewayCallback, { body })).toMatchObject(none);
    const params = { gateway: 'sslcommerz' as const };
    expect(await town.refused(gatewayContract.gatewayForm, { params, body: {} })).toMatchObject(none);
  });

  test('a gateway that is not set up any more leaves its orders unknown', async () => {
    const started = await atTheGateway('bkash');
    await press(started, 'approve');
    await checkOrder({ ...context, gateways: async () => [] }, app.system(), started.id);
    expect(await kept(started.id)).toEqual({ ...OPEN, isUnknown: true });
  });
});
