/** The authority's letter and the certificate: what they say, who may have them, and whose signature of which day is on them. */

import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { removePicture, updateUserSignature } from '#domains/identity/contract.ts';
import { makeDma } from '#domains/settings/factory.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { sweepFiles } from '#platform/files/files.ts';
import { FileMissing } from '#platform/files/store.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import { pagesOfPdf, picturesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { at } from '#test/zone.ts';
import { getApplication, getTimeline, updateState } from '../contract.ts';
import { type MadeApplication, makeApplication } from '../factory.ts';
import { issueLetter, letterPdf } from '../letter/contract.ts';
import { printLetter } from '../letter/print-letter.ts';
import { createDesk, decideNoc, delegateDesk, endDelegation, remarkNoc } from '../noc/contract.ts';
import { deskCall } from '../noc/factory-desks.ts';
import { autoApprove, updateNoc } from '../review/contract.ts';
import { certificatePdf, nocLetterPdf } from './contract.ts';
import { documentTitle } from './print-noc-letter.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const admin = await app.staff('admin');
afterAll(closePdf);

const words = (pdf: Buffer) => textOfPdf(pdf).replace(/\s+/g, ' ');

function ask(endpoint: Endpoint, as: Person | undefined, id: string, language = 'en') {
  return app.server.inject({
    url: `/api/main${endpoint.path.replace('{id}', id)}?language=${language}`,
    headers: as ? { authorization: `Bearer ${as.idToken}` } : {},
  });
}

async function paper(endpoint: Endpoint, as: Person, id: string, language: 'en' | 'bn' = 'en') {
  const answer = await ask(endpoint, as, id, language);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(pagesOfPdf(answer.rawPayload)).toBe(1);
  return answer.rawPayload;
}

async function sign(as: Person) {
  const background = { width: 720, height: 240, channels: 3 as const, background: '#1b2a52' };
  const content = await sharp({ create: background }).png().toBuffer();
  const { status } = await app.sendFile(updateUserSignature, { as, content, name: 'signature.png' });
  expect(status).toBe(200);
}

const setUp = async (body: z.input<(typeof createDesk)['body']>) =>
  app.call(createDesk, await deskCall(app, admin, body));

/** An application at the only desk that is left in the chain, and who sits there. */
async function atLastDesk(consumerId?: string) {
  const officer = await app.staff('rajukPD');
  for (const [index, roleCode] of ['rajukSAE', 'rajukAE', 'rajukPM'].entries())
    await setUp({ roleCode, name: roleCode, position: index + 1, active: false });
  const last = { roleCode: 'rajukPD', name: 'Project Director', position: 4, active: true };
  await setUp(last);
  const made = await makeApplication(app, {
    upTo: 'WAITING_FOR_REVIEW',
    name: 'Anwara Begum',
    nameBn: 'আনোয়ারা বেগম',
    ...(consumerId ? { consumerId } : {}),
  });
  return { officer, made };
}

const approve = (as: Person, { id, version }: MadeApplication, more: object = {}) =>
  app.call(decideNoc, { as, params: { id }, body: { version, decision: 'approve', ...more } });

test('the letter of no objection has decision, number, plot, remarks for the applicant and who signed', async () => {
  const consumer = await app.consumer('Anwara Begum');
  const { officer, made } = await atLastDesk(String(consumer.consumerId));
  await sign(officer);
  const remark = (text: string, shared: boolean) =>
    app.call(remarkNoc, { as: officer, params: { id: made.id }, body: { remark: text, shared } });
  await remark('Keep one metre from the drain.', true);
  await remark('The file is thin.', false);
  expect((await ask(nocLetterPdf, consumer, made.id)).statusCode).toBe(404);
  const { version } = await app.call(getApplication, { as: admin, params: { id: made.id } });
  await approve(officer, { ...made, version }, { remark: 'Dig only at night.', shared: true });
  const { number, nocNumber, name } = await one<{ number: string; nocNumber: string; name: string }>(
    app.db,
    sql`select number, noc_number as "nocNumber", (select name from identity.users where id = ${officer.userId}) as name
      from applications.applications where id = ${made.id}`,
  );
  expect(nocNumber).toMatch(/^RAJUK\/2026\/\d{6}$/);
  const english = await paper(nocLetterPdf, consumer, made.id);
  const text = words(english);
  for (const part of [
    nocNumber,
    'Letter of no objection',
    'Approved: there is no objection to the connection.',
    number,
    made.plotNumber,
    'Anwara Begum',
    'Keep one metre from the drain. • Dig only at night.',
    `${name} Project Director For the planning authority`,
    'Dated 15 Nov 2026',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('The file is thin.');
  expect(picturesOfPdf(english)).toBe(1);
  const bengali = words(await paper(nocLetterPdf, admin, made.id, 'bn'));
  for (const part of ['RAJUK/২০২৬/', 'অনাপত্তিপত্র', 'আনোয়ারা বেগম', '১৫ নভেম্বর ২০২৬', 'প্রকল্প পরিচালক'])
    expect(bengali.normalize('NFC')).toContain(part.normalize('NFC'));
  expect(bengali).not.toContain('Project Director');
  // Staff see the other remark on the screen; the letter is the applicant's all the same.
  expect(bengali).not.toContain('The file is thin.');
  const { items } = await app.call(getTimeline, { as: consumer, query: { applicationId: made.id } });
  expect(items.map((item) => item.remark)).toContain('Dig only at night.');
  const seen = await app.call(getApplication, { as: consumer, params: { id: made.id } });
  expect(seen.nocLetterOn).toBe('2026-11-15');
});

test('a deputy signs on behalf of the officer, with the name of the desk', async () => {
  const { officer, made } = await atLastDesk();
  const deputy = await app.staff('rajukAE');
  const named = (person: Person, name: string) =>
    execute(app.owner.db, sql`update identity.users set name = ${name} where id = ${person.userId}`);
  await named(officer, 'Rafiq Hasan');
  await named(deputy, 'Nasrin Akter');
  const last = { roleCode: 'rajukPD', name: 'Project Director', position: 4, active: true };
  const desk = await setUp({ ...last, officerId: officer.userId });
  const days = { firstDay: '2026-11-15', lastDay: '2026-11-15' };
  const { delegations } = await app.call(delegateDesk, {
    as: officer,
    params: { id: desk.id },
    body: { version: desk.version, deputyId: deputy.userId, reason: 'On leave', ...days },
  });
  await approve(deputy, made);
  const english = words(await paper(nocLetterPdf, admin, made.id));
  expect(english).toContain(
    'Nasrin Akter On behalf of Rafiq Hasan Project Director For the planning authority',
  );
  const bengali = words(await paper(nocLetterPdf, admin, made.id, 'bn'));
  expect(bengali.normalize('NFC')).toContain('Rafiq Hasan-এর পক্ষে'.normalize('NFC'));
  await app.call(endDelegation, { as: officer, params: { id: delegations[0]?.id ?? '' } });
  await setUp(last);
});

test('what a desk writes to others stays with them', async () => {
  const consumer = await app.consumer('Anwara Begum');
  const { officer, made } = await atLastDesk(String(consumer.consumerId));
  await approve(officer, made, { remark: 'Ask the surveyor about the road.' });
  expect(words(await paper(nocLetterPdf, admin, made.id))).not.toContain('surveyor');
  const history = (as: Person) => app.call(getTimeline, { as, query: { applicationId: made.id } });
  expect(JSON.stringify(await history(consumer))).not.toContain('surveyor');
  expect(JSON.stringify(await history(admin))).toContain('Ask the surveyor about the road.');
});

test('a title begins with the authority’s prefix, also for a number that came on paper without it', async () => {
  expect(documentTitle('RAJUK/2026/000001')).toBe('RAJUK/2026/000001');
  expect(documentTitle('25.39.0000.1')).toBe('RAJUK/25.39.0000.1');
  const { officer, made } = await atLastDesk();
  const { documentId } = await one<{ documentId: string }>(
    app.db,
    sql`select id as "documentId" from applications.documents where application_id = ${made.id} limit 1`,
  );
  const body = { applicationId: made.id, version: made.version, nocNumber: '25.39/7', nocDate: '2026-10-01' };
  const noted = await app.call(updateNoc, { as: admin, body: { ...body, documentId } });
  await approve(officer, { ...made, version: noted.version });
  expect(words(await paper(nocLetterPdf, admin, made.id))).toContain('RAJUK/25.39/7 Letter of no objection');
});

test('an approval that came on paper alone has no letter of ours', async () => {
  const made = await makeApplication(app, { upTo: 'PENDING' });
  const { documentId } = await one<{ documentId: string }>(
    app.db,
    sql`select id as "documentId" from applications.documents where application_id = ${made.id} limit 1`,
  );
  const act = { applicationId: made.id, version: made.version };
  const noc = { nocNumber: 'X/1', nocDate: '2026-10-01', documentId };
  const { version } = await app.call(updateNoc, { as: admin, body: { ...act, ...noc } });
  await app.call(autoApprove, { as: admin, body: { ...act, version, remark: 'NoC on paper' } });
  expect((await ask(nocLetterPdf, admin, made.id)).statusCode).toBe(404);
});

test('the certificate has connection, meter, seal, opening reading, day and who confirmed', async () => {
  const consumer = await app.consumer('Salma');
  const made = await makeApplication(app, {
    upTo: 'READY_FOR_METER_INSTALLATION',
    consumerId: String(consumer.consumerId),
  });
  await execute(
    app.owner.db,
    sql`insert into applications.installations (application_id, meter_id, installed_on, seal_number, opening_litres,
        installed_by_name, recorded_at)
      select id, meter_id, '2026-11-15', 'SL-77', 2500, 'Installer', ${app.clock.now()}
      from applications.applications where id = ${made.id}`,
  );
  expect((await ask(certificatePdf, consumer, made.id)).statusCode).toBe(404);
  const engineer = await app.staff('admin');
  await sign(engineer);
  const body = { applicationId: made.id, version: made.version, action: 'confirm-installation' as const };
  await app.call(updateState, { as: engineer, body });
  const { customer, name } = await one<{ customer: string; name: string }>(
    app.db,
    sql`select customer_number as customer, (select name from identity.users where id = ${engineer.userId}) as name
      from applications.applications where id = ${made.id}`,
  );
  const english = await paper(certificatePdf, consumer, made.id);
  for (const part of [
    'Completion certificate',
    customer,
    made.meterNumber,
    'SL-77',
    '2.50 m³',
    '15 Nov 2026',
    made.plotNumber,
    `${name} Administrator Confirmed for the utility on 15 Nov 2026`,
  ])
    expect(words(english)).toContain(part);
  expect(picturesOfPdf(english)).toBe(1);
  const bengali = words(await paper(certificatePdf, admin, made.id, 'bn')).normalize('NFC');
  for (const part of ['সংযোগ সম্পন্নের সনদ', '২.৫০ ঘনমিটার', '১৫ নভেম্বর ২০২৬', 'প্রশাসক'])
    expect(bengali).toContain(part.normalize('NFC'));
});

test('there is no certificate of an application that went back', async () => {
  const { id } = await makeApplication(app, { upTo: 'CONNECTED' });
  expect((await ask(certificatePdf, admin, id)).statusCode).toBe(200);
  await execute(
    app.owner.db,
    sql`update applications.applications set state = 'READY_FOR_METER_INSTALLATION', connection_id = null,
      closed_state = null, closed_on = null where id = ${id}`,
  );
  expect((await ask(certificatePdf, admin, id)).statusCode).toBe(404);
});

test('both are for who may see the application, and for nobody else', async () => {
  const [own, other] = [await app.consumer('A'), await app.consumer('B')];
  const { id } = await makeApplication(app, { upTo: 'CONNECTED', consumerId: String(own.consumerId) });
  const cashier = await app.staffWith(['payments:view']);
  const surveyor = await app.staff('surveyor');
  for (const endpoint of [nocLetterPdf, certificatePdf]) {
    expect((await ask(endpoint, own, id)).statusCode).toBe(200);
    expect((await ask(endpoint, other, id)).statusCode).toBe(404);
    expect((await ask(endpoint, surveyor, id)).statusCode).toBe(404);
    expect((await ask(endpoint, cashier, id)).statusCode).toBe(402);
    expect((await ask(endpoint, undefined, id)).statusCode).toBe(403);
  }
});

test('a letter has name and signature of its day, also when the account has others', async () => {
  const reviewer = await app.staff('reviewer');
  const issue = async () => {
    const made = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
    const { id: dmaId } = await transaction(app.db, (tx) => makeDma(tx, app.system()));
    const { id: applicationId, version, meterNumber } = made;
    await app.call(issueLetter, { as: reviewer, body: { applicationId, version, dmaId, meterNumber } });
    return applicationId;
  };
  const unsigned = await issue();
  await sign(reviewer);
  const signed = await issue();
  const pictures = async (id: string) => picturesOfPdf(await paper(letterPdf, admin, id));
  expect([await pictures(unsigned), await pictures(signed)]).toEqual([0, 1]);
  const fileOf = () =>
    one<{ id: string; state: string }>(
      app.db,
      sql`select f.id, f.state from applications.signatures s join platform.files f on f.id = s.file_id
        where s.application_id = ${signed}`,
    );
  const first = await fileOf();
  // Below the name is the office of that day, in the language of the letter.
  const lines = async (language: 'en' | 'bn') =>
    words(await paper(letterPdf, admin, signed, language)).normalize('NFC');
  expect(await lines('en')).toContain('Karim Uddin Application reviewer For the utility');
  expect(await lines('bn')).toContain('আবেদন যাচাইকারী কর্তৃপক্ষের পক্ষে'.normalize('NFC'));
  // Another signature, another name, then none; the old file would be gone after 30 days.
  await sign(reviewer);
  await app.call(removePicture, { as: reviewer, params: { kind: 'signature' } });
  await execute(
    app.owner.db,
    sql`update identity.users set name = 'Another Name', role_id = (select id from roles.roles where code = 'engineer')
      where id = ${reviewer.userId}`,
  );
  expect(await lines('en')).toContain('Application reviewer For the utility');
  await sweepFiles(app.platform.files, app.db, new Date(app.clock.now().getTime() + 60 * 86_400_000));
  expect(await fileOf()).toEqual({ ...first, state: 'kept' });
  expect([await pictures(unsigned), await pictures(signed)]).toEqual([0, 1]);
  expect(words(await paper(letterPdf, admin, signed))).not.toContain('Another Name');
  // The store has lost the file: the letter is there all the same.
  const lost = async () => {
    throw new FileMissing();
  };
  const files = { ...app.platform.files, store: { ...app.platform.files.store, get: lost } };
  const input = { id: signed, language: 'en' as const, publicUrl: 'http://localhost', files };
  expect(picturesOfPdf((await printLetter(app.db, app.system(), input)).content)).toBe(0);
});
