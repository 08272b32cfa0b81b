/**
 * Sends a real message to the person who presses the button, and keeps the server's answer. Only the note is a
 * transaction.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, one, sql, transaction } from '#platform/database/db.ts';
import { serverSender } from '#platform/messages/mail.ts';
import type { OutboxMessage } from '#platform/messages/sender.ts';
import { postSms } from '#platform/messages/sms.ts';
import type { Sending } from '#platform/platform.ts';
import { fail } from '#shared/errors.ts';
import { getUtility } from '../../queries.ts';
import { mailServer, smsGateway } from '../configured-senders.ts';
import { errors, type SenderTest } from '../contract.ts';
import { type OpenSender, openSender } from '../queries.ts';
import { outcomeOf, outcomeOfStatus, type Tried } from '../test-outcome.rules.ts';
import type { SenderKeys } from './save-sender.ts';

/** The address or number of a person: identity, a domain to the right, knows it. */
export type ContactOf = (db: Db, actor: Actor) => Promise<{ email: string | null; phone: string | null }>;

/** A person waits for it. */
const TIMEOUT_MS = 10_000;
const ANSWER_LENGTH = 500;

type Test = { id: string; language: 'en' | 'bn' };
export type TestMeans = SenderKeys & { contactOf: ContactOf; timeoutMs?: number };

export async function testSender(db: Db, actor: Actor, means: TestMeans, test: Test): Promise<SenderTest> {
  const [sender, contact, utility] = await Promise.all([
    openSender(db, means.vault, test.id),
    means.contactOf(db, actor),
    getUtility(db),
  ]);
  const recipient = sender.channel === 'email' ? contact.email : contact.phone;
  if (!recipient) throw fail(errors.own_contact_missing, { channel: sender.channel });
  const message: OutboxMessage = {
    id: crypto.randomUUID(),
    channel: sender.channel,
    recipient,
    language: test.language,
    secret: false,
    ...words(test.language, test.language === 'bn' ? utility.nameBn : utility.nameEn),
  };
  const { sending, timeoutMs = TIMEOUT_MS } = means;
  const tried = await tryToSend(sender, message, { sending, timeoutMs }).catch(outcomeOf);
  return note(db, actor, { id: test.id, channel: sender.channel, tried });
}

function words(language: 'en' | 'bn', name: string): { subject: string; text: string } {
  return language === 'bn'
    ? {
        subject: `${name}: পরীক্ষামূলক বার্তা`,
        text: `${name} থেকে পাঠানো একটি পরীক্ষামূলক বার্তা। এটি পেয়ে থাকলে সেটিংস ঠিক আছে।`,
      }
    : {
        subject: `${name}: test message`,
        text: `This is a test message of ${name}. You received it, so the settings work.`,
      };
}

async function tryToSend(
  sender: OpenSender,
  message: OutboxMessage,
  { sending, timeoutMs }: { sending: Sending; timeoutMs: number },
): Promise<Tried> {
  if (sender.channel === 'sms') {
    const answer = await postSms(smsGateway(sender.value, sender.secret, sending), message, timeoutMs);
    return outcomeOfStatus(answer.status, answer.text);
  }
  const mail = serverSender(await mailServer(sender.value, sender.secret, sending), timeoutMs);
  try {
    return { outcome: 'accepted', answer: await mail.answer(message) };
  } finally {
    mail.close();
  }
}

type Note = { id: string; channel: string; tried: Tried };

function note(db: Db, actor: Actor, { id, channel, tried }: Note): Promise<SenderTest> {
  const { outcome } = tried;
  // What a server says may hold control characters; PostgreSQL takes no NUL.
  const answer = tried.answer.replaceAll(/\p{Cc}+/gu, ' ').slice(0, ANSWER_LENGTH);
  return transaction(db, async (tx) => {
    await audit(tx, actor, { action: 'sender.test', object: 'sender', objectId: id, after: { outcome } });
    return one<SenderTest>(
      tx,
      sql`insert into settings.sender_tests (channel, outcome, answer, tested_at, tested_by_name)
        values (${channel}, ${outcome}, ${answer}, ${actor.now}, ${actor.name})
        returning outcome, answer, tested_at as "testedAt", tested_by_name as "testedBy"`,
    );
  });
}
