/** Papers looked at one by one: accepted, returned with a remark, asked for together. */
import { expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { addDocumentTo, makeApplication } from '../factory.ts';
import * as review from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const admin = await app.staff('admin');

const detail = (id: string, as: Person = reviewer) =>
  app.call(contract.getApplication, { as, params: { id } });
const paperOf = async (id: string, kind: string, as: Person = reviewer) => {
  const found = (await detail(id, as)).documents.find(
    (paper) => paper.kind === kind && paper.state !== 'REPLACED',
  );
  if (!found) throw new Error(`no ${kind}`);
  return found;
};
const check = async (id: string, kind: string, verdict: 'accept' | 'return', remark?: string) => ({
  as: reviewer,
  body: {
    applicationId: id,
    version: (await detail(id)).version,
    documentId: (await paperOf(id, kind)).id,
    verdict,
    ...(remark ? { remark } : {}),
  },
});
const accept = async (id: string) => ({
  as: reviewer,
  body: { applicationId: id, version: (await detail(id)).version },
});

test('one is accepted, one returned; what was returned is asked for and comes again', async () => {
  const consumer = await app.consumer();
  const { id } = await makeApplication(app, { upTo: 'PENDING', consumerId: String(consumer.consumerId) });
  await app.call(review.checkDocument, await check(id, 'signature', 'accept'));
  expect(await paperOf(id, 'signature')).toMatchObject({ state: 'ACCEPTED', checkedBy: 'Karim Uddin' });
  const silent = await app.refused(review.checkDocument, await check(id, 'allotment_letter', 'return'));
  expect(silent.code).toBe('applications.remark_required');
  await app.call(review.checkDocument, await check(id, 'allotment_letter', 'return', 'second page missing'));
  expect(await paperOf(id, 'allotment_letter')).toMatchObject({
    state: 'RETURNED',
    remark: 'second page missing',
  });
  // Not the applicant's yet: nobody has asked.
  expect(await paperOf(id, 'allotment_letter', consumer)).toMatchObject({
    state: 'SUBMITTED',
    remark: null,
    checkedBy: null,
  });
  const early = await app.refused(review.acceptApplication, await accept(id));
  expect(early.code).toBe('applications.documents_returned');
  expect((await detail(id)).can.accept).toEqual({ allowed: false, reason: 'documents_returned' });

  const item = {
    part: 'document' as const,
    kind: 'allotment_letter' as const,
    remark: 'second page missing',
  };
  await app.call(review.askCorrection, {
    as: reviewer,
    body: { applicationId: id, version: (await detail(id)).version, remark: 'one paper', items: [item] },
  });
  expect((await paperOf(id, 'allotment_letter', consumer)).state).toBe('RETURNED');
  const frozen = await app.refused(review.checkDocument, await check(id, 'allotment_letter', 'accept'));
  expect(frozen.code).toBe('applications.wrong_state');
  await transaction(app.db, (tx) =>
    addDocumentTo(
      { app, tx },
      { ...app.actorOf(admin), permissions: app.system().permissions, kind: 'system' },
      id,
      'allotment_letter',
    ),
  );
  await app.call(review.resubmitApplication, {
    as: admin,
    params: { id },
    body: { version: (await detail(id)).version },
  });
  expect(await paperOf(id, 'allotment_letter')).toMatchObject({ state: 'SUBMITTED', versionNo: 2 });
  await app.call(review.acceptApplication, await accept(id));
  const papers = (await detail(id)).documents.filter((paper) => paper.state !== 'REPLACED');
  expect(new Set(papers.map((paper) => paper.state))).toEqual(new Set(['ACCEPTED']));
});

test('a returned one found good after all is accepted; older versions and strange ones are refused', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  await app.call(review.checkDocument, await check(id, 'signature', 'return', 'too dark'));
  await app.call(review.checkDocument, await check(id, 'signature', 'accept'));
  expect(await paperOf(id, 'signature')).toMatchObject({ state: 'ACCEPTED', remark: null });
  const other = await makeApplication(app, { upTo: 'PENDING' });
  const strange = await check(id, 'signature', 'accept');
  strange.body.documentId = (await paperOf(other.id, 'signature')).id;
  expect((await app.refused(review.checkDocument, strange)).code).toBe('applications.unknown_document');
  const stale = await check(id, 'signature', 'accept');
  stale.body.version -= 1;
  expect((await app.refused(review.checkDocument, stale)).code).toBe('common.stale_version');
  const cashier = { ...(await check(id, 'signature', 'accept')), as: await app.staff('cashier') };
  expect((await app.refused(review.checkDocument, cashier)).status).toBe(402);
});

test('if the setting says so, each needed paper is accepted by itself first', async () => {
  await execute(
    app.db,
    sql`insert into settings.entries (key, value) values ('applications', '{"checkEachDocument": true}')`,
  );
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  expect((await app.refused(review.acceptApplication, await accept(id))).code).toBe(
    'applications.documents_unchecked',
  );
  for (const kind of (await detail(id)).neededDocuments) {
    await app.call(review.checkDocument, await check(id, kind, 'accept'));
  }
  expect((await app.call(review.acceptApplication, await accept(id))).state).toBe('WAITING_FOR_REVIEW');
});
