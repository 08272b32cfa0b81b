/** Specification §5: a picture has at most 5 MB, as a picture, a paper or an attachment. A preview may be larger. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { editDocument } from '#domains/applications/intake/contract.ts';
import { FILE_CAPS } from '#shared/files.ts';
import { testApp } from '#test/app.ts';
import { uploadFile } from './contract.ts';

const app = await testApp();
const clerk = await app.staff('reviewer');
/** Pixels without a pattern, which no format makes small. */
const noise = (side: number) =>
  sharp(randomBytes(side ** 2 * 3), { raw: { width: side, height: side, channels: 3 } });
const large = await noise(1400).png().toBuffer();
const small = await noise(1000).png().toBuffer();

const upload = async (content: Buffer, kind: string) => {
  const { status, code } = await app.sendFile(uploadFile, {
    ...{ as: clerk, content, name: 'scan.png', query: { kind } },
  });
  return [status, code];
};

test('an upload of any kind but a preview', async () => {
  expect(large.length).toBeGreaterThan(FILE_CAPS.image);
  for (const kind of ['attachment', 'deed_paper', 'survey_file', 'signature'])
    expect(await upload(large, kind)).toEqual([413, 'files.too_large']);
  expect(await upload(large, 'preview')).toEqual([200, undefined]);
  expect(small.length).toBeLessThan(FILE_CAPS.image);
  expect(await upload(small, 'attachment')).toEqual([200, undefined]);
});

test('a paper of an application', async () => {
  const { id: applicationId } = await makeApplication(app, { upTo: 'PENDING' });
  const send = async (content: Buffer) => {
    const query = { applicationId, kind: 'Other_documents' as const };
    return (await app.sendFile(editDocument, { as: clerk, content, name: 'scan.png', query })).code;
  };
  expect(await send(large)).toBe('files.too_large');
  expect(await send(small)).toBeUndefined();
});
