/** The connection letter and the completion certificate count until their connection is closed, also because its owner changed. */
import { afterAll, expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { letterPdf } from '#domains/applications/letter/contract.ts';
import { certificatePdf } from '#domains/applications/papers/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { checkPaper } from './contract.ts';

const app = await testApp();
afterAll(closePdf);

test.each([
  ['letter', letterPdf],
  ['certificate', certificatePdf],
])('the %s', async (_name, pdf) => {
  const { id } = await makeApplication(app, { upTo: 'CONNECTED' });
  const admin = await app.staff('admin');
  const { rawPayload } = await app.server.inject({
    url: `/api/main${pdf.path.replace('{id}', id)}?language=en`,
    headers: { authorization: `Bearer ${admin.idToken}` },
  });
  const code = /\b([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\b/.exec(textOfPdf(rawPayload))?.[1] ?? '';
  const seen = () => app.call(checkPaper, { body: { code } });
  expect(await seen()).toMatchObject({ state: 'valid', endedOn: null });
  const { today } = app.system();
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = ${today}::date where application_id = ${id}`,
  );
  expect(await seen()).toMatchObject({ state: 'ended', endedOn: today });
});
