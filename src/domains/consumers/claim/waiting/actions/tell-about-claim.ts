/** SMS about a claim: to the phone that the register had when it was asked, and to the claimant's. */
import { type Language, type Speaker, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { CODE_SECONDS } from '../../claim-limits.ts';
import { type ClaimMessage, messages } from '../message-texts.ts';

type Facts = { phone: string; registerPhone: string; number: string; language: Language };

const factsOf = (tx: Tx, id: string) =>
  one<Facts>(
    tx,
    sql`select l.phone, l.register_phone as "registerPhone", c.number, u.language from consumers.claims l
      join consumers.consumers c on c.id = l.consumer_id join identity.users u on u.id = l.user_id where l.id = ${id}`,
  );

function write(speaker: Speaker, what: ClaimMessage, { phone, number }: Facts, code = ''): string {
  const { digits } = speaker.write;
  return smsText(speaker, messages[what], {
    number: digits(number),
    phoneEnd: digits(phone.slice(-4)),
    code,
  });
}

/**
 * In the utility's language: in which one the owner of an entry without an account reads nobody knows. A code in it is a
 * secret, and is not sent after its time.
 */
export async function tellRegister(
  tx: Tx,
  actor: Actor,
  what: ClaimMessage,
  id: string,
  code?: { text: string; isNew?: boolean },
): Promise<void> {
  const facts = await factsOf(tx, id);
  const speaker = await speakerFor(tx);
  const secret = { secret: true, expiresAt: new Date(actor.now.getTime() + CODE_SECONDS * 1000) };
  await enqueueMessage(tx, {
    ...{ event: `consumers.claim-${what}:${id}${code?.isNew ? ':new' : ''}` },
    ...{ channel: 'sms' as const, recipient: facts.registerPhone },
    language: speaker.language,
    text: write(speaker, what, facts, code?.text),
    ...(code ? secret : {}),
  });
}

/** In the language of the account. */
export async function tellClaimant(tx: Tx, what: ClaimMessage, id: string): Promise<void> {
  const facts = await factsOf(tx, id);
  const speaker = await speakerFor(tx, facts.language);
  await enqueueMessage(tx, {
    ...{ event: `consumers.claim-${what}:${id}`, channel: 'sms', recipient: facts.phone },
    language: speaker.language,
    text: write(speaker, what, facts),
  });
}
