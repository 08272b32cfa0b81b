/** A paper of a later step is added by who does that step, while it is done, and replaced by nobody of another role. */
import { expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { STATE_NAMES, type State } from '../application.rules.ts';
import { attachedKinds, DOCUMENT_KIND_NAMES, type DocumentKind } from '../documents.rules.ts';
import { makeApplication } from '../factory.ts';
import { correctDocument } from '../review/contract.ts';
import { editDocument } from './contract.ts';

const app = await testApp();
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
type Upload = typeof editDocument | typeof correctDocument;
const NOT_YOURS = 'applications.document_kind_not_yours';
const WRONG_STATE = 'applications.wrong_state';

const send = async (as: Person, applicationId: string, kind: DocumentKind, endpoint: Upload = editDocument) =>
  (await app.sendFile(endpoint, { as, content: PDF, name: 'a.pdf', query: { applicationId, kind } })).code;
const assigned = async (upTo: State, to?: Person, consumerId?: string) => {
  const { id } = await makeApplication(app, { upTo, ...(consumerId ? { consumerId } : {}) });
  const userId = to?.userId ?? null;
  await execute(
    app.db,
    sql`update applications.applications set assignee_id = ${userId}::uuid where id = ${id}`,
  );
  return id;
};
const stored = (applicationId: string, kind: DocumentKind) =>
  all<{ state: string }>(
    app.db,
    sql`select state from applications.documents where application_id = ${applicationId} and kind = ${kind}
      order by version_no`,
  );

/** The whole table, written once more: state, kind, who. */
const LATER: Partial<Record<State, Partial<Record<DocumentKind, string[]>>>> = {
  PENDING: { Other_documents: ['reviewer'] },
  WAITING_FOR_REVIEW: { Other_documents: ['reviewer'] },
  WAITING_FOR_METER_NUMBER: { Other_documents: ['reviewer'] },
  READY_TO_SURVEY: { Other_documents: ['reviewer'], survey_file: ['surveyor'] },
  READY_TO_PAY: { payment_receipt: ['cashier', 'consumer'] },
  READY_FOR_METER_INSTALLATION: {
    ...{
      payment_receipt: ['cashier', 'consumer'],
      meter_receipt: ['installer'],
      new_meter_doc: ['installer'],
    },
    confirmation_form_updated: ['engineer'],
  },
  CONNECTED: { confirmation_form_updated: ['engineer'] },
};

test.each(STATE_NAMES)('in %s: who is offered which kinds', async (state) => {
  for (const role of ['reviewer', 'cashier', 'surveyor', 'installer', 'engineer', 'consumer']) {
    const granted = await all<{ permission: string }>(
      app.db,
      sql`select p.permission from roles.role_permissions p join roles.roles r on r.id = p.role_id
        where r.code = ${role}`,
    );
    const words = new Set(granted.map(({ permission }) => permission));
    const expected = DOCUMENT_KIND_NAMES.filter((kind) => LATER[state]?.[kind]?.includes(role));
    expect([role, attachedKinds(state, (word) => words.has(word))]).toEqual([role, expected]);
  }
});

test('a cashier adds the receipt of a payment and no other paper', async () => {
  const cashier = await app.staff('cashier');
  const id = await assigned('READY_FOR_METER_INSTALLATION');
  const others: DocumentKind[] = [
    'survey_file',
    'new_meter_doc',
    'meter_receipt',
    'confirmation_form_updated',
  ];
  for (const kind of others) expect([kind, await send(cashier, id, kind)]).toEqual([kind, NOT_YOURS]);
  for (const kind of ['Other_documents', 'deed_paper'] as const)
    expect([kind, await send(cashier, id, kind)]).toEqual([kind, 'common.not_permitted']);
  expect(await send(cashier, id, 'payment_receipt')).toBeUndefined();
  expect(await send(cashier, await assigned('PENDING'), 'payment_receipt')).toBe(WRONG_STATE);
});

test('each paper is added while its step is done', async () => {
  const [surveyor, installer] = [await app.staff('surveyor'), await app.staff('installer')];
  const surveyed = await assigned('READY_TO_SURVEY', surveyor);
  expect(await send(surveyor, surveyed, 'survey_file')).toBeUndefined();
  expect(await send(surveyor, surveyed, 'meter_receipt')).toBe(NOT_YOURS);
  // The survey was approved: what the demand note was calculated from is not added to.
  expect(await send(surveyor, await assigned('READY_TO_PAY', surveyor), 'survey_file')).toBe(WRONG_STATE);
  expect(
    await send(installer, await assigned('READY_FOR_METER_INSTALLATION', installer), 'new_meter_doc'),
  ).toBe(undefined);
  expect(await send(installer, await assigned('CONNECTED', installer), 'new_meter_doc')).toBe(WRONG_STATE);
  const admin = await app.staff('admin');
  expect(await send(admin, await assigned('DRAFT'), 'survey_file')).toBe(WRONG_STATE);
});

test('of a kind that may be many an application takes ten, by each of the two calls', async () => {
  const owner = await app.consumer();
  const id = await assigned('DRAFT', undefined, owner.consumerId ?? '');
  const start = (await stored(id, 'Other_documents')).length;
  for (let had = start; had < 9; had += 1) expect(await send(owner, id, 'Other_documents')).toBeUndefined();
  // Two at once for the last place.
  const codes = await Promise.all([1, 2].map(() => send(owner, id, 'Other_documents')));
  expect(codes.toSorted()).toEqual(['applications.documents_full', undefined]);
  expect(await send(owner, id, 'Other_documents', correctDocument)).toBe('applications.documents_full');
  expect(await send(owner, id, 'deed_paper')).toBeUndefined();
  await execute(
    app.owner.db,
    sql`update applications.documents set state = 'RETURNED' where application_id = ${id} and kind = 'Other_documents' and version_no = 1`,
  );
  expect(await send(owner, id, 'Other_documents')).toBeUndefined();
});

test('a paper that somebody of another role added is not replaced, one of the same role is', async () => {
  const [cashier, colleague, owner] = [
    await app.staff('cashier'),
    await app.staff('cashier'),
    await app.consumer(),
  ];
  const id = await assigned('READY_TO_PAY', undefined, owner.consumerId ?? '');
  expect(await send(cashier, id, 'payment_receipt')).toBeUndefined();
  expect(await send(owner, id, 'payment_receipt')).toBe('applications.document_of_another');
  expect(await send(owner, id, 'payment_receipt', correctDocument)).toBe('applications.document_of_another');
  expect(await stored(id, 'payment_receipt')).toEqual([{ state: 'SUBMITTED' }]);
  expect(await send(colleague, id, 'payment_receipt')).toBeUndefined();
  expect(await stored(id, 'payment_receipt')).toEqual([{ state: 'REPLACED' }, { state: 'SUBMITTED' }]);
});
