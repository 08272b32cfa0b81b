/** An access ends when the holder withdraws it, the other one leaves, or staff end it; it counts with the next question that is asked. */
import { type Language, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { messages } from '../message-texts.ts';

type Done = { done: true };

const isMine = (column: Sql, consumerId: string): Sql =>
  sql`${column} = any (consumers.known_as(${consumerId}::uuid))`;

/** By the holder; an invitation that nobody has accepted is taken back. */
export async function withdrawAccess(tx: Tx, actor: Actor, id: string): Promise<Done> {
  const mine = isMine(sql`holder_id`, String(actor.consumerId));
  const ended = await end(tx, actor, { id, mine, as: 'WITHDRAWN' });
  if (ended.isNew && ended.acceptedAt) await tellOther(tx, id, 'withdrawn');
  return { done: true };
}

/** By the one it is shared with. */
export async function leaveConnection(tx: Tx, actor: Actor, id: string): Promise<Done> {
  const mine = isMine(sql`consumer_id`, String(actor.consumerId));
  const ended = await end(tx, actor, { id, mine, as: 'LEFT' });
  if (ended.isNew) await tellHolder(tx, id, 'left');
  return { done: true };
}

/** By staff, with a reason; both sides are told. */
export async function endAccess(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<Done> {
  const ended = await end(tx, actor, { id, mine: sql`true`, as: 'STAFF', reason });
  if (!ended.isNew) return { done: true };
  await tellHolder(tx, id, 'ended');
  if (ended.acceptedAt) await tellOther(tx, id, 'over');
  return { done: true };
}

const WORDS = { WITHDRAWN: 'access.withdraw', LEFT: 'access.leave', STAFF: 'access.end' } as const;

type End = { id: string; mine: Sql; as: keyof typeof WORDS; reason?: string };

/** One that has ended already stays as it is. */
async function end(tx: Tx, actor: Actor, { id, mine, as, reason }: End) {
  const ended = await first<{ connectionId: string; acceptedAt: string | null }>(
    tx,
    sql`update meters.accesses set ended_at = ${actor.now}, ended_as = ${as}
      where id = ${id} and ${mine} and ended_at is null
      returning connection_id as "connectionId", accepted_at as "acceptedAt"`,
  );
  if (!ended) {
    const known = await first(tx, sql`select from meters.accesses where id = ${id} and ${mine}`);
    if (!known) throw fail(commonErrors.not_found);
    return { isNew: false, acceptedAt: null };
  }
  await audit(tx, actor, {
    action: WORDS[as],
    object: 'access',
    objectId: id,
    after: { connectionId: ended.connectionId },
    reason,
  });
  return { isNew: true, acceptedAt: ended.acceptedAt };
}

type Told = {
  phone: string | null;
  language: Language | null;
  person: string;
  personBn: string | null;
  connection: string;
};

export async function tellHolder(tx: Tx, id: string, what: 'accepted' | 'left' | 'ended'): Promise<void> {
  const told = await one<Told>(
    tx,
    sql`select i.phone, i.language, a.name as person, null as "personBn", c.number as connection
      from meters.accesses a join meters.connections c on c.id = a.connection_id
      left join identity.users i on i.consumer_id = c.consumer_id and i.status = 'active' where a.id = ${id}`,
  );
  await send(tx, `meters.access-${what}:${id}`, what, told);
}

/** The one with whom it was shared. */
export async function tellOther(tx: Tx, id: string, what: 'withdrawn' | 'over'): Promise<void> {
  const told = await one<Told>(
    tx,
    sql`select a.phone, i.language, u.name as person, u.name_bn as "personBn", c.number as connection
      from meters.accesses a join meters.connections c on c.id = a.connection_id
      join consumers.consumers u on u.id = c.consumer_id
      left join identity.users i on i.phone = a.phone and i.status = 'active' where a.id = ${id}`,
  );
  await send(tx, `meters.access-${what}:${id}`, what, told);
}

async function send(
  tx: Tx,
  event: string,
  what: 'accepted' | 'left' | 'ended' | 'withdrawn' | 'over',
  told: Told,
): Promise<void> {
  if (!told.phone) return;
  const speaker = await speakerFor(tx, told.language);
  const { language } = speaker;
  await enqueueMessage(tx, {
    ...{ event, channel: 'sms', recipient: told.phone, language },
    text: smsText(speaker, messages[what], {
      person: language === 'bn' ? (told.personBn ?? told.person) : told.person,
      connection: speaker.write.digits(told.connection),
    }),
  });
}
