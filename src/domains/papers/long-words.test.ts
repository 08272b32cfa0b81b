/** What somebody has written in one long word stays on its page. */
import { afterAll, expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { acknowledgementPdf } from '#domains/applications/intake/contract.ts';
import { letterPdf } from '#domains/applications/letter/contract.ts';
import { nocLetterPdf } from '#domains/applications/papers/contract.ts';
import { makePayment, paymentReceipt } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { testApp } from '#test/app.ts';
import { textOfPdf, wordsBeyondPage } from '#test/read-pdf.ts';

const app = await testApp();
const admin = await app.staff('admin');
afterAll(closePdf);
const LONG = 'Abdurrahman'.repeat(10);

async function print(endpoint: Endpoint, id: string, query: Record<string, string> = {}) {
  const { rawPayload, statusCode } = await app.server.inject({
    url: `/api/${endpoint.service}${endpoint.path.replace('{id}', id)}`,
    query: { language: 'en', ...query },
    headers: { authorization: `Bearer ${admin.idToken}` },
  });
  expect(statusCode).toBe(200);
  return rawPayload;
}

test.each([
  ['acknowledgement', acknowledgementPdf],
  ['approval', nocLetterPdf],
  ['letter', letterPdf],
] as const)('on the %s: a name, and a remark of the desks', async (_name, endpoint) => {
  const { id } = await makeApplication(app, { upTo: 'READY_TO_SURVEY', name: LONG });
  await execute(
    app.owner.db,
    sql`insert into applications.noc_remarks (application_id, at, role_code, name, kind, text, shared)
      values (${id}, now(), 'rajukSAE', 'Officer', 'remark', ${LONG}, true)`,
  );
  const pdf = await print(endpoint, id);
  // A sign between its letters says that it may be broken there.
  expect(textOfPdf(pdf).replaceAll('\u200b', '')).toContain('Abdurrahman');
  expect(wordsBeyondPage(pdf)).toEqual([]);
});

test.each(['a4', '80mm'])('on the receipt %s', async (paper) => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  await execute(
    app.owner.db,
    sql`update consumers.consumers set name = ${LONG}
      where id = (select consumer_id from meters.connections where id = ${connectionId})`,
  );
  const body = { connectionId, amountMinor: 5_000, tender: { method: 'CASH' as const } };
  const { id } = await app.call(makePayment, { as: admin, body });
  expect(wordsBeyondPage(await print(paymentReceipt, id, { paper }))).toEqual([]);
});
