import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import S3rver from 's3rver';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { rangeOf, serveFileLinks } from './links.ts';
import { localStore } from './local-store.ts';
import { s3Store } from './s3-store.ts';
import { FileMissing, type FileStore } from './store.ts';

const folder = temporaryFolder();
const clock = { at: new Date(), now: () => clock.at };
const local = localStore({ folder: join(folder, 'local'), secret: randomBytes(32), linkBase: '/files' });

const s3rver = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'jolkol', configs: [] }],
});
const { port } = await s3rver.run();
const s3 = s3Store({
  bucket: 'jolkol',
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${port}`,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
});
const app = Fastify();
serveFileLinks(app, '/files', local, clock);
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  s3.close();
  await app.close();
  await s3rver.close();
});

const stores: [string, FileStore][] = [
  ['local folder', local],
  ['S3-compatible store', s3],
];

describe.each(stores)('%s', (_name, store) => {
  test('gives back what was put, 12 MB in parts, and removes it', async () => {
    const content = randomBytes(12 * 1024 * 1024);
    await store.put('video/a', Readable.from(slices(content)), 'video/mp4');
    expect((await buffer(await store.get('video/a'))).equals(content)).toBe(true);
    await store.remove('video/a');
    await store.remove('video/a');
    await expect(store.get('video/a')).rejects.toThrow(FileMissing);
  });

  test('keeps nothing of an upload that broke off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(100_000);
        throw new Error('connection lost');
      })(),
    );
    await expect(store.put('video/b', broken, 'video/mp4')).rejects.toThrow('connection lost');
    await expect(store.get('video/b')).rejects.toThrow(FileMissing);
  });

  test('links open with the file name and media type that were signed', async () => {
    await store.put('attachment/c', Readable.from([Buffer.from('রশিদ')]), 'application/pdf');
    const to = {
      key: 'attachment/c',
      fileName: 'রশিদ.pdf',
      mediaType: 'application/pdf',
      inline: false,
      bytes: 12,
    };
    const link = new URL(await store.link(to, clock.now(), 60), origin).href;
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%E0%A6%B0");
    expect(await answer.text()).toBe('রশিদ');
    const part = await fetch(link, { headers: { Range: 'bytes=3-8' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 3-8/12']);
    expect(await part.text()).toBe('শি');
  });
});

test('a local link ends after its time or with any change, and names no path outside the folder', async () => {
  await local.put('attachment/d', Readable.from([Buffer.from('x')]), 'text/plain');
  const link = await local.link(
    { key: 'attachment/d', fileName: 'd.txt', mediaType: 'text/plain', inline: false, bytes: 1 },
    clock.now(),
    60,
  );
  expect((await app.inject(link)).statusCode).toBe(200);
  const forged = link.replace(/(signature=)(.)/, (_, name, first) => name + (first === 'a' ? 'b' : 'a'));
  expect((await app.inject(forged)).statusCode).not.toBe(200);
  clock.at = new Date(clock.at.getTime() + 61_000);
  expect((await app.inject(link)).statusCode).not.toBe(200);
  await expect(local.get('../secret')).rejects.toThrow('leaves the folder');
  expect(readdirSync(join(folder, 'local')).filter((name) => name.startsWith('.partial'))).toEqual([]);
});

function* slices(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=100-', undefined],
  ['bytes=5-4', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=1-2', undefined],
  [undefined, undefined],
])('range %j of 100 bytes', (header, expected) => {
  expect(rangeOf(header, 100)).toEqual(expected);
});
