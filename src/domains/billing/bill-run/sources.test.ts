/**
 * Everything that a bill is calculated from is changed between calculation and approval, and between approval and
 * posting: what moved is held with its reason, the others are billed, and after the next calculation the bill says
 * what is true now.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { changeMeter } from '#domains/meters/actions/change-meter.ts';
import { type MadeConnection, makeConnection } from '#domains/meters/factory.ts';
import { undoImport } from '#domains/meters/imports/actions/undo-import.ts';
import { approveFlagged } from '#domains/meters/readings/actions/approve-flagged.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReading } from '#domains/meters/readings/actions/capture-reading.ts';
import type { Actor } from '#platform/actor.ts';
import { all, first, one, sql, type Tx, transaction } from '#platform/db.ts';
import { type Person, type TestApp, testApp } from '#test/app.ts';
import { lockOpenInvoices, settleInvoices } from '../actions/settle-invoices.ts';
import { workCalculation, workPosting } from '../actions/work-run.ts';
import { BILL_INPUT } from '../calculate-bills.ts';
import * as corrections from '../corrections/contract.ts';
import { makeInvoice } from '../factory.ts';
import * as settings from '../settings/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { type HeldReason, SOURCES } from './bill-run.rules.ts';
import * as contract from './contract.ts';

const SEPTEMBER = '2026-09-01';
const OCTOBER = '2026-10-01';
const NOW = '2026-11-02T04:00:00Z';

type Town = {
  app: TestApp;
  planner: Person;
  approver: Person;
  actor: Actor;
  made: Map<string, MadeConnection>;
};
type Bill = { usage: number; total: number; arrears: number; consumer: string; meter: string };
type Source = {
  reason: HeldReason;
  category?: string;
  change: (tx: Tx, connection: MadeConnection, town: Town) => Promise<unknown>;
  /** What the next bill of October says; null where there is none any more. */
  expected: Partial<Bill> | null;
};

/** 25 m³ at ৳10, and ৳10 fixed. */
const BILL = 26_000;

const approveAgain = async (tx: Tx, { actor }: Town, connectionId: string) => {
  const person = { ...actor, userId: '00000000-0000-7000-8000-00000000000a' };
  await approveUnflagged(tx, person, { period: OCTOBER, connectionId });
  await approveFlagged(tx, person, { period: OCTOBER, connectionId, reason: 'looked at' });
};

async function otherMeter(tx: Tx, connection: MadeConnection, { actor }: Town) {
  const fields = { make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
  const meter = await addMeter(tx, actor, { number: `N${connection.meterNumber}`, ...fields });
  const change = { changedOn: '2026-10-20', finalLitres: 40_000, openingLitres: 0, reason: 'stopped' };
  await changeMeter(tx, actor, { connectionId: connection.id, newMeterId: meter.id, ...change });
  return meter;
}

const SOURCE_CHANGES: Record<string, Source> = {
  'the month before is adjusted': {
    reason: 'moved_reading',
    change: async (tx, { id }, town) => {
      const bill = await one<{ id: string; version: number }>(
        tx,
        sql`select id, version from billing.invoices where connection_id = ${id} and period = ${SEPTEMBER}`,
      );
      const body = { invoiceId: bill.id, version: bill.version, registerLitres: 15_000, reason: 'misread' };
      await town.app.call(corrections.adjustMeterReading, { as: town.planner, body });
    },
    expected: { usage: 35_000, total: 36_000 },
  },
  'the import of its reading is undone': {
    reason: 'moved_reading',
    change: async (tx, { id, meterId }, town) => {
      const file = await one<{ id: string }>(
        tx,
        sql`with file as (insert into meters.imports (file_id, file_name, state, uploaded_at)
            values (uuidv7(), 'october.csv', 'COMMITTED', now()) returning id)
          update meters.readings r set import_id = file.id from file
          where r.connection_id = ${id} and r.period = ${OCTOBER} returning file.id`,
      );
      await undoImport(tx, town.actor, { id: file.id, version: 1 });
      const reading = { meterId, period: OCTOBER, readOn: '2026-10-31', registerLitres: 45_000 };
      await captureReading(tx, town.actor, reading);
    },
    expected: { usage: 20_000, total: 21_000 },
  },
  'its reading changes': {
    reason: 'moved_reading',
    change: (tx, { id }) =>
      sql`update meters.readings set register_litres = 52000, consumption_litres = 27000
        where connection_id = ${id} and period = ${OCTOBER}`.execute(tx),
    expected: { usage: 27_000, total: 28_000 },
  },
  'its reading loses its approval': {
    reason: 'moved_reading',
    change: (tx, { id }) =>
      sql`update meters.readings set state = 'VALID' where connection_id = ${id} and period = ${OCTOBER}`.execute(
        tx,
      ),
    expected: { usage: 25_000, total: BILL },
  },
  'its meter is changed, and the new one is read': {
    reason: 'moved_meter',
    change: async (tx, connection, town) => {
      await sql`update meters.readings set state = 'VOID'
        where connection_id = ${connection.id} and period = ${OCTOBER}`.execute(tx);
      const meter = await otherMeter(tx, connection, town);
      const reading = { meterId: meter.id, period: OCTOBER, readOn: '2026-10-31', registerLitres: 5_000 };
      await captureReading(tx, town.actor, reading);
    },
    expected: { usage: 20_000, total: 21_000 },
  },
  'its meter was changed before the day of the reading': {
    reason: 'moved_meter',
    change: otherMeter,
    expected: { usage: 25_000, total: BILL },
  },
  'its category changes': {
    reason: 'moved_category',
    change: (tx, { id }) =>
      sql`update meters.connections set category = 'industrial' where id = ${id}`.execute(tx),
    expected: { total: 76_000 },
  },
  'its dwellings change': {
    reason: 'moved_connection',
    change: (tx, { id }) =>
      sql`update meters.connections set dwelling_units = 2 where id = ${id}`.execute(tx),
    expected: { total: 27_000 },
  },
  'it goes to another consumer': {
    reason: 'moved_owner',
    change: async (tx, { id }, { actor }) => {
      const phone = `+88019${String(id).replace(/\D/g, '').slice(-8)}`;
      const other = await createConsumer(tx, actor, { name: 'The next owner', phone });
      await sql`update meters.connections set consumer_id = ${other.id} where id = ${id}`.execute(tx);
    },
    expected: { consumer: 'The next owner' },
  },
  'a tariff is approved for some of its days': {
    reason: 'moved_tariff',
    category: 'commercial',
    change: (_tx, _connection, { app }) =>
      approvedTariff(app.db, {
        ...{
          category: 'commercial',
          effectiveFrom: '2026-10-16',
          blocks: [{ from: '0', to: null, rate: '20' }],
        },
      }),
    // 16 of 31 days, from 30 September to 15 October, at ৳10 with the fixed charge, the others at ৳20.
    expected: { total: 37_613 },
  },
  'VAT is approved': {
    reason: 'moved_tariff',
    category: 'institutional',
    change: async (_tx, _connection, { app, planner, approver }) => {
      app.clock.set('2026-10-05T04:00:00Z');
      const rates = { waterPercent: '15', fixedPercent: '0', minimumPercent: '0', sewerPercent: '0' };
      const exemptCategories = ['residential', 'commercial', 'industrial'];
      const planned = await app.call(settings.planVat, {
        as: planner,
        body: { validFrom: '2026-10-10', value: { ...rates, exemptCategories }, reason: 'law' },
      });
      const body = { version: planned.version };
      await app.call(settings.approveVat, { as: approver, params: { id: planned.id }, body });
      app.clock.set(NOW);
    },
    expected: { total: 29_750 },
  },
  'an earlier bill is paid': {
    reason: 'moved_arrears',
    change: async (tx, { id }) => {
      const [open] = await lockOpenInvoices(tx, [id]);
      await settleInvoices(
        tx,
        sql`select ${open?.id}::uuid as invoice_id, ${open?.totalMinor}::bigint as amount_minor`,
      );
    },
    expected: { arrears: 0, total: BILL },
  },
  'it is closed': {
    reason: 'moved_scope',
    change: (tx, { id }) => sql`update meters.connections set status = 'closed' where id = ${id}`.execute(tx),
    expected: null,
  },
  'it is billed for the month elsewhere': {
    reason: 'already_billed',
    change: (tx, { id }, { actor }) => makeInvoice(tx, actor, { connectionId: id, period: OCTOBER }),
    expected: { total: 11_500 },
  },
};
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
  const rows = await all<{ connection: string; said: string }>(
    app.db,
    sql`select connection_id as connection, coalesce(reason, outcome) as said from billing.bill_run_items where run_id = ${id}`,
  );
  const said = new Map(rows.map((row) => [row.connection, row.said]));
  return Object.fromEntries(
    [...made].map(([name, { id: connection }]) => [name, said.get(connection) ?? '-']),
  );
}

const MOVED = Object.fromEntries([
  ...CHANGES.map(([name, { reason }]) => [name, reason]),
  ['nothing', 'BILLED'],
]);

async function octoberBill({ app, made }: Town, name: string): Promise<Bill | undefined> {
  return first<Bill>(
    app.db,
    sql<Bill>`select i.usage_litres as usage, i.total_minor as total, i.arrears_minor as arrears, u.name as consumer, i.meter_id as meter
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

  test('whoever saw the run as it was before cannot approve it', async () => {
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
