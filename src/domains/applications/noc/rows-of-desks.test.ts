/** What a row of the authority's lists says of papers, chain, days and remarks, and what the lists and their files are narrowed by. */
import { beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import type { MadeApplication } from '../factory.ts';
import { createDesk, decideNoc, listNoc, listNocDownload, remarkNoc } from './contract.ts';
import { deskBench, deskCall } from './factory-desks.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const bench = await deskBench(app);
const { admin, reviewer, officer, assistant, deputy, director } = bench.people;

beforeEach(async () => {
  await bench.cleanDesks();
  await execute(app.owner.db, sql`update applications.applications set deleted_at = now()`);
});

type Query = z.input<(typeof listNoc)['query']>;
async function rows(as: Person, query: Query = {}) {
  const { items, total } = await app.call(listNoc, { as, query: { desk: 'any', limit: 100, ...query } });
  expect(total).toBe(items.length);
  return items;
}
const idsOf = async (as: Person, query: Query) => (await rows(as, query)).map(({ id }) => id).toSorted();
const sorted = (...made: MadeApplication[]) => made.map(({ id }) => id).toSorted();
const papersAre = (id: string, state: string, kind: string) =>
  execute(
    app.owner.db,
    sql`update applications.documents set state = ${state} where application_id = ${id} and kind = ${kind}`,
  );

test('land papers are counted by their check, and needed ones that are not there; for who opens documents', async () => {
  const { id } = await bench.waiting();
  const land = async (as: Person) => {
    const [row] = await rows(as);
    return [row?.landAccepted, row?.landWaiting, row?.landReturned, row?.landMissing];
  };
  // Not of the land.
  await papersAre(id, 'RETURNED', 'Applicant_nid_front');
  await papersAre(id, 'SUBMITTED', 'allotment_letter');
  expect(await land(officer)).toEqual([0, 1, 0, 0]);
  await papersAre(id, 'ACCEPTED', 'allotment_letter');
  expect(await land(officer)).toEqual([1, 0, 0, 0]);
  await papersAre(id, 'RETURNED', 'allotment_letter');
  expect(await land(officer)).toEqual([0, 0, 1, 0]);
  await papersAre(id, 'REPLACED', 'allotment_letter');
  expect(await land(officer)).toEqual([0, 0, 0, 1]);
  // A tenant needs the power of attorney too.
  await execute(
    app.owner.db,
    sql`update applications.applications set applicant = applicant || '{"isOwner": false}' where id = ${id}`,
  );
  expect(await land(officer)).toEqual([0, 0, 0, 2]);
  const blind = await app.staffWith(['noc:view', 'applications:view', 'applications:view-all']);
  expect(await land(blind)).toEqual([null, null, null, null]);
});

test('the chain says who decided when; the days run from the sending until the last decision', async () => {
  const made = await bench.waiting();
  await bench.onDay('2026-11-17');
  await bench.approve(officer, made);
  await bench.onDay('2026-11-20');
  const [open] = await rows(assistant);
  expect(open).toMatchObject({ desksApproved: 1, authorityDays: 5 });
  expect(open?.chain).toMatchObject([
    { roleCode: 'rajukSAE', state: 'APPROVED', decidedBy: 'Rafiq Hasan', onBehalfOf: null },
    { roleCode: 'rajukAE', state: 'OPEN', decidedBy: null, decidedAt: null },
    { roleCode: 'rajukPM', state: 'WAITING' },
    { roleCode: 'rajukPD', state: 'WAITING' },
  ]);
  expect(Date.parse(open?.chain[0]?.decidedAt ?? '')).toBe(Date.parse(at('2026-11-17', '10:00')));
  const body = { version: await bench.versionOf(made.id), decision: 'reject' as const, remark: 'No plot.' };
  await app.call(decideNoc, { as: assistant, params: { id: made.id }, body });
  await bench.onDay('2026-11-30');
  expect((await rows(assistant))[0]).toMatchObject({ state: 'REJECTED', authorityDays: 5 });
});

test('the last remark is the last one with words, and no others are counted', async () => {
  const made = await bench.waiting();
  expect((await rows(officer))[0]).toMatchObject({ lastRemark: null, lastRemarkBy: null });
  const say = (remark: string) =>
    app.call(remarkNoc, { as: officer, params: { id: made.id }, body: { remark, shared: false } });
  await say('First.');
  await say('Second.');
  await bench.approve(officer, made);
  const [row] = await rows(assistant);
  expect(row).toMatchObject({ lastRemark: 'Second.', lastRemarkBy: 'Rafiq Hasan', remarkCount: 2 });
});

test('by the officer at whose desk it is; of one who is gone, nothing', async () => {
  const [first, second] = [await bench.waiting(), await bench.waiting()];
  await bench.approve(officer, second);
  const at_ = (person: Person) => idsOf(director, { officerId: person.userId });
  expect([await at_(officer), await at_(assistant)]).toEqual([sorted(first), sorted(second)]);
  const leaver = await app.staff('rajukSAE');
  const body = { roleCode: 'rajukSAE', name: 'SAE', position: 1, officerId: leaver.userId };
  await app.call(createDesk, await deskCall(app, admin, body));
  expect(await at_(leaver)).toEqual(sorted(first));
  await bench.disable(leaver);
  expect(await at_(leaver)).toEqual([]);
});

test('by what the own desk decided; the utility finds what any desk did; the file has the same rows', async () => {
  const [approved, returned, refused] = [await bench.waiting(), await bench.waiting(), await bench.waiting()];
  await bench.approve(officer, approved);
  const decide = async ({ id }: MadeApplication, body: object) =>
    app.codeOf(decideNoc, {
      ...{ as: officer, params: { id } },
      body: { version: await bench.versionOf(id), remark: 'No.', ...body } as never,
    });
  const items = [{ part: 'document', kind: 'allotment_letter', remark: 'blurred' }];
  expect(await decide(returned, { decision: 'return', items })).toBeUndefined();
  expect(await decide(refused, { decision: 'reject' })).toBeUndefined();
  const each = async (as: Person) => [
    await idsOf(as, { decision: 'APPROVED' }),
    await idsOf(as, { decision: 'RETURNED' }),
    await idsOf(as, { decision: 'REJECTED' }),
  ];
  const all = [sorted(approved), sorted(returned), sorted(refused)];
  expect([await each(officer), await each(reviewer)]).toEqual([all, all]);
  // The desk after it decided nothing.
  expect(await each(deputy)).toEqual([[], [], []]);
  const narrowed = { desk: 'any', decision: 'REJECTED' } as const;
  const asked = { ...narrowed, format: 'csv', language: 'en' } as const;
  const { body: file } = await app.server.inject({
    url: `/api/${listNocDownload.service}${listNocDownload.path}`,
    ...{ query: asked, headers: { authorization: `Bearer ${officer.idToken}` } },
  });
  expect([refused, approved].map(({ number }) => file.includes(String(number)))).toEqual([true, false]);
});

test('filters narrow the numbers of the tabs as well', async () => {
  await bench.waiting();
  const { counts } = await app.call(listNoc, {
    ...{ as: officer, query: { limit: 1, officerId: assistant.userId } },
  });
  expect(counts).toEqual({ mine: 0, chain: 0, decided: 0 });
});
