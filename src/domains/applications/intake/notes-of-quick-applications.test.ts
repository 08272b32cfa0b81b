/** The list of quick applications: what was told of each, both tabs by the same filters, and whom a note is for. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { getTimeline, updateState } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { createDraft, listDrafts } from './contract.ts';

const app = await testApp();
const clerk = await app.staff('reviewer');
const list = (query: object = {}, as = clerk) =>
  app.call(listDrafts, { as, query: { limit: 100, ...query } });

test('a note goes with the request, and the last one is in the list', async () => {
  const body = {
    applicant: { name: 'Rahima Khatun', phone: '01712345678' },
    note: 'Has no allotment letter yet.',
  };
  const { id, version } = await app.call(createDraft, { as: clerk, body });
  const noteOf = async () => (await list({ id })).items.map(({ note, notedAt }) => [note, notedAt !== null]);
  expect(await noteOf()).toEqual([['Has no allotment letter yet.', true]]);
  const told = { applicationId: id, version, action: 'comment' as const, remark: 'Comes on Sunday.' };
  await app.call(updateState, { as: clerk, body: told });
  expect(await noteOf()).toEqual([['Comes on Sunday.', true]]);
  const { items } = await app.call(getTimeline, { as: clerk, query: { applicationId: id } });
  expect(items.map(({ action, remark }) => [action, remark])).toEqual([
    ['comment', 'Comes on Sunday.'],
    ['comment', 'Has no allotment letter yet.'],
  ]);
});

test('a note is for the office: neither the household nor who may not read comments gets it', async () => {
  const owner = await app.consumer('Owner');
  const body = { consumerId: owner.consumerId, applicant: {}, note: 'Owes a bill elsewhere.' };
  const { id } = await app.call(createDraft, { as: clerk, body });
  const cashier = await app.staff('cashier');
  for (const as of [owner, cashier]) {
    const [row] = (await list({ id }, as)).items;
    expect([row?.id, row?.note, row?.notedAt]).toEqual([id, null, null]);
  }
});

test('both tabs count what they show, with the same days, source and words', async () => {
  app.clock.set(at('2026-11-20', '10:00'));
  const as = await app.staff('reviewer');
  const household = await app.consumer('Portal');
  await app.call(createDraft, { as, body: { applicant: { name: 'Counter draft' } } });
  await app.call(createDraft, { as: household, body: { applicant: { name: 'Portal draft' } } });
  await makeApplication(app, { upTo: 'PENDING', name: 'Counter made' });
  const names = async (query: object) => {
    const both = [await list(query, as), await list({ ...query, converted: true }, as)];
    for (const { counts } of both)
      expect(counts).toEqual({ open: both[0]?.total, converted: both[1]?.total });
    for (const { items, total } of both) expect(total).toBe(items.length);
    return both.map(({ items }) => items.map(({ name }) => name).toSorted());
  };
  expect(await names({ from: '2026-11-20' })).toEqual([['Counter draft', 'Portal draft'], ['Counter made']]);
  expect(await names({ from: '2026-11-21' })).toEqual([[], []]);
  expect(await names({ from: '2026-11-20', source: 'PORTAL' })).toEqual([['Portal draft'], []]);
  expect(await names({ from: '2026-11-20', search: 'made' })).toEqual([[], ['Counter made']]);
  const [before = []] = await names({ to: '2026-11-19' });
  expect(before).not.toContain('Counter draft');
});
