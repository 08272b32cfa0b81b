/** The built browser side as it is served: compressed once, kept for a year under its hash, its document asked for each time. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { compressFiles } from '../start/compress-files.ts';
import { serveBrowser } from './browser.ts';

const CODE = 'export const answer = 42;\n'.repeat(100);
const folder = temporaryFolder();
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'assets', 'index-1a.js'), CODE);
writeFileSync(join(folder, 'assets', 'small-1a.js'), 'export {};');
writeFileSync(join(folder, 'assets', 'bengali-1a.woff2'), 'a face');
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(
  join(folder, 'index.html'),
  '<html lang="en"><head><title></title><script>a()</script></head><body><div id="root"></div></body></html>',
);
mkdirSync(join(folder, 'first-view'));
writeFileSync(
  join(folder, 'first-view', 'first-view.js'),
  'export const draw = async (config, wanted) => wanted.map((one) => "<h1>" + config.companyName + " " + one.language + "</h1>");',
);
writeFileSync(
  join(folder, 'first-loads.json'),
  JSON.stringify([
    { path: '/login', firstView: true, files: { en: ['assets/en.js'], bn: ['assets/bn.js'] } },
    { path: '/dashboard', files: { en: [], bn: [] } },
  ]),
);
await compressFiles(folder);

let companyName = 'Jolkol';
let maintenance = false;
let isDown = false;
let ownIcon: string | undefined;
const app = fastify();
app.addHook('onRequest', async (_request, reply) => {
  reply.header('content-security-policy', "script-src 'self'");
});
const settings = async () => {
  if (isDown) throw new Error('the database does not answer');
  const website = ownIcon ? { favicon: { address: ownIcon } } : {};
  return { services: {}, companyName, maintenance, website };
};
await serveBrowser(app, settings, folder);
afterAll(() => app.close());
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test.each([
  ['br, gzip', 'br', (body: Buffer) => brotliDecompressSync(body)],
  ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
  ['identity', undefined, (body: Buffer) => body],
])('code is sent as the build compressed it: %s', async (accepted, encoding, open) => {
  const answer = await get('/assets/index-1a.js', { 'accept-encoding': accepted });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-type']).toMatch(/javascript/);
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(open(answer.rawPayload).toString()).toBe(CODE);
});

test('a file under a hash travels without what a browser would compare; one without a hash is kept for a day', async () => {
  const hashed = await get('/assets/index-1a.js');
  const compared = ['etag', 'last-modified', 'accept-ranges'].filter((name) => name in hashed.headers);
  expect(compared).toEqual([]);
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400');
});

test('the icon that a browser asks for beside a PDF or a picture is that of the utility', async () => {
  const asked = async () => {
    const { statusCode, headers } = await get('/favicon.ico');
    return [statusCode, headers.location];
  };
  expect(await asked()).toEqual([302, '/favicon.svg']);
  ownIcon = '/api/main/pictures/1';
  expect(await asked()).toEqual([302, '/api/main/pictures/1']);
  ownIcon = undefined;
});

test('what is too small to be compressed is sent as it is', async () => {
  const answer = await get('/assets/small-1a.js', { 'accept-encoding': 'br' });
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
});

test('the document is in the language of the visitor, fresh for each visit, and kept for nobody else', async () => {
  const bengali = await get('/login', { cookie: 'i18next=bn' });
  expect(bengali.body).toContain('/assets/bn.js');
  expect(bengali.body).not.toContain('/assets/en.js');
  expect(bengali.body).toContain('id="face">"/assets/bengali-1a.woff2"');
  expect(bengali.headers['cache-control']).toBe('no-cache');
  expect(bengali.headers.vary).toBe('cookie, accept-language, accept-encoding');
  expect(bengali.headers['content-security-policy']).toMatch(/^script-src 'self' 'sha256-[\w+/]{43}='$/);
  companyName = 'Dhaka Water';
  expect((await get('/login')).body).toContain('"companyName":"Dhaka Water"');
  companyName = 'Jolkol';
});

test('the document of a page that the server draws has it, in the language of the visitor, compressed once', async () => {
  const drawn = '<div id="root"><h1>Jolkol bn</h1></div>';
  expect((await get('/login', { cookie: 'i18next=bn' })).body).toContain(drawn);
  expect((await get('/login')).body).toContain('<h1>Jolkol en</h1>');
  const sent = await get('/login', { cookie: 'i18next=bn', 'accept-encoding': 'gzip, br' });
  expect(sent.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(sent.rawPayload).toString()).toContain(drawn);
  expect((await get('/dashboard', { 'accept-encoding': 'br' })).body).toContain('<div id="root"></div>');
  companyName = 'Dhaka Water';
  expect((await get('/login')).body).toContain('<h1>Dhaka Water en</h1>');
  companyName = 'Jolkol';
});

test.each([
  '/first-view/first-view.js',
  '/assets/gone-1a.js',
  '/assets/gone',
  '/first-loads.json',
  '/index.html',
  '/assets/index-1a.js.br',
])('%s is nowhere, not the document', async (url) => {
  expect((await get(url)).statusCode).not.toBe(200);
});

test('during maintenance the document says so to programs, and is whole for who may work during it', async () => {
  maintenance = true;
  const page = await get('/dashboard');
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '120']);
  expect(page.body).toContain('"maintenance":true');
  expect((await get('/login')).statusCode).toBe(200);
  expect((await get('/assets/small-1a.js')).statusCode).toBe(200);
  maintenance = false;
  expect((await get('/dashboard')).statusCode).toBe(200);
});

test('while the settings cannot be read a page is still a page, as it was last known', async () => {
  companyName = 'Dhaka Water';
  expect((await get('/dashboard')).statusCode).toBe(200);
  isDown = true;
  const page = await get('/dashboard');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('"companyName":"Dhaka Water"');
  isDown = false;
  companyName = 'Jolkol';
});
