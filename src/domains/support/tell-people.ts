/**
 * SMS and bell about a ticket, in the step's transaction: the consumer is told of what the office writes, the agent of what the
 * consumer writes. An SMS has no word of the thread: a phone is read by others too. Nobody of the staff is named.
 */
import { account, accountOf, holdersOf } from '#domains/identity/notices/receivers.ts';
import { type Language, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import type { Subject } from './lock-ticket.ts';
import { messages, type TicketMessage } from './message-texts.ts';

const NOTICES = {
  noted: 'support.noted',
  answered: 'support.answered',
  question: 'support.question',
  resolved: 'support.resolved',
  rejected: 'support.rejected',
  again: 'support.work_again',
} as const satisfies Record<TicketMessage, NoticeKind>;

/** The page of the specification. */
export const pathOf = (ticketId: string): string => `/support-ticket-details?ticketId=${ticketId}`;

type Told = { id: string; number: string; version: number };

/** The ticket keeps naming an entry of the register that became one with another. */
export async function tellConsumer(
  tx: Tx,
  actor: Actor,
  { id, number, version }: Told,
  { what }: { what: TicketMessage },
): Promise<void> {
  const facts = await one<{ consumerId: string; phone: string; language: Language | null }>(
    tx,
    sql`select u.id as "consumerId", u.phone,
        (select a.language from identity.users a where a.consumer_id = u.id and a.status = 'active' limit 1) as language
      from support.tickets t join consumers.consumers c on c.id = t.consumer_id
      join consumers.consumers u on u.id = coalesce(c.merged_into, c.id) where t.id = ${id}`,
  );
  const occasion = `${id}:${version}`;
  await notify(tx, actor, accountOf(sql`${facts.consumerId}::uuid`), {
    ...{ kind: NOTICES[what], occasion, path: pathOf(id), params: { number } },
  });
  const speaker = await speakerFor(tx, facts.language);
  await enqueueMessage(tx, {
    ...{ event: `support.${what}:${occasion}`, channel: 'sms', recipient: facts.phone },
    language: speaker.language,
    text: smsText(speaker, messages[what], { number: speaker.write.digits(number) }),
  });
}

/** Who has the ticket; as long as nobody has it, those who assign. */
export async function tellAgent(
  tx: Tx,
  actor: Actor,
  { id, number, agentId }: Pick<Subject, 'id' | 'number' | 'agentId'>,
  { kind, occasion }: { kind: NoticeKind; occasion: string },
): Promise<void> {
  await notify(tx, actor, agentId ? account(agentId) : holdersOf('support:assign'), {
    ...{ kind, occasion, path: pathOf(id), params: { number } },
  });
}
