/** The SMS and the mail that bring the code of an invitation. */
import { type Language, mailText, smsWithCode, speakerFor } from '#domains/settings/speaker.ts';
import type { Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import type { Platform } from '#platform/platform.ts';
import { LIFE_DAYS } from '../invitation-code.ts';
import { messages } from '../message-texts.ts';

type Invited = {
  id: string;
  phone: string;
  email?: string | null | undefined;
  /** Its number. */
  connection: string;
  holder: string;
  holderBn: string | null;
  code: string;
  expiresAt: Date;
  language?: Language | undefined;
  /** It takes the place of the code that went out with the invitation. */
  isNew?: boolean;
};

export async function tellInvited(
  tx: Tx,
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  invited: Invited,
): Promise<void> {
  const { id, phone, email, code, expiresAt, isNew = false } = invited;
  const speaker = await speakerFor(tx, invited.language);
  const { digits } = speaker.write;
  const facts = {
    holder: speaker.language === 'bn' ? (invited.holderBn ?? invited.holder) : invited.holder,
    connection: digits(invited.connection),
    code,
    days: digits(String(LIFE_DAYS)),
    link: `${publicUrl}/invited?code=${code}`,
  };
  const message = {
    event: `meters.invitation:${id}${isNew ? ':new' : ''}`,
    ...{ language: speaker.language, expiresAt, secret: true },
  };
  const { invitation } = messages;
  await enqueueMessage(tx, {
    ...{ ...message, channel: 'sms', recipient: phone, text: smsWithCode(speaker, invitation, facts) },
  });
  if (!email) return;
  await enqueueMessage(tx, {
    ...{ ...message, channel: 'email', recipient: email, ...mailText(speaker, invitation, facts) },
  });
}
