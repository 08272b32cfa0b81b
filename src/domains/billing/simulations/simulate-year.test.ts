import { expect, test } from 'vitest';
import { all, type Db, execute, one, sql, transaction } from '#platform/database/db.ts';
import { billMonth, connect, makeTown, type Office } from '../bill-run/factory-months.ts';
import { adjustMeterReading } from '../corrections/contract.ts';
import { editTariff, getTariff, quoteTariff } from '../tariffs/contract.ts';
import { draftTariff, type TariffInput } from '../tariffs/factory.ts';
import { resumeSimulations, workSimulation } from './actions/work-simulation.ts';
import * as contract from './contract.ts';
import { simulateYear } from './simulate-year.ts';

const DRAFT: Partial<TariffInput> = {
  name: 'Simulated',
  effectiveFrom: '2027-06-01',
  blocks: [
    { from: '0', to: '20', rate: '8.35' },
    { from: '20', to: null, rate: '14.1' },
  ],
  fixedAmount: '31.5',
  sewerPercent: '50',
  pipeSizes: [{ pipeSizeMm: 40, flatAmount: '0', fixedAmount: '90', minimumAmount: '0' }],
  prorateFixed: true,
  prorateBlocks: true,
};

const readings = (uses: readonly number[]): [string, string, number][] => {
  let register = 0;
  return uses.map((use, index) => {
    register += use * 1000;
    const end = new Date(Date.UTC(2026, 8 + index + 1, 0)).toISOString().slice(0, 10);
    return [`2026-${String(9 + index).padStart(2, '0')}-01`, end, register];
  });
};

async function makeBilledTown() {
  const office = await makeTown();
  const { app } = office;
  const made = {
    more: await connect(office, { readings: readings([30, 45]), approve: true, connectedOn: '2026-09-01' }),
    less: await connect(office, { readings: readings([10, 12]), approve: true, connectedOn: '2026-09-01' }),
    wide: await connect(office, {
      readings: readings([5, 7]),
      approve: true,
      connectedOn: '2026-09-11',
      pipeSizeMm: 40,
    }),
    ownSewer: await connect(office, {
      readings: readings([25, 3]),
      approve: true,
      connectedOn: '2026-09-01',
      sewerPercent: '0',
    }),
    same: await connect(office, { readings: readings([10, 12]), approve: true, connectedOn: '2026-09-01' }),
  };
  for (const month of ['2026-09-01', '2026-10-01']) await billMonth(office, month);
  const draft = await draftTariff(app.db, DRAFT);
  await draftTariff(app.db, { ...DRAFT, category: 'commercial' });
  return { office, made, versionId: draft.id };
}

const simulated = (db: Db, versionId: string) => transaction(db, (tx) => simulateYear(tx, versionId));

/** What each living bill would be by the version, asked one by one of the quote. */
async function quoted({ app, planner }: Office, versionId: string) {
  type Bill = Record<'period_from' | 'period_to' | 'connected_on', string> & {
    connection_id: string;
    litres: number;
    periods: number;
    pipe: number;
    flats: number;
    sewer: string | null;
    before: number;
  };
  const bills = await all<Bill>(
    app.db,
    sql`select i.connection_id, i.period_from, i.period_to, c.connected_on, coalesce(a.usage_after_litres, i.usage_litres) as litres, i.periods::int,
        c.pipe_size_mm as pipe, c.dwelling_units as flats, c.sewer_percent::text as sewer, coalesce(a.total_after_minor, i.total_minor)::int as before
      from billing.invoices i join meters.connections c on c.id = i.connection_id left join billing.adjustments a on a.invoice_id = i.id
      where i.cancelled_on is null and i.adjusts_id is null`,
  );
  const sums = { beforeMinor: 0, afterMinor: 0, byConnection: new Map<string, [number, number]>() };
  for (const bill of bills) {
    const { items } = await app.call(quoteTariff, {
      as: planner,
      body: {
        tariffVersionId: versionId,
        usageLitres: [bill.litres],
        periodFrom: bill.period_from,
        periodTo: bill.period_to,
        periods: bill.periods,
        pipeSizeMm: bill.pipe,
        dwellingUnits: bill.flats,
        connectedOn: bill.connected_on,
        ...(bill.sewer === null ? {} : { sewerPercent: bill.sewer }),
      },
    });
    const after = items[0]?.totalMinor ?? Number.NaN;
    const [b, a] = sums.byConnection.get(bill.connection_id) ?? [0, 0];
    sums.byConnection.set(bill.connection_id, [b + bill.before, a + after]);
    sums.beforeMinor += bill.before;
    sums.afterMinor += after;
  }
  return { ...sums, bills: bills.length };
}

test('each bill of the year as the quote has it, as it was corrected; who pays more and who less', async () => {
  const { office, made, versionId } = await makeBilledTown();
  const { app, planner } = office;
  const corrected = await one<{ invoiceId: string; version: number }>(
    app.db,
    sql`select id as "invoiceId", version from billing.invoices where connection_id = ${made.less.id} and period = '2026-10-01'`,
  );
  const asked = await app.call(adjustMeterReading, {
    as: planner,
    body: { ...corrected, registerLitres: 24_000, reason: 'read wrong' },
  });
  expect(asked).toBeDefined();

  const expected = await quoted(office, versionId);
  const { result } = (await simulated(app.db, versionId)) ?? {};
  expect(result).toMatchObject({
    ...{ from: '2025-11-01', to: '2026-10-01', bills: expected.bills, leftOut: 0, connections: 5 },
    ...{ beforeMinor: expected.beforeMinor, afterMinor: expected.afterMinor },
  });
  const years = [...expected.byConnection.values()];
  const rises = years.map(([before, after]) => after - before);
  const above = rises.filter((rise) => rise > 0);
  const below = rises.filter((rise) => rise < 0);
  const sum = (values: number[]) => values.reduce((all_, value) => all_ + value, 0);
  expect(result).toMatchObject({
    ...{ more: above.length, moreMinor: sum(above), less: below.length, lessMinor: -sum(below) },
  });
  expect(above.length).toBeGreaterThan(0);
  expect(below.length).toBeGreaterThan(0);
  expect(result?.most.map(({ beforeMinor, afterMinor }) => afterMinor - beforeMinor)).toEqual(
    above.toSorted((a, b) => b - a),
  );
  for (const part of [result?.changes, result?.uses]) {
    expect(sum(part?.map(({ connections }) => connections) ?? [])).toBe(5);
    expect(sum(part?.map(({ afterMinor }) => afterMinor) ?? [])).toBe(expected.afterMinor);
  }
});

test.each([
  [
    'a cancelled bill',
    'billing.invoices',
    sql`update billing.invoices set cancelled_on = '2026-12-02', cancel_reason = 'test' where period = '2026-09-01'`,
    5,
  ],
  [
    'a bill of before the twelve months',
    'billing.bill_runs',
    sql`update billing.bill_runs set period = '2027-09-01' where period = '2026-10-01'`,
    5,
  ],
  [
    'a bill of another category',
    'billing.invoices',
    sql`update billing.invoices i set tariff_version_id = v.id from billing.tariff_versions v, meters.connections c
      where v.category = 'commercial' and c.id = i.connection_id and c.pipe_size_mm = 40`,
    8,
  ],
  [
    'a bill over several categories',
    'billing.invoices',
    sql`update billing.invoices i set categories = '[]' from meters.connections c where c.id = i.connection_id and c.pipe_size_mm = 40`,
    8,
  ],
])('%s is not among them', async (_what, table, change, bills) => {
  const { office, versionId } = await makeBilledTown();
  const { db } = office.app.owner;
  await execute(db, sql`alter table ${sql.table(table)} disable trigger user`);
  await execute(db, change);
  expect((await simulated(office.app.db, versionId))?.result).toMatchObject({ bills });
});

test('asked for on the screen, calculated in the background, kept with the wording it is of', async () => {
  const { office, versionId } = await makeBilledTown();
  const { app, planner, approver } = office;
  const of = { as: planner, params: { id: versionId } };
  expect(await app.call(contract.getSimulation, of)).toEqual({ simulation: null, isBusy: false });
  const started = await app.call(contract.startSimulation, { ...of, body: {} });
  expect(started.simulation).toMatchObject({ state: 'WORKING', result: null });
  const id = started.simulation?.id ?? '';

  // One at a time, of any version; the other one's page says why it waits.
  const other = await draftTariff(app.db, { ...DRAFT, effectiveFrom: '2027-07-01' });
  const ofOther = { as: approver, params: { id: other.id } };
  for (const twice of [of, ofOther]) {
    expect(await app.codeOf(contract.startSimulation, { ...twice, body: {} })).toBe(
      'billing.simulation_running',
    );
  }
  expect(await app.call(contract.getSimulation, ofOther)).toEqual({ simulation: null, isBusy: true });

  await workSimulation(app.db, app.clock, id);
  const done = await app.call(contract.getSimulation, of);
  expect(done.simulation).toMatchObject({ state: 'DONE', isOfEarlierWording: false, result: { bills: 10 } });
  // Done twice, it is done once.
  await workSimulation(app.db, app.clock, id);
  expect((await app.call(contract.getSimulation, of)).simulation).toEqual(done.simulation);

  const { version } = await app.call(getTariff, of);
  const { name, effectiveFrom, blocks } = await app.call(getTariff, of);
  const body = {
    category: 'residential',
    name,
    effectiveFrom,
    waterMode: 'blocks' as const,
    blocks,
    sewerPercent: '0',
    version,
  };
  await app.call(editTariff, { ...of, body });
  expect((await app.call(contract.getSimulation, of)).simulation).toMatchObject({ isOfEarlierWording: true });
});

test('what is given up stays without a result, and the next one can begin', async () => {
  const { office, versionId } = await makeBilledTown();
  const { app, planner } = office;
  const of = { as: planner, params: { id: versionId }, body: {} };
  expect(await app.codeOf(contract.giveUpSimulation, of)).toBe('billing.simulation_over');
  const { simulation } = await app.call(contract.startSimulation, of);
  await app.call(contract.giveUpSimulation, of);
  await workSimulation(app.db, app.clock, simulation?.id ?? '');
  expect((await app.call(contract.getSimulation, of)).simulation).toMatchObject({
    state: 'GIVEN_UP',
    result: null,
  });
  expect((await app.call(contract.startSimulation, of)).simulation).toMatchObject({ state: 'WORKING' });
});

test('what is given up while it is calculated is no failure of its job', async () => {
  const { office, versionId } = await makeBilledTown();
  const { app, planner } = office;
  const of = { as: planner, params: { id: versionId }, body: {} };
  const { simulation } = await app.call(contract.startSimulation, of);
  let worked: Promise<void> | undefined;
  await transaction(app.owner.db, async (tx) => {
    // The worker has read that it works, and waits for the bills.
    await execute(tx, sql`lock table billing.adjustments in access exclusive mode`);
    worked = workSimulation(app.db, app.clock, simulation?.id ?? '');
    await expect
      .poll(() =>
        one(
          tx,
          sql`select count(*)::int as n from pg_locks where relation = 'billing.adjustments'::regclass and not granted`,
        ),
      )
      .toEqual({ n: 1 });
    await app.call(contract.giveUpSimulation, of);
  });
  await worked;
  expect((await app.call(contract.getSimulation, of)).simulation).toMatchObject({
    ...{ state: 'GIVEN_UP', result: null },
  });
});

test('a simulation whose worker is gone is started again; one that is calculated, or whose failure was raised, is not', async () => {
  const { office, versionId } = await makeBilledTown();
  const { app, planner } = office;
  const { simulation } = await app.call(contract.startSimulation, {
    as: planner,
    params: { id: versionId },
    body: {},
  });
  const id = simulation?.id ?? '';
  const added = async () => {
    const { count } = await one<{ count: number }>(
      app.owner.db,
      sql`select count(*)::int as count from graphile_worker.jobs where task_identifier = 'billing:simulate-tariff' and key is not null`,
    );
    return count;
  };
  // Its own job is still there for a minute.
  await execute(app.owner.db, sql`update billing.tariff_simulations set asked_at = now()`);
  await resumeSimulations(app.db);
  expect(await added()).toBe(0);
  await execute(
    app.owner.db,
    sql`update billing.tariff_simulations set asked_at = now() - interval '2 minutes'`,
  );
  await transaction(app.db, async (tx) => {
    await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('billing.tariff_simulations', 0))`);
    await resumeSimulations(app.db);
    // Another worker leaves it to this one.
    await workSimulation(app.db, app.clock, id);
  });
  expect(await added()).toBe(0);
  expect(
    (await app.call(contract.getSimulation, { as: planner, params: { id: versionId } })).simulation?.state,
  ).toBe('WORKING');
  const alarm = sql`insert into platform.job_alarms (job, subject, reason, since, failed_at, raised_at)
    values ('billing:simulate-tariff', ${JSON.stringify({ simulationId: id })}::jsonb, 'test', now(), now(), now())`;
  await execute(app.owner.db, alarm);
  await resumeSimulations(app.db);
  expect(await added()).toBe(0);
  await execute(app.owner.db, sql`delete from platform.job_alarms`);
  await resumeSimulations(app.db);
  expect(await added()).toBe(1);
});

test('refused: a version in force, one that is not there, a town without a bill, and without the right', async () => {
  const { office, versionId } = await makeBilledTown();
  const { app, planner } = office;
  const ask = (id: string, as = planner) =>
    app.codeOf(contract.startSimulation, { as, params: { id }, body: {} });
  const { id: inForce } = await one<{ id: string }>(
    app.db,
    sql`select id from billing.tariff_versions where state = 'APPROVED' and category = 'residential' limit 1`,
  );
  expect(await ask(inForce)).toBe('billing.tariff_state');
  expect(await ask('01900000-0000-7000-8000-000000000000')).toBe('common.not_found');
  expect(await ask(versionId, await app.staffWith(['tariffs:view']))).toBe('common.not_permitted');
  const empty = await makeTown();
  const draft = await draftTariff(empty.app.db, DRAFT);
  const of = { as: empty.planner, params: { id: draft.id }, body: {} };
  expect(await empty.app.codeOf(contract.startSimulation, of)).toBe('billing.simulation_without_bills');
});

test('what was calculated is a fact', async () => {
  const { office, versionId } = await makeBilledTown();
  const { app, planner } = office;
  const { simulation } = await app.call(contract.startSimulation, {
    as: planner,
    params: { id: versionId },
    body: {},
  });
  await workSimulation(app.db, app.clock, simulation?.id ?? '');
  for (const change of [
    sql`update billing.tariff_simulations set result = '{}'`,
    sql`update billing.tariff_simulations set state = 'WORKING', ended_at = null, wording = null, result = null`,
    sql`update billing.tariff_simulations set asked_at = now()`,
    sql`delete from billing.tariff_simulations`,
  ]) {
    await expect(execute(app.db, change)).rejects.toThrow();
  }
});
