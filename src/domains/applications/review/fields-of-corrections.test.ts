/** A correction names the fields that are wrong: they have to change, or the applicant says why they are right. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getApplication, getTimeline } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { updateApplicant, updateBuilding, updateOwner, updatePlumber } from '../intake/contract.ts';
import {
  type Applicant,
  applicantSchema,
  buildingSchema,
  type PartField,
  type PartName,
} from '../intake/parts.rules.ts';
import { decideNoc } from '../noc/contract.ts';
import { askCorrection, resubmitApplication } from './contract.ts';

const app = await testApp();
const [admin, reviewer] = [await app.staff('admin'), await app.staff('reviewer')];
const household = await app.consumer();

const detail = (id: string, as: Person = reviewer) => app.call(getApplication, { as, params: { id } });
const versionOf = async (id: string) => (await detail(id, admin)).version;
const itemOf = async (id: string) => (await detail(id, household)).recorrection?.items[0];
const pending = () => makeApplication(app, { upTo: 'PENDING', consumerId: String(household.consumerId) });
const partOf = async (id: string): Promise<Applicant> => {
  const { applicant } = await one<{ applicant: object }>(
    app.db,
    sql`select applicant from applications.applications where id = ${id}`,
  );
  return applicantSchema.parse(applicant);
};

const ask = async (id: string, fields?: PartField[], part: PartName | 'document' = 'applicant') =>
  app.codeOf(askCorrection, {
    as: reviewer,
    body: {
      ...{ applicationId: id, version: await versionOf(id), remark: 'As on the national ID' },
      items: [{ part, ...(part === 'document' ? { kind: 'signature' } : {}), fields, remark: 'see the ID' }],
    },
  });
const save = async (id: string, over: Partial<Applicant> = {}, remark?: string) =>
  app.codeOf(updateApplicant, {
    as: household,
    body: {
      applicationId: id,
      version: await versionOf(id),
      part: { ...(await partOf(id)), ...over },
      remark,
    },
  });
const handIn = async (id: string) =>
  app.codeOf(resubmitApplication, { as: household, params: { id }, body: { version: await versionOf(id) } });

test('each named field has to change before the correction is handed in', async () => {
  const { id } = await pending();
  expect(await ask(id, ['name', 'address', 'name'])).toBeUndefined();
  expect(await itemOf(id)).toMatchObject({
    ...{ part: 'applicant', fields: ['name', 'address'], unchanged: ['name', 'address'] },
    ...{ remark: 'see the ID', answer: null, corrected: false },
  });
  expect(await save(id, { name: 'Rahima Begum Ali' })).toBeUndefined();
  expect(await itemOf(id)).toMatchObject({ unchanged: ['address'], corrected: false });
  expect(await handIn(id)).toBe('applications.items_not_corrected');
  expect(await save(id, { address: 'House 9, Dhaka' })).toBeUndefined();
  expect(await itemOf(id)).toMatchObject({ unchanged: [], corrected: true });
  expect(await handIn(id)).toBeUndefined();
});

test('a field that is changed back opens its item again', async () => {
  const { id } = await pending();
  const { address } = await partOf(id);
  await ask(id, ['address']);
  expect(await save(id, { address: 'House 9, Dhaka' })).toBeUndefined();
  expect((await itemOf(id))?.corrected).toBe(true);
  expect(await save(id, { address })).toBeUndefined();
  expect(await itemOf(id)).toMatchObject({ unchanged: ['address'], corrected: false });
});

test('a field that was empty and stays empty is not corrected', async () => {
  const { id } = await pending();
  await execute(
    app.owner.db,
    sql`update applications.applications set applicant = applicant || '{"nameBn": ""}' where id = ${id}`,
  );
  await ask(id, ['nameBn']);
  expect(await save(id, { nameBn: undefined })).toBe('applications.nothing_corrected');
  expect(await save(id, { nameBn: 'রহিমা বেগম' })).toBeUndefined();
  expect((await itemOf(id))?.corrected).toBe(true);
});

test('a save without a change corrects nothing, unless it says why all is right', async () => {
  for (const fields of [undefined, ['name' as const]]) {
    const { id } = await pending();
    await ask(id, fields);
    expect(await save(id)).toBe('applications.nothing_corrected');
    expect((await itemOf(id))?.corrected).toBe(false);
    expect(await save(id, {}, 'so it is on the ID')).toBeUndefined();
    expect(await itemOf(id)).toMatchObject({ answer: 'so it is on the ID', corrected: true });
    const other = await save(id, { address: 'House 10' });
    expect(other).toBe(fields ? 'applications.field_not_asked' : undefined);
    expect(await itemOf(id)).toMatchObject({ answer: 'so it is on the ID', corrected: true });
    const { items } = await app.call(getTimeline, { as: reviewer, query: { applicationId: id } });
    expect(items.find(({ remark }) => remark === 'so it is on the ID')).toMatchObject({ action: 'correct' });
  }
});

test('a correction without fields is met by any change of the part, as before', async () => {
  const { id } = await pending();
  await ask(id);
  expect(await itemOf(id)).toMatchObject({ fields: [], unchanged: [] });
  expect(await save(id, { address: 'House 11' })).toBeUndefined();
  expect((await itemOf(id))?.corrected).toBe(true);
});

test('only fields of the part itself are named; a document has none', async () => {
  const { id } = await pending();
  expect(await ask(id, ['plotNumber'])).toBe('applications.field_of_another_part');
  expect(await ask(id, ['name'], 'document')).toBe('applications.field_of_another_part');
  expect(await ask(id, ['plotNumber'], 'building')).toBeUndefined();
});

test.each([
  ['en', 'name, address, plumber, passport-size photo. As on the national ID'],
  ['bn', 'নাম, ঠিকানা, প্লাম্বার, পাসপোর্ট ছবি। As on the national ID'],
] as const)(
  'the message names everything that is asked before the remark: fields, a whole part, a paper (%s)',
  async (language, words) => {
    const { id } = await pending();
    await execute(
      app.owner.db,
      sql`update identity.users set language = ${language} where consumer_id = ${household.consumerId}::uuid`,
    );
    const items = [
      { part: 'applicant' as const, fields: ['name' as const, 'address' as const], remark: 'see the ID' },
      { part: 'plumber' as const, remark: 'Who is it?' },
      { part: 'document' as const, kind: 'PassportImg' as const, remark: 'The face is not visible' },
    ];
    const body = {
      ...{ applicationId: id, version: await versionOf(id), remark: 'As on the national ID' },
      items,
    };
    await app.call(askCorrection, { as: reviewer, body });
    const { text } = await one<{ text: string }>(
      app.owner.db,
      sql`select body as text from platform.outbox where event like ${`application.correct:${id}:%`}`,
    );
    expect(text).toContain(words);
    const { items: steps } = await app.call(getTimeline, { as: household, query: { applicationId: id } });
    expect(steps.find(({ action }) => action === 'recorrection')?.details).toMatchObject({
      items: ['applicant', 'plumber', 'PassportImg'],
      fields: ['applicant.name', 'applicant.address'],
    });
  },
);

test('after a desk has approved, the fields that it approved are not named; the answer says which they are', async () => {
  const { id } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' });
  const none = { applicant: [], owner: [], plumber: [], building: [] };
  expect((await detail(id)).approvedFields).toEqual(none);
  const officer = await app.staff('rajukSAE');
  const body = { version: await versionOf(id), decision: 'approve' as const };
  await app.call(decideNoc, { as: officer, params: { id }, body });
  const { approvedFields } = await detail(id);
  expect(approvedFields.applicant).toEqual(['name', 'nameBn', 'fatherOrSpouse', 'nid', 'isOwner']);
  expect(approvedFields.building).toContain('plotNumber');
  expect(approvedFields.plumber).toEqual([]);
  expect(await ask(id, ['name', 'phone'])).toBe('applications.approved_already');
  const desk = await app.staff('rajukAE');
  const items = [{ part: 'applicant' as const, fields: ['nid' as const], remark: 'see' }];
  const back = { version: await versionOf(id), decision: 'return' as const, remark: 'see', items };
  expect(await app.codeOf(decideNoc, { as: desk, params: { id }, body: back })).toBe(
    'applications.approved_already',
  );
  const foreign = { ...back, items: [{ part: 'plumber' as const, fields: ['nid' as const], remark: 'see' }] };
  expect(await app.codeOf(decideNoc, { as: desk, params: { id }, body: foreign })).toBe(
    'applications.field_of_another_part',
  );
  expect(await ask(id, ['phone'])).toBeUndefined();
});

test('the plumber, owner and building are corrected by the same rule', async () => {
  const { id } = await pending();
  const person = { name: 'Abdul Karim', phone: '+8801711223399', nid: '9876543210', address: 'Dhaka' };
  await execute(
    app.owner.db,
    sql`update applications.applications set owner = ${JSON.stringify(person)}::jsonb,
      plumber = ${JSON.stringify({ name: person.name, phone: person.phone })}::jsonb where id = ${id}`,
  );
  const { building } = await one<{ building: object }>(
    app.db,
    sql`select building from applications.applications where id = ${id}`,
  );
  const parts = [
    { name: 'owner', call: updateOwner, part: person, other: { phone: '+8801711223300' } },
    {
      ...{ name: 'plumber', call: updatePlumber, other: { phone: '+8801711223300' } },
      part: { name: person.name, phone: person.phone },
    },
    { name: 'building', call: updateBuilding, part: buildingSchema.parse(building), other: { floors: 9 } },
  ] as const;
  await app.call(askCorrection, {
    as: reviewer,
    body: {
      ...{ applicationId: id, version: await versionOf(id), remark: 'see' },
      items: parts.map(({ name, other }) => ({
        part: name as PartName,
        remark: 'see',
        fields: Object.keys(other) as PartField[],
      })),
    },
  });
  for (const { call, part, other } of parts) {
    const change = async (over: object) => {
      const body = { applicationId: id, version: await versionOf(id), part: { ...part, ...over } };
      return app.codeOf(call, { as: household, body: body as never });
    };
    expect(await change({})).toBe('applications.nothing_corrected');
    expect(await change(other)).toBeUndefined();
  }
  expect((await detail(id, household)).recorrection?.items.map(({ corrected }) => corrected)).toEqual([
    ...[true, true, true],
  ]);
});
