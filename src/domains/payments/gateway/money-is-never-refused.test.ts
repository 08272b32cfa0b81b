/** Money that a bank has taken is booked, also if a month is closed meanwhile, or another payment fails. */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { getOrder } from '#domains/work-orders/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { estimateOrder } from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import { SANDBOX_MERCHANT, sandboxGateway, sandboxKey, signedCall } from '../sandbox/bank.ts';
import { gatewayContext } from './context.ts';
import * as gatewayContract from './contract.ts';
import type { OpenedOrder } from './gateway.ts';
import { checkDueOrders } from './janitor.ts';
import { processInbox } from './receive-callback.ts';

const app = await testApp({ now: '2026-10-31T17:59:00Z' });
const context = gatewayContext(app.platform);
const key = sandboxKey(app.platform.secrets.pepper);

/** The bank has taken it; nobody has asked. */
async function taken(as: Person, paymentId: string) {
  await app.call(gatewayContract.openOrder, { as, body: { paymentId } });
  const [order] = await all<{ orderId: string; amountMinor: number }>(
    app.db,
    sql`update payments.sandbox_orders s set status = 'APPROVED', decided_at = ${app.clock.now()}
      from payments.orders o join payments.payments p on p.id = o.payment_id
      where o.order_id = s.order_id and p.id = ${paymentId} returning o.order_id as "orderId", p.amount_minor as "amountMinor"`,
  );
  return { as, paymentId, ...(order as { orderId: string; amountMinor: number }) };
}

async function takenForBill() {
  const as = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const body = { connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' as const } };
  return taken(as, (await app.call(contract.makePayment, { as, body })).id);
}

async function takenForNote() {
  const as = await app.consumer();
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId: String(as.consumerId) });
  const [note] = await all<{ total: number }>(
    app.db,
    sql`select total_minor as total from applications.demand_notes where application_id = ${id}`,
  );
  const body = {
    ...{ applicationId: id, amountMinor: Number(note?.total) },
    tender: { method: 'GATEWAY' as const },
  };
  return taken(as, (await app.call(contract.payDemandNote, { as, body })).id);
}

async function takenForWork() {
  const yard = await makeYard(app);
  const as = await app.consumer();
  const { number } = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const { id: orderId } = await yard.order({ upTo: 'ON_REVIEW', by: as, connectionNumber: number });
  const amountMinor = 70_000 as Minor;
  const at = await yard.at(orderId);
  await app.call(estimateOrder, {
    as: yard.clerk,
    body: { ...at, labourMinor: amountMinor, charged: true, materials: [] },
  });
  const { chargeMinor } = await app.call(getOrder, { as, params: { id: orderId } });
  const body = {
    ...{ orderId, amountMinor: Number(chargeMinor) },
    tender: { method: 'GATEWAY' as const },
  };
  return taken(as, (await app.call(contract.payWorkOrder, { as, body })).id);
}

const tell = ({ orderId, amountMinor }: { orderId: string; amountMinor: number }) =>
  app.codeOf(gatewayContract.gatewayCallback, {
    body: signedCall(key, { orderId, merchantId: SANDBOX_MERCHANT, amountMinor, currency: '050' }),
  });
const closeMonth = (month: string) =>
  execute(
    app.db,
    sql`insert into ledger.closed_periods (period, closed_at) values (${month}, ${app.clock.now()})`,
  );
const booked = (paymentId: string) =>
  all(
    app.db,
    sql`select p.state, p.paid_on as "paidOn", array(select distinct j.business_date::text from ledger.journals j
        where j.source_id in (p.id, p.demand_note_id)) as days
      from payments.payments p where p.id = ${paymentId}`,
  );
const onFirst = (month: string) => [{ state: 'APPROVED', paidOn: month, days: [month] }];

test('the month is closed until the bank has answered: the money is of the next month', async () => {
  const [bill, note, given] = [await takenForBill(), await takenForNote(), await takenForBill()];
  await closeMonth('2026-10-01');
  expect(await tell(bill)).toBeUndefined();
  expect(await booked(bill.paymentId)).toEqual(onFirst('2026-11-01'));
  expect(await tell(note)).toBeUndefined();
  expect(await booked(note.paymentId)).toEqual(onFirst('2026-11-01'));
  const { as, paymentId } = given;
  const paid = await app.call(gatewayContract.giveUpPayment, { as, body: { paymentId } });
  expect(paid.state).toBe('APPROVED');
  expect(await booked(paymentId)).toEqual(onFirst('2026-11-01'));
});

test('a closing that is under way is waited for', async () => {
  app.clock.set('2026-11-15T04:00:00Z');
  const bill = await takenForBill();
  const close = (tx: Tx) =>
    execute(
      tx,
      sql`insert into ledger.closed_periods (period, closed_at) values ('2026-11-01', ${app.clock.now()})`,
    );
  expect(await duringChange(app, close, () => tell(bill))).toBeUndefined();
  expect(await booked(bill.paymentId)).toEqual(onFirst('2026-12-01'));
});

/** Locks of months are advisory, of this class. */
const locks = () =>
  one(
    app.owner.db,
    sql`select count(*) filter (where not l.granted)::int as waiting,
        count(*) filter (where l.locktype = 'advisory' and l.classid = 1010)::int as months
      from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database()`,
  );

test.each([
  ['connection', takenForBill, sql`select from meters.connections for update`],
  ['application', takenForNote, sql`select from applications.applications for update`],
  ['work order', takenForWork, sql`select from work_orders.orders for no key update`],
])('the %s is locked before the month: a closing does not wait for who waits', async (_, take, lock) => {
  app.clock.set('2026-12-15T04:00:00Z');
  const money = await take();
  const { told } = await transaction(app.db, async (tx) => {
    await execute(tx, lock);
    const started = tell(money);
    await expect.poll(locks).toEqual({ waiting: 1, months: 0 });
    return { told: started };
  });
  expect(await told).toBeUndefined();
});

/** A bank whose answer about one order makes the program fail. */
function failingFor(broken: string) {
  const gateway = sandboxGateway(context.sandbox);
  const orderDetails = async (order: OpenedOrder) => {
    const details = await gateway.orderDetails(order);
    if (order.orderId !== broken) return details;
    return Object.defineProperty({ ...details }, 'status', {
      get: () => {
        throw new Error('no such answer');
      },
    });
  };
  return { ...context, gateways: async () => [{ ...gateway, orderDetails }] };
}

test('a payment whose check fails does not keep the later ones waiting', async () => {
  app.clock.set('2026-12-15T04:00:00Z');
  const [first, second] = [await takenForBill(), await takenForBill()];
  app.clock.advance(3600);
  const round = checkDueOrders(failingFor(first.orderId), app.system);
  await expect(round).rejects.toThrow('no such answer');
  expect(await booked(second.paymentId)).toEqual([expect.objectContaining({ state: 'APPROVED' })]);
  expect(await booked(first.paymentId)).toEqual([expect.objectContaining({ state: 'PROCESSING' })]);
  // The next rounds are for the others: a hundred that fail would fill each of them.
  expect(await checkDueOrders(failingFor(first.orderId), app.system)).toBe(0);
  app.clock.advance(15 * 60);
  await checkDueOrders(context, app.system);
  expect(await booked(first.paymentId)).toEqual([expect.objectContaining({ state: 'APPROVED' })]);
});

test('nor does a call of the bank', async () => {
  const [first, second] = [await takenForBill(), await takenForBill()];
  // As if the process had ended between storing and processing.
  for (const { orderId, amountMinor } of [first, second]) {
    const { message } = signedCall(key, {
      ...{ orderId, amountMinor, merchantId: SANDBOX_MERCHANT, currency: '050' },
    });
    await execute(
      app.owner.db,
      sql`insert into payments.inbox (gateway, digest, body, state, received_at)
        values ('sandbox', sha256(${message}::text::bytea), ${message}, 'WAITING', clock_timestamp())`,
    );
  }
  const round = processInbox(failingFor(first.orderId), app.system);
  await expect(round).rejects.toThrow('no such answer');
  expect(await booked(second.paymentId)).toEqual([expect.objectContaining({ state: 'APPROVED' })]);
  await processInbox(context, app.system);
  expect(await booked(first.paymentId)).toEqual([expect.objectContaining({ state: 'APPROVED' })]);
});

test('a hundred calls that fail each time keep no later one waiting', async () => {
  const { paymentId, orderId, amountMinor } = await takenForBill();
  const { message } = signedCall(key, {
    ...{ orderId, amountMinor, merchantId: SANDBOX_MERCHANT, currency: '050' },
  });
  const kept = (body: string, at: string) =>
    execute(
      app.owner.db,
      sql`insert into payments.inbox (gateway, digest, body, state, received_at)
        values ('sandbox', sha256(${body}::text::bytea), ${body}, 'WAITING', ${at}::timestamptz)`,
    );
  for (let number = 0; number < 100; number += 1) await kept(`no call ${number}`, '2026-12-01T04:00:00Z');
  await kept(message, '2026-12-02T04:00:00Z');
  const round = () => expect(processInbox(context, app.system)).rejects.toThrow('JSON');
  await round();
  expect(await booked(paymentId)).toMatchObject([{ state: 'PROCESSING' }]);
  await round();
  expect(await booked(paymentId)).toMatchObject([{ state: 'APPROVED' }]);
});
