/** What the planning authority has approved: its papers are about that person, building and plot, so nothing of it is corrected afterwards. */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { updateApplicant, updateBuilding, updateOwner, updatePlumber } from '../intake/contract.ts';
import { applicantSchema, buildingSchema } from '../intake/parts.rules.ts';
import { decideNoc } from '../noc/contract.ts';
import { askCorrection, updateNoc } from './contract.ts';

const app = await testApp();
const [admin, clerk] = [await app.staff('admin'), await app.staff('reviewer')];
const DESKS = [await app.staff('rajukSAE'), await app.staff('rajukAE'), await app.staff('rajukPM')];
const pd = await app.staff('rajukPD');

const versionOf = async (id: string) =>
  (await app.call(getApplication, { as: admin, params: { id } })).version;
const ask = async (id: string, part: 'applicant' | 'owner' | 'building' | 'plumber') =>
  app.codeOf(askCorrection, {
    as: clerk,
    body: {
      applicationId: id,
      version: await versionOf(id),
      remark: 'please',
      items: [{ part, remark: 'see' }],
    },
  });
const buildingOf = (id: string) =>
  one<{ building: Record<string, unknown> }>(
    app.db,
    sql`select building from applications.applications where id = ${id}`,
  );

test('of what a desk approved nothing is asked for, by the office or a later desk; other parts and papers are', async () => {
  for (const part of ['owner', 'building'] as const) {
    const before = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
    expect(await ask(before.id, part)).toBeUndefined();
  }
  const { id } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const body = { version: await versionOf(id), decision: 'approve' as const };
  await app.call(decideNoc, { as: DESKS[0] ?? admin, params: { id }, body });
  for (const part of ['owner', 'building'] as const)
    expect(await ask(id, part)).toBe('applications.approved_already');
  const items = [{ part: 'building' as const, remark: 'larger' }];
  const back = { version: await versionOf(id), decision: 'return' as const, remark: 'see', items };
  expect(await app.codeOf(decideNoc, { as: DESKS[1] ?? admin, params: { id }, body: back })).toBe(
    'applications.approved_already',
  );
  expect(await ask(id, 'plumber')).toBeUndefined();
  // So it is when the approval came on paper.
  const noted = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
  await execute(app.owner.db, sql`delete from applications.noc_steps where application_id = ${noted.id}`);
  expect(await ask(noted.id, 'building')).toBe('applications.approved_already');
});

test('a correction that was asked before does not change what was approved since', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  expect(await ask(id, 'plumber')).toBeUndefined();
  await execute(
    app.owner.db,
    sql`insert into applications.recorrection_items (recorrection_id, line_no, part, remark)
      select r.id, 2, 'building', 'see' from applications.recorrections r where r.application_id = ${id} and r.closed_at is null`,
  );
  const { building } = await buildingOf(id);
  const part = buildingSchema.parse({ ...building, plotNumber: '888H' });
  const change = { applicationId: id, version: await versionOf(id), part };
  expect(await app.codeOf(updateBuilding, { as: clerk, body: change })).toBe('applications.approved_already');
  expect((await buildingOf(id)).building).toEqual(building);
  await execute(
    app.owner.db,
    sql`update applications.recorrection_items set part = 'owner' where part = 'building' and recorrection_id = (
      select r.id from applications.recorrections r where r.application_id = ${id} and r.closed_at is null)`,
  );
  const owner = { name: 'Somebody Else', phone: '01812000000', nid: '9876543210', address: 'Dhaka' };
  const third = { applicationId: id, version: await versionOf(id), part: owner };
  expect(await app.codeOf(updateOwner, { as: clerk, body: third })).toBe('applications.approved_already');
  const plumber = { name: 'Abdul Karim', phone: '01711223344' };
  const other = { applicationId: id, version: await versionOf(id), part: plumber };
  expect(await app.codeOf(updatePlumber, { as: clerk, body: other })).toBeUndefined();
});

test('a change of a part is in the audit log with the fields that are other ones, before and after', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  const { building } = await buildingOf(id);
  const part = buildingSchema.parse({ ...building, plotNumber: '888H' });
  await app.call(updateBuilding, {
    as: clerk,
    body: { applicationId: id, version: await versionOf(id), part },
  });
  const [row] = await all<{ before: object; after: object }>(
    app.db,
    sql`select before, after from platform.audit where action = 'application.building' and object_id = ${id}`,
  );
  expect(row?.before).toEqual({ state: 'PENDING', plotNumber: building.plotNumber });
  expect(row?.after).toEqual({ state: 'PENDING', part: 'building', plotNumber: '888H' });
});

test('a plot that stays is not asked again, another one is', async () => {
  const first = await makeApplication(app, { upTo: 'PENDING' });
  const second = await makeApplication(app, { upTo: 'PENDING' });
  const { building } = await buildingOf(first.id);
  // Staff let a second application for the plot pass.
  await execute(
    app.owner.db,
    sql`update applications.applications a set building = o.building, road_id = o.road_id, plot_number = o.plot_number
      from applications.applications o where o.id = ${first.id} and a.id = ${second.id}`,
  );
  const change = async (over: object) =>
    app.codeOf(updateBuilding, {
      as: clerk,
      body: {
        applicationId: second.id,
        version: await versionOf(second.id),
        part: buildingSchema.parse({ ...building, ...over }),
      },
    });
  expect(await change({ flats: 7 })).toBeUndefined();
  expect(await change({ plotNumber: `${String(building.plotNumber)}X` })).toBeUndefined();
  expect(await change({ plotNumber: building.plotNumber })).toBe('applications.plot_taken');
});

test('a NoC from paper whose last day is over does not become that of the authority', async () => {
  const { id } = await noted('2026-11-14');
  for (const as of [...DESKS, pd]) await approve(as, id);
  const numbers = await nocOf(id);
  expect(numbers).toMatchObject({ until: null, document: null, day: app.system().today });
  expect(numbers.number).toMatch(/^RAJUK\/\d{4}\/\d{6}$/);
  const later = await noted('2999-12-31');
  for (const as of [...DESKS, pd]) await approve(as, later.id);
  expect(await nocOf(later.id)).toMatchObject({ number: later.number, until: '2999-12-31' });
});

let made = 0;
async function noted(nocValidUntil: string) {
  const { id } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const scan = await one<{ id: string }>(
    app.db,
    sql`select id from applications.documents where application_id = ${id} limit 1`,
  );
  made += 1;
  const number = `RAJUK/1999/77${made}`;
  await app.call(updateNoc, {
    as: clerk,
    body: {
      ...{ applicationId: id, version: await versionOf(id), nocNumber: number, nocDate: '1999-01-01' },
      ...{ nocValidUntil, documentId: scan.id },
    },
  });
  return { id, number };
}

const approve = async (as: typeof admin, id: string) =>
  app.call(decideNoc, { as, params: { id }, body: { version: await versionOf(id), decision: 'approve' } });

const nocOf = (id: string) =>
  one<{ number: string; day: string; until: string | null; document: string | null }>(
    app.db,
    sql`select noc_number as number, noc_date as day, noc_valid_until as until, noc_document_id as document
      from applications.applications where id = ${id}`,
  );

test('who the applicant is stays as it was approved; a telephone number may be another one', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  expect(await ask(id, 'applicant')).toBeUndefined();
  const { applicant } = await one<{ applicant: Record<string, unknown> }>(
    app.db,
    sql`select applicant from applications.applications where id = ${id}`,
  );
  const change = async (over: object) =>
    app.codeOf(updateApplicant, {
      as: clerk,
      body: {
        applicationId: id,
        version: await versionOf(id),
        part: applicantSchema.parse({ ...applicant, ...over }),
      },
    });
  for (const over of [{ name: 'Somebody Else' }, { nameBn: 'অন্য কেউ' }, { nid: '9876543210' }])
    expect(await change(over)).toBe('applications.approved_already');
  expect(await change({ phone: '01812000000' })).toBeUndefined();
});
