/** Of kinds of papers that may be many, a correction asks for the one that is wrong: the others stay as they are. */
import { expect, test } from 'vitest';
import { type Person, testApp } from '#test/app.ts';
import { getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { editDocument, submitApplication } from '../intake/contract.ts';
import { decideNoc } from '../noc/contract.ts';
import { askCorrection, checkDocument, correctDocument, resubmitApplication, updateNoc } from './contract.ts';
import { returnedKinds } from './returned-papers.rules.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const household = await app.consumer();
const content = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const page = (id: string, as: Person = reviewer) => app.call(getApplication, { as, params: { id } });
const at = async (id: string) => ({ applicationId: id, version: (await page(id)).version });
const others = async (id: string, as?: Person) =>
  (await page(id, as)).documents.filter(({ kind }) => kind === 'Other_documents');
const statesOf = async (id: string) =>
  Object.fromEntries((await others(id)).map(({ fileName, state }) => [fileName, state]));

async function send(
  call: typeof editDocument | typeof correctDocument,
  as: Person,
  id: string,
  name: string,
) {
  const query = { applicationId: id, kind: 'Other_documents' as const };
  const sent = await app.sendFile(call, { as, content, name, query });
  expect(sent.code).toBeUndefined();
}

/** Submitted by its household with two more papers; the office added the scan of a NoC, and a paper of its own. */
async function pending(nocNumber: string, scan = 'scan.pdf') {
  const { id } = await makeApplication(app, { upTo: 'DRAFT', consumerId: String(household.consumerId) });
  for (const name of ['a.pdf', 'b.pdf']) await send(editDocument, household, id, name);
  await app.call(submitApplication, { as: household, body: await at(id) });
  for (const name of ['scan.pdf', 'office.pdf']) await send(editDocument, reviewer, id, name);
  const nocDate = app.system().today;
  const body = { ...(await at(id)), nocNumber, nocDate, documentId: await paper(id, scan) };
  await app.call(updateNoc, { as: reviewer, body });
  return id;
}
const paper = async (id: string, name: string) =>
  String((await others(id)).find(({ fileName }) => fileName === name)?.id);
const check = async (id: string, name: string, verdict: 'accept' | 'return') =>
  app.call(checkDocument, {
    as: reviewer,
    body: { ...(await at(id)), documentId: await paper(id, name), verdict, remark: `${name}: seen` },
  });

const other = { part: 'document' as const, kind: 'Other_documents' as const, remark: 'not readable' };
const asking = async (id: string, items: object[]) => ({
  ...{ as: reviewer, body: { ...(await at(id)), remark: 'one paper', items } as never },
});
const ask = async (id: string, items: object[] = [other]) =>
  app.codeOf(askCorrection, await asking(id, items));
const handIn = async (id: string) =>
  app.codeOf(resubmitApplication, {
    ...{ as: household, params: { id }, body: { version: (await page(id)).version } },
  });

test('the returned paper is asked for and replaced; the accepted one and those of the office stay', async () => {
  const id = await pending('RAJUK/2026/880001');
  await check(id, 'a.pdf', 'accept');
  await check(id, 'b.pdf', 'return');
  expect(await ask(id)).toBeUndefined();
  const kept = { 'a.pdf': 'ACCEPTED', 'scan.pdf': 'SUBMITTED', 'office.pdf': 'SUBMITTED' };
  expect(await statesOf(id)).toEqual({ ...kept, 'b.pdf': 'RETURNED' });
  const remarks = (await others(id, household)).map(({ fileName, remark }) => [fileName, remark]);
  expect(remarks.filter(([, remark]) => remark)).toEqual([['b.pdf', 'not readable']]);
  const comments = (await others(id)).flatMap((row) => row.comments.map(({ text }) => [row.fileName, text]));
  expect(comments.toSorted()).toEqual([
    ['a.pdf', 'a.pdf: seen'],
    ['b.pdf', 'b.pdf: seen'],
    ['b.pdf', 'not readable'],
  ]);
  await send(correctDocument, household, id, 'again.pdf');
  expect(await statesOf(id)).toEqual({ ...kept, 'b.pdf': 'REPLACED', 'again.pdf': 'SUBMITTED' });
  expect(await handIn(id)).toBeUndefined();
});

test('if none was returned, those of the household that nobody accepted are asked for', async () => {
  const id = await pending('RAJUK/2026/880002');
  await check(id, 'a.pdf', 'accept');
  expect(await ask(id)).toBeUndefined();
  const kept = { 'a.pdf': 'ACCEPTED', 'scan.pdf': 'SUBMITTED', 'office.pdf': 'SUBMITTED' };
  expect(await statesOf(id)).toEqual({ ...kept, 'b.pdf': 'RETURNED' });
});

test('one that nobody has looked at stays beside the returned one, and so does a scan that the household handed in', async () => {
  const kept = { 'scan.pdf': 'SUBMITTED', 'office.pdf': 'SUBMITTED' };
  const id = await pending('RAJUK/2026/880006');
  await check(id, 'b.pdf', 'return');
  expect(await ask(id)).toBeUndefined();
  expect(await statesOf(id)).toEqual({ ...kept, 'a.pdf': 'SUBMITTED', 'b.pdf': 'RETURNED' });
  const noted = await pending('RAJUK/2026/880007', 'a.pdf');
  expect(await ask(noted)).toBeUndefined();
  expect(await statesOf(noted)).toEqual({ ...kept, 'a.pdf': 'SUBMITTED', 'b.pdf': 'RETURNED' });
});

test('if all are accepted, one more is asked for, and none is replaced', async () => {
  const id = await pending('RAJUK/2026/880003');
  for (const name of ['a.pdf', 'b.pdf']) await check(id, name, 'accept');
  expect(await ask(id)).toBeUndefined();
  await send(correctDocument, household, id, 'more.pdf');
  const kept = {
    'a.pdf': 'ACCEPTED',
    'b.pdf': 'ACCEPTED',
    'scan.pdf': 'SUBMITTED',
    'office.pdf': 'SUBMITTED',
  };
  expect(await statesOf(id)).toEqual({ ...kept, 'more.pdf': 'SUBMITTED' });
  expect(await handIn(id)).toBeUndefined();
});

test('a kind or a part that is named twice is refused', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  const part = { part: 'applicant', fields: ['name'], remark: 'which?' };
  for (const item of [other, part]) {
    const twice = await asking(id, [item, { ...item, remark: 'another' }]);
    const { code, fields } = await app.refused(askCorrection, twice);
    expect(code).toBe('common.invalid_input');
    expect(fields).toMatchObject([{ path: 'items', code: 'common.repeated' }]);
  }
  expect(await ask(id, [other, part])).toBeUndefined();
});

test('two returned papers of a kind are one item, which names both', () => {
  const row = { kind: 'Other_documents' as const, state: 'RETURNED', fileName: 'a.pdf', remark: 'dark' };
  const deed = { ...row, kind: 'deed_paper' as const, remark: 'old' };
  expect(
    returnedKinds([row, { ...row, state: 'ACCEPTED' }, deed, { ...row, fileName: 'b.pdf', remark: 'cut' }]),
  ).toEqual([
    { kind: 'Other_documents', remark: 'a.pdf: dark; b.pdf: cut' },
    { kind: 'deed_paper', remark: 'old' },
  ]);
});

test('a paper that no household hands in is not asked for, by the office or by a desk', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  const items = [{ ...other, kind: 'meter_receipt' as const }];
  const { code, fields } = await app.refused(askCorrection, await asking(id, items));
  expect([code, fields.map(({ path }) => path)]).toEqual(['common.invalid_input', ['items.0.kind']]);
  const body = { ...(await at(id)), decision: 'return', remark: 'x', items } as never;
  const atDesk = { as: await app.staff('rajukSAE'), params: { id }, body };
  const refusal = await app.refused(decideNoc, atDesk);
  expect([refusal.code, refusal.fields.map(({ path }) => path)]).toEqual([
    ...['common.invalid_input', ['items.0.kind']],
  ]);
});
