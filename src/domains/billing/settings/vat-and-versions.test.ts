/** Changes of VAT and approved versions of tariffs: each step looks at what the other one made. */
import { afterEach, expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as tariffs from '../tariffs/contract.ts';
import * as contract from './contract.ts';
import { HOMES, type Step, vatOf, vatOffice } from './factory-vat.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const { planner, approver, value, planned, plan, step, approve, taking } = await vatOffice(app);
const codeOfWithdrawal = (change: Step) => app.codeOf(contract.withdrawVat, taking(change));

async function announced(rate: string, from: string, percent = '15'): Promise<Step> {
  const body = { ...HOMES, ...vatOf(percent), blocks: [{ from: '0', to: null, rate }], effectiveFrom: from };
  const { id, version } = await app.call(tariffs.createTariff, { as: planner, body });
  const given = { version, riseReason: 'Power costs more' };
  return app.call(tariffs.submitTariff, { as: planner, params: { id }, body: given });
}
const signing = ({ id, version }: Step) => ({
  ...{ as: approver, params: { id } },
  body: { version, orderNumber: 'LGD-46/2026' },
});
const inForce = async (rate: string, from: string, percent = '15') =>
  app.call(tariffs.approveTariff, signing(await announced(rate, from, percent)));
const refusedWithdrawal = (version: Step) => app.refused(tariffs.withdrawTariff, taking(version));
const withdraw = (version: Step) => app.call(tariffs.withdrawTariff, taking(version));

/** What counts from a day on, approved. */
async function versionOf(from: string): Promise<Step> {
  const [version] = await all<Step>(
    app.db,
    sql`select id, version from billing.tariff_versions where state = 'APPROVED' and effective_from = ${from}::date`,
  );
  if (!version) throw new Error(`No version begins on ${from}`);
  return version;
}

/** Charge and VAT of ten units in the month. */
async function quoted(periodFrom: string, periodTo: string): Promise<(number | undefined)[]> {
  const body = { category: 'residential', usageLitres: [10_000], periodFrom, periodTo };
  const [item] = (await app.call(tariffs.quoteTariff, { as: planner, body })).items;
  return [item?.chargesMinor, item?.vatMinor];
}
const OLD = [10_000, 1_500];

// Each test leaves the tariffs as they were.
afterEach(async () => {
  expect(await quoted('2027-11-01', '2027-12-01')).toEqual(OLD);
});

test('a change of VAT for a day before an approved one is neither planned nor approved nor shown', async () => {
  const early = await plan('17', '2026-12-10');
  const later = await approve(await plan('18', '2027-01-01'));
  const refused = await app.refused(contract.approveVat, step(early));
  expect(refused).toMatchObject({
    ...{ status: 409, code: 'billing.vat_later_approved', params: { day: '2027-01-01' } },
    fields: [{ path: 'validFrom' }],
  });
  expect(await app.codeOf(contract.planVat, planned('16', '2026-12-05'))).toBe('billing.vat_later_approved');
  const { reason: _reason, ...body } = planned('16', '2026-12-05').body;
  expect(await app.codeOf(contract.previewVat, { as: planner, body })).toBe('billing.vat_later_approved');
  // What is approved still counts.
  expect(await quoted('2027-01-01', '2027-02-01')).toEqual([10_000, 1_800]);

  expect(await codeOfWithdrawal(later)).toBeUndefined();
  const approved = await approve(early);
  expect(await quoted('2027-01-01', '2027-02-01')).toEqual([10_000, 1_700]);
  expect(await codeOfWithdrawal(approved)).toBeUndefined();
});

test('a version that a change of VAT copied is not withdrawn: it would come back as the copy', async () => {
  const rise = await inForce('12', '2027-06-01');
  const change = await approve(await plan('18', '2027-06-15'));
  expect(await quoted('2027-07-01', '2027-08-01')).toEqual([12_000, 2_160]);
  const refused = await refusedWithdrawal(rise);
  expect(refused).toMatchObject({
    ...{ code: 'billing.tariff_copied_by_vat', params: { day: '2027-06-15' } },
  });
  expect(await codeOfWithdrawal(change)).toBeUndefined();
  expect((await withdraw(rise)).state).toBe('WITHDRAWN');
});

test('a version that a copy with the earlier price would end is not approved', async () => {
  const change = await approve(await plan('18', '2027-07-01'));
  const rise = await announced('12', '2027-06-01');
  const refused = await app.refused(tariffs.approveTariff, signing(rise));
  expect(refused).toMatchObject({
    ...{ code: 'billing.tariff_copied_by_vat', params: { day: '2027-07-01' } },
  });
  expect(await codeOfWithdrawal(change)).toBeUndefined();
  const approved = await app.call(tariffs.approveTariff, signing(rise));
  await withdraw(approved);
});

test('a price that was planned for its day goes on beside others, with the VAT of the change', async () => {
  await inForce('12', '2027-09-01');
  const change = await approve(await plan('18', '2027-07-01'));
  app.clock.advance(60);
  const between = await inForce('11', '2027-08-01', '18');
  expect(await quoted('2027-08-01', '2027-09-01')).toEqual([11_000, 1_980]);
  expect(await quoted('2027-10-01', '2027-11-01')).toEqual([12_000, 2_160]);
  expect((await withdraw(between)).state).toBe('WITHDRAWN');
  expect(await codeOfWithdrawal(change)).toBeUndefined();
  await withdraw(await versionOf('2027-09-01'));
});

test('a price whose copy the office withdrew does not come back with the VAT that is withdrawn', async () => {
  const rise = await inForce('12', '2027-07-01');
  const change = await approve(await plan('18', '2027-06-15'));
  await withdraw(await versionOf('2027-07-01'));
  expect(await quoted('2027-08-01', '2027-09-01')).toEqual([10_000, 1_800]);
  expect(await codeOfWithdrawal(change)).toBeUndefined();
  expect(await quoted('2027-08-01', '2027-09-01')).toEqual(OLD);
  const { state } = await app.call(tariffs.getTariff, { as: planner, params: { id: rise.id } });
  expect(state).toBe('WITHDRAWN');
});

test('a version is not withdrawn if the one before it does not bear the VAT of its days', async () => {
  const change = await approve(await plan('18', '2027-07-01'));
  const copy = await refusedWithdrawal(await versionOf('2027-07-01'));
  expect(copy).toMatchObject({ code: 'billing.tariff_bears_vat', params: { day: '2027-07-01' } });
  expect(await codeOfWithdrawal(change)).toBeUndefined();

  // It has the VAT of a later change already, so that change made no copy of it.
  const early = await inForce('12', '2027-06-01', '18');
  const exempt = { ...value('18'), exemptCategories: ['commercial'] };
  const body = { validFrom: '2027-06-15', value: exempt, reason: 'SRO 186' };
  const later = await approve(await app.call(contract.planVat, { as: planner, body }));
  const own = await refusedWithdrawal(early);
  expect(own).toMatchObject({ code: 'billing.tariff_bears_vat', params: { day: '2027-06-15' } });
  expect(await codeOfWithdrawal(later)).toBeUndefined();
  await withdraw(early);
});
