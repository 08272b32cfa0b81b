/**
 * Everything that a bill is calculated from is changed between calculation and approval, and between approval and
 * posting: what moved is held with its reason, the others are billed, and after the next calculation the bill says
 * what is true now.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type MadeConnection, makeConnection } from '#domains/meters/factory.ts';
import { all, first, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { BILL_INPUT } from '../calculation/calculate-bills.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { workCalculation, workPosting } from './actions/work-run.ts';
import { SOURCES } from './bill-run.rules.ts';
import * as contract from './contract.ts';
import {
  approveAgain,
  BILL,
  type Bill,
  NOW,
  OCTOBER,
  SEPTEMBER,
  SOURCE_CHANGES,
  type Town,
} from './factory-source-changes.ts';

const CHANGES = Object.entries(SOURCE_CHANGES);

async function makeTown(): Promise<Town> {
  const app = await testApp({ now: NOW });
  const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
  const actor = { ...app.system(), permissions: new Set<never>() };
  const prices = [
    ['residential', '10'],
    ['commercial', '10'],
    ['institutional', '10'],
    ['industrial', '30'],
  ] as const;
  for (const [category, rate] of prices) {
    const blocks = [{ from: '0', to: null, rate }];
    const fixed = { fixedAmount: '10', perDwellingFixed: true };
    await approvedTariff(app.db, { category, effectiveFrom: '2025-01-01', blocks, ...fixed });
  }
  const made = new Map<string, MadeConnection>();
  const readings: [string, string, number][] = [
    [SEPTEMBER, '2026-09-30', 25_000],
    [OCTOBER, '2026-10-31', 50_000],
  ];
  for (const [name, category] of [
    ...CHANGES.map(([name, source]) => [name, source.category] as const),
    ['nothing', undefined] as const,
  ]) {
    const given = { connectedOn: '2026-08-31', readings, approve: true, ...(category ? { category } : {}) };
    made.set(name, await transaction(app.db, (tx) => makeConnection(tx, actor, given)));
  }
  return { app, planner, approver, actor, made };
}

async function moveEverything(town: Town): Promise<void> {
  for (const [name, { change }] of CHANGES) {
    const connection = town.made.get(name) as MadeConnection;
    await transaction(town.app.db, (tx) => change(tx, connection, town));
  }
}

async function calculate({ app, planner }: Town, period: string): Promise<string> {
  const body = { period, issuedOn: '2026-11-02', dueOn: '2026-11-23' };
  const { id } = await app.call(contract.planRun, { as: planner, body });
  await workCalculation(app.db, app.clock, id);
  return id;
}

async function approve({ app, approver }: Town, id: string) {
  const { version } = await app.call(contract.getRun, { as: approver, params: { id } });
  return app.call(contract.approveRun, { as: approver, params: { id }, body: { version } });
}

async function post({ app, planner }: Town, id: string) {
  await app.call(contract.postRun, { as: planner, params: { id } });
  await Promise.all([workPosting(app.db, app.clock, id), workPosting(app.db, app.clock, id)]);
  return app.call(contract.getRun, { as: planner, params: { id } });
}

async function outcomes({ app, made }: Town, id: string): Promise<Record<string, string>> {
  const rows = await all<{ connection: string; reason: string }>(
    app.db,
    sql`select connection_id as connection, coalesce(reason, outcome) as reason from billing.bill_run_items where run_id = ${id}`,
  );
  const reasons = new Map(rows.map((row) => [row.connection, row.reason]));
  return Object.fromEntries(
    [...made].map(([name, { id: connection }]) => [name, reasons.get(connection) ?? '-']),
  );
}

const MOVED = Object.fromEntries([
  ...CHANGES.map(([name, { reason }]) => [name, reason]),
  ['nothing', 'BILLED'],
]);

async function octoberBill({ app, made }: Town, name: string): Promise<Bill | undefined> {
  return first(
    app.db,
    sql`select i.usage_litres as usage, i.total_minor as total, i.arrears_minor as arrears, u.name as consumer, i.meter_id as meter
      from billing.invoices i join consumers.consumers u on u.id = i.consumer_id
      where i.connection_id = ${made.get(name)?.id} and i.period = ${OCTOBER} and i.cancelled_on is null and i.adjusts_id is null`,
  );
}

async function expectNoHole({ app }: Town): Promise<void> {
  const rows = await all<{ n: number }>(
    app.db,
    sql`select left(number, 9)::bigint - 500000000 as n from billing.invoices order by number`,
  );
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1));
}

const towns = { approval: await makeTown(), posting: await makeTown() };

describe('between calculation and approval', () => {
  const town = towns.approval;
  let id = '';
  let seen = 0;

  beforeAll(async () => {
    await post(town, await approvedRun(town, SEPTEMBER));
    id = await calculate(town, OCTOBER);
    await moveEverything(town);
    ({ version: seen } = await town.app.call(contract.getRun, { as: town.approver, params: { id } }));
    const answer = await approve(town, id);
    expect([answer.state, answer.moved, answer.billed]).toEqual(['REVIEW', CHANGES.length, 1]);
  });

  test.each(CHANGES)('%s: held, with its reason', async (name, { reason }) => {
    expect((await outcomes(town, id))[name]).toBe(reason);
  });

  test('what did not move is not held, and the proof counts everybody', async () => {
    expect((await outcomes(town, id)).nothing).toBe('BILLED');
    const { proof } = await town.app.call(contract.getRun, { as: town.planner, params: { id } });
    expect(proof).toMatchObject({ complete: true, billed: 1, held: CHANGES.length });
    expect(proof.connections).toBe(proof.billed + proof.held);
  });

  test('a person who saw the run before it changed cannot approve it', async () => {
    const stale = { as: town.approver, params: { id }, body: { version: seen } };
    expect((await town.app.refused(contract.approveRun, stale)).code).toBe('common.stale_version');
  });

  describe('after one press', () => {
    beforeAll(async () => {
      for (const { id: connection } of town.made.values()) {
        await transaction(town.app.db, (tx) => approveAgain(tx, town, connection));
      }
      await town.app.call(contract.calculateHeld, { as: town.planner, params: { id }, body: {} });
      await workCalculation(town.app.db, town.app.clock, id);
      expect((await approve(town, id)).moved).toBe(0);
      const run = await post(town, id);
      expect(run.proof).toMatchObject({ complete: true, invoicedMinor: run.proof.totalMinor });
    });

    test.each(CHANGES)('%s: the bill says what is true now', async (name, { expected }) => {
      const bill = await octoberBill(town, name);
      if (expected === null) expect(bill).toBeUndefined();
      else expect(bill).toMatchObject(expected);
    });

    test('the numbers have no hole', () => expectNoHole(town));
  });
});

describe('between approval and posting', () => {
  const town = towns.posting;
  let id = '';

  beforeAll(async () => {
    await post(town, await approvedRun(town, SEPTEMBER));
    id = await approvedRun(town, OCTOBER);
    await moveEverything(town);
    const run = await post(town, id);
    expect([run.state, run.billed, run.held]).toEqual(['POSTED', 1, CHANGES.length]);
  });

  test.each(CHANGES)('%s: held, with its reason', async (name, { reason }) => {
    expect((await outcomes(town, id))[name]).toBe(reason);
  });

  test('the others are posted, and the proof says so', async () => {
    expect(await outcomes(town, id)).toEqual(MOVED);
    expect(await octoberBill(town, 'nothing')).toMatchObject({ usage: 25_000, total: BILL, arrears: 25_968 });
    const { proof } = await town.app.call(contract.getRun, { as: town.planner, params: { id } });
    expect(proof).toMatchObject({ complete: true, billed: 1, invoices: 1, held: CHANGES.length });
    expect([proof.totalMinor, proof.invoicedMinor, proof.postedMinor]).toEqual([BILL, BILL, BILL]);
  });

  describe('in the next run of the month', () => {
    beforeAll(async () => {
      for (const { id: connection } of town.made.values()) {
        await transaction(town.app.db, (tx) => approveAgain(tx, town, connection));
      }
      await post(town, await approvedRun(town, OCTOBER));
    });

    test.each(CHANGES)('%s: the bill says what is true now', async (name, { expected }) => {
      const bill = await octoberBill(town, name);
      if (expected === null) expect(bill).toBeUndefined();
      else expect(bill).toMatchObject(expected);
    });

    test('the numbers have no hole', () => expectNoHole(town));
  });
});

test('everything that the calculation asks for is compared', () => {
  const compared = new Set<string>(SOURCES.flatMap(({ columns }) => [...columns]));
  // The version is chosen by category and days; how many months those days are follows from them.
  const others = ['tariff_version_id', 'periods'];
  const missing = Object.keys(BILL_INPUT).filter((name) => !compared.has(name) && !others.includes(name));
  expect(missing).toEqual([]);
});

async function approvedRun(town: Town, period: string): Promise<string> {
  const id = await calculate(town, period);
  expect(await approve(town, id)).toMatchObject({ state: 'APPROVED', moved: 0 });
  return id;
}
