/** A code is of use for some minutes: it waits neither for thousands of messages that were due before, nor for a mail server that hangs. */
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { execute, one, sql, transaction } from '../database/db.ts';
import { addJob, LONG_JOBS, startJobs } from '../jobs.ts';
import { deliverDue, enqueueMessage, type NewMessage, OUTBOX_LONG } from './outbox.ts';
import type { Sender } from './sender.ts';

const { db, ownerUrl } = await testDatabase();
const log = pino({ enabled: false });
const enqueue = (message: Partial<NewMessage> & { event: string }) =>
  transaction(db, (tx) =>
    enqueueMessage(tx, { channel: 'sms', recipient: message.event, language: 'en', text: 'x', ...message }),
  );
const none: Sender = async () => undefined;
/** A server that does not answer until the test ends. */
function hanging() {
  let release = (): void => undefined;
  const ends = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { ends, release: () => release() };
}

beforeEach(async () => {
  await execute(db, sql`delete from platform.outbox`);
});

test.each(['sms', 'email'] as const)('by %s: a code goes before what was due before it', async (channel) => {
  for (let n = 1; n <= 45; n += 1) await enqueue({ event: `bill ${n}`, channel });
  await execute(db, sql`update platform.outbox set due_at = now() - interval '1 hour'`);
  await enqueue({ event: 'code', channel, expiresAt: new Date(Date.now() + 600_000) });
  const sent: string[] = [];
  const send: Sender = async ({ recipient }) => void sent.push(recipient);
  expect(await deliverDue(db, { sms: send, email: send }, { log })).toBe(46);
  expect(sent.indexOf('code')).toBeLessThan(20);
});

test('SMS go out while a mail server hangs', async () => {
  for (let n = 1; n <= 45; n += 1) await enqueue({ event: `sms ${n}` });
  await enqueue({ event: 'mail', channel: 'email' });
  await execute(
    db,
    sql`update platform.outbox set due_at = now() - interval '1 hour' where channel = 'email'`,
  );
  const { ends, release } = hanging();
  const running = deliverDue(db, { sms: none, email: () => ends }, { log });
  onTestFinished(async () => {
    release();
    await running;
  });
  const delivered = async () =>
    (
      await one<{ count: number }>(
        db,
        sql`select count(*)::int as count from platform.outbox where state = 'delivered'`,
      )
    ).count;
  await expect.poll(delivered).toBe(45);
});

test('a hanging server of one channel keeps its own places only', async () => {
  const started: string[] = [];
  const { ends, release } = hanging();
  // The messages of the tests before added jobs too, which name nothing.
  const note = async (payload: unknown) => {
    const { what } = payload as { what?: string };
    if (what) started.push(what);
    return what !== undefined;
  };
  const worker = await startJobs({
    owner: { connectionString: ownerUrl },
    jobs: {
      'platform:deliver-mails': async (payload) => {
        if (await note(payload)) await ends;
      },
      'platform:deliver-outbox': async (payload) => void (await note(payload)),
      'test:seal': async (payload) => void (await note(payload)),
    },
    long: OUTBOX_LONG,
    log,
  });
  onTestFinished(async () => {
    release();
    await worker.stop();
  });
  for (let n = 1; n <= 8; n += 1) await addJob(db, 'platform:deliver-mails', { what: 'mail' });
  await expect.poll(() => started).toEqual(Array.from({ length: LONG_JOBS.mail }, () => 'mail'));
  await addJob(db, 'platform:deliver-outbox', { what: 'sms' });
  await addJob(db, 'test:seal', { what: 'seal' });
  await expect.poll(() => started.slice(LONG_JOBS.mail).sort()).toEqual(['seal', 'sms']);
});
