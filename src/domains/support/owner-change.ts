/**
 * A connection gets another owner while a ticket about it is open. The ticket is the matter of who wrote it and stays with them; its
 * agent is told, because what is done at the place from then on is the new owner's.
 */
import type { OwnerChanged } from '#domains/ownership/points.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { lockTicket, noteEvent } from './lock-ticket.ts';
import { tellAgent } from './tell-people.ts';
import { OPEN_STATES } from './ticket.rules.ts';

export const noteOwnerChange: OwnerChanged = async (tx, actor, change) => {
  const open = await all<{ id: string }>(
    tx,
    sql`select id from support.tickets where connection_id = ${change.connectionId} and state = any(${OPEN_STATES}::text[])
      order by id for no key update`,
  );
  const facts = { request: change.number, successor: change.successorNumber, on: change.on };
  for (const { id } of open) {
    const subject = await lockTicket(tx, actor, id);
    await execute(
      tx,
      sql`insert into support.notes (ticket_id, at, author_name, kind, text, facts)
        values (${id}, ${actor.now}, ${actor.name}, 'OWNER_CHANGED', '', ${JSON.stringify(facts)}::jsonb)`,
    );
    await noteEvent(tx, actor, {
      ...{ ticketId: id, action: 'owner-changed', from: subject.state, to: subject.state },
    });
    await audit(tx, actor, {
      ...{ action: 'ticket.owner-changed', object: 'ticket', objectId: id },
      after: { number: subject.number, ...facts },
    });
    await tellAgent(tx, actor, subject, {
      kind: 'support.owner_changed',
      occasion: `${id}:${change.number}`,
    });
  }
};
