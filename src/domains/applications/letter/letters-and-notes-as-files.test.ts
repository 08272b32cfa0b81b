/** The pipeline's papers: one page each, in both languages, for those who may see the application. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { updateUserSignature } from '#domains/identity/contract.ts';
import { makeDma } from '#domains/settings/factory.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { FileMissing } from '#platform/files/store.ts';
import { testApp } from '#test/app.ts';
import { picturesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { printDemandNote } from '../demand-note/print-demand-note.ts';
import { makeApplication } from '../factory.ts';
import { issueLetter } from './contract.ts';
import { printLetter } from './print-letter.ts';

const app = await testApp();
const folder = temporaryFolder();

test.each(['en', 'bn'] as const)('demand note and letter in %s', async (language) => {
  const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const input = { id: made.id, language, publicUrl: 'http://localhost', files: app.platform.files };
  const papers = {
    note: await printDemandNote(app.db, app.system(), input),
    letter: await printLetter(app.db, app.system(), input),
  };
  for (const [name, pdf] of Object.entries(papers)) {
    expect(pdf.pages).toBe(1);
    writeFileSync(join(folder, `${name}.pdf`), pdf.content);
  }
  expect(textOfPdf(papers.note.content)).toContain(language === 'en' ? '1,825' : '১,৮২৫');
});

test('there is no letter before it is issued', async () => {
  const made = await makeApplication(app, { upTo: 'PENDING' });
  const { files } = app.platform;
  const input = { id: made.id, language: 'en' as const, publicUrl: 'http://localhost', files };
  await expect(printLetter(app.db, app.system(), input)).rejects.toThrow('common.not_found');
  await expect(printDemandNote(app.db, app.system(), input)).rejects.toThrow('common.not_found');
});

test('a letter has the name of who issued it, and the signature that the account has', async () => {
  const reviewer = await app.staff('reviewer');
  const made = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
  const { id: dmaId } = await transaction(app.db, (tx) => makeDma(tx, app.system()));
  const { id: applicationId, version, meterNumber } = made;
  await app.call(issueLetter, { as: reviewer, body: { applicationId, version, dmaId, meterNumber } });
  const print = (files = app.platform.files) =>
    printLetter(app.db, app.system(), {
      ...{ id: applicationId, language: 'en', publicUrl: 'http://localhost' },
      files,
    });
  const { name } = await one<{ name: string }>(
    app.db,
    sql`select name from identity.users where id = ${reviewer.userId}`,
  );
  const unsigned = (await print()).content;
  expect(textOfPdf(unsigned)).toContain(name);
  expect(picturesOfPdf(unsigned)).toBe(0);
  const background = { width: 720, height: 240, channels: 3 as const, background: '#1b2a52' };
  const content = await sharp({ create: background }).png().toBuffer();
  await app.sendFile(updateUserSignature, { as: reviewer, content, name: 'signature.png' });
  expect(picturesOfPdf((await print()).content)).toBe(1);
  // The store has lost the file: the letter is there all the same.
  const lost = async () => {
    throw new FileMissing();
  };
  const emptied = { ...app.platform.files, store: { ...app.platform.files.store, get: lost } };
  expect(picturesOfPdf((await print(emptied)).content)).toBe(0);
});
