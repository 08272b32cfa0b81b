/** The thread: both sides write to each other, the office also to itself; and who has read it. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { refuseTooOften } from '#platform/daily-limit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, seesTicket } from '../../lock-ticket.ts';
import { tellAgent, tellConsumer } from '../../tell-people.ts';
import { MESSAGES_A_DAY } from '../../ticket.rules.ts';
import { writeMessage } from '../../write-message.ts';
import type { noteInTicket as noteCall, replyToTicket as replyCall, StepAnswer } from '../contract.ts';

type Reply = z.output<(typeof replyCall)['body']>;

/** The lock of the ticket is held while the last message is compared: of two who answer at once the second one reads first. */
export async function replyToTicket(
  tx: Tx,
  actor: Actor,
  input: Reply,
): Promise<StepAnswer & { messageId: string }> {
  const action = actor.kind === 'consumer' ? 'answer' : input.waits ? 'ask' : 'reply';
  const subject = await beginStep(tx, actor, action, { ticketId: input.ticketId });
  if (subject.lastMessageId !== input.seenUpTo) throw fail(errors.newer_message);
  if (action === 'answer')
    await refuseTooOften(tx, actor, {
      what: 'messages written',
      done: sql`select at from support.messages where ticket_id = ${subject.id} and author_id = ${actor.userId}`,
      most: MESSAGES_A_DAY,
      refusal: errors.written_too_often,
    });
  const { messageId, sets } = await writeMessage(tx, actor, input);
  const answer = await finishStep(tx, actor, subject, { action, sets, after: { files: input.files.length } });
  // Many are told of a ticket that nobody has: once a day, however much is written.
  const occasion = subject.agentId ? messageId : `${subject.id}:${actor.today}`;
  if (action === 'answer') await tellAgent(tx, actor, subject, { kind: 'support.word', occasion });
  else
    await tellConsumer(
      tx,
      actor,
      { ...subject, ...answer },
      { what: action === 'ask' ? 'question' : 'answered' },
    );
  return { ...answer, messageId };
}

export async function noteInTicket(
  tx: Tx,
  actor: Actor,
  { ticketId, text }: z.output<(typeof noteCall)['body']>,
): Promise<StepAnswer & { noteId: string }> {
  const subject = await beginStep(tx, actor, 'note', { ticketId });
  const { id: noteId } = await one<{ id: string }>(
    tx,
    sql`insert into support.notes (ticket_id, at, author_id, author_name, kind, text)
      values (${ticketId}, ${actor.now}, ${actor.userId}, ${actor.name}, 'TEXT', ${text}) returning id`,
  );
  return { ...(await finishStep(tx, actor, subject, { action: 'note' })), noteId };
}

/** Of the office only its agent counts: others who look take no mark from them. */
export async function seeTicket(tx: Tx, actor: Actor, ticketId: string): Promise<{ done: true }> {
  const seen =
    actor.kind === 'consumer'
      ? sql`consumer_seen_at = ${actor.now}`
      : sql`agent_seen_at = case when t.agent_id = ${actor.userId} then ${actor.now}::timestamptz else t.agent_seen_at end`;
  const found = await first(
    tx,
    sql`update support.tickets t set ${seen} where t.id = ${ticketId} and ${seesTicket(actor)} returning t.id`,
  );
  if (!found) throw fail(commonErrors.not_found);
  return { done: true };
}
