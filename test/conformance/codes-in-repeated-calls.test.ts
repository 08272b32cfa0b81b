/** What the table of repeated calls keeps of a call: nothing by which who reads the table finds a code. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { saveListDensity } from '#domains/identity/preferences/contract.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { once } from '#platform/http/idempotency.ts';
import { testApp } from '#test/app.ts';

const app = await testApp();
const actor = app.actorOf(await app.staff('cashier'));

const work = (key: string, input: object, pepper?: string) =>
  transaction(app.db, (tx) =>
    once(tx, actor, { key, name: 'POST /example', input, ...(pepper ? { pepper } : {}) }, async () => 'done'),
  );
const hashOf = async (key: string) =>
  (
    await one<{ hash: string }>(
      app.owner.db,
      sql`select request_hash as hash from platform.idempotency_keys where key = ${key} and actor_id = ${actor.userId}`,
    )
  ).hash;

test('a code in a call cannot be found from what is kept, without the secrets of the program', async () => {
  const [key, input] = [randomUUID(), { name: 'Sonali', code: '461278' }];
  await work(key, input, 'pepper of the program');
  const text = `POST /example\n${JSON.stringify(input)}`;
  expect(await hashOf(key)).not.toBe(createHash('sha256').update(text).digest('hex'));
});

test('every call over HTTP is kept with the pepper of the program', async () => {
  const as = await app.staff('cashier');
  const body = { density: 'compact' as const };
  await app.call(saveListDensity, { as, body, headers: { 'idempotency-key': 'of-the-binder' } });
  const { hash } = await one<{ hash: string }>(
    app.owner.db,
    sql`select request_hash as hash from platform.idempotency_keys where key = 'of-the-binder'`,
  );
  const text = `PUT ${saveListDensity.path}\n${JSON.stringify({ params: {}, query: {}, body })}`;
  const { pepper } = app.platform.secrets;
  expect(hash).toBe(createHmac('sha256', pepper).update(`repeated call\n${text}`).digest('hex'));
});

test('the same key with something else is refused; what was kept before the pepper counts', async () => {
  const [key, old] = [randomUUID(), randomUUID()];
  await work(key, { amountMinor: 1 }, 'p');
  expect(await work(key, { amountMinor: 1 }, 'p')).toBe('done');
  await expect(work(key, { amountMinor: 2 }, 'p')).rejects.toMatchObject({
    error: { code: 'common.idempotency_key_reused' },
  });
  await work(old, { amountMinor: 1 });
  expect(await work(old, { amountMinor: 1 }, 'p')).toBe('done');
});
