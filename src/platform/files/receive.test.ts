import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { encode } from 'bmp-ts';
import { writeXlsx } from 'hucre/xlsx';
import S3rver from 's3rver';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FileKind } from '#shared/files.ts';
import { testDatabase } from '#test/database.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { one, sql } from '../database/db.ts';
import { localStore } from './local-store.ts';
import { receiveFile, storeKey } from './receive.ts';
import { s3Store } from './s3-store.ts';

const { db } = await testDatabase();
const folder = temporaryFolder();
const store = localStore({ folder: join(folder, 'files'), secret: randomBytes(32), linkBase: '/files' });
const files = { store, temporaryFolder: join(folder, 'temporary') };

type Extra = { name?: string; required?: { width: number; height: number }; capBytes?: number };
const receive = (kind: FileKind, content: Buffer | Readable, extra: Extra = {}) =>
  receiveFile(files, db, Buffer.isBuffer(content) ? Readable.from([content]) : content, {
    kind,
    name: 'upload.bin',
    ownerId: null,
    ...extra,
  });
const code = (error: string) =>
  expect.objectContaining({ error: expect.objectContaining({ code: `files.${error}` }) });
const temporaryFiles = () => (existsSync(files.temporaryFolder) ? readdirSync(files.temporaryFolder) : []);

let photo: Buffer;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
const svg = (inside = '') =>
  Buffer.from(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${inside}<rect width="40" height="20" fill="red"/></svg>`,
  );

beforeAll(async () => {
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '23/1 48/1 0/1' } })
    .toBuffer();
});

describe('pictures', () => {
  test('are re-encoded without metadata, stored under a generated id, named as the specification says', async () => {
    const file = await receive('image', photo, { name: '../../আমার ছবি.a.php.jpg' });
    expect(file).toMatchObject({
      media_type: 'image/jpeg',
      width: 300,
      height: 200,
      original_name: 'আমার ছবি.a.php.jpg',
    });
    expect(file.name).toMatch(/^aphp-[0-9a-f]{16}\.jpg$/);
    const stored = await buffer(await store.get(storeKey(file)));
    expect(stored.includes('secret place')).toBe(false);
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
    expect(file.sha256).toBe(createHash('sha256').update(stored).digest('hex'));
    expect(file.bytes).toBe(stored.length);
    expect(await one(db, sql`select state from platform.files where id = ${file.id}`)).toEqual({
      state: 'received',
    });
  });

  test.each(['gif', 'png', 'webp', 'tiff', 'avif'] as const)('%s is accepted', async (format) => {
    const content = await sharp(photo).toFormat(format).toBuffer();
    expect(await receive('image', content)).toMatchObject({ width: 300, height: 200 });
  });

  test('bmp is accepted with its colours', async () => {
    const data = Buffer.alloc(8 * 4 * 4);
    for (let at = 0; at < data.length; at += 4) data.set([255, 10, 20, 200], at);
    const file = await receive('image', Buffer.from(encode({ data, width: 8, height: 4, bitPP: 24 }).data));
    const pixel = await sharp(await buffer(await store.get(storeKey(file))))
      .raw()
      .toBuffer();
    expect([...pixel.subarray(0, 3)].map((value) => Math.round(value / 10))).toEqual([20, 2, 1]);
  });

  test('svg becomes pixels; what it contains does not run or load', async () => {
    const evil =
      '<script>alert(1)</script><image href="file:///etc/passwd"/><foreignObject><b>x</b></foreignObject>';
    const file = await receive('image', svg(evil), { name: 'x.svg', required: { width: 400, height: 200 } });
    expect(file).toMatchObject({ media_type: 'image/jpeg', width: 400, height: 200 });
  });

  test('turned by EXIF stay upright; transparent ones stay transparent', async () => {
    const turned = await sharp(photo).withMetadata({ orientation: 6 }).toBuffer();
    expect(await receive('image', turned)).toMatchObject({ width: 200, height: 300 });
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    expect(await receive('image', clear)).toMatchObject({ media_type: 'image/png' });
  });

  test('smaller than required are refused with the size, larger ones cropped', async () => {
    await expect(receive('image', photo, { required: { width: 301, height: 10 } })).rejects.toMatchObject({
      error: { code: 'files.image_too_small' },
      params: { width: 301, height: 10 },
    });
    expect(await receive('image', photo, { required: { width: 100, height: 100 } })).toMatchObject({
      width: 100,
      height: 100,
    });
  });

  test('too many pixels are refused before they are unpacked', async () => {
    const bomb = await sharp(photo).png().toBuffer();
    // A small picture whose header claims 900 megapixels.
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    await expect(receive('image', bomb)).rejects.toEqual(code('too_many_pixels'));
  });

  test('a BMP whose header claims more pixels than its bytes can hold is refused', async () => {
    const claims = (bits: number, runs: number, bytes: number) => {
      const bmp = Buffer.alloc(bytes);
      bmp.write('BM');
      const header = { 2: bytes, 10: 54, 14: 40, 18: 7000, 22: 7000 };
      for (const [at, value] of Object.entries(header)) bmp.writeUInt32LE(value, Number(at));
      bmp.writeUInt16LE(1, 26);
      bmp.writeUInt16LE(bits, 28);
      bmp.writeUInt32LE(runs, 30);
      return bmp;
    };
    // In runs and ended at once; in pixels that are not there; cut off within its header.
    for (const bmp of [
      claims(8, 1, 120),
      claims(4, 2, 120),
      claims(24, 0, 4000),
      claims(24, 0, 120).subarray(0, 40),
    ])
      await expect(receive('image', bmp)).rejects.toEqual(code('unreadable_image'));
  });
});

describe('what is not what it says', () => {
  const entities = `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg()}`;
  test.each([
    ['an empty file', 'image', Buffer.alloc(0), 'empty'],
    ['EXE as .png', 'image', Buffer.concat([Buffer.from('MZ'), randomBytes(600)]), 'not_an_image'],
    ['PDF as picture', 'image', PDF, 'not_an_image'],
    ['an HTML page as text', 'attachment', Buffer.from('<html><script>1</script>'), 'type_not_accepted'],
    ['SVG with entities', 'image', Buffer.from(entities), 'not_an_image'],
    ['a picture as film', 'video', svg(), 'not_a_video'],
    [
      'a cut-off picture',
      'image',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]),
      'unreadable_image',
    ],
    [
      'PDF with a page in its head',
      'attachment',
      Buffer.from('%PDF-1.4 <html><script>x</script>\n%%EOF'),
      'mixed_content',
    ],
    ['PDF with an archive behind it', 'attachment', Buffer.concat([PDF, randomBytes(500)]), 'mixed_content'],
    ['PDF without an end', 'attachment', Buffer.from('%PDF-1.4 cut off'), 'mixed_content'],
  ] as [string, FileKind, Buffer, string][])('%s is refused', async (_what, kind, content, expected) => {
    await expect(receive(kind, content, { name: 'x.png' })).rejects.toEqual(code(expected));
    expect(temporaryFiles()).toEqual([]);
  });

  test('PNG named .jpg is taken as what it is; JS behind a GIF is gone', async () => {
    const gif = await sharp(photo).gif().toBuffer();
    const file = await receive('image', Buffer.concat([gif, Buffer.from('/*<script>alert(1)</script>*/')]), {
      name: 'x.jpg',
    });
    expect((await buffer(await store.get(storeKey(file)))).includes('script')).toBe(false);
  });

  test('an XLSX that unpacks to a thousand times its weight is refused, an ordinary one kept', async () => {
    const sheet = (rows: string[][]) => writeXlsx({ sheets: [{ name: 's', rows }] });
    const ordinary = await sheet([['মিটার', '১২']]);
    expect(await receive('attachment', Buffer.from(ordinary))).toMatchObject({
      name: expect.stringMatching(/\.xlsx$/),
    });
    const bomb = await sheet(Array.from({ length: 3000 }, (_, row) => [`${row}${'0'.repeat(30_000)}`]));
    await expect(receive('attachment', Buffer.from(bomb))).rejects.toEqual(code('mixed_content'));
  });
});

describe('traps for a program that opens or unpacks an upload (G38)', () => {
  const pixels = async (content: Buffer) => {
    const file = await receive('image', content, { name: 'x.svg' });
    const stored = await buffer(await store.get(storeKey(file)));
    return { file, stored, colour: [...(await sharp(stored).raw().toBuffer()).subarray(0, 3)] };
  };

  test.each([
    ['a script', '<script>document.title = 1</script>'],
    ['an event', '<g onload="alert(1)"><rect width="1" height="1"/></g>'],
    [
      'a page within',
      '<foreignObject width="40" height="20"><body onload="alert(1)">x</body></foreignObject>',
    ],
    ['a picture of this machine', '<image href="file:///etc/passwd" width="40" height="20"/>'],
    ['a picture of another one', '<image href="http://127.0.0.1:9/x.png" width="40" height="20"/>'],
    ['a style from elsewhere', '<style>@import url(http://127.0.0.1:9/x.css);</style>'],
    ['a link', '<a href="javascript:alert(1)"><rect width="40" height="20" fill="blue"/></a>'],
  ])('a drawing with %s becomes pixels and nothing else', async (_what, inside) => {
    const { file, stored, colour } = await pixels(svg(inside));
    expect(file.media_type).toBe('image/jpeg');
    for (const word of ['script', 'alert', 'href', 'svg', 'passwd'])
      expect(stored.includes(word)).toBe(false);
    // The red rectangle of the drawing itself is drawn above all that.
    expect(colour[0]).toBeGreaterThan(200);
  });

  test('a drawing that unfolds without end is refused at once', async () => {
    const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
    const bomb = `<!DOCTYPE svg [<!ENTITY e0 "lol">${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e12;</text></svg>`;
    await expect(receive('image', Buffer.from(bomb))).rejects.toEqual(code('not_an_image'));
    // Ten of ten of ten …: seconds to minutes of drawing, if it were drawn.
    const unfolding = (levels: number, each: number) => {
      const groups = Array.from(
        { length: levels },
        (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(each)}</g>`,
      );
      return svg(`<defs><g id="g0"><circle r="1"/></g>${groups.join('')}</defs><use href="#g${levels}"/>`);
    };
    const started = performance.now();
    await expect(receive('image', unfolding(12, 10))).rejects.toEqual(code('picture_too_heavy'));
    await expect(receive('image', svg(' '.repeat(1024 ** 2)))).rejects.toEqual(code('picture_too_heavy'));
    // What is still allowed is drawn in no time.
    expect(await receive('image', unfolding(6, 3))).toMatchObject({ media_type: 'image/jpeg' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('a file that is a GIF and a script at once is a picture or nothing', async () => {
    const gif = Buffer.from('GIF89a/*;alert(1)*/=1;alert(document.domain)//');
    await expect(receive('image', gif, { name: 'x.gif' })).rejects.toEqual(code('unreadable_image'));
    await expect(receive('attachment', gif, { name: 'x.js' })).rejects.toEqual(code('unreadable_image'));
  });

  test('PDF and script at once: the mark of a PDF has to be its first byte', async () => {
    const behindComment = Buffer.concat([Buffer.from('/*'), PDF, Buffer.from('*/alert(1)')]);
    for (const name of ['x.pdf', 'x.js']) {
      await expect(receive('attachment', behindComment, { name })).rejects.toMatchObject({
        error: { code: expect.stringMatching(/^files\.(mixed_content|type_not_accepted)$/) },
      });
    }
    // As a text it is a text: saved and never shown, and no browser takes it for a script (nosniff).
    expect(await receive('attachment', behindComment, { name: 'x.txt' })).toMatchObject({
      media_type: 'text/plain',
    });
  });

  test('programs and plain archives are no attachments, with any name', async () => {
    const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600, 0x90)]);
    const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), Buffer.alloc(600)]);
    const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
    for (const content of [exe, elf, zip, Buffer.from('#!/bin/sh\nrm -rf /\n')]) {
      for (const name of ['x.png', 'x.pdf', 'x.exe'])
        await expect(receive('attachment', content, { name })).rejects.toEqual(code('type_not_accepted'));
    }
  });
});

describe('attachments', () => {
  test('PDF, CSV with Bengali and text are kept byte for byte', async () => {
    const csv = Buffer.from('মিটার,পাঠ\n১,২\n');
    const file = await receive('attachment', csv, { name: 'readings.csv' });
    expect(file.media_type).toBe('text/csv');
    expect((await buffer(await store.get(storeKey(file)))).equals(csv)).toBe(true);
    expect(await receive('attachment', PDF)).toMatchObject({ media_type: 'application/pdf' });
  });

  test('a text in an old encoding is told to be saved as UTF-8; what is no text is of a wrong type', async () => {
    const send = (bytes: number[], name: string) => receive('attachment', Buffer.from(bytes), { name });
    for (const old of [
      [0x80, 0xff, 0x41],
      [0xff, 0xfe, 0x41, 0],
      [...Buffer.from('a,b\n'), 0xe9],
    ])
      await expect(send(old, 'x.csv')).rejects.toEqual(code('old_encoding'));
    await expect(send([0x80, 0, 0x41], 'x.csv')).rejects.toEqual(code('type_not_accepted'));
    await expect(receive('image', Buffer.from([0x80, 0xff, 0x41]), { name: 'x.csv' })).rejects.toEqual(
      code('not_an_image'),
    );
  });
});

test('into a bucket it goes the same way: cleaned, capped, and nothing of what was refused', async () => {
  const directory = join(folder, 's3');
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'jolkol', configs: [] }],
  });
  const { port } = await server.run();
  const bucket = s3Store({
    bucket: 'jolkol',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  });
  const upload = { kind: 'image', name: 'photo.jpg', ownerId: null } as const;
  const toBucket = { store: bucket, temporaryFolder: files.temporaryFolder };
  const file = await receiveFile(toBucket, db, Readable.from([photo]), upload);
  const stored = await buffer(await bucket.get(storeKey(file)));
  expect(file.sha256).toBe(createHash('sha256').update(stored).digest('hex'));
  expect(stored.includes('secret place')).toBe(false);
  const large = Readable.from([Buffer.alloc(5 * 1024 ** 2), Buffer.from('x')]);
  await expect(receiveFile(toBucket, db, large, upload)).rejects.toEqual(code('too_large'));
  const objects = readdirSync(join(directory, 'jolkol', 'image')).filter((name) => name.endsWith('_object'));
  expect(objects).toHaveLength(1);
  expect(temporaryFiles()).toEqual([]);
  bucket.close();
  await server.close();
});

describe('size', () => {
  test('one byte above the cap is refused while streaming, and the disk never holds more than the cap', async () => {
    let read = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          read += 65_536;
          yield Buffer.alloc(65_536, 1);
        }
      })(),
    );
    await expect(receive('image', endless)).rejects.toMatchObject({
      error: { code: 'files.too_large' },
      params: { limit_mb: 5, kind: 'image' },
    });
    expect(read).toBeLessThan(7 * 1024 ** 2);
    expect(endless.destroyed).toBe(true);
    expect(temporaryFiles()).toEqual([]);
  });

  test('an upload that breaks off leaves nothing', async () => {
    const broken = Readable.from(
      (async function* () {
        yield photo.subarray(0, 100);
        throw new Error('socket hang up');
      })(),
    );
    await expect(receive('image', broken)).rejects.toThrow('socket hang up');
    expect(temporaryFiles()).toEqual([]);
  });
});
