import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { smtpSink } from '#test/smtp-sink.ts';
import { all, execute, one, sql, transaction } from '../database/db.ts';
import { startJobs } from '../jobs.ts';
import { smtpSender } from './mail.ts';
import {
  deliverDue,
  enqueueMessage,
  enqueueMessages,
  type NewMessage,
  outboxJobs,
  retryDelay,
} from './outbox.ts';
import type { Sender, Senders } from './sender.ts';
import { forgetSimulated, listSimulated, simulatedSmsSender } from './simulator.ts';
import { httpSmsSender, noSmsGateway } from './sms.ts';

const { db, ownerUrl } = await testDatabase();
const log = pino({ enabled: false });
const code: NewMessage = {
  event: 'identity.code:1',
  channel: 'sms',
  recipient: '+8801711000000',
  language: 'bn',
  text: 'আপনার কোড ১২৩৪৫৬',
};
const never: Sender = async () => {
  throw new Error('not expected');
};
const enqueue = (message: Partial<NewMessage> = {}) =>
  transaction(db, (tx) => enqueueMessage(tx, { ...code, ...message }));
const rows = () =>
  all<{ state: string; attempts: number; body: string; last_error: string | null }>(
    db,
    sql`select state, attempts, body, last_error from platform.outbox order by created_at`,
  );
const makeDue = () => execute(db, sql`update platform.outbox set due_at = now()`);

beforeEach(async () => {
  await execute(db, sql`delete from platform.outbox`);
});

test('nothing is sent for a transaction that was rolled back', async () => {
  const sent: string[] = [];
  await expect(
    transaction(db, async (tx) => {
      await enqueueMessage(tx, code);
      throw new Error('the business said no');
    }),
  ).rejects.toThrow('the business said no');
  await deliverDue(db, collecting(sent), { log });
  expect(sent).toEqual([]);
});

test('one event reaches one recipient once over one channel', async () => {
  expect(await enqueue()).toBe(true);
  expect(await enqueue({ text: 'again' })).toBe(false);
  expect(await enqueue({ recipient: '+8801711000001' })).toBe(true);
  expect(await enqueue({ channel: 'email', recipient: 'a@b.test' })).toBe(true);
  const sent: string[] = [];
  // Four deliverers at once share the rows out among them.
  await Promise.all([1, 2, 3, 4].map(() => deliverDue(db, collecting(sent), { log })));
  expect(sent.sort()).toEqual(['+8801711000000', '+8801711000001', 'a@b.test']);
  await deliverDue(db, collecting(sent), { log });
  expect(sent).toHaveLength(3);
});

test('a failed message waits longer each time and then goes out', async () => {
  await enqueue();
  let calls = 0;
  const senders = both(async () => {
    calls += 1;
    if (calls < 3) throw new Error('gateway away');
  });
  await deliverDue(db, senders, { log });
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, last_error: 'Error: gateway away' }]);
  expect(await deliverDue(db, senders, { log })).toBe(0);
  await makeDue();
  await deliverDue(db, senders, { log });
  await makeDue();
  expect(await deliverDue(db, senders, { log })).toBe(1);
  expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 3, last_error: null }]);
  expect([1, 2, 3, 4, 60].map(retryDelay)).toEqual([5, 10, 20, 40, 3600]);
});

test('a deliverer that died in the middle loses its claim; the repetition has the same id', async () => {
  await enqueue();
  const ids: string[] = [];
  await execute(
    db,
    sql`update platform.outbox set state = 'sending', attempts = 1, due_at = now() + interval '2 minutes'`,
  );
  expect(await deliverDue(db, both(never), { log })).toBe(0);
  await makeDue();
  await deliverDue(
    db,
    both(async ({ id }) => void ids.push(id)),
    { log },
  );
  const { id } = await one<{ id: string }>(db, sql`select id from platform.outbox`);
  expect(ids).toEqual([id]);
});

test('mails that wait for a connection are sent once, by who has their claim when it is free', async () => {
  for (let n = 1; n <= 6; n += 1)
    await enqueue({ event: `mail ${n}`, channel: 'email', recipient: `${n}@b.test` });
  const started: string[] = [];
  const leases: number[] = [];
  let release = (): void => undefined;
  const isFree = new Promise<void>((free) => {
    release = free;
  });
  const slow = both(async ({ id }) => {
    started.push(id);
    const { left } = await one<{ left: number }>(
      db,
      sql`select extract(epoch from due_at - now())::int as left from platform.outbox where id = ${id}`,
    );
    leases.push(left);
    await isFree;
  });
  const first = deliverDue(db, slow, { log });
  await expect.poll(() => leases.length).toBe(3);
  // The claims of those that wait run out, and another process takes one of them up.
  await execute(
    db,
    sql`update platform.outbox set due_at = now() + interval '5 seconds' where id <> all (${started}::uuid[])`,
  );
  const { id } = await one<{ id: string }>(
    db,
    sql`update platform.outbox set due_at = now() where id = (select id from platform.outbox
      where id <> all (${started}::uuid[]) limit 1) returning id`,
  );
  expect(
    await deliverDue(
      db,
      both(async (message) => void started.push(message.id)),
      { log },
    ),
  ).toBe(1);
  expect(started.at(-1)).toBe(id);
  release();
  expect(await first).toBe(5);
  expect([started.length, new Set(started).size]).toEqual([6, 6]);
  expect(Math.min(...leases)).toBeGreaterThan(100);
});

test('a code that has run out is not sent, and secret texts do not stay', async () => {
  await enqueue({ event: 'old', expiresAt: new Date(Date.now() - 1000), secret: true });
  await enqueue({ event: 'fresh', secret: true });
  await enqueue({ event: 'plain' });
  const sent: string[] = [];
  expect(await deliverDue(db, collecting(sent), { log })).toBe(2);
  expect(await rows()).toMatchObject([
    { state: 'expired', body: '' },
    { state: 'delivered', body: '' },
    { state: 'delivered', body: code.text },
  ]);
});

test('ten thousand messages of one statement go out once each, in seconds', async () => {
  await transaction(db, async (tx) => {
    const many = sql`select 'billing.posted:' || n as event, 'sms' as channel, '+88017' || n as recipient, 'bn' as language,
      null::text as subject, 'বিল' as body, false as secret, null::timestamptz as expires_at
      from generate_series(1, 10000) n`;
    expect(await enqueueMessages(tx, many)).toBe(10_000);
    expect(await enqueueMessages(tx, many)).toBe(0);
  });
  const sent: string[] = [];
  await Promise.all([1, 2].map(() => deliverDue(db, collecting(sent), { log })));
  expect(sent).toHaveLength(10_000);
  expect(new Set(sent).size).toBe(10_000);
});

test('the job is woken by the insert alone, through the simulator of a demo', async () => {
  const senders: Senders = { sms: simulatedSmsSender(db), email: never };
  const worker = await startJobs({
    owner: { connectionString: ownerUrl },
    jobs: outboxJobs(db, senders),
    log,
  });
  onTestFinished(() => worker.stop());
  await enqueue();
  await expect.poll(async () => (await rows())[0]?.state, { interval: 10 }).toBe('delivered');
  const logged = await all(db, sql`select recipient, body from platform.sms_log`);
  expect(logged).toEqual([{ recipient: code.recipient, body: code.text }]);
});

test('without a gateway an SMS is given up, its text emptied, the reason kept, and people are told', async () => {
  const told: string[] = [];
  const tell = async (_tx: unknown, channel: string) => void told.push(channel);
  await enqueue({ secret: true });
  await enqueue({ event: 'plain' });
  const senders = { sms: noSmsGateway, email: never };
  expect(await deliverDue(db, senders, { log, tell })).toBe(0);
  const why = { state: 'failed', last_error: 'NoSender: no SMS gateway is configured' };
  expect(await rows()).toMatchObject([
    { ...why, body: '' },
    { ...why, body: code.text },
  ]);
  expect(told).toEqual(['sms', 'sms']);
});

test('what the other side says about a secret message is not kept', async () => {
  const logged: string[] = [];
  const hears = pino({}, { write: (line: string) => void logged.push(line) });
  const echo = async ({ text }: { text: string }) => {
    throw Object.assign(new Error(`550 refused: ${text}`), { responseCode: 550, response: text });
  };
  await enqueue({ secret: true });
  await enqueue({ event: 'plain', text: 'Your bill is 120' });
  await deliverDue(db, both(echo), { log: hears });
  expect(await rows()).toMatchObject([
    { last_error: 'Error 550' },
    { last_error: 'Error: 550 refused: Your bill is 120' },
  ]);
  expect(logged.join('')).not.toContain('১২৩৪৫৬');
});

test('the simulator of a demo forgets a secret after ten minutes', async () => {
  const send = simulatedSmsSender(db);
  const message = { channel: 'sms', recipient: '+8801711000009', language: 'en', subject: null } as const;
  await execute(db, sql`delete from platform.sms_log`);
  await send({ ...message, id: crypto.randomUUID(), text: 'code', secret: true });
  await send({ ...message, id: crypto.randomUUID(), text: 'bill', secret: false });
  const texts = async () => (await listSimulated(db)).map(({ text }) => text).sort();
  expect(await texts()).toEqual(['bill', 'code']);
  await execute(db, sql`update platform.sms_log set sent_at = now() - interval '601 seconds'`);
  expect(await texts()).toEqual(['bill']);
  await forgetSimulated(db);
  expect(await all(db, sql`select body from platform.sms_log`)).toEqual([{ body: 'bill' }]);
});

describe('mail over SMTP', () => {
  test('arrives with its Bengali subject, text and a Message-ID that stays', async () => {
    const sink = await smtpSink();
    const send = smtpSender({ url: sink.url, from: 'Jolkol <no-reply@utility.test>' });
    await enqueue({
      channel: 'email',
      recipient: 'rahim@example.test',
      subject: 'পানির বিল',
      text: 'বকেয়া ১২০ টাকা',
    });
    expect(await deliverDue(db, { sms: never, email: send }, { log })).toBe(1);
    const { id } = await one<{ id: string }>(db, sql`select id from platform.outbox`);
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]).toMatchObject({ from: 'no-reply@utility.test', to: ['rahim@example.test'] });
    expect(sink.mails[0]?.headers['message-id']).toBe(`<${id}@utility.test>`);
    expect(sink.mails[0]?.headers['content-language']).toBe('bn');
    expect(sink.mails[0]?.subject).toBe('পানির বিল');
    expect(sink.mails[0]?.text.trim()).toBe('বকেয়া ১২০ টাকা');
    send.close();
    await sink.close();
  });

  test('a refused recipient is final, a busy server is not', async () => {
    const sink = await smtpSink({ refuse: { 'gone@example.test': 550, 'busy@example.test': 451 } });
    const send = smtpSender({ url: sink.url, from: 'no-reply@utility.test' });
    await enqueue({ event: 'a', channel: 'email', recipient: 'gone@example.test', subject: 's' });
    await enqueue({ event: 'b', channel: 'email', recipient: 'busy@example.test', subject: 's' });
    await deliverDue(db, { sms: never, email: send }, { log });
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'waiting']);
    send.close();
    await sink.close();
  });
});

test('the SMS gateway gets number, text and an idempotency key; 4xx is final, 5xx is not', async () => {
  const requests: { headers: IncomingMessage['headers']; body: unknown }[] = [];
  const answers = [503, 202, 422];
  const gateway = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(answers.shift() ?? 500).end();
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const send = httpSmsSender({ url: `http://127.0.0.1:${port}/send`, token: 't0ken', from: 'JOLKOL' });
  await enqueue();
  await deliverDue(db, { sms: send, email: never }, { log });
  expect(await rows()).toMatchObject([{ state: 'waiting' }]);
  await makeDue();
  await deliverDue(db, { sms: send, email: never }, { log });
  expect(await rows()).toMatchObject([{ state: 'delivered' }]);
  expect(requests[0]?.headers['idempotency-key']).toBe(requests[1]?.headers['idempotency-key']);
  expect(requests[1]?.headers.authorization).toBe('Bearer t0ken');
  expect(requests[1]?.body).toMatchObject({ to: code.recipient, text: code.text, from: 'JOLKOL' });
  await enqueue({ event: 'second' });
  await deliverDue(db, { sms: send, email: never }, { log });
  expect((await rows())[1]).toMatchObject({ state: 'failed' });
  gateway.close();
});

function both(send: Sender): Senders {
  return { sms: send, email: send };
}

function collecting(sent: string[]): Senders {
  return both(async ({ recipient }) => void sent.push(recipient));
}
