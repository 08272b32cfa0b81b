/** An advance that is left after the final bill: who may pay it back learns of it and finds it, and its consumer is told. */
import { expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { closeConnection } from '#domains/meters/closure/contract.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { openRefund } from '#domains/payments/refunds/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { billMonth, connect, makeTown } from '../bill-run/factory-months.ts';
import { billingIds } from './contract.ts';

const app = await testApp({ now: '2026-11-16T04:00:00Z' });
const office = await makeTown('', app);
const [cashier, reviewer, engineer] = [
  await app.staff('cashier'),
  await app.staff('reviewer'),
  await app.staff('engineer'),
];
const consumer = await app.consumer('Salma Begum');
await execute(
  app.owner.db,
  sql`update identity.users set language = 'en', email = 'salma@example.com' where id = ${consumer.userId}`,
);

const given = { connectedOn: '2026-09-30', readings: [['2026-10-01', '2026-10-31', 10_000]] } as const;
const make = (consumerId?: string) =>
  connect(office, {
    connectedOn: given.connectedOn,
    readings: given.readings.map(([period, day, litres]) => [period, day, litres]),
    ...(consumerId ? { consumerId } : {}),
  });
const pay = (connectionId: string, amountMinor: number) =>
  app.call(makePayment, { as: cashier, body: { connectionId, amountMinor, tender: { method: 'CASH' } } });
async function shut({ id, meterId }: MadeConnection, readOn: string, registerLitres: number): Promise<void> {
  const body = { meterId, readOn, registerLitres, reason: 'moved away' };
  await app.call(closeConnection, { as: reviewer, body });
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'APPROVED' where connection_id = ${id} and state in ('VALID', 'FLAGGED')`,
  );
}
const told = (kind: string, to: Person) =>
  all<{ path: string; params: object }>(
    app.db,
    sql`select path, params from platform.notices where kind = ${kind} and user_id = ${to.userId}`,
  );
const left = async () => {
  const { items, total } = await app.call(billingIds, { as: cashier, query: { advanceLeft: true } });
  return [total, items.map(({ connectionId, advanceMinor }) => [connectionId, advanceMinor])];
};
const queue = async (as: Person) => {
  const { queues, items } = await app.call(ownWork, { as });
  const found = queues.find(({ name }) => name === 'advances-left');
  return found ? { ...found, rows: items.filter((item) => item.queue === 'advances-left') } : undefined;
};

test('from the final bill until a refund is asked for', async () => {
  const [leaves, exact, stays] = [await make(String(consumer.consumerId)), await make(), await make()];
  await billMonth(office, '2026-10-01');
  // October is ৳130; November is 5 m³ and half a month, ৳65. A connection that goes on keeps its advance.
  await pay(leaves.id, 13_000 + 6_500 + 4_000);
  await pay(exact.id, 13_000 + 6_500);
  await pay(stays.id, 13_000 + 9_000);
  for (const made of [leaves, exact]) await shut(made, '2026-11-15', 15_000);
  await billMonth(office, '2026-11-01');

  expect(await left()).toEqual([1, [[leaves.id, 4_000]]]);
  const notice = { params: { count: 1, minor: 4_000, month: '2026-11-01' } };
  for (const person of [cashier, reviewer])
    expect(await told('billing.advances_left', person)).toEqual([
      { path: '/billing/billing-list?page=1&advanceLeft=true', ...notice },
    ]);
  expect(await told('billing.advances_left', engineer)).toEqual([]);

  expect(await told('billing.own_advance_left', consumer)).toMatchObject([
    { params: { number: leaves.number, minor: 4_000 } },
  ]);
  const sent = await all<{ channel: string; subject: string | null; body: string }>(
    app.db,
    sql`select channel, subject, body from platform.outbox where event like 'billing.advance-left:%' order by channel`,
  );
  expect(sent.map(({ channel }) => channel)).toEqual(['email', 'sms']);
  expect(sent[1]?.body).toContain(`connection ${leaves.number} is closed and Tk 40 of yours is left`);

  const list = { path: '/billing/billing-list', query: { page: 1, advanceLeft: 'true' } };
  expect(await queue(cashier)).toMatchObject({
    ...{ total: 1, list },
    rows: [
      {
        id: leaves.id,
        amountMinor: 4_000,
        since: '2026-11-15',
        to: { path: '/take-payment', query: { connectionId: leaves.id } },
      },
    ],
  });
  // Who takes no payments has no counter.
  expect((await queue(reviewer))?.rows[0]?.to).toEqual({
    ...list,
    query: { ...list.query, search: leaves.number },
  });
  expect(await queue(engineer)).toBeUndefined();

  const of = { kind: 'ADVANCE' as const, connectionId: leaves.id, amountMinor: 4_000 };
  await app.call(openRefund, { as: cashier, body: { of, reason: 'moved away' } });
  expect(await left()).toEqual([0, []]);
  expect(await queue(cashier)).toBeUndefined();
});

test('is told by the run of the final bill alone, not by one before or after it', async () => {
  const runs = async () =>
    (
      await all<{ path: string }>(
        app.db,
        sql`select distinct event from platform.notices where kind = 'billing.advances_left'`,
      )
    ).length;
  const before = await runs();
  const made = await make();
  await pay(made.id, 13_000 + 6_500 + 4_000);
  await shut(made, '2026-11-15', 15_000);
  expect(await left()).toEqual([0, []]);
  // October is not the last bill, and November uses some of the advance.
  await billMonth(office, '2026-10-01');
  expect([await runs(), await left()]).toEqual([before, [0, []]]);
  await billMonth(office, '2026-11-01');
  expect([await runs(), await left()]).toEqual([before + 1, [1, [[made.id, 4_000]]]]);
  const next = await connect(office, { connectedOn: '2026-10-31' });
  await shut(next, '2026-11-16', 1_000);
  await billMonth(office, '2026-11-01');
  expect(await runs()).toBe(before + 1);
  // Days after this bill are without a reading, so it is not the final one; the list has its advance all the same.
  const gone = await make();
  await pay(gone.id, 13_000 + 2_000);
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-05' where id = ${gone.id}`,
  );
  await billMonth(office, '2026-10-01');
  expect(await runs()).toBe(before + 1);
  expect((await left())[0]).toBe(2);
});
