/** Mail server and SMS gateway: set up, secret kept sealed, tried for real, used at the moment of sending. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { rateLimiter } from '#platform/http/rate-limit.ts';
import { deliverDue, enqueueMessage } from '#platform/messages/outbox.ts';
import type { Senders } from '#platform/messages/sender.ts';
import { makeVault } from '#platform/secrets/vault.ts';
import { testApp } from '#test/app.ts';
import { smtpSink } from '#test/smtp-sink.ts';
import { resealSecrets } from './actions/save-sender.ts';
import { testSender } from './actions/test-sender.ts';
import { configuredSenders } from './configured-senders.ts';
import * as contract from './contract.ts';
import { openSenderInUse } from './queries.ts';

const app = await testApp();
const admin = await app.staff('admin');
const log = pino({ level: 'silent' });
const SECRET = 'smtp-গোপন-7Qx';

async function forget(): Promise<void> {
  await execute(app.db, sql`delete from settings.senders`);
  await execute(app.db, sql`delete from platform.outbox`);
}

const mailAt = (url: string, more: object = {}) => ({
  host: '127.0.0.1',
  port: Number(new URL(url).port),
  security: 'none' as const,
  fromName: 'Purbachal Water',
  fromAddress: 'no-reply@utility.test',
  ...more,
});

/** A gateway that answers what it is told to, after a while. */
async function gateway(answer: {
  status?: number;
  type?: string;
  body?: string;
  raw?: string;
  afterMs?: number;
}) {
  const seen: { authorization?: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    seen.push({ authorization: request.headers.authorization, body });
    setTimeout(() => {
      if (answer.raw !== undefined) return request.socket.end(answer.raw);
      response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json' });
      response.end(answer.body ?? '{"accepted":true}');
    }, answer.afterMs ?? 0);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, seen };
}

/** Saves a gateway and presses the test button, with a short patience. */
async function tryGateway(url: string) {
  await forget();
  const { id } = await app.call(contract.createEmailConfig, {
    as: admin,
    body: { channel: 'sms', sms: { url, sender: 'WATER' } },
  });
  const keys = { vault: makeVault(app.platform.secrets), sending: app.platform.sending };
  const contactOf = async () => ({ email: null, phone: '+8801711000001' });
  const means = { ...keys, contactOf, timeoutMs: 300 };
  return testSender(app.db, app.actorOf(admin), means, { id, language: 'bn' });
}

const never: Senders = {
  email: async () => expect.fail('the program’s own mail server was used'),
  sms: async () => expect.fail('the program’s own gateway was used'),
};
const senders = (programSenders = never) =>
  configuredSenders({
    ...{ db: app.db, vault: makeVault(app.platform.secrets), sending: app.platform.sending, programSenders },
  });

test('a mail server is set up, tried with a real message, and used from then on', async () => {
  await forget();
  const sink = await smtpSink();
  onTestFinished(() => sink.close());
  const created = await app.call(contract.createEmailConfig, {
    as: admin,
    body: { email: mailAt(sink.url), secret: SECRET },
  });
  expect(created).toMatchObject({ channel: 'email', inUse: true, secret: { setBy: 'Karim Uddin' } });
  const missing = await app.refused(contract.testEmailConfig, { as: admin, params: { id: created.id } });
  expect(missing.code).toBe('settings.own_contact_missing');
  await execute(
    app.db,
    sql`update identity.users set email = 'karim@utility.test' where id = ${admin.userId}`,
  );
  const tried = await app.call(contract.testEmailConfig, {
    as: admin,
    params: { id: created.id },
    body: { language: 'bn' },
  });
  expect(tried).toMatchObject({ outcome: 'accepted', answer: '250 kept' });
  expect(sink.mails[0]).toMatchObject({ to: ['karim@utility.test'], from: 'no-reply@utility.test' });
  expect(sink.mails[0]?.subject).toContain('পরীক্ষামূলক বার্তা');

  const message = {
    event: 'x',
    channel: 'email' as const,
    recipient: 'r@example.test',
    language: 'en' as const,
  };
  await transaction(app.db, (tx) => enqueueMessage(tx, { ...message, subject: 'Bill', text: 'Due' }));
  expect(await deliverDue(app.db, senders(), { log })).toBe(1);
  expect(sink.mails[1]?.to).toEqual(['r@example.test']);
  const page = await app.call(contract.getSending, { as: admin, query: { channel: 'email' } });
  expect(page).toMatchObject({ by: 'config', waiting: 0, failures: [], tests: [{ outcome: 'accepted' }] });
  expect(page.lastDeliveredAt).not.toBeNull();
});

test('the change of a server counts with the next message, without a restart; switched off, the program’s own sends', async () => {
  await forget();
  const [first, second] = [await smtpSink(), await smtpSink()];
  onTestFinished(async () => {
    await first.close();
    await second.close();
  });
  const used = senders({ ...never, email: async () => undefined });
  const send = () =>
    used.email({
      ...{ id: crypto.randomUUID(), channel: 'email', recipient: 'r@example.test', language: 'en' },
      ...{ subject: 's', text: 't', secret: false },
    });
  const body = { email: mailAt(first.url) };
  const { id, version } = await app.call(contract.createEmailConfig, { as: admin, body });
  await send();
  const changed = await app.call(contract.updateEmailConfig, {
    as: admin,
    body: { id, version, email: mailAt(second.url) },
  });
  await send();
  await app.call(contract.updateEmailConfig, {
    as: admin,
    body: { id, version: changed.version, email: mailAt(second.url), inUse: false },
  });
  await send();
  expect([first.mails.length, second.mails.length]).toEqual([1, 1]);
  expect((await app.call(contract.getSending, { as: admin })).by).toBe('nobody');
});

test('a secret comes in and never goes out: not in answers, rows, audit or errors', async () => {
  await forget();
  const email = mailAt('smtp://127.0.0.1:2525', { user: 'mailer' });
  const created = await app.call(contract.createEmailConfig, { as: admin, body: { email, secret: SECRET } });
  const { id } = created;
  const shown = await app.call(contract.getEmailConfig, { as: admin, params: { id } });
  const kept = await app.call(contract.updateEmailConfig, {
    as: admin,
    body: { id, version: shown.version, email, secret: '' },
  });
  expect(kept.secret).toEqual(created.secret);
  const stored = await one<{ whole: string; audit: string }>(
    app.db,
    sql`select (select string_agg(s::text, ' ') from settings.senders s) as whole,
      (select string_agg(a::text, ' ') from platform.audit a) as audit`,
  );
  for (const text of [created, shown, kept, stored.whole, stored.audit].map((value) =>
    JSON.stringify(value),
  )) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(Buffer.from(SECRET).toString('hex'));
  }
  const open = () => openSenderInUse(app.db, makeVault(app.platform.secrets), 'email');
  expect((await open())?.secret).toBe(SECRET);

  const vault = [{ id: 'k2', key: Buffer.alloc(32, 9).toString('base64url') }];
  const rotated = makeVault({ ...app.platform.secrets, vault });
  expect(await transaction(app.db, (tx) => resealSecrets(tx, app.system(), rotated))).toBe(1);
  expect((await openSenderInUse(app.db, rotated, 'email'))?.secret).toBe(SECRET);
  await expect(open()).rejects.toThrow('"k2"');
  expect(await transaction(app.db, (tx) => resealSecrets(tx, app.system(), rotated))).toBe(0);

  const removed = await app.call(contract.updateEmailConfig, {
    as: admin,
    body: { id, version: kept.version, email, removeSecret: true },
  });
  expect(removed.secret).toBeNull();
});

test('a kept secret is not sent to another server than the one it was typed for', async () => {
  await forget();
  const email = mailAt('smtp://127.0.0.1:2525');
  const { id, version } = await app.call(contract.createEmailConfig, {
    as: admin,
    body: { email, secret: SECRET },
  });
  for (const change of [{ host: '8.8.8.8' }, { port: 26 }, { security: 'starttls' as const }]) {
    const body = { id, version, email: { ...email, ...change } };
    const refusal = await app.refused(contract.updateEmailConfig, { as: admin, body });
    expect([refusal.code, refusal.fields[0]?.path]).toEqual(['settings.secret_again', 'secret']);
  }
});

test('hosts of private networks are refused when saved and when sent to (API7)', async () => {
  await forget();
  const hosts = ['10.0.0.5', '169.254.169.254', '192.168.1.1', '::1'];
  for (const host of hosts) {
    const body = { email: mailAt('smtp://127.0.0.1:25', { host }) };
    const refusal = await app.refused(contract.createEmailConfig, { as: admin, body });
    expect([host, refusal.status, refusal.fields[0]]).toMatchObject([
      host,
      422,
      { path: 'email.host', code: 'settings.host_private' },
    ]);
  }
  for (const url of [
    'http://169.254.169.254/latest',
    'http://[::ffff:10.0.0.1]/',
    'http://0xa.1/',
    'http://167772161/',
  ]) {
    const body = { channel: 'sms' as const, sms: { url, sender: 'W' } };
    expect([url, (await app.refused(contract.createEmailConfig, { as: admin, body })).status]).toEqual([
      url,
      422,
    ]);
  }
  const { url } = await gateway({});
  await tryGateway(url);
  const sending = { ...app.platform.sending, privateHosts: [] };
  const locked = configuredSenders({
    db: app.db,
    vault: makeVault(app.platform.secrets),
    sending,
    programSenders: never,
  });
  const message = { id: 'x', channel: 'sms' as const, recipient: '+8801', language: 'en' as const };
  await expect(locked.sms({ ...message, subject: null, text: 't', secret: false })).rejects.toThrow(
    'private network',
  );
});

test('the button tells what a mail server does wrong', async () => {
  await execute(
    app.db,
    sql`update identity.users set email = 'karim@utility.test' where id = ${admin.userId}`,
  );
  const sink = await smtpSink({ refuse: { 'karim@utility.test': 550 }, refuseSignIn: true });
  const silent = createTcp(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(async () => {
    silent.close();
    await sink.close();
  });
  const silentAt = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const keys = { vault: makeVault(app.platform.secrets), sending: app.platform.sending };
  const contactOf = async () => ({ email: 'karim@utility.test', phone: null });
  const outcome = async (url: string, more: object, secret?: string) => {
    await forget();
    const body = { email: mailAt(url, more), ...(secret ? { secret } : {}) };
    const { id } = await app.call(contract.createEmailConfig, { as: admin, body });
    const means = { ...keys, contactOf, timeoutMs: 300 };
    return testSender(app.db, app.actorOf(admin), means, { id, language: 'en' });
  };
  expect(await outcome(sink.url, {})).toMatchObject({ outcome: 'refused', answer: '550 refused' });
  expect((await outcome(sink.url, { security: 'starttls' })).outcome).toBe('tls');
  expect((await outcome(sink.url, { security: 'tls' })).outcome).toBe('tls');
  expect((await outcome(sink.url, { user: 'mailer' }, SECRET)).outcome).toBe('sign_in');
  expect((await outcome(silentAt, {})).outcome).toBe('timeout');
  expect((await outcome('smtp://127.0.0.1:1', {})).outcome).toBe('unreachable');
  const answers = await all<{ answer: string }>(app.db, sql`select answer from settings.sender_tests`);
  expect(answers.some(({ answer }) => answer.includes(SECRET))).toBe(false);
});

test('the button tells what a gateway does: accepts, refuses, is slow, talks nonsense', async () => {
  const good = await gateway({ body: '{"accepted":true,"balance":"812.50"}' });
  expect(await tryGateway(good.url)).toMatchObject({
    outcome: 'accepted',
    answer: expect.stringContaining('812.50'),
  });
  expect(JSON.parse(good.seen[0]?.body ?? '{}')).toMatchObject({ to: '+8801711000001', from: 'WATER' });
  expect(await tryGateway((await gateway({ status: 402, body: 'no money' })).url)).toMatchObject({
    outcome: 'refused',
    answer: 'HTTP 402 no money',
  });
  expect((await tryGateway((await gateway({ status: 401 })).url)).outcome).toBe('sign_in');
  expect((await tryGateway((await gateway({ afterMs: 2000 })).url)).outcome).toBe('timeout');
  expect((await tryGateway((await gateway({ type: 'text/html', body: '<h1>Log in' })).url)).outcome).toBe(
    'nonsense',
  );
  expect((await tryGateway((await gateway({ raw: 'SSH-2.0-nonsense\r\n\0' })).url)).outcome).toBe('nonsense');
  expect((await tryGateway((await gateway({ status: 302 })).url)).outcome).toBe('refused');
});

test('a gateway with a user is spoken to by Basic, one with a token alone by Bearer', async () => {
  const { url, seen } = await gateway({});
  for (const user of ['', 'water']) {
    await forget();
    const body = { channel: 'sms' as const, sms: { url, user, sender: 'WATER' }, secret: 'পাস' };
    await app.call(contract.createEmailConfig, { as: admin, body });
    await senders().sms({
      ...{ id: crypto.randomUUID(), channel: 'sms', recipient: '+8801711000001', language: 'bn' },
      ...{ subject: null, text: 't', secret: false },
    });
  }
  const basic = `Basic ${Buffer.from('water:পাস').toString('base64')}`;
  expect(seen[1]?.authorization).toBe(basic);
});

test('only one configuration a channel, from those who may', async () => {
  await forget();
  const body = { email: mailAt('smtp://127.0.0.1:25') };
  const { id } = await app.call(contract.createEmailConfig, { as: admin, body });
  expect((await app.refused(contract.createEmailConfig, { as: admin, body })).code).toBe(
    'settings.sender_exists',
  );
  const reviewer = await app.staff('reviewer');
  expect((await app.refused(contract.getEmailConfig, { as: reviewer, params: { id } })).status).toBe(402);
  expect((await app.refused(contract.testEmailConfig, { as: reviewer, params: { id } })).status).toBe(402);
  const stale = await app.refused(contract.updateEmailConfig, {
    as: admin,
    body: { ...body, id, version: 0 },
  });
  expect(stale.code).toBe('common.stale_version');
});

test('the button may be pressed ten times in ten minutes (G42)', async () => {
  expect(contract.testEmailConfig.rate).toBe('test');
  const limit = rateLimiter(app.platform.database.pool);
  for (let pressed = 0; pressed < 10; pressed++) await limit('test', admin.userId);
  await expect(limit('test', admin.userId)).rejects.toThrow('common.too_many_requests');
});
