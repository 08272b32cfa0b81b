import sharp from 'sharp';
import { expect, test } from 'vitest';
import { all, sql, transaction } from '#platform/database/db.ts';
import { deleteFile } from '#platform/files/files.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import * as session from './session/contract.ts';
import { checkUser, getUser } from './users/contract.ts';

const app = await testApp();

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4466f2' } })
    .png()
    .toBuffer();
const photo = async (as: Person, size = 640) =>
  app.sendFile(contract.updateUserImage, { as, content: await picture(size, size), name: 'me.png' });
const profileOf = async (as: Person) => (await app.call(session.getProfile, { as })).profile;
const filesOf = (person: Person) =>
  all<{ id: string; name: string; state: string; width: number; height: number }>(
    app.db,
    sql`select id, name, state, width, height from platform.files
      where owner_id = ${person.userId} and state <> 'received' order by created_at`,
  );

test('a photo is cropped, shown by a link, replaced and taken away; each change is in the audit log', async () => {
  const cashier = await app.staff('cashier');
  expect((await profileOf(cashier)).imageLink).toBeNull();
  const { status, data } = await photo(cashier);
  expect(status).toBe(200);
  const shown = await app.server.inject(String(data.imageLink));
  expect(shown.headers['content-type']).toBe('image/jpeg');
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 300, height: 300 });
  await photo(cashier, 400);
  expect((await filesOf(cashier)).map((file) => file.state)).toEqual(['deleted', 'kept']);
  const gone = { as: cashier, params: { kind: 'image' as const } };
  expect((await app.call(contract.removePicture, gone)).imageLink).toBeNull();
  expect((await filesOf(cashier)).map((file) => file.state)).toEqual(['deleted', 'deleted']);
  const audited = await all<{ action: string }>(
    app.db,
    sql`select action from platform.audit where object_id = ${cashier.userId} and action like 'user.image'`,
  );
  expect(audited).toHaveLength(3);
});

test('what is no picture, or too small, is refused and changes nothing (spec §5)', async () => {
  const reader = await app.staff('reader');
  await photo(reader);
  const before = await filesOf(reader);
  const send = (content: Buffer | string, name: string) =>
    app.sendFile(contract.updateUserImage, { as: reader, content, name });
  expect(await send('not a picture', 'me.png')).toMatchObject({ status: 422 });
  expect(await send(await picture(299, 640), 'me.png')).toMatchObject({ code: 'files.image_too_small' });
  expect(await send(Buffer.alloc(5 * 1024 * 1024 + 1), 'me.png')).toMatchObject({
    status: 413,
    code: 'files.too_large',
  });
  expect((await app.refused(contract.updateUserImage, { as: reader })).code).toBe('files.missing');
  expect(await filesOf(reader)).toEqual(before);
});

test('who signs in gets the photo; a kept photo is not deleted by its name', async () => {
  const engineer = await app.staff('engineer');
  await photo(engineer);
  const { phone } = await profileOf(engineer);
  const answer = await app.signIn(String(phone), engineer.password);
  expect(answer.profile.imageLink).toContain('/files?');
  const [kept] = await filesOf(engineer);
  await expect(
    transaction(app.db, (tx) => deleteFile(tx, app.actorOf(engineer), String(kept?.name))),
  ).rejects.toMatchObject({ error: { code: 'files.in_use' } });
});

test('signatures are for staff, /consumer/image/update for consumers', async () => {
  const [engineer, consumer] = [await app.staff('engineer'), await app.consumer()];
  const file = { content: await picture(720, 240), name: 'signature.png' };
  const signed = await app.sendFile(contract.updateUserSignature, { as: engineer, ...file });
  expect(signed.data).toMatchObject({ imageLink: null, signatureLink: expect.stringContaining('/files?') });
  expect((await app.sendFile(contract.updateUserSignature, { as: consumer, ...file })).status).toBe(402);
  const own = { content: await picture(300, 300), name: 'আমি.png' };
  expect((await app.sendFile(contract.updateConsumerImage, { as: engineer, ...own })).status).toBe(402);
  const saved = await app.sendFile(contract.updateConsumerImage, { as: consumer, ...own });
  expect(saved.data.imageLink).toContain('/files?');
  expect((await profileOf(consumer)).imageLink).toContain('/files?');
});

test('a link to a signature is good for five minutes, the one to a photo for a day', async () => {
  const engineer = await app.staff('engineer');
  await photo(engineer);
  const file = { content: await picture(720, 240), name: 'signature.png' };
  await app.sendFile(contract.updateUserSignature, { as: engineer, ...file });
  const own = await profileOf(engineer);
  const listed = await app.call(getUser, { as: await app.staff('admin'), params: { id: engineer.userId } });
  const open = async (link: string | null) => (await app.server.inject(String(link))).statusCode;
  expect(await Promise.all([own, listed].map(({ signatureLink }) => open(signatureLink)))).toEqual([
    200, 200,
  ]);
  app.clock.advance(301);
  for (const { imageLink, signatureLink } of [own, listed])
    expect([await open(imageLink), await open(signatureLink)]).toEqual([200, 404]);
});

test('/user/check says whether an address is free, to who makes accounts only', async () => {
  const clerk = await app.staffWith(['users:view', 'users:edit']);
  const consumer = await app.consumer();
  const { phone } = await profileOf(consumer);
  const check = (body: { phone?: string; email?: string; id?: string }) =>
    app.call(checkUser, { as: clerk, body });
  expect(await check({ phone: String(phone), email: 'nobody@example.org' })).toEqual({
    phoneFree: false,
    emailFree: true,
  });
  expect((await check({ phone: String(phone), id: consumer.userId })).phoneFree).toBe(true);
  expect((await app.refused(checkUser, { as: consumer, body: {} })).status).toBe(402);
});
