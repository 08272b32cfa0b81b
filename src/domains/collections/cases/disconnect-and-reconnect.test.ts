/** The end of the ladder: a person looks and sends somebody; what is paid before cancels the order, what is paid after brings the water back. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdCollection } from '#domains/billing/collection-holds/actions/hold-collection.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { exemptConnection } from '../exemptions/contract.ts';
import { BILL, dunningCalls, RULES } from '../factory.ts';
import { sendingCalls } from '../factory-sending.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = dunningCalls(app);
const { rules, until, look, pay, caseOf, eventsOf, messages, orderState, statusOf, work } = calls;

const { noticed, seen, approve, ordered, disconnected, reconnectionOf } = sendingCalls(app, calls);

beforeAll(() => rules());
beforeEach(async () => {
  await look();
});

describe('a disconnection', () => {
  test('is ordered by a named person who saw it; the crew that completes it takes the water', async () => {
    const household = await app.consumer('Rahim');
    const { id, caseId, orderId } = await ordered(String(household.consumerId));
    expect(await caseOf(id)).toMatchObject({ state: 'ORDERED', orderId, dueMinor: 2 * BILL });
    expect(
      await one(
        app.db,
        sql`select k.code, o.connection_id as "connectionId", o.state from work_orders.orders o join work_orders.categories k on k.id = o.category_id where o.id = ${orderId}`,
      ),
    ).toEqual({ code: 'DISCONNECTION', connectionId: id, state: 'PENDING' });
    const log = await all(
      app.db,
      sql`select object, before, after, reason from platform.audit where action = 'dunning.approve' and object_id = ${caseId}`,
    );
    expect(log).toEqual([
      {
        ...{ object: 'dunning_case', before: { state: 'NOTICED' }, reason: 'Looked at on site' },
        after: { state: 'ORDERED', orderId, dueMinor: 2 * BILL },
      },
    ]);
    await work(orderId, 'ASSIGNED');
    expect(await statusOf(id)).toBe('active');
    await completeAgain(orderId);
    expect([await statusOf(id), (await caseOf(id))?.state]).toEqual(['disconnected', 'DISCONNECTED']);
    expect(
      await all(
        app.db,
        sql`select action, before, after from platform.audit where object_id = ${id} and action like 'connection.disc%'`,
      ),
    ).toEqual([
      {
        ...{ action: 'connection.disconnect', before: { status: 'active' } },
        after: { status: 'disconnected', fromDay: app.system().today },
      },
    ]);
    expect(await eventsOf(id)).toEqual(['reminder', 'notice', 'approved', 'disconnected']);
    expect([(await messages('ordered')).length, (await messages('disconnected')).length]).toEqual([1, 1]);
  });

  async function completeAgain(orderId: string) {
    const yard = await makeYard(app);
    const { crew } = await one<{ crew: string }>(
      app.db,
      sql`select crew_id as crew from work_orders.orders where id = ${orderId}`,
    );
    await yard.step(steps.unassignOrder, yard.engineer, orderId, { remark: 'another crew' });
    await yard.step(steps.assignOrder, yard.engineer, orderId, { crewId: yard.crew.userId });
    expect(crew).not.toBe(yard.crew.userId);
    await yard.step(steps.noteArrival, yard.crew, orderId);
    await yard.step(steps.completeOrder, yard.crew, orderId, yard.done);
  }

  test('is not ordered if what was seen has moved, for none of those that were chosen; the refusal names one', async () => {
    const [moved, other] = [await noticed(), await noticed()];
    const [first, second] = [await seen(moved.id), await seen(other.id)];
    await pay(moved.id, 1);
    const orders = await one(app.db, sql`select count(*) as n from work_orders.orders`);
    const refused = await app.refused(contract.approveDisconnections, await approve([first, second]));
    expect([refused.status, refused.code, refused.params]).toEqual([
      ...[409, 'collections.cases_moved', { number: moved.number, count: 1 }],
    ]);
    expect(await one(app.db, sql`select count(*) as n from work_orders.orders`)).toEqual(orders);
    expect([(await caseOf(moved.id))?.state, (await caseOf(other.id))?.state]).toEqual([
      'NOTICED',
      'NOTICED',
    ]);
    const stale = { ...second, version: second.version - 1 };
    expect(await app.codeOf(contract.approveDisconnections, await approve([stale]))).toBe(
      'collections.cases_moved',
    );
    const unknown = { ...second, id: randomUUID() };
    expect(await app.codeOf(contract.approveDisconnections, await approve([unknown]))).toBe(
      'collections.cases_moved',
    );
    expect(await app.codeOf(contract.approveDisconnections, await approve([second, second]))).toBe(
      'collections.case_twice',
    );
    await app.call(contract.approveDisconnections, await approve([second]));
    expect(await app.codeOf(contract.approveDisconnections, await approve([await seen(other.id)]))).toBe(
      'collections.cases_moved',
    );
  });

  test('of less than its least amount, before its day, or while it is held or exempt, is not ready', async () => {
    const one = await noticed();
    const isReady = async () => {
      const as = await app.staff('engineer');
      const { items } = await app.call(contract.listCases, { as, query: { ready: true, limit: 200 } });
      return items.some(({ connectionId }) => connectionId === one.id);
    };
    const refusal = async () =>
      app.codeOf(contract.approveDisconnections, await approve([await seen(one.id)]));
    expect(await isReady()).toBe(true);
    await pay(one.id, 2 * BILL - 19_999);
    expect([await isReady(), await refusal()]).toEqual([false, 'collections.cases_moved']);
    // Until the work of the day a case is in the list of which nothing is late any more.
    await pay(one.id, 19_999);
    const { items } = await app.call(contract.listCases, {
      ...{ as: await app.staff('engineer'), query: { limit: 200 } },
    });
    expect(items.find(({ connectionId }) => connectionId === one.id)).toMatchObject({ isReady: false });
    const two = await noticed();
    const { payBy } = (await caseOf(two.id)) ?? { payBy: '' };
    await execute(
      app.owner.db,
      sql`update collections.cases set pay_by = ${app.system().today} where id = ${two.caseId}`,
    );
    expect(await app.codeOf(contract.approveDisconnections, await approve([await seen(two.id)]))).toBe(
      'collections.cases_moved',
    );
    await execute(app.owner.db, sql`update collections.cases set pay_by = ${payBy} where id = ${two.caseId}`);
    const held = { invoiceIds: two.bills, cause: 'dispute' as const, causeId: randomUUID() };
    const before = await seen(two.id);
    await transaction(app.db, (tx) => holdCollection(tx, app.system(), held));
    expect(await app.codeOf(contract.approveDisconnections, await approve([before]))).toBe(
      'collections.cases_moved',
    );
    const three = await noticed();
    const sight = await seen(three.id);
    const body = { connectionId: three.id, untilDay: app.system().today, reason: 'Hospital bed' };
    await app.call(exemptConnection, { as: await app.staff('engineer'), body });
    expect(await app.codeOf(contract.approveDisconnections, await approve([sight]))).toBe(
      'collections.cases_moved',
    );
  });

  test('is not ordered while the rules have none', async () => {
    const made = await noticed();
    const sight = await seen(made.id);
    await rules({ ...RULES, disconnection: { ...RULES.disconnection, on: false } });
    expect(await app.codeOf(contract.approveDisconnections, await approve([sight]))).toBe(
      'collections.ladder_off',
    );
    await until(addDays(app.system().today, 1));
    await rules();
    await app.call(contract.approveDisconnections, await approve([await seen(made.id)]));
  });
});

describe('money before the crew is done', () => {
  test('cancels the order at once and tells the crew; less than the debt does not, until too little is left', async () => {
    const { id, orderId } = await ordered();
    await work(orderId, 'ASSIGNED');
    const { crew } = await one<{ crew: string }>(
      app.db,
      sql`select crew_id as crew from work_orders.orders where id = ${orderId}`,
    );
    await pay(id, 2 * BILL - 20_000);
    await look();
    expect([await orderState(orderId), (await caseOf(id))?.state]).toEqual(['ASSIGNED', 'ORDERED']);
    await pay(id, 20_000);
    expect(await look()).toBeGreaterThan(0);
    expect(await orderState(orderId)).toBe('CANCELLED');
    expect(await caseOf(id)).toMatchObject({ state: 'CLOSED', because: 'paid', orderId });
    expect(await eventsOf(id)).toEqual(['reminder', 'notice', 'approved', 'order_cancelled', 'closed']);
    const told = await all<{ kind: string }>(
      app.owner.db,
      sql`select kind from platform.notices where user_id = ${crew} and path = ${`/work-order-list/${orderId}`} order by id`,
    );
    expect(told.map(({ kind }) => kind)).toEqual(['work-orders.assigned', 'work-orders.taken']);
    expect((await messages('cancelled')).length).toBe(1);
    expect(await statusOf(id)).toBe('active');
  });

  test('or a dispute, or an exemption cancels it too', async () => {
    const [disputed, exempt] = [await ordered(), await ordered()];
    const held = { invoiceIds: disputed.bills, cause: 'dispute' as const, causeId: randomUUID() };
    await transaction(app.db, (tx) => holdCollection(tx, app.system(), held));
    const body = { connectionId: exempt.id, untilDay: app.system().today, reason: 'Hospital bed' };
    await app.call(exemptConnection, { as: await app.staff('engineer'), body });
    await look();
    expect([await caseOf(disputed.id), await caseOf(exempt.id)]).toMatchObject([
      { state: 'CLOSED', because: 'held' },
      { state: 'CLOSED', because: 'exempt' },
    ]);
    expect([await orderState(disputed.orderId), await orderState(exempt.orderId)]).toEqual([
      ...['CANCELLED', 'CANCELLED'],
    ]);
  });

  test('an order that somebody else ends goes back: a person approves again, without another notice', async () => {
    const { id, orderId } = await ordered();
    const yard = await makeYard(app);
    await yard.step(steps.cancelOrder, yard.engineer, orderId, { remark: 'No crew' });
    await look();
    expect(await caseOf(id)).toMatchObject({ state: 'NOTICED', orderId: null });
    await app.call(contract.approveDisconnections, await approve([await seen(id)]));
    expect(await eventsOf(id)).toEqual(['reminder', 'notice', 'approved', 'order_ended', 'approved']);
  });

  test('is not missed if its job was: the daily run looks at every case in which somebody is sent', async () => {
    const { id, orderId } = await ordered();
    await pay(id, 2 * BILL);
    await execute(
      app.owner.db,
      sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'collections:look-at-case'`,
    );
    await calls.lookAtAll();
    expect(await orderState(orderId)).toBe('CANCELLED');
  });
});

describe('a household that is disconnected', () => {
  test('and pays gets water again: a free order opens by itself, and its completion makes the connection active', async () => {
    const { id, orderId } = await disconnected();
    await pay(id, 2 * BILL - 1);
    await look();
    expect(await caseOf(id)).toMatchObject({ state: 'DISCONNECTED', reconnectionId: null });
    await pay(id, 1);
    await look();
    expect(await caseOf(id)).toMatchObject({ state: 'RECONNECTING' });
    const reconnection = await reconnectionOf(id);
    expect(
      await one(
        app.db,
        sql`select k.code, o.charge_minor as charge, o.asked_by as by from work_orders.orders o join work_orders.categories k on k.id = o.category_id where o.id = ${reconnection}`,
      ),
    ).toMatchObject({
      ...{ code: 'RECONNECTION_PAID', charge: null },
      by: (
        await one<{ by: string }>(
          app.db,
          sql`select approved_by as by from collections.cases where connection_id = ${id}`,
        )
      ).by,
    });
    await look();
    expect(await reconnectionOf(id)).toBe(reconnection);
    const day = app.system().today;
    await work(reconnection, 'COMPLETED');
    expect([await statusOf(id), await caseOf(id)]).toMatchObject([
      'active',
      { state: 'CLOSED', because: 'reconnected', orderId },
    ]);
    expect(
      await all(
        app.db,
        sql`select from_day as "from", to_day as "to" from meters.disconnections where connection_id = ${id}`,
      ),
    ).toEqual([{ from: day, to: day }]);
    expect(await eventsOf(id)).toEqual([
      ...['reminder', 'notice', 'approved', 'disconnected', 'reconnection_ordered', 'reconnected'],
    ]);
    expect([(await messages('reconnecting')).length, (await messages('reconnected')).length]).toEqual([1, 1]);
  });

  test('and paid while the crew was there gets an order to reconnect as soon as the crew has told that it is done', async () => {
    const { id, orderId } = await ordered();
    await work(orderId, 'ASSIGNED');
    await pay(id, 2 * BILL);
    // The crew tells before the job that would cancel its order.
    const yard = await makeYard(app);
    await yard.step(steps.unassignOrder, yard.engineer, orderId, { remark: 'another crew' });
    await yard.step(steps.assignOrder, yard.engineer, orderId, { crewId: yard.crew.userId });
    await yard.step(steps.noteArrival, yard.crew, orderId);
    await yard.step(steps.completeOrder, yard.crew, orderId, yard.done);
    expect(await statusOf(id)).toBe('disconnected');
    await look();
    expect((await caseOf(id))?.state).toBe('RECONNECTING');
  });

  test('pays a fee if the rules have one: charged as other work, and nobody comes before it is paid', async () => {
    const { id } = await disconnected();
    await rules({ ...RULES, reconnectionFeeMinor: 50_000 });
    await pay(id, 2 * BILL);
    await look();
    const reconnection = await reconnectionOf(id);
    const { charge, state } = await one<{ charge: Minor; state: string }>(
      app.db,
      sql`select charge_minor as charge, state from work_orders.orders where id = ${reconnection}`,
    );
    expect([charge, state]).toEqual([50_000, 'ON_REVIEW']);
    const yard = await makeYard(app);
    expect(await yard.codeOf(steps.acceptOrder, yard.clerk, reconnection)).toBe('work-orders.not_paid');
    await app.call(payments.payWorkOrder, {
      as: await app.staff('cashier'),
      body: { orderId: reconnection, amountMinor: charge as never, tender: { method: 'CASH' } },
    });
    await work(reconnection, 'COMPLETED');
    expect(await statusOf(id)).toBe('active');
    await until(addDays(app.system().today, 1));
    await rules();
  });

  test('whose payment is taken back is cut off still: the order that nobody began is cancelled', async () => {
    const { id } = await disconnected();
    const paymentId = await pay(id, 2 * BILL);
    await look();
    const first = await reconnectionOf(id);
    const [asker, second] = [await app.staff('admin'), await app.staff('admin')];
    const { reversal, state } = await app.call(payments.reversePayment, {
      as: asker,
      body: { paymentId, reason: 'another connection' },
    });
    if (state !== 'REVERSED' && reversal)
      await app.call(payments.decideReversal, {
        as: second,
        body: { reversalId: reversal.id, accept: true },
      });
    await look();
    expect([(await caseOf(id))?.state, await orderState(first)]).toEqual(['DISCONNECTED', 'CANCELLED']);
    await pay(id, 2 * BILL);
    await look();
    expect((await caseOf(id))?.state).toBe('RECONNECTING');
    expect(await reconnectionOf(id)).not.toBe(first);
  });

  test('and whose order to reconnect somebody ends gets another one on the next day, and is seen until then', async () => {
    const { id } = await disconnected();
    await pay(id, 2 * BILL);
    await look();
    const first = await reconnectionOf(id);
    const yard = await makeYard(app);
    await yard.step(steps.cancelOrder, yard.engineer, first, { remark: 'No crew today' });
    await look();
    await calls.lookAtAll();
    expect(await caseOf(id)).toMatchObject({ state: 'DISCONNECTED' });
    await until(addDays(app.system().today, 1));
    await calls.lookAtAll();
    expect((await caseOf(id))?.state).toBe('RECONNECTING');
    expect(await reconnectionOf(id)).not.toBe(first);
  });
});
