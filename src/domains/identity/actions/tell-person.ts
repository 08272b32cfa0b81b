/** Tells somebody what happened to their own account, so that a stranger's doing does not stay unseen. */
import { randomUUID } from 'node:crypto';
import { type MessageText, mailText, type Speaker, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { messages } from '../message-texts.ts';

/** The texts that hold nothing but what happened. */
type Happening =
  | 'second_factor_off'
  | 'second_factor_reset'
  | 'provider_joined'
  | 'emailAsked'
  | 'emailChanged'
  | 'phoneChanged';

export type Contact = { email: string | null; phone: string | null; language: 'en' | 'bn' };

/** By mail, or by SMS if there is no address; of another phone by SMS, or by mail if there was no number. */
export async function tellContact(
  tx: Tx,
  { email, phone, language }: Contact,
  what: Happening,
  occasion: string,
): Promise<void> {
  const byMail = what === 'phoneChanged' ? !phone : email !== null;
  const recipient = byMail ? email : phone;
  const event = `identity.${what}:${occasion}`;
  await send(tx, { event, byMail, recipient, language }, () => [messages[what], {}]);
}

type Way = { event: string; byMail: boolean; recipient: string | null; language: Contact['language'] };

async function send<Facts extends Record<string, string>>(
  tx: Tx,
  { event, byMail, recipient, language }: Way,
  written: (speaker: Speaker) => [MessageText<Facts>, Facts],
): Promise<void> {
  if (!recipient) return;
  const speaker = await speakerFor(tx, language);
  const [text, facts] = written(speaker);
  await enqueueMessage(tx, {
    ...{ event, language: speaker.language, recipient },
    ...(byMail
      ? { channel: 'email' as const, ...mailText(speaker, text, facts) }
      : { channel: 'sms' as const, text: smsText(speaker, text, facts) }),
  });
}

/** Two accounts of one person became one: to the contact of the one that is closed now. */
export async function tellMerged(tx: Tx, closedId: string, keptId: string): Promise<void> {
  const { email, phone, language, keptPhone } = await one<Contact & { keptPhone: string | null }>(
    tx,
    sql`select c.email, c.phone, c.language, k.phone as "keptPhone" from identity.users c, identity.users k
      where c.id = ${closedId} and k.id = ${keptId}`,
  );
  const byMail = email !== null;
  const way = { event: `identity.accountMerged:${closedId}`, byMail, recipient: email ?? phone, language };
  await send(tx, way, ({ write }) => [
    messages.accountMerged,
    { phoneEnd: write.digits(keptPhone?.slice(-4) ?? '') },
  ]);
}

export async function tellPerson(tx: Tx, actor: Actor, userId: string, what: Happening): Promise<void> {
  const contact = await one<Contact>(
    tx,
    sql`select email, phone, language from identity.users where id = ${userId}`,
  );
  await tellContact(tx, contact, what, `${actor.requestId}:${randomUUID()}`);
}
