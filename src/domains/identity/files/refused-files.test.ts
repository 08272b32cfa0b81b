/** Files that are not taken or not deleted, over HTTP, each for its own reason. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { keepFile } from '#platform/files/files.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const as = await app.staff('reviewer');

const send = (content: Buffer | string, kind: string) =>
  app.sendFile(contract.uploadFile, { as, content, name: 'file.png', query: { kind } });
const png = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: '#4466f2' } })
    .png()
    .toBuffer();

test('a picture as a film', async () => {
  expect((await send(await png(), 'video')).code).toBe('files.not_a_video');
  expect((await send(await png(), 'image')).code).toBeUndefined();
});

test('a small picture whose header claims 900 megapixels', async () => {
  const bomb = await png();
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  expect((await send(bomb, 'image')).code).toBe('files.too_many_pixels');
});

test('an own upload is not deleted while a record names it', async () => {
  const { data } = await send(await png(), 'image');
  const remove = () => app.codeOf(contract.deleteUpload, { as, query: { filename: data.filename } });
  await transaction(app.db, (tx) => keepFile(tx, app.actorOf(as), data.id));
  expect(await remove()).toBe('files.in_use');
  await execute(app.owner.db, sql`update platform.files set state = 'received' where id = ${data.id}`);
  expect(await remove()).toBeUndefined();
});
