/** A household does not flood the office, other people's phones and plots: what it does within 24 hours has a limit. The office has none. */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { askCorrection, correctDocument } from '../review/contract.ts';
import {
  createDraft,
  deleteDraft,
  editDocument,
  removeDocument,
  submitApplication,
  updateApplicant,
  updateBuilding,
  updateOwner,
  updatePlumber,
} from './contract.ts';

const app = await testApp();
const clerk = await app.staff('reviewer');
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const PARTS = ['applicant', 'owner', 'plumber', 'building'] as const;
const CALL_OF = {
  ...{ applicant: updateApplicant, owner: updateOwner, plumber: updatePlumber, building: updateBuilding },
};
const PERSON = { name: 'Abdul Karim', phone: '+8801711223399', nid: '9876543210', address: 'Dhaka' };

const MASON = { name: PERSON.name, phone: PERSON.phone };

const draftOf = (household: Person, phone?: string) =>
  makeApplication(app, {
    ...{ upTo: 'DRAFT', consumerId: String(household.consumerId), ...(phone ? { phone } : {}) },
  });
async function submit(household: Person, { phone, as = household }: { phone?: string; as?: Person } = {}) {
  const { id: applicationId, version } = await draftOf(household, phone);
  const consumer = as === household ? {} : { consumerId: String(household.consumerId) };
  return app.codeOf(submitApplication, { as, body: { applicationId, version, ...consumer } });
}
const toldTo = async (phone: string) =>
  (await all(app.db, sql`select from platform.outbox where recipient = ${phone} and channel = 'sms'`)).length;
const phoneOf = async ({ consumerId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;

test('five applications a day, two at once for the last; the counter goes on, and the household a day later', async () => {
  const household = await app.consumer();
  for (let had = 0; had < 4; had += 1) expect(await submit(household)).toBeUndefined();
  const last = await Promise.all([submit(household), submit(household)]);
  expect(last.toSorted()).toEqual(['applications.submitted_too_often', undefined]);
  expect(await submit(await app.consumer())).toBeUndefined();
  expect(await submit(household, { as: clerk })).toBeUndefined();
  await execute(app.owner.db, sql`alter table applications.timeline disable trigger user`);
  await execute(
    app.owner.db,
    sql`update applications.timeline set at = at - interval '1 day' where actor_id = ${household.userId}`,
  );
  await execute(app.owner.db, sql`alter table applications.timeline enable trigger user`);
  expect(await submit(household)).toBeUndefined();
});

test('a phone that is not the household’s gets three text messages a day of it; its own gets all', async () => {
  const household = await app.consumer();
  for (let sent = 0; sent < 4; sent += 1)
    expect(await submit(household, { phone: '01899000111' })).toBeUndefined();
  expect(await toldTo('+8801899000111')).toBe(3);
  // Each household has its own count; what the office sends is not counted.
  expect(await submit(await app.consumer(), { phone: '01899000111' })).toBeUndefined();
  expect(await submit(household, { phone: '01899000111', as: clerk })).toBeUndefined();
  expect(await toldTo('+8801899000111')).toBe(5);
  const other = await app.consumer();
  const phone = await phoneOf(other);
  for (let sent = 0; sent < 5; sent += 1) expect(await submit(other, { phone })).toBeUndefined();
  expect(await toldTo(phone)).toBe(5);
});

test('twenty drafts a day, thrown away or not', async () => {
  const household = await app.consumer();
  const draft = () => app.answerOf(createDraft, { as: household, body: {} });
  for (let had = 0; had < 20; had += 1) {
    const { data } = await draft();
    await app.call(deleteDraft, { as: household, params: { id: String(data?.id) } });
  }
  expect((await draft()).code).toBe('applications.drafts_too_often');
  expect(await app.codeOf(createDraft, { as: clerk, body: {} })).toBeUndefined();
  await execute(
    app.owner.db,
    sql`update applications.applications set created_at = created_at - interval '1 day' where created_by = ${household.userId}`,
  );
  expect((await draft()).code).toBeUndefined();
});

test('an application is changed sixty times a day by its household: papers, parts and what is taken out', async () => {
  const household = await app.consumer();
  const { id: applicationId } = await draftOf(household);
  const add = async (as = household) => {
    const query = { applicationId, kind: 'deed_paper' as const };
    return (await app.sendFile(editDocument, { as, content: PDF, name: 'a.pdf', query })).code;
  };
  const changesBefore = (changes: number) =>
    execute(
      app.owner.db,
      sql`insert into applications.timeline (application_id, at, action, from_state, to_state, actor_id, actor_name, role, shared)
        select ${applicationId}, ${app.clock.now()}, 'edit', 'DRAFT', 'DRAFT', ${household.userId}, 'A', 'consumer', true
        from generate_series(1, ${changes}::int)`,
    );
  expect(await add()).toBeUndefined();
  await changesBefore(58);
  expect(await add()).toBeUndefined();
  expect(await add()).toBe('applications.changed_too_often');
  const { version, documents } = await app.call(getApplication, {
    ...{ as: household, params: { id: applicationId } },
  });
  const documentId = String(documents[0]?.id);
  const removal = { as: household, body: { applicationId, version, documentId } };
  expect(await app.codeOf(removeDocument, removal)).toBe('applications.changed_too_often');
  expect(await add(clerk)).toBeUndefined();
});

test('and so is what it was asked to correct: each part, and a paper', async () => {
  const household = await app.consumer();
  const { id: applicationId, version } = await makeApplication(app, {
    ...{ upTo: 'PENDING', consumerId: String(household.consumerId) },
  });
  const items = [
    ...PARTS.map((part) => ({ part, remark: 'which house?' })),
    { part: 'document' as const, kind: 'deed_paper' as const, remark: 'blurred' },
  ];
  const asked = await app.call(askCorrection, {
    as: clerk,
    body: { applicationId, version, remark: 'x', items },
  });
  const { parts } = await app.call(getApplication, { as: household, params: { id: applicationId } });
  let at = asked.version;
  const correct = async (part: (typeof PARTS)[number], change: object) => {
    const { sectorId: _, ...was } = { ...parts, owner: PERSON, plumber: MASON }[part] as Record<
      string,
      unknown
    >;
    const { code, data } = await app.answerOf(CALL_OF[part], {
      ...{ as: household, body: { applicationId, version: at, part: { ...was, ...change } } as never },
    });
    at = data?.version ?? at;
    return code;
  };
  const send = async () => {
    const query = { applicationId, kind: 'deed_paper' as const };
    return (await app.sendFile(correctDocument, { as: household, content: PDF, name: 'a.pdf', query })).code;
  };
  for (let had = 0; had < 58; had += 1)
    expect(await correct('applicant', { address: `House ${had}` })).toBeUndefined();
  expect([await correct('plumber', { name: 'Mason Ali' }), await send()]).toEqual([undefined, undefined]);
  at += 1;
  const refused = [
    await correct('applicant', { address: 'House 60' }),
    await correct('owner', { name: 'Owner' }),
    await correct('plumber', { name: 'Plumber' }),
    await correct('building', { floors: 9 }),
    await send(),
  ];
  expect(refused).toEqual(refused.map(() => 'applications.changed_too_often'));
});
