/**
 * Money that waits for our word (bKash: create, the payer agrees, execute) when what it is for was paid meanwhile: nothing is taken, the
 * payment is closed with the reason, and the household is told (G9, G11).
 */
import { afterEach, expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { GATEWAY_NAMES } from '#shared/gateway-names.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { makePayment as payAtCounter } from '../../actions/make-payment.ts';
import * as contract from '../../contract.ts';
import { NOT_DUE } from '../../payment.rules.ts';
import { simulatedGateways } from '../../sandbox/simulators/simulated-gateways.ts';
import type { Wire } from '../adapters/wire.ts';
import { checkOrder } from '../check-order.ts';
import { gatewayContext } from '../context.ts';
import * as gatewayContract from '../contract.ts';
import { OPEN, PAID, waysAtGateway } from '../factory-at-gateway.ts';
import { checkDueOrders } from '../janitor.ts';

const BILL = 11_500;
const app = await testApp({ now: '2026-11-05T04:00:00Z' });
const context = gatewayContext(app.platform);
const signIn = () => app.staff('cashier');
const { atTheGateway, press, comeBack, kept } = waysAtGateway(app);
const CLOSED = { ...OPEN, state: 'CANCELED' };

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const bill = (connectionId: string, period: string) =>
  transaction(app.db, (tx) =>
    makeInvoice(tx, app.system(), { connectionId, issuedOn: '2026-11-02', dueOn: '2026-11-20', period }),
  );

/** A household with a bill of ৳115, or none, that begins to pay this sum. */
async function started(amountMinor: number, { bills = 1 } = {}) {
  const as = await app.consumer();
  const { id: connectionId } = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  if (bills > 0) await bill(connectionId, '2026-10-01');
  const body = {
    connectionId,
    amountMinor: minor(amountMinor),
    tender: { method: 'GATEWAY' as const },
  };
  return { as, connectionId, id: (await app.call(contract.makePayment, { as, body })).id };
}
type Started = Awaited<ReturnType<typeof started>>;

const cash = (amountMinor: number, connectionId: string) => ({
  ...{ connectionId, amountMinor: minor(amountMinor), unusual: true },
  tender: { method: 'CASH' as const },
});
const paysAtCounter = async (amountMinor: number, { connectionId }: Started) =>
  app.call(contract.makePayment, { as: await signIn(), body: cash(amountMinor, connectionId) });

async function agreed(payment: Started) {
  const started = await atTheGateway('bkash', payment);
  return press(started, 'approve');
}
const atBkash = ({ id }: Started) =>
  one<{ status: string }>(
    app.db,
    sql`select s.status from payments.sandbox_orders s join payments.orders o on o.order_id = s.order_id where o.payment_id = ${id}`,
  );
const told = ({ id }: Started) =>
  all<{ kind: string; minor: number }>(
    app.db,
    sql`select kind, (params ->> 'minor')::bigint as minor from platform.notices where path = ${`/payment-history/${id}`} and kind = 'payments.not_taken'`,
  );
const closings = ({ id }: Started) =>
  all(
    app.db,
    sql`select before, after from platform.audit where action = 'payment.check' and object_id = ${id}`,
  );

test('paid at the counter between create and execute: not executed, closed with the reason, told once', async () => {
  const payment = await started(BILL);
  const way = await agreed(payment);
  await paysAtCounter(BILL, payment);
  for (let times = 0; times < 3; times += 1)
    expect(await comeBack(way)).toBe(`/payment/canceled?payment=${payment.id}`);
  await Promise.all(Array.from({ length: 5 }, () => comeBack(way)));
  expect(await kept(payment.id)).toEqual(CLOSED);
  // The payer has agreed, and the money has not moved.
  expect(await atBkash(payment)).toEqual({ status: 'AGREED' });
  const { as, id } = payment;
  expect(await app.call(contract.getPayment, { as, params: { id } })).toMatchObject({
    ...{ state: 'CANCELED', declineReason: NOT_DUE, receiptNumber: null },
  });
  const closing = [{ before: { state: 'PROCESSING' }, after: { state: 'CANCELED', notDue: true } }];
  expect([await told(payment), await closings(payment)]).toEqual([
    [{ kind: 'payments.not_taken', minor: BILL }],
    closing,
  ]);
  app.clock.advance(2 * 3600);
  await checkDueOrders(context, app.system);
  expect([await kept(id), await closings(payment)]).toEqual([CLOSED, closing]);
  expect(await atBkash(payment)).toEqual({ status: 'AGREED' });
});

test('money that the counter is just recording is waited for', async () => {
  const payment = await started(BILL);
  const way = await agreed(payment);
  const landed = await duringChange(
    app,
    (tx) => payAtCounter(tx, app.system(), cash(BILL, payment.connectionId)),
    () => comeBack(way),
  );
  expect(landed).toBe(`/payment/canceled?payment=${payment.id}`);
  expect([await kept(payment.id), await atBkash(payment)]).toEqual([CLOSED, { status: 'AGREED' }]);
});

test.each<[string, number, number, (payment: Started) => Promise<unknown>, object]>([
  ['less is due', BILL, 1, (payment) => paysAtCounter(5_000, payment), CLOSED],
  ['part of it, and less than that is due', 6_000, 1, (payment) => paysAtCounter(6_000, payment), CLOSED],
  ['part of it, and enough is due', 6_000, 1, (payment) => paysAtCounter(5_500, payment), PAID],
  ['more is due', BILL, 1, ({ connectionId }) => bill(connectionId, '2026-09-01'), PAID],
  ['as much, and something ahead', 20_000, 1, async () => undefined, PAID],
  ['something ahead, and less is due', 20_000, 1, (payment) => paysAtCounter(5_000, payment), CLOSED],
  ['all of it is meant to be ahead', 20_000, 0, async () => undefined, PAID],
])('%s', async (_, amountMinor, bills, meanwhile, outcome) => {
  const payment = await started(amountMinor, { bills });
  const way = await agreed(payment);
  await meanwhile(payment);
  await comeBack(way);
  expect(await kept(payment.id)).toEqual(outcome);
});

test.each(GATEWAY_NAMES)('%s: paid before an order was made: nobody is sent there', async (gateway) => {
  const payment = await started(BILL);
  await paysAtCounter(BILL, payment);
  const { as, id } = payment;
  expect(await app.codeOf(gatewayContract.openOrder, { as, body: { paymentId: id, gateway } })).toBe(
    'payments.not_due',
  );
});

/** The program with a network that does something else when bKash is told to execute. */
function executing(way: (go: () => ReturnType<Wire>) => ReturnType<Wire>) {
  const through = (wire: Wire): Wire => {
    return (call) => (call.url.endsWith('/execute') ? way(() => wire(call)) : wire(call));
  };
  const gateways = async () => simulatedGateways(context.sandbox, (_name, wire) => through(wire));
  return { ...context, gateways };
}

test('while our word is under way nobody says that nothing was taken; what it took is booked', async () => {
  const payment = await started(BILL);
  await agreed(payment);
  const ask = () => checkOrder(context, app.system(), payment.id);
  await checkOrder(
    executing(async (go) => {
      await paysAtCounter(BILL, payment);
      expect([await ask(), await kept(payment.id)]).toEqual(['PENDING', OPEN]);
      return go();
    }),
    app.system(),
    payment.id,
  );
  expect([await kept(payment.id), await told(payment)]).toEqual([PAID, []]);
});

test('asked before the payer agreed: a payment that is due waits for them', async () => {
  const payment = await started(BILL);
  const way = await atTheGateway('bkash', payment);
  expect(await checkOrder(context, app.system(), payment.id)).toBe('PENDING');
  expect(await kept(payment.id)).toEqual(OPEN);
  await comeBack(await press(way, 'approve'));
  expect(await kept(payment.id)).toEqual(PAID);
});

test('our word never arrived: closed when it cannot arrive any more', async () => {
  const payment = await started(BILL);
  await agreed(payment);
  const cut = executing(() => Promise.reject(new Error('cut')));
  expect(await checkOrder(cut, app.system(), payment.id)).toBe('PENDING');
  await paysAtCounter(BILL, payment);
  const ask = () => checkOrder(context, app.system(), payment.id);
  await ask();
  expect(await kept(payment.id)).toEqual(OPEN);
  app.clock.advance(61);
  await ask();
  expect([await kept(payment.id), await told(payment)]).toMatchObject([CLOSED, [{ minor: BILL }]]);
});

test('while our word is under way nobody gives it again; if it never arrived, it is given a minute later', async () => {
  const payment = await started(BILL);
  await agreed(payment);
  let words = 0;
  const counted = executing(async () => {
    words += 1;
    // The gateway takes its time, and the payer comes back beside it.
    if (words === 1) await checkOrder(counted, app.system(), payment.id);
    throw new Error('cut');
  });
  const ask = () => checkOrder(counted, app.system(), payment.id);
  await ask();
  await ask();
  expect([words, await kept(payment.id)]).toEqual([1, OPEN]);
  app.clock.advance(61);
  expect(await checkOrder(context, app.system(), payment.id)).toBe('APPROVED');
  expect(await kept(payment.id)).toEqual(PAID);
});
