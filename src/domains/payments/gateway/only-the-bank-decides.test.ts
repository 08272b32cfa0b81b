/** The way through the bank: only its own answer counts, not what callbacks and browsers say (G9, G10, G11, G46). */
import { afterEach, describe, expect, test } from 'vitest';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { differences } from '../queries.ts';
import { SANDBOX_MERCHANT, sandboxGateway, sandboxKey, signedCall } from '../sandbox/bank.ts';
import type { Decision, Manner } from '../sandbox/choices.rules.ts';
import { checkOrder } from './check-order.ts';
import { gatewayContext } from './context.ts';
import * as gatewayContract from './contract.ts';
import { checkDueOrders } from './janitor.ts';
import { processInbox } from './receive-callback.ts';

const app = await testApp();
const context = gatewayContext(app.platform);
const key = sandboxKey(app.platform.secrets.pepper);

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

type Started = { as: Person; id: string; connectionId: string; orderId: string; sessionId: string };

/** A consumer's payment of ৳115 that has reached the bank's page. */
async function atTheBank(): Promise<Started> {
  const as = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const body = { connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' as const } };
  const { id } = await app.call(contract.makePayment, { as, body });
  const { bankUrl } = await app.call(gatewayContract.openOrder, { as, body: { paymentId: id } });
  const address = new URL(bankUrl ?? '', 'http://x').searchParams;
  return {
    as,
    id,
    connectionId,
    orderId: address.get('ORDERID') ?? '',
    sessionId: address.get('SESSIONID') ?? '',
  };
}

/** Presses a button on the bank's page; gives the address to which its form would send the browser. */
async function press(started: Started, decision: Decision, manner: Manner = 'plain'): Promise<string> {
  const form = new URLSearchParams({
    ORDERID: started.orderId,
    SESSIONID: started.sessionId,
    decision,
    manner,
  });
  const answer = await app.server.inject({
    method: 'POST',
    url: '/sandbox-bank/pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  });
  // A form is answered with an address, so that the browser's Back finds a page.
  expect(answer.statusCode).toBe(303);
  const there = await app.server.inject({ url: String(answer.headers.location) });
  expect(there.statusCode).toBe(200);
  return /action="([^"]+)"/.exec(there.body)?.[1] ?? '';
}

/** The browser's way back: POST, 303, and the page it lands on. */
async function comeBack(url: string, payload = 'xmlmsg=x'): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await app.server.inject({ method: 'POST', url, headers, payload });
  expect(answer.statusCode).toBe(303);
  return String(answer.headers.location);
}

const stateOf = async (id: string) =>
  (await one<{ state: string }>(app.db, sql`select state from payments.payments where id = ${id}`)).state;
const journalsOf = async (id: string) =>
  (
    await one<{ n: number }>(
      app.db,
      sql`select count(*)::int as n from ledger.journals where source_id = ${id}`,
    )
  ).n;
const alarmsOf = (id: string) =>
  all<{ kind: string }>(app.db, sql`select kind from payments.alarms where payment_id = ${id} order by kind`);
const complete = (started: Started) =>
  app.call(gatewayContract.completeGatewayPayment, { as: started.as, body: { paymentId: started.id } });
const call = (
  started: Started,
  more: Partial<{ amountMinor: number; currency: string; orderId: string; merchantId: string }> = {},
) =>
  signedCall(key, {
    orderId: started.orderId,
    merchantId: SANDBOX_MERCHANT,
    amountMinor: 11_500,
    currency: '050',
    ...more,
  });

describe('what the bank decides', () => {
  test('approve: paid once by the bank’s call, shown after the return', async () => {
    const started = await atTheBank();
    const back = await press(started, 'approve');
    expect(await stateOf(started.id)).toBe('APPROVED');
    expect(await comeBack(back)).toBe(`/payment/approved?payment=${started.id}`);
    const paid = await complete(started);
    expect(paid).toMatchObject({ state: 'APPROVED', bankUrl: null, method: 'GATEWAY' });
    expect(paid.receiptNumber).toMatch(/^6/);
    expect(await journalsOf(started.id)).toBe(1);
    expect(await balanceOf(app.db, { partyId: started.connectionId, account: '1100' })).toBe(0);
  });

  test('decline and cancel: nothing posted, the next try is free', async () => {
    for (const [decision, page] of [
      ['decline', 'declined'],
      ['cancel', 'canceled'],
    ] as const) {
      const started = await atTheBank();
      expect(await comeBack(await press(started, decision))).toBe(`/payment/${page}?payment=${started.id}`);
      expect(await journalsOf(started.id)).toBe(0);
      const body = {
        connectionId: started.connectionId,
        amountMinor: 100,
        tender: { method: 'GATEWAY' as const },
      };
      expect((await app.call(contract.makePayment, { as: started.as, body })).state).toBe('CREATED');
    }
  });

  test('delay: undecided is never shown as failed, and paid later', async () => {
    const started = await atTheBank();
    expect(await comeBack(await press(started, 'approve', 'delay'))).toBe(
      `/payment/redirect?payment=${started.id}`,
    );
    expect((await complete(started)).state).toBe('PROCESSING');
    app.clock.advance(60);
    expect((await complete(started)).state).toBe('APPROVED');
  });

  test('a browser sent to the approved page by a bank that declined', async () => {
    const started = await atTheBank();
    const back = await press(started, 'approve', 'lie');
    expect(back).toContain('/payment/approved');
    expect(await comeBack(back, 'xmlmsg=<OrderStatus>APPROVED</OrderStatus>')).toBe(
      `/payment/declined?payment=${started.id}`,
    );
    expect(await journalsOf(started.id)).toBe(0);
  });

  test('another amount taken than ordered: an alarm, nothing posted', async () => {
    const started = await atTheBank();
    await press(started, 'approve', 'wrong-amount');
    for (let times = 0; times < 3; times += 1) expect((await complete(started)).state).toBe('PROCESSING');
    expect(await journalsOf(started.id)).toBe(0);
    expect(await alarmsOf(started.id)).toEqual([{ kind: 'AMOUNT' }]);
  });
});

describe('calls of the bank (G9)', () => {
  const deliver = (body: { message: string; signature: string }) =>
    app.call(gatewayContract.gatewayCallback, { body });

  test('100 times at once and once a day later: one payment, one journal, equal answers', async () => {
    const started = await atTheBank();
    await press(started, 'approve', 'silent');
    const body = call(started);
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(body)));
    app.clock.advance(86_400);
    answers.push(await deliver(body));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"stored":true}']));
    expect([await stateOf(started.id), await journalsOf(started.id)]).toEqual(['APPROVED', 1]);
    const inbox = await all<{ deliveries: number; state: string }>(
      app.db,
      sql`select deliveries, state from payments.inbox where body like ${`%${started.orderId}%`}`,
    );
    expect(inbox).toEqual([{ deliveries: 101, state: 'DONE' }]);
    expect(await balanceOf(app.db, { partyId: started.connectionId, account: '2200' })).toBe(0);
  });

  test('the bank’s own repetition, a hundred calls while it answers the browser', async () => {
    const started = await atTheBank();
    await press(started, 'approve', 'repeat');
    expect([await stateOf(started.id), await journalsOf(started.id)]).toEqual(['APPROVED', 1]);
  });

  test('wrong amount, currency, order, merchant or signature: no posting, one alarm each', async () => {
    const started = await atTheBank();
    const good = call(started);
    const bad: [string, { message: string; signature: string }][] = [
      ['AMOUNT', call(started, { amountMinor: 1 })],
      ['CURRENCY', call(started, { currency: '840' })],
      ['ORDER', call(started, { orderId: 'SB0000' })],
      ['MERCHANT', call(started, { merchantId: 'OTHER' })],
      ['SIGNATURE', { ...good, signature: `${good.signature.slice(0, -1)}!` }],
    ];
    const before = await one<{ n: number }>(
      app.db,
      sql`select count(*)::int as n from payments.alarms where inbox_id is not null`,
    );
    for (const [, body] of bad) await Promise.all([deliver(body), deliver(body)]);
    const raised = await all<{ kind: string }>(
      app.db,
      sql`select kind from payments.alarms where inbox_id is not null order by id offset ${before.n}`,
    );
    expect(raised.map((alarm) => alarm.kind).sort()).toEqual(bad.map(([kind]) => kind).sort());
    expect([await stateOf(started.id), await journalsOf(started.id)]).toEqual(['PROCESSING', 0]);
  });

  test('a true call before the bank has decided changes nothing', async () => {
    const started = await atTheBank();
    await deliver(call(started));
    expect(await stateOf(started.id)).toBe('PROCESSING');
  });

  test('a call whose process died is processed by the job', async () => {
    const started = await atTheBank();
    await press(started, 'approve', 'silent');
    await execute(
      app.db,
      sql`insert into payments.inbox (gateway, digest, body, state, received_at)
      values ('sandbox', ${Buffer.from(started.id)}, ${call(started).message}, 'WAITING', now())`,
    );
    await processInbox(context, app.system);
    expect(await stateOf(started.id)).toBe('APPROVED');
  });
});

describe('the browser proves nothing (G10, G46)', () => {
  test('forged returns change nothing and stay on our own origin', async () => {
    const started = await atTheBank();
    for (const page of ['redirect', 'approved', 'canceled', 'declined']) {
      expect(
        await comeBack(`/payment/${page}?payment=${started.id}`, 'status=APPROVED&OrderStatus=APPROVED'),
      ).toBe(`/payment/redirect?payment=${started.id}`);
      for (const forged of [
        '',
        '?payment=//evil.test',
        '?payment=javascript:1',
        '?payment=%5C%5Cevil',
        `?payment=${crypto.randomUUID()}`,
      ]) {
        expect(await comeBack(`/payment/${page}${forged}`)).toBe('/payment/redirect');
      }
    }
    expect([await stateOf(started.id), await journalsOf(started.id)]).toEqual(['PROCESSING', 0]);
  });

  test('another’s payment is not found', async () => {
    const started = await atTheBank();
    const other = await app.consumer('Salma');
    const body = { paymentId: started.id };
    expect((await app.refused(gatewayContract.completeGatewayPayment, { as: other, body })).status).toBe(404);
    expect((await app.refused(gatewayContract.openOrder, { as: other, body })).status).toBe(404);
  });
});

describe('one charge at a time, and nobody left waiting (G11)', () => {
  test('a second payment is refused while the first may be charged; asking twice gives one order', async () => {
    const started = await atTheBank();
    const body = {
      connectionId: started.connectionId,
      amountMinor: 500,
      tender: { method: 'GATEWAY' as const },
    };
    const refusal = await app.refused(contract.makePayment, { as: started.as, body });
    expect(refusal.code).toBe('payments.other_running');
    const again = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.call(gatewayContract.openOrder, { as: started.as, body: { paymentId: started.id } }),
      ),
    );
    expect(new Set(again.map((answer) => answer.bankUrl)).size).toBe(1);
    expect(again[0]?.bankUrl).toContain(started.orderId);
  });

  test('the janitor finds what nobody told: paid silently, expired, never opened', async () => {
    const paid = await atTheBank();
    await press(paid, 'approve', 'silent');
    const left = await atTheBank();
    app.clock.advance(61);
    await checkDueOrders(context, app.system);
    expect([await stateOf(paid.id), await stateOf(left.id)]).toEqual(['APPROVED', 'PROCESSING']);
    const never = await app.consumer();
    const { connectionId } = await transaction(app.db, (tx) =>
      makeDebtor(tx, app.system(), { consumerId: String(never.consumerId) }),
    );
    const tender = { method: 'GATEWAY' as const };
    const started = await app.call(contract.makePayment, {
      as: never,
      body: { connectionId, amountMinor: 100, tender },
    });
    app.clock.advance(3600);
    await checkDueOrders(context, app.system);
    expect([await stateOf(left.id), await stateOf(started.id)]).toEqual(['EXPIRED', 'EXPIRED']);
  });

  test('asking often takes no question of the janitor away', async () => {
    const started = await atTheBank();
    for (let times = 0; times < 15; times += 1) expect((await complete(started)).state).toBe('PROCESSING');
    await press(started, 'approve', 'silent');
    app.clock.advance(61);
    await checkDueOrders(context, app.system);
    expect([await stateOf(started.id), await alarmsOf(started.id)]).toEqual(['APPROVED', []]);
  });

  test('a success that comes after the bank answered expired is still taken', async () => {
    const started = await atTheBank();
    app.clock.advance(16 * 60);
    expect((await complete(started)).state).toBe('EXPIRED');
    await execute(
      app.db,
      sql`update payments.sandbox_orders set status = 'APPROVED', decided_at = expires_at
      where order_id = ${started.orderId}`,
    );
    const staff = await app.staff('cashier');
    const checked = await app.call(gatewayContract.revalidateGatewayPayment, {
      as: staff,
      params: { id: started.id },
    });
    expect(checked.state).toBe('APPROVED');
    expect(await journalsOf(started.id)).toBe(1);
  });

  test('a bank that is away or has lost the order leaves it undecided, and alarms at the end', async () => {
    const started = await atTheBank();
    const away = {
      ...context,
      gateways: async () => [
        { ...sandboxGateway(context.sandbox), orderDetails: () => Promise.reject(new Error('away')) },
      ],
    };
    for (let round = 0; round < 13; round += 1) {
      app.clock.advance(86_400);
      await checkOrder(away, app.system(), started.id);
    }
    expect(await stateOf(started.id)).toBe('PROCESSING');
    expect(await alarmsOf(started.id)).toEqual([{ kind: 'UNDECIDED' }]);
  });

  test('paid at the counter and by the bank at once: the second is an advance, never lost', async () => {
    const started = await atTheBank();
    const as = await app.staff('cashier');
    const body = {
      connectionId: started.connectionId,
      amountMinor: 11_500,
      tender: { method: 'CASH' as const },
    };
    await Promise.all([press(started, 'approve'), app.call(contract.makePayment, { as, body })]);
    expect(await balanceOf(app.db, { partyId: started.connectionId, account: '2200' })).toBe(-11_500);
  });
});

test('the way back is addresses only: no page answers a form, and each is there again for Back', async () => {
  const started = await atTheBank();
  const way = await press(started, 'approve');
  const landed = await comeBack(way);
  expect(landed).toBe(`/payment/approved?payment=${started.id}`);
  expect(await comeBack(way)).toBe(landed);
  const page = (url: string) => app.server.inject({ url });
  const known = `ORDERID=${started.orderId}&SESSIONID=${started.sessionId}`;
  expect((await page(`/sandbox-bank/return?${known}&decision=approve&language=en`)).body).toContain(
    'Payment taken',
  );
  expect((await page(`/sandbox-bank/pay?${known}&language=en`)).body).toContain('This order is closed');
  // The button pressed once more decides nothing, and leads to the closed order.
  const again = await app.server.inject({
    method: 'POST',
    url: '/sandbox-bank/pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${known}&decision=decline`,
  });
  expect([again.statusCode, again.headers.location]).toEqual([303, `/sandbox-bank/pay?${known}`]);
  expect(await stateOf(started.id)).toBe('APPROVED');
  const open = await atTheBank();
  const early = `/sandbox-bank/return?ORDERID=${open.orderId}&SESSIONID=${open.sessionId}&decision=approve`;
  expect((await page(early)).body).not.toContain('xmlmsg');
});

test('the bank’s page: both languages, closed after the decision, nothing of the address in it unescaped', async () => {
  const started = await atTheBank();
  const url = `/sandbox-bank/pay?ORDERID=${started.orderId}&SESSIONID=${started.sessionId}`;
  const page = async (more = '') => (await app.server.inject({ url: url + more })).body;
  expect(await page('&language=en')).toContain('Pay ৳115');
  expect(await page('&language=bn')).toContain('৳১১৫ পরিশোধ করুন');
  const other = await app.server.inject({ url: '/sandbox-bank/pay?ORDERID=%22%3E%3Cscript%3E&SESSIONID=x' });
  expect(other.body).not.toContain('<script>');
  await press(started, 'decline');
  expect(await page('&language=en')).toContain('This order is closed');
  expect((await app.server.inject({ url: url.replace(started.sessionId, 'guess') })).body).not.toContain(
    '115',
  );
});
