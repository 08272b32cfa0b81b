/** Offices comment on a document without a verdict; comments stay with their version, and each side reads its own. */
import { expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import * as review from './contract.ts';

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const planner = await app.staff('rajukSAE');
const surveyor = await app.staff('surveyor');
const household = await app.consumer();
const consumerId = String(household.consumerId);

const detail = (id: string, as: Person = reviewer) => app.call(getApplication, { as, params: { id } });
const versionsOf = async (id: string, as: Person = reviewer, kind = 'allotment_letter') =>
  (await detail(id, as)).documents.filter((paper) => paper.kind === kind);
const newest = async (id: string, as: Person = reviewer, kind = 'allotment_letter') => {
  const [paper] = await versionsOf(id, as, kind);
  if (!paper) throw new Error(`no ${kind}`);
  return paper;
};
const textsOf = async (id: string, as: Person = reviewer) =>
  (await newest(id, as)).comments.map(({ text }) => text);
const comment = async (id: string, text: string, as: Person = reviewer) =>
  app.codeOf(as === planner ? review.commentDocumentAtDesk : review.commentDocument, {
    as,
    body: { documentId: (await newest(id)).id, text },
  });
const check = async (id: string, verdict: 'accept' | 'return', remark?: string) =>
  app.call(review.checkDocument, {
    as: reviewer,
    body: {
      ...{ applicationId: id, version: (await detail(id)).version, documentId: (await newest(id)).id },
      ...{ verdict, ...(remark ? { remark } : {}) },
    },
  });
const ask = async (id: string, remark: string) =>
  app.call(review.askCorrection, {
    as: reviewer,
    body: {
      ...{ applicationId: id, version: (await detail(id)).version, remark: 'one paper' },
      items: [{ part: 'document', kind: 'allotment_letter', remark }],
    },
  });

test('a comment shows with name and time, and stays when the document is returned, accepted and replaced', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING', consumerId });
  const { version } = await detail(id);
  expect(await comment(id, 'stamp is faint')).toBeUndefined();
  expect(await newest(id)).toMatchObject({
    state: 'SUBMITTED',
    remark: null,
    comments: [{ kind: 'comment', name: 'Karim Uddin', roleCode: 'reviewer', text: 'stamp is faint' }],
  });
  // Nobody else's work is refused because of it.
  expect((await detail(id)).version).toBe(version);
  await check(id, 'return', 'second page missing');
  await check(id, 'accept', 'page found');
  expect(await newest(id)).toMatchObject({ state: 'ACCEPTED', remark: null });
  const kept = ['stamp is faint', 'second page missing', 'page found'];
  expect(await textsOf(id)).toEqual(kept);
  await check(id, 'return', 'blurred');
  await ask(id, 'blurred');
  expect(await textsOf(id)).toEqual([...kept, 'blurred']);
  const sent = await app.sendFile(review.correctDocument, {
    ...{ as: household, content: PDF, name: 'a.pdf', query: { applicationId: id, kind: 'allotment_letter' } },
  });
  expect(sent.code).toBeUndefined();
  const [now, before] = await versionsOf(id);
  expect(now?.comments).toEqual([]);
  expect(before).toMatchObject({ state: 'REPLACED' });
  expect(before?.comments.map(({ text }) => text)).toEqual([...kept, 'blurred']);
  expect(
    await all(
      app.db,
      sql`select reason from platform.audit where action = 'application.document-comment'
    and object_id = ${id}`,
    ),
  ).toEqual([{ reason: 'stamp is faint' }]);
});

test('a correction that gives another reason than the reviewer adds it; an accepted document gets one as well', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  await check(id, 'return', 'blurred');
  await ask(id, 'blurred, and page 2 is missing');
  expect(await textsOf(id)).toEqual(['blurred', 'blurred, and page 2 is missing']);
  const other = await makeApplication(app, { upTo: 'PENDING' });
  await ask(other.id, 'wrong plot');
  expect((await newest(other.id)).comments).toMatchObject([{ kind: 'return', text: 'wrong plot' }]);
});

test('the household reads the reason of a return after the correction told it, and no comment', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING', consumerId });
  await comment(id, 'looks forged');
  await check(id, 'return', 'blurred');
  expect(await newest(id, household)).toMatchObject({ state: 'SUBMITTED', remark: null, comments: [] });
  await ask(id, 'blurred');
  expect(await newest(id, household)).toMatchObject({ state: 'RETURNED', remark: 'blurred', comments: [] });
});

test('a desk comments too; neither side reads what the other one wrote for itself', async () => {
  const { id } = await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW', consumerId });
  expect(await comment(id, 'for the office')).toBeUndefined();
  expect(await comment(id, 'for the desks', planner)).toBeUndefined();
  expect(await textsOf(id, planner)).toEqual(['for the desks']);
  const clerk = await app.staffWith([
    ...(['applications:view', 'applications:view-all', 'applications:documents'] as const),
    'applications:accept',
  ]);
  expect(await textsOf(id, clerk)).toEqual(['for the office']);
  const reader = await app.staffWith([
    'applications:view',
    'applications:view-all',
    'applications:documents',
  ]);
  expect(await textsOf(id, reader)).toEqual([]);
  // The built-in reviewer has the permission of both.
  expect(await textsOf(id)).toEqual(['for the office', 'for the desks']);
});

test('nobody comments on what they may not open, on a draft or in the archive', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  const paper = await newest(id);
  const by = (as: Person, endpoint = review.commentDocument) =>
    app.codeOf(endpoint, { as, body: { documentId: paper.id, text: 'x' } });
  // Not at any desk yet.
  expect(await by(planner, review.commentDocumentAtDesk)).toBe('common.not_found');
  expect(await by(surveyor)).toBe('common.not_permitted');
  expect(await by(household)).toBe('common.not_permitted');
  const blind = await app.staffWith(['applications:view', 'applications:view-all', 'applications:accept']);
  expect(await by(blind)).toBe('common.not_found');
  await execute(app.owner.db, sql`update applications.applications set archived_at = now() where id = ${id}`);
  expect(await by(reviewer)).toBe('common.not_found');
  await execute(app.owner.db, sql`update applications.applications set archived_at = null where id = ${id}`);
  expect(await by(reviewer)).toBeUndefined();
  const draft = await makeApplication(app, { upTo: 'DRAFT' });
  const [scan] = await all<{ id: string }>(
    app.db,
    sql`select id from applications.documents where application_id = ${draft.id} limit 1`,
  );
  expect(
    await app.codeOf(review.commentDocument, {
      as: reviewer,
      body: { documentId: String(scan?.id), text: 'x' },
    }),
  ).toBe('common.not_found');
});

test('a desk does not comment on papers of later steps', async () => {
  const { id } = await makeApplication(app, { upTo: 'CONNECTED' });
  const own = (await detail(id)).documents.find(({ kind }) => kind === 'allotment_letter');
  await execute(
    app.owner.db,
    sql`update applications.documents set kind = 'meter_receipt' where id = ${String(own?.id)}`,
  );
  const body = { documentId: String(own?.id), text: 'x' };
  expect(await app.codeOf(review.commentDocumentAtDesk, { as: planner, body })).toBe('common.not_found');
});

test('what was written stays as it is', async () => {
  for (const change of [
    sql`update applications.document_comments set text = 'x'`,
    sql`delete from applications.document_comments`,
  ])
    await expect(execute(app.db, change)).rejects.toThrow(/permission denied|append-only/);
});
