/** Papers of households leave only by links that are signed, short-lived and given to who may see the record (§5.5). */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import * as intake from '#domains/applications/intake/contract.ts';
import { all, first, sql } from '#platform/database/db.ts';
import { findFile } from '#platform/files/files.ts';
import { storeKey } from '#platform/files/receive.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import { testApp } from '#test/app.ts';

const app = await testApp();
const owner = await app.consumer('Rahima Khatun');
const other = await app.consumer('Bilqis Ara');
const { id: applicationId } = await makeApplication(app, {
  upTo: 'PENDING',
  consumerId: String(owner.consumerId),
});
const query = { applicationId };

test("a document's link opens it for five minutes, and for nobody who may not see the application (G21)", async () => {
  const { items } = await app.call(intake.documentLinks, { as: owner, query });
  expect(items.length).toBeGreaterThan(3);
  const url = String(items[0]?.url);
  const opened = await app.server.inject(url);
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(opened.headers['cache-control']).toBe('private, no-store');
  const refusal = await app.refused(intake.documentLinks, { as: other, query });
  expect([refusal.status, refusal.code]).toEqual([404, 'common.not_found']);
  // Nothing of the address can be made out of what is known of the document.
  const names = await all<{ name: string }>(
    app.db,
    sql`select f.name from platform.files f join applications.documents d on d.file_id = f.id`,
  );
  for (const { name } of names) {
    expect(name).toMatch(/^[A-Za-z0-9_-]+-[0-9a-f]{16}\.\w+$/);
    expect((await app.server.inject(`/files/${name}`)).statusCode).toBe(404);
    expect((await app.server.inject(`/files?file=${name}`)).statusCode).toBe(404);
  }
  app.clock.advance(299);
  expect((await app.server.inject(url)).statusCode).toBe(200);
  app.clock.advance(2);
  expect((await app.server.inject(url)).statusCode).toBe(404);
});

test('a bucket gives its files by signed links of the same length only', async () => {
  const store = s3Store({
    bucket: 'papers',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  const to = {
    key: 'attachment/x',
    fileName: 'x.pdf',
    mediaType: 'application/pdf',
    inline: false,
    bytes: 1,
  };
  const { searchParams } = new URL(await store.link(to, new Date(), 300));
  store.close();
  expect(searchParams.get('X-Amz-Expires')).toBe('300');
  expect(searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
  expect(searchParams.get('response-content-disposition')).toMatch(/^attachment/);
});

test('a photographed national id keeps no place, camera or date (ASVS 14.2.8)', async () => {
  const photo = await sharp({ create: { width: 320, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Telephone of Rahima', DateTime: '2026:11:01 10:00:00' },
      IFD3: { GPSLatitude: '23/1 48/1 0/1', GPSLongitude: '90/1 24/1 0/1' },
    })
    .toBuffer();
  const draft = await makeApplication(app, { upTo: 'DRAFT', consumerId: String(owner.consumerId) });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'nid.jpg');
  const request = new Request('http://x', { method: 'PUT', body: form });
  const answer = await app.server.inject({
    method: 'PUT',
    url: '/api/main/document/edit',
    query: { applicationId: draft.id, kind: 'Applicant_nid_front' },
    headers: {
      authorization: `Bearer ${owner.idToken}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(answer.statusCode).toBe(200);
  const row = await first<{ file_id: string }>(
    app.db,
    sql`select file_id from applications.documents where id = ${answer.json().data.id}`,
  );
  const { store } = app.platform.files;
  const stored = await buffer(await store.get(storeKey(await findFile(app.db, String(row?.file_id)))));
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
  expect(stored.includes('Rahima')).toBe(false);
});
