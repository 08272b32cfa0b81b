/** The paper of a demand note that another one replaced stays readable, says so, and asks for nothing. */
import { afterAll, expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as contract from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { totalSeen } from '../factory-steps.ts';
import { demandNotePdf } from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
afterAll(closePdf);

const page = (id: string) => app.call(contract.getApplication, { as: admin, params: { id } });
const act = async (id: string, action: 'revise-survey' | 'approve-survey', remark?: string) =>
  app.call(contract.updateState, {
    as: admin,
    body: {
      applicationId: id,
      version: (await page(id)).version,
      action,
      ...(remark ? { remark } : { totalMinor: await totalSeen(app, id) }),
    },
  });
async function print(as: Person, id: string, query: string) {
  const answer = await app.server.inject({
    url: `/api/${demandNotePdf.service}${demandNotePdf.path.replace('{id}', id)}?${query}`,
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  return { status: answer.statusCode, text: answer.statusCode === 200 ? textOfPdf(answer.rawPayload) : '' };
}
/** Two versions: the survey of the first was changed, and another surveyor's is approved. */
async function replaced() {
  const owner = await app.consumer('Owner');
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId: String(owner.consumerId) });
  await act(id, 'revise-survey', 'The road is wider than measured');
  await execute(
    app.owner.db,
    sql`with s as (update applications.surveys set state = 'SUBMITTED', returned_at = null, returned_by_name = null, return_remark = null where application_id = ${id} and state = 'DRAFT' returning id)
      update applications.survey_materials m set quantity = m.quantity + 1, rate_minor = 12000, name_en = t.name_en, name_bn = t.name_bn, unit = t.unit
      from s, settings.materials t where m.survey_id = s.id and t.id = m.material_id`,
  );
  await act(id, 'approve-survey');
  return { owner, id };
}

test('each version is printed; the replaced one names the one instead of it and no way to pay', async () => {
  const { owner, id } = await replaced();
  const { demandNotes } = await page(id);
  expect(demandNotes.map(({ versionNo, state, cancelReason }) => [versionNo, state, cancelReason])).toEqual([
    [2, 'ISSUED', null],
    [1, 'CANCELLED', 'The road is wider than measured'],
  ]);
  const [newest, first] = demandNotes.map(({ number }) => number);
  const old = await print(admin, id, 'language=en&versionNo=1');
  for (const words of ['Replaced', 'Instead of it', String(first), String(newest), '1,825'])
    expect(old.text).toContain(words);
  expect(old.text).not.toContain('How to pay');
  expect((await print(admin, id, 'language=bn&versionNo=1')).text).toContain('প্রতিস্থাপিত');
  for (const query of ['language=en', 'language=en&versionNo=2']) {
    const { text } = await print(admin, id, query);
    expect(text).toContain('How to pay');
    expect(text).not.toContain('Replaced');
    expect(text).not.toContain(String(first));
  }
  // The household has its own earlier paper; another one has none of it, as of the newest.
  expect((await print(owner, id, 'language=en&versionNo=1')).text).toContain('Replaced');
  const stranger = await app.consumer('Stranger');
  expect((await print(stranger, id, 'language=en&versionNo=1')).status).toBe(404);
});

test('there is no version that was never issued', async () => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  expect((await print(admin, id, 'versionNo=2')).status).toBe(404);
  expect((await print(admin, id, 'versionNo=0')).status).toBe(422);
});
