/** VAT by date: planned by one, approved by another, exact in the preview, never into what is billed. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '#domains/identity/actions/open-session.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { workCalculation, workPosting } from '../bill-run/actions/work-run.ts';
import * as runs from '../bill-run/contract.ts';
import * as tariffs from '../tariffs/contract.ts';
import { approvedTariff, draftTariff, type TariffInput } from '../tariffs/factory.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const SEED = 20261121;
const CONNECTIONS = 80;
let planner: Person;
let approver: Person;

const RESIDENTIAL: TariffInput = {
  category: 'residential',
  name: 'Homes',
  waterMode: 'blocks',
  effectiveFrom: '2025-01-01',
  blocks: [
    { from: '0', to: '12.5', rate: '16.70' },
    { from: '12.5', to: null, rate: '21.33' },
  ],
  fixedAmount: '30.25',
  minimumMode: 'floor',
  minimumAmount: '140',
  sewerPercent: '62.5',
  vatWaterPercent: '15',
  vatFixedPercent: '15',
  vatMinimumPercent: '15',
  vatSewerPercent: '15',
  roundOffTo: '1',
};
const COMMERCIAL: TariffInput = {
  ...RESIDENTIAL,
  category: 'commercial',
  name: 'Shops',
  waterMode: 'tiers',
  blocks: [
    { from: '0', to: '20', rate: '46.20' },
    { from: '20', to: null, rate: '51.07' },
  ],
  pipeSizes: [{ pipeSizeMm: 25, flatAmount: '0', fixedAmount: '75.5', minimumAmount: '300' }],
};

const rates = (percent: string, exemptCategories: string[] = []) => ({
  ...{ waterPercent: percent, fixedPercent: percent, minimumPercent: percent, sewerPercent: percent },
  exemptCategories,
});
const plan = (percent: string, validFrom = '2026-12-01') => ({
  as: planner,
  body: { validFrom, value: rates(percent), reason: 'SRO 186-Law/2026' },
});

/** Connections of all kinds, billed for October by a real run. */
async function billOctober(): Promise<void> {
  const actor = { ...app.system(), permissions: new Set<never>() };
  const kinds = fc.sample(
    fc.record({
      category: fc.constantFrom('residential', 'commercial'),
      pipeSizeMm: fc.constantFrom(20, 25),
      dwellingUnits: fc.integer({ min: 1, max: 6 }),
      sewerPercent: fc.constantFrom(undefined, '0', '100'),
      connectedOn: fc.constantFrom('2026-08-31', '2026-10-11'),
      litres: fc.integer({ min: 0, max: 60_000 }),
    }),
    { numRuns: CONNECTIONS, seed: SEED },
  );
  for (const { litres, sewerPercent, ...kind } of kinds) {
    const readings: [string, string, number][] =
      kind.connectedOn < '2026-09'
        ? [
            ['2026-09-01', '2026-09-30', 10_000],
            ['2026-10-01', '2026-10-31', 10_000 + litres],
          ]
        : [['2026-10-01', '2026-10-31', litres]];
    const given = { ...kind, readings, approve: true, ...(sewerPercent ? { sewerPercent } : {}) };
    await transaction(app.db, (tx) => makeConnection(tx, actor, given));
  }
  const body = { period: '2026-10-01', issuedOn: '2026-11-02', dueOn: '2026-11-23' };
  const { id } = await app.call(runs.planRun, { as: planner, body });
  await workCalculation(app.db, app.clock, id);
  const { version } = await app.call(runs.getRun, { as: approver, params: { id } });
  await app.call(runs.approveRun, { as: approver, params: { id }, body: { version } });
  await app.call(runs.postRun, { as: planner, params: { id } });
  await workPosting(app.db, app.clock, id);
}

beforeAll(async () => {
  [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
  await approvedTariff(app.db, RESIDENTIAL);
  await approvedTariff(app.db, COMMERCIAL);
  await billOctober();
});

type Billed = {
  category: string;
  total: number;
  water: number;
  fixed: number;
  minimum: number;
  sewer: number;
};

/** What was billed, by its lines. */
function billed(): Promise<Billed[]> {
  return all(
    app.db,
    sql`select v.category, i.total_minor as total,
        ${sql.join(['water', 'fixed', 'minimum', 'sewer'].map((kind) => sql`coalesce(sum(l.amount_minor) filter (where l.kind = ${kind}), 0)::bigint as ${sql.ref(kind)}`))}
      from billing.invoices i join billing.tariff_versions v on v.id = i.tariff_version_id
      join billing.invoice_lines l on l.invoice_id = i.id group by i.id, v.category`,
  );
}

const share = (minor: number, percent: number) => Math.floor((minor * percent + 50) / 100);
/** The bill's charges with another VAT, by hand: each line half up, the sum to whole Taka. */
function withVat({ water, fixed, minimum, sewer }: Billed, percent: number): number {
  const vat = share(water + minimum, percent) + share(fixed, percent) + share(sewer, percent);
  return Math.floor((water + fixed + minimum + sewer + vat + 50) / 100) * 100;
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

describe(`preview of last month over ${CONNECTIONS} bills of all shapes (seed ${SEED})`, () => {
  test('with unchanged prices it is what was billed, to the poisha, bill by bill', async () => {
    const bills = await billed();
    for (const tariff of [RESIDENTIAL, COMMERCIAL]) {
      const copy = await draftTariff(app.db, { ...tariff, effectiveFrom: '2027-01-01' });
      const { impact, rises } = await app.call(contract.tariffImpact, {
        as: planner,
        params: { id: copy.id },
      });
      expect(impact).toMatchObject({
        period: '2026-10-01',
        bills: bills.length,
        changedSince: 0,
        more: 0,
        less: 0,
      });
      expect(impact.beforeMinor).toBe(sumOf(bills.map(({ total }) => total)));
      expect(impact.afterMinor).toBe(impact.beforeMinor);
      expect(impact.medianAfterMinor).toBe(impact.medianBeforeMinor);
      expect(impact.biggest).toEqual([]);
      expect(rises.filter(({ percent }) => percent !== 0)).toEqual([]);
    }
  });

  test.each([0, 5, 15, 18, 100])(
    'with %i per cent VAT it is each bill calculated by hand',
    async (percent) => {
      const bills = await billed();
      const { impact, rises } = await app.call(contract.previewVat, {
        as: planner,
        body: { validFrom: '2026-12-01', value: rates(String(percent)) },
      });
      expect(impact.beforeMinor).toBe(sumOf(bills.map(({ total }) => total)));
      expect(impact.afterMinor).toBe(sumOf(bills.map((bill) => withVat(bill, percent))));
      expect(impact.more).toBe(bills.filter((bill) => withVat(bill, percent) > bill.total).length);
      expect(impact.less).toBe(bills.filter((bill) => withVat(bill, percent) < bill.total).length);
      const homes = impact.categories.find(({ category }) => category === 'residential');
      const own = bills.filter(({ category }) => category === 'residential');
      expect(homes?.afterMinor).toBe(sumOf(own.map((bill) => withVat(bill, percent))));
      if (percent === 18)
        expect(rises[0]).toMatchObject({ kind: 'bill', at: '10', percent: expect.closeTo(2.6, 1) });
    },
  );

  test('nothing of a preview is kept', async () => {
    const count = () => one(app.db, sql`select count(*) as versions from billing.tariff_versions`);
    const before = await count();
    await app.call(contract.previewVat, {
      as: planner,
      body: { validFrom: '2026-12-01', value: rates('18') },
    });
    expect(await count()).toEqual(before);
  });

  test('an exempt category pays what it paid without VAT', async () => {
    const bills = await billed();
    const { impact } = await app.call(contract.previewVat, {
      as: planner,
      body: { validFrom: '2026-12-01', value: rates('15', ['commercial']) },
    });
    const expected = bills.map((bill) => (bill.category === 'commercial' ? withVat(bill, 0) : bill.total));
    expect(impact.afterMinor).toBe(sumOf(expected));
  });
});

async function quoted(periodFrom: string, periodTo: string): Promise<number | undefined> {
  const body = { category: 'residential', usageLitres: [12_000], periodFrom, periodTo };
  return (await app.call(tariffs.quoteTariff, { as: planner, body })).items[0]?.vatMinor;
}

test('the planner cannot approve, not even in a second session (G26); approved it bills from its day only', async () => {
  const before = [await quoted('2026-10-01', '2026-11-01'), await quoted('2026-12-01', '2027-01-01')];
  const planned = await app.call(contract.planVat, plan('18'));
  expect([planned.state, planned.can.approve]).toEqual(['PLANNED', false]);
  const keys = { tokens: makeTokens(app.platform.secrets), secrets: app.platform.secrets };
  const opened = await transaction(app.db, (tx) =>
    openSession(
      tx,
      keys,
      { id: planner.userId, role: 'admin' },
      { now: app.clock.now(), ip: null, device: 'second' },
    ),
  );
  const again = { ...planner, idToken: opened.response.AuthenticationResult.IdToken };
  const step = { params: { id: planned.id }, body: { version: planned.version } };
  for (const as of [planner, again]) {
    const refusal = await app.refused(contract.approveVat, { as, ...step });
    expect([refusal.status, refusal.code]).toEqual([409, 'settings.dated_second_person']);
  }
  expect(await quoted('2026-12-01', '2027-01-01')).toBe(before[1]);

  const approved = await app.call(contract.approveVat, { as: approver, ...step });
  expect([approved.state, approved.inForce]).toEqual(['APPROVED', false]);
  expect(await quoted('2026-10-01', '2026-11-01')).toBe(before[0]);
  expect(await quoted('2026-12-01', '2027-01-01')).toBe(Math.round(((before[1] ?? 0) * 18) / 15));
  const versions = await all<{ name: string; two: boolean }>(
    app.db,
    sql`select name, not approved_by = any(author_ids) as two from billing.tariff_versions where made_by_vat = ${planned.id} order by name`,
  );
  expect(versions).toEqual([
    { name: 'Homes (VAT 18%)', two: true },
    { name: 'Shops (VAT 18%)', two: true },
  ]);
  const trail = await all<{ action: string }>(
    app.db,
    sql`select action from platform.audit where object_id = ${planned.id} order by at, id`,
  );
  expect(trail.map(({ action }) => action)).toEqual(['vat.plan', 'vat.approve']);
});

test('a tariff that begins afterwards has to bear that VAT', async () => {
  const draft = await draftTariff(app.db, { ...RESIDENTIAL, effectiveFrom: '2027-02-01' });
  const refusal = await app.refused(tariffs.submitTariff, {
    as: planner,
    params: { id: draft.id },
    body: { version: draft.version },
  });
  expect(refusal).toMatchObject({ code: 'billing.tariff_vat_differs', params: { percent: '18' } });
});

test('withdrawn before its day, the tariffs are as they were', async () => {
  const [change] = (await app.call(contract.listVat, { as: approver })).items;
  const expected = await quoted('2026-10-01', '2026-11-01');
  const body = { version: Number(change?.version), reason: 'The order was taken back' };
  const params = { id: String(change?.id) };
  const withdrawn = await app.call(contract.withdrawVat, { as: approver, params, body });
  expect(withdrawn.state).toBe('WITHDRAWN');
  expect(await quoted('2026-12-01', '2027-01-01')).toBe(expected);
});

test('versions approved for later follow the change, and come back when it is withdrawn', async () => {
  const later = await approvedTariff(app.db, {
    ...RESIDENTIAL,
    name: 'Homes 2027',
    effectiveFrom: '2027-03-01',
  });
  const planned = await app.call(contract.planVat, plan('20'));
  const step = { params: { id: planned.id }, body: { version: planned.version } };
  const { version } = await app.call(contract.approveVat, { as: approver, ...step });
  const state = async () => (await app.call(tariffs.getTariff, { as: planner, params: { id: later } })).state;
  expect(await state()).toBe('WITHDRAWN');
  const march = await quoted('2027-04-01', '2027-05-01');
  const body = { version, reason: 'Back again' };
  const withdraw = () => app.codeOf(contract.withdrawVat, { as: approver, params: { id: planned.id }, body });
  // A bill that covers the first day of the version whose place the copy took keeps the copy.
  const first = await one<{ id: string; until: string }>(
    app.db,
    sql`select i.id, i.period_to as until from billing.invoices i
      join billing.tariff_versions v on v.id = i.tariff_version_id and v.category = 'residential' limit 1`,
  );
  const coverUntil = (day: string) =>
    execute(app.owner.db, sql`update billing.invoices set period_to = ${day} where id = ${first.id}`);
  await coverUntil('2027-12-31');
  expect([await withdraw(), await state()]).toEqual(['billing.tariff_day_billed', 'WITHDRAWN']);
  await coverUntil(first.until);
  expect([await withdraw(), await state()]).toEqual([undefined, 'APPROVED']);
  // Three lines of VAT, each rounded once.
  expect(Math.abs(Number(march) - (Number(await quoted('2027-04-01', '2027-05-01')) * 20) / 15)).toBeLessThan(
    2,
  );
});

test('never into the past or into billed days (G16), never twice for a day, never the same again', async () => {
  const codes: string[] = [];
  for (const input of [plan('18', '2026-11-01'), plan('15'), plan('101')]) {
    codes.push((await app.refused(contract.planVat, input)).code);
  }
  expect(codes).toEqual(['settings.dated_day_past', 'billing.vat_unchanged', 'common.invalid_input']);
  const twice = await app.call(contract.planVat, plan('7.50'));
  expect(twice.value.waterPercent).toBe('7.5');
  expect((await app.refused(contract.planVat, plan('8'))).code).toBe('settings.dated_day_planned');
  await execute(
    app.owner.db,
    sql`update billing.invoices set period_to = '2026-12-10' where id = (select id from billing.invoices limit 1)`,
  );
  const billedAlready = await app.refused(contract.planVat, plan('8', '2026-12-05'));
  expect(billedAlready).toMatchObject({ code: 'billing.vat_day_billed', params: { day: '2026-12-10' } });
  const late = { params: { id: twice.id }, body: { version: twice.version } };
  expect((await app.refused(contract.approveVat, { as: approver, ...late })).code).toBe(
    'billing.vat_day_billed',
  );
});

test('what is approved is frozen by the database itself', async () => {
  const change = execute(app.db, sql`update settings.dated_entries set value = '{}' where key = 'vat'`);
  await expect(change).rejects.toMatchObject({ constraint: 'dated_entries_frozen' });
  const removal = execute(app.db, sql`delete from settings.dated_entries where key = 'vat'`);
  await expect(removal).rejects.toMatchObject({ constraint: 'dated_entries_frozen' });
});

test('rights: a reviewer looks, an engineer approves, a cashier neither', async () => {
  const [reviewer, engineer, cashier] = [
    await app.staff('reviewer'),
    await app.staff('engineer'),
    await app.staff('cashier'),
  ];
  expect((await app.call(contract.listVat, { as: reviewer })).billed.length).toBeGreaterThan(0);
  expect((await app.refused(contract.planVat, { ...plan('9'), as: reviewer })).status).toBe(402);
  expect((await app.refused(contract.planVat, { ...plan('9'), as: engineer })).status).toBe(402);
  expect((await app.refused(contract.listVat, { as: cashier })).status).toBe(402);
});
