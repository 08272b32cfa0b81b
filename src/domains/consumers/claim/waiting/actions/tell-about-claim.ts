/** SMS about a claim: to the phone that the register had when it was asked, and to the claimant's. */
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { CODE_SECONDS } from '../../claim-limits.ts';
import { type ClaimMessage, claimMessage } from '../message-texts.ts';

type Facts = { phone: string; registerPhone: string; number: string; language: 'en' | 'bn' };

const factsOf = (tx: Tx, id: string) =>
  one<Facts>(
    tx,
    sql`select l.phone, l.register_phone as "registerPhone", c.number, u.language from consumers.claims l
      join consumers.consumers c on c.id = l.consumer_id join identity.users u on u.id = l.user_id where l.id = ${id}`,
  );

/** In both languages. A code in it is a secret, and is not sent after its time. */
export async function tellRegister(
  tx: Tx,
  actor: Actor,
  what: ClaimMessage,
  id: string,
  code?: string,
): Promise<void> {
  const { phone, registerPhone, number } = await factsOf(tx, id);
  const secret = { secret: true, expiresAt: new Date(actor.now.getTime() + CODE_SECONDS * 1000) };
  await enqueueMessage(tx, {
    ...{ event: `consumers.claim-${what}:${id}`, channel: 'sms', recipient: registerPhone, language: 'bn' },
    text: claimMessage(what, code ? { number, phone, code } : { number, phone }),
    ...(code ? secret : {}),
  });
}

/** In the language of the account. */
export async function tellClaimant(tx: Tx, what: ClaimMessage, id: string): Promise<void> {
  const { phone, number, language } = await factsOf(tx, id);
  await enqueueMessage(tx, {
    ...{ event: `consumers.claim-${what}:${id}`, channel: 'sms', recipient: phone, language },
    text: claimMessage(what, { number, phone }, language),
  });
}
