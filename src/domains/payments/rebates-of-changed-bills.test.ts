/** A bill changes after its rebate was credited, or instead of it: it is cancelled, its run is reversed, it was too high. */
import { expect, test } from 'vitest';
import { billMonth, connect, makeOffice } from '#domains/billing/bill-run/factory-months.ts';
import * as reversals from '#domains/billing/bill-run/factory-reversal.ts';
import { rebatesOfBills } from '#domains/billing/book-proof.ts';
import * as correctionRuns from '#domains/billing/correction-run/factory-corrections.ts';
import {
  adjustMeterReading,
  cancelInvoice,
  decideCorrection,
} from '#domains/billing/corrections/contract.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, type TestApp, testApp } from '#test/app.ts';
import { rebateCalls } from './factory-rebates.ts';
import { differences } from './queries.ts';

type Town = { app: TestApp; planner: Person; approver: Person };

/** A tenth of the water charge within five days. The bills of the factories are of the day on which their clock begins: the rule is older. */
const ruled = ({ app }: Pick<Town, 'app'>) =>
  execute(
    app.owner.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
      values ('rebates', '2026-01-01', '{"percent": "10", "days": 5, "mostMinor": null}', 'APPROVED', false, 'x', 'x', now(), now())`,
  );

/** Days later; sessions have ended. */
async function later<T extends Town>(town: T, day: string): Promise<T> {
  await rebateCalls(town.app).until(day);
  return {
    ...town,
    planner: await town.app.staff('admin'),
    approver: await town.app.staff('admin'),
    author: await town.app.staff('admin'),
  };
}

/** Bills of ৳100 and ৳200 for each of three connections; the third one brings this much in time. */
async function paidTown(amountMinor: number) {
  const town = await reversals.makeTown();
  await ruled(town);
  const calls = rebateCalls(town.app);
  await calls.credit();
  const connectionId = String(town.made[2]?.id);
  await calls.pay(connectionId, amountMinor);
  return { ...town, calls, connectionId };
}

/** Of a connection's bills, the older one first: each revision of its rebate, and why it was taken back. */
const given = ({ app }: Pick<Town, 'app'>, connectionId: string) =>
  all<[number, string | null]>(
    app.db,
    sql`select g.amount_minor as amount, g.taken_back_because as because from billing.rebates g
      join billing.invoices i on i.id = g.invoice_id where i.connection_id = ${connectionId} order by i.period, g.revision`,
  ).then((rows) =>
    (rows as unknown as { amount: number; because: string | null }[]).map(({ amount, because }) => [
      amount,
      because,
    ]),
  );

const october = ({ app }: Pick<Town, 'app'>, connectionId: string) =>
  one<{ id: string; version: number }>(
    app.db,
    sql`select id, version from billing.invoices where connection_id = ${connectionId} and period = '2026-10-01' and adjusts_id is null
      and cancelled_on is null`,
  );

async function booksAgree({ app }: Pick<Town, 'app'>): Promise<void> {
  expect(await rebatesOfBills.difference(app.db)).toBe(0);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
}

test('a bill that was too high: its rebate is taken back and credited again on what was right', async () => {
  const paid = await paidTown(300_00);
  const town = await later(paid, '2026-11-08');
  expect(await given(town, paid.connectionId)).toEqual([
    [10_00, null],
    [20_00, null],
  ]);
  await reversals.correctOne(town);
  expect(await given(town, paid.connectionId)).toEqual([
    [10_00, null],
    [20_00, 'CORRECTED'],
    [19_00, null],
  ]);
  // The credit note of ৳10, ৳10 and ৳19.
  expect(await paid.calls.advance(paid.connectionId)).toBe(39_00);
  const written = await all(
    town.app.owner.db,
    sql`select before, after from platform.audit where action = 'rebate.revise'`,
  );
  expect(written).toEqual([
    {
      before: { amountMinor: 20_00 },
      after: { amountMinor: 19_00, because: 'CORRECTED', askedByBill: false },
    },
  ]);
  await booksAgree(town);
});

test('a bill that was too low keeps its rebate: the difference is on a bill of its own', async () => {
  const paid = await paidTown(300_00);
  const town = await later(paid, '2026-11-08');
  const { id: invoiceId, version } = await october(town, paid.connectionId);
  await town.app.call(adjustMeterReading, {
    as: town.planner,
    body: { invoiceId, version, registerLitres: 35_000, reason: 'misread' },
  });
  expect(await given(town, paid.connectionId)).toEqual([
    [10_00, null],
    [20_00, null],
  ]);
  await booksAgree(town);
});

test('a credit note says that a bill was paid in full by its day: the next day credits its rebate, one time', async () => {
  const paid = await paidTown(290_00);
  const town = await later(paid, '2026-11-09');
  expect(await given(town, paid.connectionId)).toEqual([[10_00, null]]);
  // The rebate of September pays the rest of October, after its day.
  await reversals.correctOne(town);
  await later(town, '2026-11-12');
  expect(await given(town, paid.connectionId)).toEqual([
    [10_00, null],
    [19_00, null],
  ]);
  await booksAgree(town);
});

test('a credit note by the last day has paid a part of the bill: the rest is to be paid by then, too', async () => {
  const paid = await paidTown(280_00);
  await reversals.correctOne(paid);
  const town = await later(paid, '2026-11-12');
  expect(await given(town, paid.connectionId)).toEqual([[10_00, null]]);
  await booksAgree(town);
});

async function cancelOctober(town: Town, connectionId: string): Promise<void> {
  const { id: invoiceId, version } = await october(town, connectionId);
  const body = { invoiceId, version, reason: 'Nobody lived there', freePayment: true };
  const asked = await town.app.call(cancelInvoice, { as: town.planner, body });
  if (asked.state === 'REQUESTED')
    await town.app.call(decideCorrection, {
      ...{ as: town.approver, body: { correctionId: asked.id, accept: true } },
    });
}

test('a cancelled bill: its rebate goes with it', async () => {
  const paid = await paidTown(300_00);
  const town = await later(paid, '2026-11-08');
  await cancelOctober(town, paid.connectionId);
  expect(await given(town, paid.connectionId)).toEqual([
    [10_00, null],
    [20_00, 'CANCELLED'],
  ]);
  expect(await paid.calls.advance(paid.connectionId)).toBe(210_00);
  await booksAgree(town);
});

test('a cancelled bill whose rebate was used and is asked back: it stays asked back', async () => {
  const paid = await paidTown(290_00);
  const paymentId = await paid.calls.pay(paid.connectionId, 10_00);
  const town = await later(paid, '2026-11-08');
  // A later bill uses both rebates.
  await paid.calls.billed('2026-11-08', { connectionId: paid.connectionId });
  await paid.calls.useAdvance(paid.connectionId);
  await paid.calls.reverse(paymentId);
  const asked = () =>
    all(
      town.app.db,
      sql`select i.total_minor as total, i.cancelled_on as "cancelledOn" from billing.invoices i
        join billing.invoice_lines l on l.invoice_id = i.id and l.kind = 'rebate_back' where i.connection_id = ${paid.connectionId}`,
    );
  const open = [{ total: 20_00, cancelledOn: null }];
  expect(await asked()).toEqual(open);
  await cancelOctober(town, paid.connectionId);
  expect(await asked()).toEqual(open);
  await booksAgree(town);
});

test('a reversed run: rebates of bills that advances had paid are taken back', async () => {
  const app = await testApp({ now: '2026-11-02T04:00:00Z' });
  await approvedTariff(app.db, {
    effectiveFrom: '2024-01-01',
    blocks: [{ from: '0', to: null, rate: '10' }],
  });
  await ruled({ app });
  const calls = rebateCalls(app);
  await calls.credit();
  const office = await makeOffice(app);
  const { id: connectionId } = await connect(office, {
    connectedOn: '2026-08-31',
    readings: [
      ['2026-09-01', '2026-09-30', 10_000],
      ['2026-10-01', '2026-10-31', 30_000],
    ],
  });
  await billMonth(office, '2026-09-01');
  await calls.pay(connectionId, 300_00);
  const town = await later({ ...office, made: [], id: await billMonth(office, '2026-10-01') }, '2026-11-08');
  expect(await given(town, connectionId)).toEqual([
    [10_00, null],
    [20_00, null],
  ]);
  expect(await reversals.reverse(town)).toBeUndefined();
  expect(await given(town, connectionId)).toEqual([
    [10_00, null],
    [20_00, 'CANCELLED'],
  ]);
  expect(await calls.advance(connectionId)).toBe(210_00);
  await booksAgree(town);
});

test('a correction run: each rebate is of what was right', async () => {
  const made = await correctionRuns.makeTown(1);
  await ruled(made);
  const calls = rebateCalls(made.app);
  await calls.credit();
  const connectionId = String(made.made[0]?.id);
  await calls.pay(connectionId, 300_00);
  const town = await later(made, '2026-11-08');
  await correctionRuns.correct(town, await correctionRuns.announce(town, correctionRuns.at('5')));
  const [, september, , ofOctober] = await given(town, connectionId);
  expect([september, ofOctober]).toMatchObject([
    [expect.any(Number), null],
    [10_00, null],
  ]);
  await booksAgree(town);
});
