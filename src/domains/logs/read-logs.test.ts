/** Both logs over HTTP: paging that nothing moves, filters, one record's changes, files, and who may see them. */
import { describe, expect, test } from 'vitest';
import { getConsumer } from '#domains/consumers/contract.ts';
import { login } from '#domains/identity/contract.ts';
import { addSector, updateSector } from '#domains/settings/places/contract.ts';
import { audit } from '#platform/audit.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import type { AuditWord } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import { sealRows } from './chain/actions/seal-rows.ts';
import { getAuditEntry, getChain, listAudit, listAuditDownload, listLogins, verifyLogs } from './contract.ts';
import { jobs } from './jobs.ts';

const app = await testApp({ now: new Date().toISOString() });
const admin = await app.staff('admin');
const clerk = await app.staff('cashier');

const write = (count: number, object: 'material' | 'invoice' = 'material') =>
  transaction(app.db, (tx) =>
    audit(
      tx,
      app.actorOf(clerk),
      ...Array.from({ length: count }, (_, at) => ({
        action: (object === 'material' ? 'material.update' : 'invoice.adjust') as AuditWord,
        object,
        objectId: `${object}-${at}`,
        before: { rateMinor: 100, phone: '+8801712345678', nid: '1234567890' },
        after: { rateMinor: 100 + at, phone: '+8801812345999', nid: '1234567890' },
      })),
    ),
  );

describe('the audit log', () => {
  test('is paged by startKey; rows that come meanwhile move nothing and none is missed or shown twice', async () => {
    await write(35);
    const seen: string[] = [];
    let startKey: string | undefined;
    for (;;) {
      const query = { object: 'material', limit: 8, ...(startKey ? { startKey } : {}) };
      const page = await app.call(listAudit, { as: admin, query });
      seen.push(...page.items.map(({ id }) => id));
      // At the same instant as those before: the clock does not move.
      await write(3);
      if (!page.nextKey) break;
      startKey = page.nextKey;
    }
    expect(seen).toHaveLength(35);
    expect(new Set(seen).size).toBe(35);
    expect([...seen].sort().reverse()).toEqual(seen);
  });

  test.each(['%%%', 'x'.repeat(101), Buffer.from('no.key').toString('base64url')])(
    'a startKey that is none (%s) is refused',
    async (startKey) => {
      const refusal = await app.refused(listAudit, { as: admin, query: { startKey } });
      expect([refusal.status, refusal.code]).toEqual([422, 'common.invalid_input']);
    },
  );

  test('one entry: what differs, masked as it was written, the record by its name, its seal', async () => {
    const sector = await app.call(addSector, {
      as: admin,
      body: { number: '77', name: 'Sector 77', nameBn: null, dmaId: null } as never,
    });
    await app.call(updateSector, {
      as: admin,
      body: { ...sector, name: 'Sector seventy-seven' } as never,
    });
    await sealRows(app.db);
    const query = { object: 'sector', objectId: sector.id };
    const { items } = await app.call(listAudit, { as: admin, query });
    expect(items.map(({ action }) => action)).toEqual(['sector.update', 'sector.add']);
    expect(items[0]).toMatchObject({
      changed: ['name'],
      service: 'main',
      role: expect.stringMatching(/admin/i),
    });
    expect(items[0]?.objectName).toContain('77');
    const entry = await app.call(getAuditEntry, { as: admin, params: { id: String(items[0]?.id) } });
    expect([entry.before?.name, entry.after?.name]).toEqual(['Sector 77', 'Sector seventy-seven']);
    expect(entry.seal?.hash).toMatch(/^[0-9a-f]{64}$/);
    const [masked] = (await app.call(listAudit, { as: admin, query: { object: 'material', limit: 1 } }))
      .items;
    const shown = await app.call(getAuditEntry, { as: admin, params: { id: String(masked?.id) } });
    expect(shown.after).toMatchObject({ phone: '•••5999', nid: '•••7890' });
    expect(JSON.stringify(shown)).not.toContain('1234567890');
  });

  test('filters: person, action, noun, service, address, day, text, number of a record', async () => {
    await write(2, 'invoice');
    const count = async (query: Record<string, string>) =>
      (await app.call(listAudit, { as: admin, query: { limit: 200, ...query } as never })).items.length;
    expect(await count({ actorId: clerk.userId, object: 'invoice' })).toBe(2);
    expect(await count({ action: 'invoice.adjust' })).toBe(2);
    expect(await count({ action: 'invoice' })).toBe(2);
    expect(await count({ action: 'invoice.cancel' })).toBe(0);
    expect(await count({ service: 'billing', object: 'invoice' })).toBe(2);
    expect(await count({ service: 'main', object: 'invoice' })).toBe(0);
    expect(await count({ ip: '203.0.113.0/24' })).toBe(0);
    expect(await count({ ip: '127.0.0.1', object: 'sector' })).toBe(2);
    const today = app.system().today;
    expect(await count({ from: today, to: today, object: 'invoice' })).toBe(2);
    expect(await count({ to: '2020-01-01' })).toBe(0);
    expect(await count({ search: 'invoice-1' })).toBe(1);
    // Percent signs are texts (G36).
    expect(await count({ search: '%' })).toBe(0);
    const { number } = (
      await all<{ id: string; number: string }>(
        app.db,
        sql`select c.id, c.number from consumers.consumers c where c.id = ${(await app.consumer('Rahima')).consumerId}`,
      )
    )[0] as { number: string };
    expect(await count({ search: number })).toBeGreaterThan(0);
  });

  test('as a file: the same rows with the changes in words; the export itself is in the log', async () => {
    const query = { object: 'invoice', format: 'csv', language: 'bn' } as const;
    const answer = await app.server.inject({
      url: '/api/role/audit-logs/download',
      query,
      headers: { authorization: `Bearer ${admin.idToken}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('বিল সমন্বয় করা হয়েছে');
    expect(answer.body).toContain('ফোন: •••5678 → •••5999; দর: 1.00 → 1.01');
    expect(answer.body).toContain(',ক্যাশিয়ার,');
    expect(answer.body).not.toContain('+8801');
    const { items } = await app.call(listAudit, { as: admin, query: { action: 'list.export' } });
    expect(items[0]).toMatchObject({ actorId: admin.userId, object: 'audit-log' });
    expect(listAuditDownload.path).toBe('/audit-logs/download');
    // Entries that change nothing, and those of the program, which has no role.
    const whole = await app.server.inject({
      url: '/api/role/audit-logs/download',
      query: { format: 'csv', language: 'en' },
      headers: { authorization: `Bearer ${admin.idToken}` },
    });
    expect(whole.body).toContain('List exported');
    expect(whole.body).not.toMatch(/\bnull\b/);
  });
});

test('whose data a member of staff opened is noted without its content, once an hour', async () => {
  const consumer = await app.consumer('Bilqis Ara');
  const params = { id: String(consumer.consumerId) };
  const query = { object: 'personal-data', objectId: params.id };
  const noted = async () => (await app.call(listAudit, { as: admin, query })).items;
  await app.call(getConsumer, { as: clerk, params });
  await app.call(getConsumer, { as: clerk, params });
  expect(await noted()).toMatchObject([{ action: 'consumer.view', actorId: clerk.userId, changed: [] }]);
  await app.call(getConsumer, { as: admin, params });
  expect((await noted()).map(({ actorId }) => actorId).sort()).toEqual([admin.userId, clerk.userId].sort());
  await app.refused(getConsumer, { as: clerk, params: { id: crypto.randomUUID() } });
  expect(await noted()).toHaveLength(2);
});

describe('the login log', () => {
  const tryIn = (name: string, password: string) =>
    app.server.inject({
      method: 'POST',
      url: `/api/social${login.path}`,
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile' },
      payload: { login: name, password },
    });

  test('tells why a sign-in was refused, to its readers only (G32), and shows phones by their end', async () => {
    const { phone } = (
      await all<{ phone: string }>(app.db, sql`select phone from identity.users where id = ${clerk.userId}`)
    )[0] as { phone: string };
    const answers = [
      await tryIn('nobody@example.test', 'x-x-x-x'),
      await tryIn(phone, 'wrong-one'),
      await tryIn(phone, clerk.password),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 200]);
    expect(answers[0]?.json().error.code).toBe(answers[1]?.json().error.code);
    const { items } = await app.call(listLogins, { as: admin, query: { service: 'login_logout', limit: 3 } });
    expect(items.map(({ succeeded, reason, name }) => [succeeded, reason, name])).toEqual([
      [true, null, 'Karim Uddin'],
      [false, 'wrong_password', 'Karim Uddin'],
      [false, 'unknown_account', null],
    ]);
    expect(items[1]?.login).toBe(`•••${phone.slice(-4)}`);
    expect(items[1]?.device).toContain('Android');
    const found = async (query: object) =>
      (await app.call(listLogins, { as: admin, query: { ...query } as never })).items.length;
    expect(await found({ result: 'refused' })).toBe(2);
    expect(await found({ search: phone })).toBe(2);
    expect(await found({ userId: clerk.userId, result: 'succeeded' })).toBe(1);
    expect(await found({ search: 'nobody@' })).toBe(1);
  });
});

test('a person without the permission sees neither log nor chain', async () => {
  for (const endpoint of [listAudit, listLogins, getChain])
    expect((await app.refused(endpoint, { as: clerk })).status).toBe(402);
});

test('a verification is asked for, runs as a job and is shown with who asked', async () => {
  await app.call(verifyLogs, { as: admin });
  await jobs(app.platform)['logs:check-chain']?.run({ by: 'Nasrin' }, {} as never);
  const state = await app.call(getChain, { as: admin });
  expect(state.check).toMatchObject({ by: 'Nasrin', findings: [] });
  expect(state.sealed).toBe(state.check?.rows);
  expect(state.head).toMatch(/^\d+:[0-9a-f]{64}$/);
});
