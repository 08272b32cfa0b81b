import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { sendDownload } from './download.ts';

const app = Fastify();
app.get('/file', (_request, reply) =>
  sendDownload(reply, {
    stream: Readable.from([Buffer.from('<script>')]),
    mediaType: 'image/png',
    fileName: 'ছবি "১".png',
    bytes: 8,
    inline: true,
  }),
);
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

test('a file runs no script in any program that opens it, keeps its Bengali name and tells its size', async () => {
  const answer = await fetch(`${origin}/file`);
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-length')).toBe('8');
  expect(answer.headers.get('x-file-bytes')).toBe('8');
  const disposition = answer.headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^inline; filename="_+ ___\.png"; filename\*=UTF-8''/);
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe('ছবি "১".png');
});
