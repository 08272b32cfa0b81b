/** A gateway or a mail server that does not take us is a fault of ours: the messages wait, and people are told. What is refused is given up. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { smtpSink } from '#test/smtp-sink.ts';
import { execute, one, sql, transaction } from '../database/db.ts';
import { smtpSender } from './mail.ts';
import { deliverDue, enqueueMessage, type NewMessage } from './outbox.ts';
import type { Sender, Senders } from './sender.ts';
import { httpSmsSender } from './sms.ts';

const { db } = await testDatabase();
const log = pino({ enabled: false });
const never: Sender = async () => {
  throw new Error('not expected');
};

/** The state of one message after one try, and how often people were told. */
async function tried(senders: Senders, message: Pick<NewMessage, 'channel' | 'recipient'>) {
  await execute(db, sql`delete from platform.outbox`);
  await transaction(db, (tx) =>
    enqueueMessage(tx, { event: 'x', language: 'en', subject: 's', text: 'Your bill', ...message }),
  );
  const told: string[] = [];
  await deliverDue(db, senders, { log, tell: async (_tx, channel) => void told.push(channel) });
  const { state } = await one<{ state: string }>(db, sql`select state from platform.outbox`);
  return [state, told.length];
}

test.each([
  [400, 'json', ['failed', 0]],
  [410, 'json', ['failed', 0]],
  [413, 'json', ['failed', 0]],
  [422, 'json', ['failed', 0]],
  [401, 'json', ['waiting', 1]],
  [402, 'json', ['waiting', 1]],
  [403, 'json', ['waiting', 1]],
  [404, 'json', ['waiting', 1]],
  [405, 'json', ['waiting', 1]],
  [302, 'json', ['waiting', 1]],
  [400, 'html', ['waiting', 1]],
  [200, 'html', ['waiting', 1]],
  [408, 'json', ['waiting', 0]],
  [429, 'json', ['waiting', 0]],
  [503, 'html', ['waiting', 0]],
])('an SMS gateway that answers %i with %s', async (status, type, expected) => {
  const gateway = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': `text/${type}` }).end('no');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void gateway.close());
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const sms = httpSmsSender({ url: `http://127.0.0.1:${port}/`, from: 'JOLKOL' });
  expect(await tried({ sms, email: never }, { channel: 'sms', recipient: '+8801711000000' })).toEqual(
    expected,
  );
});

test.each([
  ['the sender’s address', { refuseFrom: 550 }, ['waiting', 1]],
  ['who has not signed in', { refuse: { 'a@b.test': 530 } }, ['waiting', 1]],
  ['the recipient', { refuse: { 'a@b.test': 550 } }, ['failed', 0]],
  ['the recipient for a while', { refuse: { 'a@b.test': 451 } }, ['waiting', 0]],
])('a mail server that refuses %s', async (_what, options, expected) => {
  const sink = await smtpSink(options);
  const email = smtpSender({ url: sink.url, from: 'no-reply@utility.test' });
  onTestFinished(async () => {
    email.close();
    await sink.close();
  });
  expect(await tried({ sms: never, email }, { channel: 'email', recipient: 'a@b.test' })).toEqual(expected);
});
