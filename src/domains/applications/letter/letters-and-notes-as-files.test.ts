/** The pipeline's papers: one page each, in both languages, for those who may see the application. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { printDemandNote } from '../demand-note/print-demand-note.ts';
import { makeApplication } from '../factory.ts';
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
  const { how, amount } =
    language === 'en' ? { how: 'How to pay', amount: '1,825' } : { how: 'যেভাবে পরিশোধ', amount: '১,৮২৫' };
  expect(textOfPdf(papers.note.content)).toContain(amount);
  expect(textOfPdf(papers.note.content)).toContain(how);
  // A paid one asks for nothing.
  const { id } = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
  const paid = textOfPdf((await printDemandNote(app.db, app.system(), { ...input, id })).content);
  expect([paid.includes(amount), paid.includes(how)]).toEqual([true, false]);
});

test('there is no letter before it is issued', async () => {
  const made = await makeApplication(app, { upTo: 'PENDING' });
  const { files } = app.platform;
  const input = { id: made.id, language: 'en' as const, publicUrl: 'http://localhost', files };
  await expect(printLetter(app.db, app.system(), input)).rejects.toThrow('common.not_found');
  await expect(printDemandNote(app.db, app.system(), input)).rejects.toThrow('common.not_found');
});
