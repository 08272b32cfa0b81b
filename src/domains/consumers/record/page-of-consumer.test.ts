import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { listDocuments } from '#domains/applications/intake/contract.ts';
import { login, updateConsumerImage } from '#domains/identity/contract.ts';
import { resetPassword } from '#domains/identity/users/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { consumerUse } from '#domains/meters/readings/contract.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getConsumer } from '../contract.ts';
import { sendConsumerPassword } from './contract.ts';

const app = await testApp();
const clerk = await app.staffWith(['consumers:view', 'consumers:edit']);

test('staff who keep the register set the photo of a consumer with an account, others do not', async () => {
  const person = await app.consumer();
  const content = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#4466f2' } })
    .png()
    .toBuffer();
  const send = (as: typeof person, consumerId: string) =>
    app.sendFile(updateConsumerImage, { as, content, name: 'photo.png', query: { consumerId } });
  const id = String(person.consumerId);
  expect((await send(clerk, id)).status).toBe(200);
  const shown = await app.call(getConsumer, { as: clerk, params: { id } });
  expect(shown.account?.imageLink).toContain('/files?');
  expect((await send(person, id)).status).toBe(200);
  expect((await send(await app.consumer('Stranger'), id)).status).toBe(404);
  expect((await send(await app.staff('cashier'), id)).status).toBe(402);
});

test('the link that staff send lets the consumer choose a password, once', async () => {
  const person = await app.consumer('Forgetful One');
  await app.call(sendConsumerPassword, { as: clerk, body: { id: String(person.consumerId) } });
  const { body, phone } = await one<{ body: string; phone: string }>(
    app.db,
    sql`select o.body, u.phone from identity.users u join platform.outbox o on o.recipient = u.phone
      where u.id = ${person.userId} order by o.id desc limit 1`,
  );
  const token = /\/user\/[\w-]+#([\w-]+)/.exec(body)?.[1] ?? '';
  const chosen = { token, password: 'notun-nodi-31' };
  await app.call(resetPassword, { body: chosen });
  await app.call(login, { body: { login: phone, password: chosen.password } });
  expect((await app.refused(resetPassword, { body: chosen })).code).toBe('identity.link_invalid');
});

test('use is summed over all connections of a consumer by month; a stranger sees none of it (G21)', async () => {
  const person = await app.consumer('Two Meters');
  const reader = await app.staffWith(['readings:view']);
  const consumerId = String(person.consumerId);
  await transaction(app.db, async (tx) => {
    for (const litres of [10_000, 5_000]) {
      await makeConnection(tx, app.system(), {
        consumerId,
        readings: [['2026-09-01', '2026-09-28', litres]],
        approve: true,
      });
    }
  });
  const used = async (as: typeof person) => {
    const { points } = await app.call(consumerUse, { as, query: { consumerId } });
    expect(points).toHaveLength(24);
    return points.filter(({ litres }) => litres !== null);
  };
  expect(await used(reader)).toEqual([{ period: '2026-09-01', litres: 15_000 }]);
  expect(await used(person)).toHaveLength(1);
  expect(await used(await app.consumer('Stranger'))).toEqual([]);
});

test('the papers of all applications of a consumer are in one list; a stranger sees none (G22)', async () => {
  const person = await app.consumer('With Papers');
  const consumerId = String(person.consumerId);
  const made = await makeApplication(app, { upTo: 'PENDING', consumerId });
  const listed = async (as: typeof person) => app.call(listDocuments, { as, query: { consumerId } });
  const { items, total } = await listed(await app.staff('reviewer'));
  expect(total).toBeGreaterThan(2);
  expect(new Set(items.map(({ applicationId }) => applicationId))).toEqual(new Set([made.id]));
  expect((await listed(person)).total).toBe(total);
  expect((await listed(await app.consumer('Stranger'))).total).toBe(0);
});
