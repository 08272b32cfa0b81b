/** A material that gets another name: a draft follows it; a survey that was submitted, its list and its demand note keep the words of then. */
import { afterAll, expect, test } from 'vitest';
import { makeMaterial } from '#domains/settings/factory.ts';
import { updateMaterial } from '#domains/settings/materials/contract.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { getApplication, updateState } from '../contract.ts';
import { demandNotePdf, demandNotePreview } from '../demand-note/contract.ts';
import { makeApplication } from '../factory.ts';
import { listSurveyMaterials } from '../materials/contract.ts';
import { saveSurvey, submitSurvey } from './contract.ts';

const app = await testApp();
afterAll(closePdf);
const [admin, engineer, surveyor] = await Promise.all([
  app.staff('admin'),
  app.staff('engineer'),
  app.staff('surveyor'),
]);

const material = await transaction(app.db, (tx) =>
  makeMaterial(tx, app.system(), {
    ...{ nameEn: 'Ferrule', nameBn: 'ফেরুল', unit: 'pcs', rateMinor: minor(850_00) },
  }),
);
async function rename(nameEn: string, nameBn: string) {
  const { version } = await one<{ version: number }>(
    app.owner.db,
    sql`select version from settings.materials where id = ${material.id}`,
  );
  const body = { id: material.id, nameEn, nameBn, unit: 'pcs', version };
  await app.call(updateMaterial, { as: admin, body });
}
const now = (id: string) => app.call(getApplication, { as: admin, params: { id } });
async function visited() {
  const { id, version } = await makeApplication(app, {
    upTo: 'READY_TO_SURVEY',
    surveyorId: surveyor.userId,
  });
  await execute(
    app.owner.db,
    sql`update applications.applications set assignee_id = ${surveyor.userId} where id = ${id}`,
  );
  const body = {
    ...{ applicationId: id, version, visitedOn: app.system().today, distanceM: '5', roadType: 'brick' },
    ...{ pipeSizeMm: 20 as const, materials: [{ materialId: material.id, quantity: '2' }] },
  };
  return { id, body };
}
const submit = ({ body }: Awaited<ReturnType<typeof visited>>, version = body.version) =>
  app.call(submitSurvey, { as: surveyor, query: { type: 'FIXED' }, body: { ...body, version } });
async function act(id: string, action: 'approve-survey' | 'return-survey') {
  const { version } = await now(id);
  const totalMinor =
    action === 'approve-survey'
      ? (await app.call(demandNotePreview, { as: engineer, params: { id } })).totalMinor
      : undefined;
  const body = { applicationId: id, version, action, remark: 'look again', totalMinor };
  await app.call(updateState, { as: engineer, body: body as never });
}
const words = async (id: string) =>
  (await now(id)).survey?.materials.map(({ nameEn, nameBn, unit }) => [nameEn, nameBn, unit]);
const listed = async (id: string) =>
  (await app.call(listSurveyMaterials, { as: engineer, query: {} })).items
    .find((item) => item.id === id)
    ?.materials.map(({ nameEn, nameBn, unit }) => [nameEn, nameBn, unit]);

test('a survey and its demand note keep the words of the submission, a draft and one that is sent back follow the settings', async () => {
  const [approved, waiting, returned, draft] = [
    await visited(),
    await visited(),
    await visited(),
    await visited(),
  ];
  await submit(approved);
  await act(approved.id, 'approve-survey');
  await submit(waiting);
  await submit(returned);
  await act(returned.id, 'return-survey');
  await app.call(saveSurvey, { as: surveyor, body: draft.body });
  await rename('Gold statue', 'সোনার মূর্তি');

  const [then, today] = [[['Ferrule', 'ফেরুল', 'pcs']], [['Gold statue', 'সোনার মূর্তি', 'pcs']]];
  for (const read of [words, listed]) {
    expect([await read(approved.id), await read(waiting.id)]).toEqual([then, then]);
    expect([await read(returned.id), await read(draft.id)]).toEqual([today, today]);
  }
  // What waits is approved in the words in which it was submitted; the one that was sent back in those of its second submission.
  const preview = await app.call(demandNotePreview, { as: engineer, params: { id: waiting.id } });
  expect(preview.lines.map(({ nameEn }) => nameEn)).toContain('Ferrule');
  await act(waiting.id, 'approve-survey');
  await submit(returned, (await now(returned.id)).version);
  await act(returned.id, 'approve-survey');
  await rename('Ferrule again', 'আবার ফেরুল');
  for (const [{ id }, name] of [
    [approved, 'Ferrule'],
    [waiting, 'Ferrule'],
    [returned, 'Gold statue'],
  ] as const) {
    const { demandNotes } = await now(id);
    const lines = demandNotes[0]?.lines.filter(({ kind }) => kind === 'material');
    expect(lines?.map(({ nameEn }) => nameEn)).toEqual([name]);
    const { rawPayload } = await app.server.inject({
      url: `/api/main${demandNotePdf.path.replace('{id}', id)}?language=en`,
      headers: { authorization: `Bearer ${admin.idToken}` },
    });
    const text = textOfPdf(rawPayload);
    expect([text.includes(name), text.includes('Ferrule again')]).toEqual([true, false]);
  }
});
