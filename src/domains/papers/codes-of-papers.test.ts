/** The code that a paper gets, and how it is printed. */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { acknowledgementPaper } from '#domains/applications/papers/kinds.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { qrCode } from '#platform/pdf/codes.ts';
import { testApp } from '#test/app.ts';
import { notePaper } from './actions/note-paper.ts';
import { checkMark } from './check-mark.ts';
import { groupedCode } from './code.rules.ts';

const app = await testApp();

test('the same paper printed by two at once has one code', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  const [first, second] = await transaction(app.db, async (tx) => {
    const earlier = await notePaper(tx, acknowledgementPaper, id);
    const later = notePaper(app.db, acknowledgementPaper, id);
    // It cannot see the first one yet.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return [earlier, { later }] as const;
  });
  expect((await second.later).code).toBe(first.code);
});

test('what is kept of a paper never changes', async () => {
  const change = execute(app.owner.db, sql`update papers.papers set number = '1'`);
  await expect(change).rejects.toThrow('never changed');
});

test('the QR code leads to the public page of this installation, with the code behind #', async () => {
  const { id } = await makeApplication(app, { upTo: 'PENDING' });
  const { code } = await notePaper(app.db, acknowledgementPaper, id);
  const publicUrl = 'https://water.example';
  for (const language of ['en', 'bn'] as const) {
    const mark = await checkMark(app.db, acknowledgementPaper, id, {
      ...{ language, publicUrl, today: app.system().today },
    });
    expect(mark.qr).toEqual(qrCode(`https://water.example/paper#${code}`));
    expect(mark.how).toContain('water.example/paper');
    expect(mark.code[1]).toBe(groupedCode(code));
  }
});
