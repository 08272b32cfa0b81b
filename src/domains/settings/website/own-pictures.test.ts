/** Logo and icon: made again on arrival, served to everybody while they are in force, on papers, and back with an earlier version. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { first, one, sql } from '#platform/database/db.ts';
import { renderPdf } from '#platform/pdf/render.ts';
import { commonErrors } from '#shared/errors.ts';
import { testApp } from '#test/app.ts';
import { restoreEntry } from '../history/contract.ts';
import { addPicture, getPicture, getWebsite, type PictureKind, updateWebsite } from './contract.ts';
import { withLogo } from './pictures.ts';
import { publicFace } from './public-face.ts';

const app = await testApp();
const admin = await app.staff('admin');

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="40" height="20"/></svg>';
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4466f2' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer();

const send = (kind: PictureKind, content: Buffer | string, name = 'picture') =>
  app.sendFile(addPicture, { as: admin, query: { kind }, name, content: Buffer.from(content) });
const save = async (pictures: object) => {
  const { website, version } = await app.call(getWebsite, { as: admin });
  return app.call(updateWebsite, { as: admin, body: { website: { ...website, ...pictures }, version } });
};
const open = (id: string) => app.server.inject(`/api/main${getPicture.path.replace('{id}', id)}`);

test('the languages that are offered are told in their order', async () => {
  await save({ languages: 'bn_en' });
  expect((await publicFace(app.db)).website.languages).toEqual(['bn', 'en']);
  await save({ languages: 'en' });
  expect((await publicFace(app.db)).website.languages).toEqual(['en']);
});

test('a drawing becomes pixels that fit; it is served while it is in force, and kept for a year', async () => {
  const { data } = await send('logo', DRAWING, 'logo.svg');
  expect([data.width, data.height]).toEqual([480, 160]);
  expect((await open(data.id)).statusCode).toBe(404);
  await save({ logo: data.id });
  const answer = await open(data.id);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect((await sharp(answer.rawPayload).metadata()).format).toBe('png');
  const address = `/api/main/settings/website/picture/${data.id}`;
  expect((await publicFace(app.db)).website.logo).toEqual({ address, width: 480, height: 160 });
  await save({ logo: null });
  expect((await open(data.id)).statusCode).toBe(404);
  expect((await publicFace(app.db)).website.logo).toBeNull();
});

test('a photo loses what it says about itself; an icon is cropped to its size, and a smaller one refused', async () => {
  const logo = await send('logo', await photo(1200, 300));
  expect([logo.data.width, logo.data.height]).toEqual([480, 120]);
  const icon = await send('favicon', await photo(300, 200));
  expect([icon.data.width, icon.data.height]).toEqual([64, 64]);
  const { content } = await one<{ content: Buffer }>(
    app.db,
    sql`select content from settings.pictures where id = ${logo.data.id}`,
  );
  expect((await sharp(content).metadata()).exif).toBeUndefined();
  expect((await send('favicon', await photo(32, 32))).code).toBe('files.image_too_small');
  expect((await send('logo', 'plain words', 'logo.png')).status).toBe(422);
});

test('only a picture that was sent for that place, by who may change the settings', async () => {
  const icon = await send('favicon', await photo(64, 64));
  const { website, version } = await app.call(getWebsite, { as: admin });
  for (const logo of [icon.data.id, crypto.randomUUID()]) {
    const refusal = await app.refused(updateWebsite, {
      as: admin,
      body: { website: { ...website, logo }, version },
    });
    expect([refusal.code, refusal.fields[0]?.path]).toEqual(['settings.picture_unknown', 'website.logo']);
  }
  const content = await photo(64, 64);
  const sent = { as: await app.staff('cashier'), query: { kind: 'favicon' }, name: 'a.jpg', content };
  expect((await app.sendFile(addPicture, sent)).code).toBe(commonErrors.not_permitted.code);
});

test('an earlier version brings its picture back; one that no version names goes after a week', async () => {
  const kept = (await send('logo', DRAWING, 'a.svg')).data.id;
  const { version } = await save({ logo: kept });
  await save({ logo: null });
  const unnamed = (await send('logo', DRAWING, 'b.svg')).data.id;
  app.clock.advance(8 * 86_400);
  const someone = await app.staff('admin');
  const content = Buffer.from(DRAWING);
  await app.sendFile(addPicture, { as: someone, query: { kind: 'logo' }, name: 'c.svg', content });
  const there = (id: string) => first(app.db, sql`select from settings.pictures where id = ${id}`);
  expect([await there(kept), await there(unnamed)]).toEqual([{}, undefined]);
  const now = await app.call(getWebsite, { as: someone });
  const body = { key: 'website' as const, restores: version, version: now.version };
  await app.call(restoreEntry, { as: someone, body });
  expect((await open(kept)).statusCode).toBe(200);
});

test('papers have it beside the name', async () => {
  const source = '#import "/platform/pdf/paper.typ": *\n#show: paper.with(title: "t", head: data.head)\nBody';
  const data = { head: { name: 'Purbachal Water', lines: [] } };
  const made = await withLogo(app.db, data);
  expect(Object.keys(made.assets)).toEqual(['logo.png']);
  const plain = await renderPdf({ template: { source }, data });
  const shown = await renderPdf({ template: { source }, ...made });
  expect(plain.content.includes('/Subtype/Image')).toBe(false);
  expect(shown.content.toString('latin1')).toMatch(/\/Subtype\s*\/Image/);
});
