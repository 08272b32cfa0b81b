/** Settings of the pipeline: dated fees that notes keep, hours and times that count from now on. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import * as contract from './contract.ts';
import { feesOn, type WorkSettings, workSettings } from './settings.rules.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const admin = await app.staff('admin');
const read = () => app.call(contract.getApplicationSettings, { as: admin });
const setFees = async (effectiveFrom: string, applicationFeeMinor: number) => ({
  as: admin,
  body: {
    version: (await read()).version,
    effectiveFrom,
    applicationFeeMinor,
    connectionFees: [{ pipeSizeMm: 20, amountMinor: 1_000_00 }],
    vatPercent: '15',
  },
});
const setWork = async (given: Partial<WorkSettings>) => {
  const { settings, version } = await read();
  return { as: admin, body: { work: { ...workSettings.parse(settings), ...given }, version } };
};
const noteOf = async (id: string) =>
  (await app.call(getApplication, { as: admin, params: { id } })).demandNotes[0];

test('fees count from their day; the notes that were issued keep theirs', async () => {
  const first = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const before = await noteOf(first.id);
  expect(before?.lines.map((line) => line.kind)).toEqual(['application_fee', 'material']);
  const today = app.system().today;
  expect((await app.refused(contract.setApplicationFees, await setFees('2026-11-14', 700_00))).code).toBe(
    'applications.fees_in_past',
  );
  const set = await app.call(contract.setApplicationFees, await setFees('2026-12-01', 700_00));
  expect([set.fees.applicationFeeMinor, set.version]).toEqual([575_00, 1]);
  expect(feesOn(set.settings, '2026-12-01').applicationFeeMinor).toBe(700_00);
  await app.call(contract.setApplicationFees, await setFees(today, 600_00));
  // Who asks for a connection reads the same before.
  expect(await app.call(contract.getFees, { as: await app.consumer('Asker') })).toEqual({
    applicationFeeMinor: 600_00,
    connectionFees: [{ pipeSizeMm: 20, amountMinor: 1_000_00 }],
    vatPercent: '15',
  });
  const second = await noteOf((await makeApplication(app, { upTo: 'READY_TO_PAY' })).id);
  expect(
    second?.lines.map((line) => [line.kind, line.kind === 'application_fee' && line.amountMinor]),
  ).toEqual([
    ['application_fee', 600_00],
    ['connection_fee', false],
    ['material', false],
    ['vat', false],
  ]);
  expect((await noteOf(first.id))?.totalMinor).toBe(before?.totalMinor);
  // The same day again replaces what was set for it.
  const again = await app.call(contract.setApplicationFees, await setFees('2026-12-01', 800_00));
  expect(
    again.settings.feeVersions.map((feeVersion) => [
      feeVersion.effectiveFrom,
      feeVersion.applicationFeeMinor,
    ]),
  ).toEqual([
    [today, 600_00],
    ['2026-12-01', 800_00],
  ]);
  const audits = await all<{ before: object; after: object }>(
    app.db,
    sql`select before, after from platform.audit where object = 'settings' and object_id = 'applications' order by id`,
  );
  expect(audits).toHaveLength(3);
  expect(audits.at(-1)).toMatchObject({
    before: { feeVersions: [{}, {}] },
    after: { feeVersions: [{}, {}] },
  });
});

test('hours of a step and times for applicants count for steps that begin afterwards', async () => {
  await app.call(
    contract.updateApplicationSettings,
    await setWork({ slaHours: { READY_FOR_METER_INSTALLATION: 8, PENDING: 4 }, validityDays: 10 }),
  );
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  // Sunday 15 November 2026, 10:00, open since 09:00: four working hours.
  const pending = await app.call(getApplication, { as: admin, params: { id } });
  expect(new Date(pending.dueAt ?? 0).toISOString()).toBe(at('2026-11-15', '14:00'));
  const note = await noteOf((await makeApplication(app, { upTo: 'READY_TO_PAY' })).id);
  expect(note?.dueOn).toBe('2026-11-25');
});

test('what makes no sense, what is stale and who may not', async () => {
  const office = { weekend: [5], opensAt: '17:00', closesAt: '09:00', holidays: [] };
  const wrong = await app.refused(contract.updateApplicationSettings, await setWork({ office }));
  expect(wrong.fields.map((field) => [field.path, field.code])).toEqual([
    ['work.office.closesAt', 'applications.closes_before_opening'],
  ]);
  const twice = await setFees('2027-01-01', 1);
  twice.body.connectionFees.push({ pipeSizeMm: 20, amountMinor: 1 });
  expect((await app.refused(contract.setApplicationFees, twice)).fields[0]?.code).toBe(
    'applications.size_twice',
  );
  const stale = await setWork({});
  stale.body.version -= 1;
  expect((await app.refused(contract.updateApplicationSettings, stale)).code).toBe('common.stale_version');
  const staleFees = await setFees('2027-01-01', 1_00);
  staleFees.body.version -= 1;
  expect(await app.codeOf(contract.setApplicationFees, staleFees)).toBe('common.stale_version');
  const reviewer = { ...(await setWork({})), as: await app.staff('reviewer') };
  expect((await app.refused(contract.updateApplicationSettings, reviewer)).status).toBe(402);
});
