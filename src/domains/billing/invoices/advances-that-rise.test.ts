/** An advance that comes after the final bill of a closed connection, or is there when it is closed: told once for each rise. */
import { expect, test } from 'vitest';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import { closeUnmetered, reopenUnmetered } from '#domains/meters/closure/contract.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { decideRefund, openRefund } from '#domains/payments/refunds/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { workPosting } from '../bill-run/actions/work-run.ts';
import { postRun } from '../bill-run/contract.ts';
import {
  approveRun,
  billMonth,
  calculateMonth,
  closeWith,
  connect,
  makeTown,
} from '../bill-run/factory-months.ts';
import { postNextChunk } from '../bill-run/post-chunk.ts';
import { tellAdvance } from './actions/tell-advances.ts';

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

/** October is ৳130; half of November with 5 m³ is ৳65. */
const make = (consumerId?: string) =>
  connect(office, {
    connectedOn: '2026-09-30',
    readings: [['2026-10-01', '2026-10-31', 10_000]],
    ...(consumerId ? { consumerId } : {}),
  });
const pay = (connectionId: string, amountMinor: number) =>
  app.call(makePayment, {
    as: cashier,
    // Asked after the last bill of a closed account: it goes back.
    body: { connectionId, amountMinor, tender: { method: 'CASH' }, toPayBack: true },
  });
const told = (kind: string, to: Person) =>
  all<{ path: string; params: object }>(
    app.db,
    sql`select path, params from platform.notices where kind = ${kind} and user_id = ${to.userId}`,
  );
/** What the database gave the workers to do: which connections. Their work is done once, as by a worker. */
async function work(): Promise<string[]> {
  const jobs = await all<{ id: string }>(
    app.owner.db,
    sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'billing:tell-advance' returning j.payload ->> 'connectionId' as id`,
  );
  for (const { id } of jobs) await tellAdvance(app.db, app.clock, id);
  return jobs.map(({ id }) => id);
}
/** Of this connection: what the consumer and the cashier were told by the bell, and the messages that went out. */
async function toldOf({ id, number }: MadeConnection, to = consumer) {
  const own = (await told('billing.own_advance_left', to)).filter(
    ({ params }) => (params as { number: string }).number === number,
  );
  const office = (await told('billing.advance_rose', cashier)).filter(({ path }) => path.includes(number));
  const { sent } = await one<{ sent: number }>(
    app.db,
    sql`select count(*)::int as sent from platform.outbox
      where event like 'billing.advance-left:%' and body like ${`%${number}%`} and ${id}::text <> ''`,
  );
  const minors = (rows: { params: object }[]) =>
    rows.map(({ params }) => (params as { minor: number }).minor).toSorted((a, b) => a - b);
  return { own: minors(own), office: minors(office), sent };
}
/** Closed on the first of November, with all that was read billed, and nothing open. */
async function closedAndPaid(): Promise<MadeConnection> {
  const made = await make(String(consumer.consumerId));
  await pay(made.id, 13_000 + 2_000 + 6_500);
  await closeWith(office, made, '2026-11-15', 15_000);
  await billMonth(office, '2026-10-01');
  await billMonth(office, '2026-11-01');
  await work();
  return made;
}

test('what comes after the final bill is told once for each rise, to the consumer and to those who pay back', async () => {
  const made = await closedAndPaid();
  expect(await toldOf(made)).toEqual({ own: [2_000], office: [], sent: 2 });
  await pay(made.id, 500);
  expect(await work()).toEqual([made.id]);
  const once = { own: [2_000, 2_500], office: [2_500], sent: 4 };
  expect(await toldOf(made)).toEqual(once);
  // The same work once more tells nobody.
  await tellAdvance(app.db, app.clock, made.id);
  expect(await toldOf(made)).toEqual(once);
  const [notice] = (await told('billing.advance_rose', reviewer)).filter(({ path }) =>
    path.includes(made.number),
  );
  expect(notice).toEqual({
    path: `/billing/billing-list?page=1&advanceLeft=true&search=${made.number}`,
    params: { number: made.number, minor: 2_500 },
  });
  expect((await told('billing.advance_rose', engineer)).length).toBe(0);
  // It goes away and comes again, before anybody tells.
  const of = { kind: 'ADVANCE' as const, connectionId: made.id, amountMinor: 2_500 };
  const { id } = await app.call(openRefund, { as: cashier, body: { of, reason: 'moved away' } });
  await work();
  expect(await toldOf(made)).toEqual(once);
  await pay(made.id, 2_500);
  expect(await work()).toEqual([made.id]);
  expect(await toldOf(made)).toEqual({ own: [2_000, 2_500, 2_500], office: [2_500, 2_500], sent: 6 });
  // A refund that is refused brings its money back.
  await app.call(decideRefund, { as: reviewer, body: { refundId: id, accept: false, remark: 'no' } });
  await work();
  expect((await toldOf(made)).office).toEqual([2_500, 2_500, 5_000]);
});

test('what comes and is used in one transaction is no rise, nor is what an open connection has', async () => {
  const [made, open] = [await closedAndPaid(), await make()];
  const post = (of: MadeConnection, amounts: number[]) =>
    transaction(app.db, async (tx) => {
      for (const amountMinor of amounts)
        await postJournal(tx, app.actorOf(cashier), {
          ...{ kind: 'PAYMENT', sourceId: crypto.randomUUID(), businessDate: '2026-11-16' },
          entries: [
            { account: ACCOUNTS.bank, amountMinor },
            { account: ACCOUNTS.advances, partyId: of.id, amountMinor: -amountMinor },
          ],
        });
    });
  await post(made, [700, -700]);
  await post(open, [900]);
  expect(await work()).toEqual([]);
  await post(made, [-2_000]);
  await post(made, [700, 300]);
  expect(new Set(await work())).toEqual(new Set([made.id]));
  expect((await toldOf(made)).office).toEqual([1_000]);
});

test('what comes before the final bill is told by its run, once', async () => {
  const made = await make(String(consumer.consumerId));
  await billMonth(office, '2026-10-01');
  await closeWith(office, made, '2026-11-15', 15_000);
  await pay(made.id, 13_000 + 6_500 + 4_000);
  expect(await work()).toContain(made.id);
  expect(await toldOf(made)).toEqual({ own: [], office: [], sent: 0 });
  await billMonth(office, '2026-11-01');
  await work();
  expect(await toldOf(made)).toEqual({ own: [4_000], office: [], sent: 2 });
});

test('a worker that comes before the final bill has used its part of the advance tells nobody', async () => {
  const made = await make(String(consumer.consumerId));
  await billMonth(office, '2026-10-01');
  await closeWith(office, made, '2026-11-15', 15_000);
  await pay(made.id, 13_000 + 6_500 + 4_000);
  const { app: at, planner } = office;
  const run = await calculateMonth(office, '2026-11-01');
  await approveRun(office, run);
  await at.call(postRun, { as: planner, params: { id: run } });
  while (await postNextChunk(at.db, at.system(), run));
  await tellAdvance(app.db, app.clock, made.id);
  expect(await toldOf(made)).toEqual({ own: [], office: [], sent: 0 });
  await workPosting(at.db, at.clock, run);
  await work();
  expect(await toldOf(made)).toEqual({ own: [4_000], office: [], sent: 2 });
});

test('is told at the closing, if the connection has no meter and all is billed', async () => {
  const made = await make(String(consumer.consumerId));
  await billMonth(office, '2026-10-01');
  await pay(made.id, 13_000 + 1_500);
  await execute(
    app.owner.db,
    sql`update meters.assignments set removed_on = '2026-10-31', final_litres = 10000, final_status = 'DUMPED_CONFIRMED'
      where connection_id = ${made.id}`,
  );
  const body = { connectionId: made.id, closedOn: '2026-11-15', reason: 'house is gone' };
  await app.call(closeUnmetered, { as: reviewer, body });
  expect(await work()).toEqual([made.id]);
  expect(await toldOf(made)).toEqual({ own: [1_500], office: [1_500], sent: 2 });
  // Opened again and closed again, it is told again: the first one was not true any more.
  await app.call(reopenUnmetered, {
    as: reviewer,
    body: { connectionId: made.id, reason: 'closed by mistake' },
  });
  await work();
  expect((await toldOf(made)).own).toEqual([1_500]);
  await app.call(closeUnmetered, { as: reviewer, body });
  await work();
  expect((await toldOf(made)).own).toEqual([1_500, 1_500]);
});

test('the program does not say itself of which connections it is told', async () => {
  const note = sql`insert into billing.told_advances (connection_id) select id from meters.connections limit 1`;
  await expect(execute(app.db, note)).rejects.toThrow('permission denied');
});
