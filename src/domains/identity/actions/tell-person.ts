/** Tells somebody what happened to their own account, so that a stranger's doing does not stay unseen. */
import { randomUUID } from 'node:crypto';
import { mailText, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { messages } from '../message-texts.ts';

export type Happening = 'second_factor_off' | 'second_factor_reset' | 'provider_joined';

type Person = { email: string | null; phone: string | null; language: 'en' | 'bn' };

/** By mail, or by SMS if there is no address. */
export async function tellPerson(tx: Tx, actor: Actor, userId: string, what: Happening): Promise<void> {
  const { email, phone, language } = await one<Person>(
    tx,
    sql`select email, phone, language from identity.users where id = ${userId}`,
  );
  const speaker = await speakerFor(tx, language);
  await enqueueMessage(tx, {
    event: `identity.${what}:${actor.requestId}:${randomUUID()}`,
    language: speaker.language,
    ...(email
      ? { channel: 'email' as const, recipient: email, ...mailText(speaker, messages[what], {}) }
      : { channel: 'sms' as const, recipient: String(phone), text: smsText(speaker, messages[what], {}) }),
  });
}
