/** A household that is asked to correct a field changes that field: person and plot were looked at already, and are looked at again if they change. */
import { expect, test } from 'vitest';
import { makeRoad } from '#domains/settings/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getApplication, getTimeline } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { updateApplicant, updateBuilding, updateOwner, updatePlumber } from '../intake/contract.ts';
import type { PartField, PartName } from '../intake/parts.rules.ts';
import {
  acceptApplication,
  askCorrection,
  autoApprove,
  checkDocument,
  resubmitApplication,
  updateNoc,
} from './contract.ts';
import { provenBy } from './proof.rules.ts';

const app = await testApp();
const [admin, reviewer] = [await app.staff('admin'), await app.staff('reviewer')];
const household = await app.consumer();

const page = (id: string, as: Person = reviewer) => app.call(getApplication, { as, params: { id } });
const at = async (id: string) => ({ applicationId: id, version: (await page(id)).version });
const statesOf = async (id: string) =>
  Object.fromEntries((await page(id)).documents.map(({ kind, state }) => [kind, state]));
const history = async (as: Person, id: string) =>
  (await app.call(getTimeline, { as, query: { applicationId: id } })).items;

/** All its papers are accepted; with a NoC on paper, if asked. */
async function looked(nocNumber?: string) {
  const { id } = await makeApplication(app, { upTo: 'PENDING', consumerId: String(household.consumerId) });
  const { documents } = await page(id);
  if (nocNumber) {
    const day = app.system().today;
    const noc = {
      nocNumber,
      nocDate: day,
      nocValidUntil: day,
      documentId: String(documents.find(({ kind }) => kind === 'PassportImg')?.id),
    };
    await app.call(updateNoc, { as: reviewer, body: { ...(await at(id)), ...noc } });
  }
  for (const { id: documentId } of documents)
    await app.call(checkDocument, {
      as: reviewer,
      body: { ...(await at(id)), documentId, verdict: 'accept' },
    });
  return id;
}
const ask = async (id: string, part: PartName, fields: PartField[] = []) =>
  app.call(askCorrection, {
    as: reviewer,
    body: { ...(await at(id)), remark: 'see', items: [{ part, fields, remark: 'see the paper' }] },
  });
async function save(id: string, part: 'applicant' | 'building', over: object, as = household) {
  const { parts } = await page(id, admin);
  const { sectorId: _, ...was } = parts[part] as Record<string, unknown>;
  const body = { ...(await at(id)), part: { ...was, ...over } } as never;
  return app.answerOf(part === 'applicant' ? updateApplicant : updateBuilding, { as, body });
}
const handIn = async (id: string) =>
  app.codeOf(resubmitApplication, {
    ...{ as: household, params: { id }, body: { version: (await page(id)).version } },
  });

test('what nobody named is refused at its field and stays; what was named is taken', async () => {
  const id = await looked();
  await ask(id, 'applicant', ['address']);
  const before = (await page(id, admin)).parts.applicant;
  const body = {
    ...(await at(id)),
    part: { ...before, name: 'Another Person', nid: '8888888888', address: 'House 9, Dhaka' },
  } as never;
  const refusal = await app.refused(updateApplicant, { as: household, body });
  expect([refusal.status, refusal.code]).toEqual([422, 'applications.field_not_asked']);
  expect(refusal.fields.map(({ path, code }) => [path, code]).toSorted()).toEqual([
    ['part.name', 'applications.field_not_asked'],
    ['part.nid', 'applications.field_not_asked'],
  ]);
  expect((await page(id, admin)).parts.applicant).toEqual(before);
  expect((await save(id, 'applicant', { address: 'House 9, Dhaka' })).code).toBeUndefined();
  const [entry] = await history(reviewer, id);
  expect(entry?.details).toEqual({ part: 'applicant', changed: ['address'] });
  // Nothing of it is proven by a paper.
  expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(['ACCEPTED']));
  expect(await handIn(id)).toBeUndefined();
  expect(await app.codeOf(acceptApplication, { as: reviewer, body: await at(id) })).toBeUndefined();
});

test('of a part two fields are open if both are named, and a whole part is open wholly', async () => {
  const id = await looked();
  await app.call(askCorrection, {
    as: reviewer,
    body: {
      ...{ ...(await at(id)), remark: 'see' },
      items: [
        { part: 'building', fields: ['floors', 'flats'], remark: 'how many?' },
        { part: 'applicant', remark: 'all of it' },
      ],
    },
  });
  expect((await save(id, 'building', { floors: 3, flats: 4 })).code).toBeUndefined();
  expect((await save(id, 'building', { kind: 'factory' })).code).toBe('applications.field_not_asked');
  expect((await save(id, 'applicant', { name: 'Another', address: 'Elsewhere' })).code).toBeUndefined();
});

test('of owner and plumber too, only what was named', async () => {
  const id = await looked();
  const person = { name: 'Abdul Karim', phone: '+8801711223399', nid: '9876543210', address: 'Dhaka' };
  await execute(
    app.owner.db,
    sql`update applications.applications set owner = ${JSON.stringify(person)}::jsonb,
      plumber = ${JSON.stringify({ name: person.name, phone: person.phone })}::jsonb where id = ${id}`,
  );
  const items = (['owner', 'plumber'] as const).map((part) => ({
    part,
    fields: ['phone' as const],
    remark: 'see',
  }));
  const body = { ...(await at(id)), remark: 'see', items };
  await app.call(askCorrection, { as: reviewer, body });
  const changed = { ...person, name: 'Another Person' };
  for (const [call, part] of [
    [updateOwner, changed],
    [updatePlumber, { name: changed.name, phone: changed.phone }],
  ] as const)
    expect(await app.codeOf(call, { as: household, body: { ...(await at(id)), part } as never })).toBe(
      'applications.field_not_asked',
    );
});

test('the office changes what it finds wrong, named or not, and looks at no paper again', async () => {
  const id = await looked();
  await ask(id, 'applicant', ['address']);
  expect((await save(id, 'applicant', { name: 'Rahima Khatun' }, admin)).code).toBeUndefined();
  expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(['ACCEPTED']));
});

test('another name or national ID: the papers that prove it are looked at again before it is accepted, and the history says so', async () => {
  for (const over of [{ name: 'Another Person' }, { nid: '8888888888' }]) {
    const id = await looked();
    await ask(id, 'applicant', Object.keys(over) as PartField[]);
    expect((await save(id, 'applicant', over)).code).toBeUndefined();
    const again = [
      'PassportImg',
      'Applicant_nid_front',
      'Applicant_nid_back',
      'signature',
      'allotment_letter',
    ];
    expect(await statesOf(id)).toMatchObject(Object.fromEntries(again.map((kind) => [kind, 'SUBMITTED'])));
    for (const as of [reviewer, household]) {
      const [entry] = await history(as, id);
      expect(entry?.details).toMatchObject({ changed: Object.keys(over) });
      expect(new Set(entry?.details.papersAgain as string[])).toEqual(new Set(again));
    }
    expect(await handIn(id)).toBeUndefined();
    // Also if the setting does not ask for each paper.
    expect(await app.codeOf(acceptApplication, { as: reviewer, body: await at(id) })).toBe(
      'applications.documents_unchecked',
    );
    expect((await page(id)).can.accept).toEqual({ allowed: false, reason: 'documents_unchecked' });
    for (const { id: documentId } of (await page(id)).documents)
      await app.call(checkDocument, {
        ...{ as: reviewer, body: { ...(await at(id)), documentId, verdict: 'accept' as const } },
      });
    expect(await app.codeOf(acceptApplication, { as: reviewer, body: await at(id) })).toBeUndefined();
  }
});

test('another plot: the land papers are looked at again, and the NoC on paper is noted again', async () => {
  const id = await looked('RAJUK/2026/777194');
  const scan = (await page(id)).nocDocumentId;
  await ask(id, 'building', ['roadId', 'plotNumber']);
  const road = await transaction(app.db, (tx) => makeRoad(tx, app.system()));
  const over = { roadId: road.id, plotNumber: 'PALACE-4229' };
  expect((await save(id, 'building', over)).code).toBeUndefined();
  const [entry] = await history(household, id);
  expect(entry?.details).toMatchObject({ nocAgain: 'RAJUK/2026/777194' });
  expect(await statesOf(id)).toMatchObject({ allotment_letter: 'SUBMITTED', signature: 'ACCEPTED' });
  // Its scan is a paper too.
  const { nocNumber, documents } = await page(id);
  expect([nocNumber, documents.find((paper) => paper.id === scan)?.state]).toEqual([null, 'SUBMITTED']);
  expect(await handIn(id)).toBeUndefined();
  await execute(
    app.owner.db,
    sql`update applications.documents set state = 'ACCEPTED' where application_id = ${id}`,
  );
  const approve = async () =>
    app.codeOf(autoApprove, { as: admin, body: { ...(await at(id)), remark: 'as on paper' } });
  expect(await approve()).toBe('applications.noc_not_valid');
});

test('more floors are another building on the same plot: the NoC stays', async () => {
  const id = await looked('RAJUK/2026/777195');
  await ask(id, 'building', ['floors']);
  expect((await save(id, 'building', { floors: 7 })).code).toBeUndefined();
  const [entry] = await history(reviewer, id);
  expect(entry?.details).toEqual({ part: 'building', changed: ['floors'] });
});

test('which papers prove what', () => {
  expect(provenBy('applicant', ['address', 'phone', 'email'])).toEqual([]);
  expect(provenBy('applicant', ['isOwner'])).toContain('power_of_attorney');
  expect(provenBy('owner', ['nid'])).toEqual(expect.arrayContaining(['Owner_nid_front', 'deed_paper']));
  expect(provenBy('building', ['plotNumber'])).not.toContain('Applicant_nid_front');
  expect(provenBy('plumber', ['name'])).toEqual([]);
});
