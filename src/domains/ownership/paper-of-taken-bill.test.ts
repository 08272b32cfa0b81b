/** The bill on paper, and what its code confirms, if a new owner took it over: who pays which part, and to whom that person is named. */
import { afterAll, expect, test } from 'vitest';
import { invoicePdf } from '#domains/billing/invoices/contract.ts';
import { sharingOf } from '#domains/meters/sharing/factory.ts';
import { checkPaper } from '#domains/papers/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Person } from '#test/app.ts';
import { pagesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { takenOffice } from './factory-taken.ts';

const { app, office, sold } = await takenOffice();
const { share } = sharingOf(app);
const FIRST = 40_000;

afterAll(closePdf);

async function printed(as: Person, id: string, language: 'en' | 'bn') {
  const answer = await app.server.inject({
    ...{ method: 'GET', url: `/api/${invoicePdf.service}${invoicePdf.path.replace('{id}', id)}` },
    ...{ query: { language }, headers: { authorization: `Bearer ${as.idToken}` } },
  });
  expect(answer.statusCode).toBe(200);
  expect(pagesOfPdf(answer.rawPayload)).toBe(1);
  return textOfPdf(answer.rawPayload).replace(/\s+/g, ' ');
}
const codeOf = (id: string) =>
  one<{ code: string }>(app.db, sql`select code from papers.papers where record_id = ${id}`);

test('all that is open was taken over: the paper asks its owner for nothing and says who pays', async () => {
  const { before, billId } = await sold(FIRST);
  for (const as of [before, office.admin]) {
    const english = await printed(as, billId, 'en');
    expect(english).toContain('NEW OWNER PAYS');
    expect(english).toContain(
      'The new owner of the connection, Karim, took over in writing what was open of this bill, and has ৳262.50 of it left to pay.',
    );
    expect(english).not.toContain('PAID');
    expect(english).not.toContain('How to pay');
    const bengali = await printed(as, billId, 'bn');
    for (const words of ['নতুন মালিক', 'Karim', '২৬২.৫০', 'লিখিত']) expect(bengali).toContain(words);
  }
  const shown = await app.call(checkPaper, { body: await codeOf(billId) });
  expect(shown).toMatchObject({ leftMinor: 26_250, byNewOwnerMinor: 26_250 });
  expect(JSON.stringify(shown)).not.toMatch(/Karim/);
});

test('of a bill with two parts the paper asks its owner for theirs', async () => {
  const house = await sold(FIRST);
  await house.reverseFirst();
  const text = await printed(house.before, house.billId, 'en');
  expect(text).toContain('৳400');
  expect(text).toContain('How to pay');
  expect(text).toContain('has ৳262.50 of it left to pay');
  expect(text).not.toContain('NEW OWNER PAYS');
  const code = await codeOf(house.billId);
  expect(await app.call(checkPaper, { body: code })).toMatchObject({
    leftMinor: 66_250,
    byNewOwnerMinor: 26_250,
  });
  await house.payTaken();
  expect(await app.call(checkPaper, { body: code })).toMatchObject({ leftMinor: FIRST, byNewOwnerMinor: 0 });
  expect(await printed(house.before, house.billId, 'en')).not.toContain('took over');
});

test('who only sees the connection because it is shared with them reads no name of the new owner', async () => {
  const { id, billId, before } = await sold(FIRST);
  const guest = await app.consumer('Salma');
  await share({ holder: before, guest, connectionId: id });
  const text = await printed(guest, billId, 'en');
  expect(text).toContain('The new owner of the connection took over');
  expect(text).not.toContain('Karim');
});
