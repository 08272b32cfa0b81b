/** Tells somebody what happened to their own account, so that a stranger's doing does not stay unseen. */
import { randomUUID } from 'node:crypto';
import { mailText, smsText, speakerFor } from '#domains/settings/speaker.ts';
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
  if (!recipient) return;
  const speaker = await speakerFor(tx, language);
  await enqueueMessage(tx, {
    event: `identity.${what}:${occasion}`,
    language: speaker.language,
    recipient,
    ...(byMail
      ? { channel: 'email' as const, ...mailText(speaker, messages[what], {}) }
      : { channel: 'sms' as const, text: smsText(speaker, messages[what], {}) }),
  });
}

export async function tellPerson(tx: Tx, actor: Actor, userId: string, what: Happening): Promise<void> {
  const contact = await one<Contact>(
    tx,
    sql`select email, phone, language from identity.users where id = ${userId}`,
  );
  await tellContact(tx, contact, what, `${actor.requestId}:${randomUUID()}`);
}
