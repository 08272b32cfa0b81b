/** A household has ten drafts at a time; the office is not limited. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { createDraft, deleteDraft } from './contract.ts';

const app = await testApp();

test('ten drafts, two at once for the last; one that is deleted makes room, and another household has its own', async () => {
  const household = await app.consumer();
  const draft = () => app.answerOf(createDraft, { as: household, body: {} });
  for (let had = 0; had < 9; had += 1) expect((await draft()).code).toBeUndefined();
  const last = await Promise.all([draft(), draft()]);
  expect(last.map(({ code }) => code).toSorted()).toEqual(['applications.drafts_full', undefined]);
  expect(await app.codeOf(createDraft, { as: await app.consumer(), body: {} })).toBeUndefined();
  const kept = last.find(({ code }) => code === undefined)?.data as { id: string; version: number };
  await app.call(deleteDraft, { as: household, params: { id: kept.id } } as never);
  expect((await draft()).code).toBeUndefined();
  const clerk = await app.staff('reviewer');
  for (let had = 0; had < 11; had += 1)
    expect(await app.codeOf(createDraft, { as: clerk, body: {} })).toBeUndefined();
});
