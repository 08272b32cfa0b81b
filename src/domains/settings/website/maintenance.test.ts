/** Maintenance: who is refused, who goes on working, what is answered all the same, and the way back. */
import { afterEach, expect, test } from 'vitest';
import { login, requestCode } from '#domains/identity/contract.ts';
import { getProfile } from '#domains/identity/session/contract.ts';
import { gatewayCallback } from '#domains/payments/gateway/contract.ts';
import { all, sql } from '#platform/database/db.ts';
import { commonErrors } from '#shared/errors.ts';
import { type Person, testApp } from '#test/app.ts';
import { listSectors } from '../places/contract.ts';
import { getMaintenance, updateMaintenance, updateWebsite } from './contract.ts';
import { publicFace } from './public-face.ts';

const app = await testApp();
const CLOSED = commonErrors.under_maintenance.code;
const operator = await app.staffWith(['settings:maintenance', 'sectors:view']);
const cashier = await app.staff('cashier');
const consumer = await app.consumer();

const turn = async (on: boolean, as: Person = operator) => {
  const { version } = await app.call(getMaintenance, { as });
  return app.call(updateMaintenance, { as, body: { on, version } });
};
afterEach(() => turn(false));

const asks = (person: Person) =>
  app.server.inject({
    url: '/api/social/user/profile',
    headers: { authorization: `Bearer ${person.idToken}` },
  });

test('others are refused, told when to ask again and why in both languages; who may work during it goes on', async () => {
  expect((await asks(consumer)).statusCode).toBe(200);
  await turn(true);
  for (const person of [consumer, cashier]) {
    const answer = await asks(person);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '120']);
    expect(answer.json().error).toMatchObject({
      code: CLOSED,
      params: {
        en: 'The site is under maintenance. We will be back shortly.',
        bn: 'সাইটের রক্ষণাবেক্ষণ চলছে। আমরা শিগগিরই ফিরছি।',
      },
    });
  }
  expect((await app.call(getProfile, { as: operator })).profile.id).toBe(operator.userId);
  await app.call(listSectors, { as: operator });
  expect((await publicFace(app.db)).maintenance).toBe(true);
});

test('the same person switches it off again, and both are in the audit log', async () => {
  await turn(true);
  expect(await turn(false)).toMatchObject({ on: false });
  expect((await asks(consumer)).statusCode).toBe(200);
  expect((await publicFace(app.db)).maintenance).toBe(false);
  const rows = await all<{ before: object; after: object; actor: string }>(
    app.db,
    sql`select before, after, actor_id as actor from platform.audit
      where object = 'settings' and object_id = 'maintenance' order by id desc limit 2`,
  );
  expect(rows).toEqual([
    { before: { on: true }, after: { on: false }, actor: operator.userId },
    { before: { on: false }, after: { on: true }, actor: operator.userId },
  ]);
});

test('who switches after somebody else is refused, and told how it is', async () => {
  const { version } = await turn(true);
  const body = { on: true, version: version - 1 };
  const refusal = await app.refused(updateMaintenance, { as: operator, body });
  expect(refusal).toMatchObject({ code: commonErrors.stale_version.code, now: { on: true, version } });
});

test('only with the permission', async () => {
  for (const person of [consumer, cashier, await app.staffWith(['settings:edit'])]) {
    const body = { on: true, version: 0 };
    expect(await app.codeOf(updateMaintenance, { as: person, body })).toBe(commonErrors.not_permitted.code);
    expect(await app.codeOf(getMaintenance, { as: person })).toBe(commonErrors.not_permitted.code);
  }
});

test('signing in, the callbacks of banks and health are answered; a stranger begins nothing', async () => {
  await turn(true);
  const wrong = { login: '+8801711111111', password: 'not-the-one' };
  expect(await app.codeOf(login, { body: wrong })).toBe('identity.wrong_credentials');
  const forged = { message: '{}', signature: 'none' };
  expect(await app.codeOf(gatewayCallback, { body: forged })).not.toBe(CLOSED);
  expect((await app.server.inject('/health/ready')).statusCode).toBe(200);
  expect((await app.server.inject('/health/live')).statusCode).toBe(200);
  const body = { phone: '+8801711111112', purpose: 'registration' } as const;
  expect(await app.codeOf(requestCode, { body })).toBe(CLOSED);
});

test('another process knows at once', async () => {
  const other = await app.another();
  await turn(true);
  expect((await other.refused(getProfile, { as: consumer })).code).toBe(CLOSED);
  await turn(false);
  expect((await other.call(getProfile, { as: consumer })).profile.id).toBe(consumer.userId);
});

test('the setting of the program counts for any state of the switch', async () => {
  const other = await app.another({ inMaintenance: true });
  expect((await other.refused(getProfile, { as: consumer })).code).toBe(CLOSED);
  const body = { phone: '+8801711111113', purpose: 'registration' } as const;
  expect((await other.refused(requestCode, { body })).code).toBe(CLOSED);
  expect(await other.call(getMaintenance, { as: operator })).toMatchObject({ on: false, byProgram: true });
});

test('what somebody wrote is told, each language for itself', async () => {
  const admin = await app.staff('admin');
  const website = { maintenanceEn: 'Back at noon.' };
  await app.call(updateWebsite, { as: admin, body: { website, version: 0 } });
  await turn(true);
  expect((await app.refused(getProfile, { as: consumer })).params).toEqual({
    en: 'Back at noon.',
    bn: 'সাইটের রক্ষণাবেক্ষণ চলছে। আমরা শিগগিরই ফিরছি।',
  });
});
