/** Runs, readings and payments around a change of owner: everything that is under way goes to the right one of the two. */
import { expect, test } from 'vitest';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import { calculateHeld, postRun } from '#domains/billing/bill-run/contract.ts';
import {
  approveRun,
  billMonth,
  calculateMonth,
  chargesOf,
  connect,
  makeTown,
  outcomesOf,
} from '#domains/billing/bill-run/factory-months.ts';
import * as corrections from '#domains/billing/corrections/contract.ts';
import { invoiceDetail } from '#domains/billing/invoices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { reopenConnection, reopenUnmetered } from '#domains/meters/closure/contract.ts';
import * as readings from '#domains/meters/readings/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { getRequest } from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import { noteReading as readingNote } from './steps/contract.ts';

const town = await makeTown();
const { app } = town;
const office = await makeOffice(app);
const { clerk } = office;

/** Read to the end of September, billed; handed over on 12 November with 15 m³ on the register. */
async function handedOver(given: { readings?: Parameters<typeof connect>[1] } = {}) {
  const connection = await connect(town, {
    connectedOn: '2026-08-31',
    readings: [
      ['2026-09-01', '2026-09-30', 10_000],
      ['2026-10-01', '2026-10-31', 20_000],
    ],
    ...given.readings,
  });
  const request = await office.request({
    connection,
    upTo: 'READY_TO_APPROVE',
    readOn: '2026-11-12',
    registerLitres: 24_000,
  });
  return { connection, request };
}
const successorOf = (id: string) =>
  one<{ id: string; meterId: string; consumerId: string; opening: number }>(
    app.db,
    sql`select c.id, a.meter_id as "meterId", c.consumer_id as "consumerId", a.opening_litres as opening from meters.connections c
      join meters.assignments a on a.connection_id = c.id where c.follows_id = ${id}`,
  );
const approve = (connectionId: string) =>
  execute(
    app.owner.db,
    sql`update meters.readings set state = 'APPROVED' where connection_id = ${connectionId} and living and state in ('VALID', 'FLAGGED')`,
  );
const read = (meterId: string, period: string, readOn: string, registerLitres: number) =>
  app.codeOf(readings.captureReading, { as: clerk, body: { meterId, period, readOn, registerLitres } });

test('each unit of water is billed one time, to the owner of its day', async () => {
  const { connection, request } = await handedOver();
  await office.accept(request.id);
  const next = await successorOf(connection.id);
  await approve(connection.id);
  for (const period of ['2026-09-01', '2026-10-01', '2026-11-01']) await billMonth(town, period);
  app.clock.set('2026-12-31T04:00:00Z');
  const late = await app.staff('admin');
  const taken = await app.codeOf(readings.captureReading, {
    as: late,
    body: { meterId: next.meterId, period: '2026-12-01', readOn: '2026-12-30', registerLitres: 31_000 },
  });
  expect(taken).toBeUndefined();
  await approve(next.id);
  await billMonth({ ...town, planner: late, approver: await app.staff('admin') }, '2026-12-01');
  const [before, after] = [await chargesOf(town, connection.id), await chargesOf(town, next.id)];
  expect(before.map(([month, water]) => [month, water])).toEqual([
    ['2026-09', 100],
    ['2026-10', 100],
    ['2026-11', 40],
  ]);
  expect(after.map(([month, water]) => [month, water])).toEqual([['2026-12', 70]]);
  const parties = await all<{ id: string; consumerId: string }>(
    app.db,
    sql`select distinct connection_id as id, consumer_id as "consumerId" from billing.invoices
      where connection_id in (${connection.id}, ${next.id}) order by connection_id`,
  );
  expect(parties).toEqual([
    { id: connection.id, consumerId: connection.consumerId },
    { id: next.id, consumerId: next.consumerId },
  ]);
  const final = await one<{ isFinal: boolean }>(
    app.db,
    sql`select is_final as "isFinal" from billing.invoices where connection_id = ${connection.id} order by period desc limit 1`,
  );
  expect(final.isFinal).toBe(true);
  expect(await invariants(app.db)).toMatchObject({ sumMinor: 0, badJournals: 0 });
  app.clock.set('2026-12-02T04:00:00Z');
});

test('an earlier month that is billed again after the last one is not the last bill, and the last one is nothing from before it', async () => {
  const { connection, request } = await handedOver();
  await office.accept(request.id);
  await approve(connection.id);
  for (const period of ['2026-09-01', '2026-10-01', '2026-11-01']) await billMonth(town, period);
  const bills = () =>
    all<{ id: string; month: string; isFinal: boolean; arrearsMinor: number; total: number }>(
      app.db,
      sql`select id, to_char(period, 'MM') as month, is_final as "isFinal", arrears_minor as "arrearsMinor", total_minor as total
        from billing.invoices where connection_id = ${connection.id} and cancelled_on is null order by period`,
    );
  const [september, october] = await bills();
  const { version } = await app.call(invoiceDetail, {
    as: town.planner,
    params: { id: String(october?.id) },
  });
  const body = { invoiceId: String(october?.id), version, reason: 'wrong category', freePayment: false };
  const { id: correctionId } = await app.call(corrections.cancelInvoice, { as: town.planner, body });
  await app.call(corrections.decideCorrection, { as: town.approver, body: { correctionId, accept: true } });
  await billMonth(town, '2026-10-01');
  const after = await bills();
  expect(after.map(({ month, isFinal }) => [month, isFinal])).toEqual([
    ['09', false],
    ['10', false],
    ['11', true],
  ]);
  expect(after[1]?.id).not.toBe(october?.id);
  expect(after[1]?.arrearsMinor).toBe(september?.total);
});

test('a run that waits for its approval holds the connection that ended, and bills it to the old owner when calculated again', async () => {
  const { connection, request } = await handedOver();
  for (const period of ['2026-09-01']) await billMonth(town, period);
  const run = await calculateMonth(town, '2026-10-01');
  expect((await outcomesOf(town, run)).get(connection.id)).toBe('BILLED');
  const { due } = await one<{ due: number }>(
    app.db,
    sql`select sum(total_minor - settled_minor)::bigint as due from billing.invoices where connection_id = ${connection.id}`,
  );
  await office.read(request.id, { readOn: '2026-11-12', registerLitres: 24_000, liabilityMinor: due });
  await office.accept(request.id);
  const answer = await approveRun(town, run);
  expect([answer.state, answer.moved]).toEqual(['REVIEW', 1]);
  expect((await outcomesOf(town, run)).get(connection.id)).toBe('moved_connection');
  await app.call(calculateHeld, { as: town.planner, params: { id: run } });
  await workCalculation(app.db, app.clock, run);
  await approveRun(town, run);
  await app.call(postRun, { as: town.planner, params: { id: run } });
  await workPosting(app.db, app.clock, run);
  const { consumerId } = await one<{ consumerId: string }>(
    app.db,
    sql`select consumer_id as "consumerId" from billing.invoices where connection_id = ${connection.id} and period = '2026-10-01'`,
  );
  expect(consumerId).toBe(connection.consumerId);
});

test('a corrected last reading is the first figure of the successor too, until the successor is read', async () => {
  const { connection, request } = await handedOver();
  await office.accept(request.id);
  const next = await successorOf(connection.id);
  const last = await one<{ id: string; version: number }>(
    app.db,
    sql`select id, version from meters.readings where connection_id = ${connection.id} and living and read_on = '2026-11-12'`,
  );
  // Who noted the handover does not correct it.
  const other = await app.staff('reviewer');
  const correct = async (id: string, version: number, registerLitres: number) =>
    app.codeOf(readings.editReading, {
      as: other,
      body: { id, version, readOn: '2026-11-12', registerLitres, reason: 'misread' },
    });
  expect(await correct(last.id, last.version, 23_000)).toBeUndefined();
  expect((await successorOf(connection.id)).opening).toBe(23_000);
  expect(await read(next.meterId, '2026-11-01', '2026-11-30', 26_000)).toBeUndefined();
  const corrected = await one<{ id: string; version: number }>(
    app.db,
    sql`select id, version from meters.readings where connection_id = ${connection.id} and living and read_on = '2026-11-12'`,
  );
  expect(await correct(corrected.id, corrected.version, 22_000)).toBe('meters.handed_over_reading');
  expect((await successorOf(connection.id)).opening).toBe(23_000);
});

test('the meter is read for the new owner in the same month, with the use since the handover', async () => {
  const { connection, request } = await handedOver();
  await office.accept(request.id);
  const next = await successorOf(connection.id);
  expect(await read(next.meterId, '2026-11-01', '2026-11-30', 26_500)).toBeUndefined();
  const use = await one(
    app.db,
    sql`select consumption_litres as use, previous_on as "from", previous_litres as before from meters.readings
      where connection_id = ${next.id} and living`,
  );
  expect(use).toEqual({ use: 2_500, from: '2026-11-12', before: 24_000 });
});

test('a connection that changed hands is not opened again, with a meter or without', async () => {
  const { connection, request } = await handedOver();
  await office.accept(request.id);
  const reopen = { meterId: connection.meterId, reason: 'by mistake' };
  expect(await app.codeOf(reopenConnection, { as: clerk, body: reopen })).toBe(
    'meters.connection_not_closed',
  );
  const bare = await office.connect({ connectedOn: '2026-01-01' });
  await execute(
    app.owner.db,
    sql`update meters.assignments set removed_on = '2026-06-01', final_litres = 0, final_status = 'DUMPED_CONFIRMED' where connection_id = ${bare.id}`,
  );
  const { id } = await office.request({ connection: bare, upTo: 'DOCS_VERIFIED' });
  await app.call(readingNote, {
    as: clerk,
    body: { ...(await office.at(id)), readOn: '2026-11-30', registerLitres: null },
  });
  await office.accept(id);
  const again = await app.codeOf(reopenUnmetered, {
    as: clerk,
    body: { connectionId: bare.id, reason: 'by mistake' },
  });
  expect(again).toBe('meters.handed_over');
});

test('a billed last reading is corrected with its bill until the successor is read, by nobody after that', async () => {
  const { connection, request } = await handedOver();
  await office.accept(request.id);
  await approve(connection.id);
  for (const period of ['2026-09-01', '2026-10-01', '2026-11-01']) await billMonth(town, period);
  const bill = await one<{ id: string }>(
    app.db,
    sql`select id from billing.invoices where connection_id = ${connection.id} and is_final`,
  );
  const body = async (registerLitres: number) => {
    const { version } = await app.call(invoiceDetail, { as: town.planner, params: { id: bill.id } });
    return { invoiceId: bill.id, version, registerLitres };
  };
  const adjust = async (registerLitres: number) =>
    app.codeOf(corrections.adjustMeterReading, {
      as: town.planner,
      body: { ...(await body(registerLitres)), reason: 'misread' },
    });
  const next = await successorOf(connection.id);
  expect(await adjust(23_000)).toBeUndefined();
  expect((await successorOf(connection.id)).opening).toBe(23_000);
  // So much that a second person has to agree.
  expect(await adjust(900_000)).toBeUndefined();
  const { id: correctionId } = await one<{ id: string }>(
    app.db,
    sql`select id from billing.corrections where state = 'REQUESTED'`,
  );
  expect(await read(next.meterId, '2026-11-01', '2026-11-30', 26_500)).toBeUndefined();
  const decide = (accept: boolean) =>
    app.codeOf(corrections.decideCorrection, {
      ...{ as: town.approver, body: { correctionId, accept, remark: 'no' } },
    });
  expect(await decide(true)).toBe('meters.handed_over_reading');
  expect(await decide(false)).toBeUndefined();
  expect(await adjust(22_000)).toBe('meters.handed_over_reading');
  const preview = await app.codeOf(corrections.previewAdjustment, {
    as: town.planner,
    body: await body(22_000),
  });
  expect(preview).toBe('meters.handed_over_reading');
  expect((await successorOf(connection.id)).opening).toBe(23_000);
  expect(await invariants(app.db)).toMatchObject({ sumMinor: 0, badJournals: 0 });
});

test('a billed figure of a handover is corrected by neither who noted it nor alone by who asks; both owners hear of each correction', async () => {
  const { connection, request } = await handedOver();
  await office.accept(request.id);
  await approve(connection.id);
  for (const period of ['2026-09-01', '2026-10-01', '2026-11-01']) await billMonth(town, period);
  const bill = await one<{ id: string }>(
    app.db,
    sql`select id from billing.invoices where connection_id = ${connection.id} and is_final`,
  );
  const body = async (registerLitres: number) => {
    const { version } = await app.call(invoiceDetail, { as: town.planner, params: { id: bill.id } });
    return { invoiceId: bill.id, version, registerLitres };
  };
  const adjust = async (as: Person, registerLitres: number) =>
    app.codeOf(corrections.adjustMeterReading, {
      ...{ as, body: { ...(await body(registerLitres)), reason: 'misread' } },
    });
  const figures = async () => {
    const shown = await app.call(getRequest, { as: clerk, query: { requestId: request.id } });
    const noted = shown.timeline.filter(({ action }) => action === 'correct-figure');
    return [shown.registerLitres, noted.map(({ remark }) => remark)];
  };
  const told = async () => {
    const events = await all<{ side: string }>(
      app.owner.db,
      sql`select split_part(event, ':', 3) as side from platform.outbox
        where event like ${`ownership.figureCorrected:${request.id}:%`} order by side`,
    );
    return events.map(({ side }) => side);
  };
  expect(await adjust(clerk, 23_000)).toBe('meters.own_handover');
  expect(await app.codeOf(corrections.previewAdjustment, { as: clerk, body: await body(23_000) })).toBe(
    'meters.own_handover',
  );
  const preview = await app.codeOf(corrections.previewAdjustment, {
    ...{ as: town.planner, body: await body(23_000) },
  });
  expect(preview).toBeUndefined();
  expect([await figures(), await told()]).toEqual([[24_000, []], []]);
  expect(await adjust(town.planner, 23_000)).toBeUndefined();
  expect([await figures(), await told()]).toEqual([
    [23_000, ['misread']],
    ['NEW', 'PRESENT'],
  ]);
  expect(await adjust(town.planner, 22_500)).toBeUndefined();
  const twice = ['NEW', 'NEW', 'PRESENT', 'PRESENT'];
  expect([await figures(), await told()]).toEqual([[22_500, ['misread', 'misread']], twice]);
  // So much that a second person has to agree: it is told when it is done.
  expect(await adjust(town.planner, 900_000)).toBeUndefined();
  expect([await figures(), await told()]).toEqual([[22_500, ['misread', 'misread']], twice]);
  const { id: correctionId } = await one<{ id: string }>(
    app.db,
    sql`select id from billing.corrections where state = 'REQUESTED' and invoice_id = ${bill.id}`,
  );
  const decide = (as: Person) =>
    app.codeOf(corrections.decideCorrection, { as, body: { correctionId, accept: true } });
  expect(await decide(clerk)).toBe('meters.own_handover');
  expect(await decide(town.approver)).toBeUndefined();
  expect((await successorOf(connection.id)).opening).toBe(900_000);
  expect((await figures())[1]).toHaveLength(3);
  expect(await told()).toHaveLength(6);
  expect(await invariants(app.db)).toMatchObject({ sumMinor: 0, badJournals: 0 });
});
