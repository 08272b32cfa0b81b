/** The slip after submitting: one page in either language, what is true on its day, and only for who may see the application. */
import { expect, test } from 'vitest';
import { getSettings, updateSettings } from '#domains/settings/contract.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { pagesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { at } from '#test/zone.ts';
import type { State } from '../application.rules.ts';
import { makeApplication } from '../factory.ts';
import { acknowledgementPdf } from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

/** Words of a paper, each line break one space. */
const words = (pdf: Buffer) => textOfPdf(pdf).replace(/\s+/g, ' ');

async function slip(as: Person, id: string, language: 'en' | 'bn' = 'en') {
  const answer = await app.server.inject({
    url: `/api/main${acknowledgementPdf.path.replace('{id}', id)}?language=${language}`,
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return answer.rawPayload;
}

const ofAdmin = async (upTo: State) => words(await slip(admin, (await makeApplication(app, { upTo })).id));

test('number, day, what was handed in and whom to call are on one page in both languages', async () => {
  const settings = await app.call(getSettings, { as: admin });
  const utility = { ...settings.utility, phone: '16162' };
  await app.call(updateSettings, { as: admin, body: { ...settings, utility } });
  const consumer = await app.consumer('Salma');
  const made = await makeApplication(app, { upTo: 'PENDING', consumerId: consumer.consumerId ?? '' });
  // Just after midnight in the utility's time zone.
  const facts = await one<{ nid: string; number: string }>(
    app.db,
    sql`update applications.applications set submitted_at = ${at('2026-11-16', '00:30')} where id = ${made.id}
      returning applicant ->> 'nid' as nid, number`,
  );
  const english = await slip(consumer, made.id, 'en');
  const bengali = await slip(consumer, made.id, 'bn');
  expect([pagesOfPdf(english), pagesOfPdf(bengali)]).toEqual([1, 1]);
  const text = words(english);
  expect(text).toContain(facts.number);
  expect(text).toContain('16 Nov 2026');
  expect(text).toContain('National ID of the applicant, front 1');
  expect(text).toContain('Nothing is to be paid now.');
  expect(text).toContain('Help: 16162');
  expect(text).not.toContain(facts.nid);
  const bn = words(bengali);
  const digits = facts.number.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');
  expect(bn).toContain(digits);
  expect(bn).toContain('১৬ নভেম্বর ২০২৬');
  expect(bn).toContain('সাহায্য: ১৬১৬২');
});

test('a document that was replaced is not counted, and one of staff was not handed in', async () => {
  const made = await makeApplication(app, { upTo: 'PENDING' });
  const change = (from: string, set: string) =>
    execute(
      app.db,
      sql`update applications.documents set ${sql.raw(set)} where application_id = ${made.id} and kind = ${from}`,
    );
  await change('Applicant_nid_front', "kind = 'signature', version_no = 2, state = 'REPLACED'");
  await change('PassportImg', "kind = 'survey_file'");
  await change('Applicant_nid_back', "kind = 'Other_documents'");
  await change('allotment_letter', "kind = 'Other_documents', version_no = 2");
  const text = words(await slip(admin, made.id));
  expect(text).toContain('1 Signature 1 2 Other documents 2');
  expect(text).not.toContain('Survey file');
});

test('the fee is what it is on the day of printing', async () => {
  const payable = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const note = await one<{ number: string }>(
    app.db,
    sql`select number from applications.demand_notes where application_id = ${payable.id}`,
  );
  const text = words(await slip(admin, payable.id));
  expect(text).toContain(`Demand note ${note.number}: please pay ৳1,825`);
  expect(text).not.toContain('Nothing is to be paid');
  expect(await ofAdmin('READY_FOR_METER_INSTALLATION')).toMatch(/Demand note \d+ is paid\./);
  expect(await ofAdmin('REJECTED')).toContain('Nothing is to be paid for this application.');
});

test('a draft has no slip, and nobody gets the slip of somebody else', async () => {
  const [own, other] = [await app.consumer('A'), await app.consumer('B')];
  const consumerId = own.consumerId ?? '';
  const draft = await makeApplication(app, { upTo: 'DRAFT', consumerId });
  const sent = await makeApplication(app, { upTo: 'PENDING', consumerId });
  const of = (id: string) => ({ params: { id } });
  expect(await app.codeOf(acknowledgementPdf, { as: own, ...of(draft.id) })).toBe('common.not_found');
  expect(await app.codeOf(acknowledgementPdf, { as: other, ...of(sent.id) })).toBe('common.not_found');
  const surveyor = await app.staff('surveyor');
  expect(await app.codeOf(acknowledgementPdf, { as: surveyor, ...of(sent.id) })).toBe('common.not_found');
  const reader = await app.staffWith(['noc:view']);
  expect(await app.codeOf(acknowledgementPdf, { as: reader, ...of(sent.id) })).toBe('common.not_permitted');
  expect(await app.codeOf(acknowledgementPdf, of(sent.id))).toBe('common.not_signed_in');
});
