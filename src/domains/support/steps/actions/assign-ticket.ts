/** Who answers a ticket: given by who assigns, or taken by somebody who answers. */
import { account } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep } from '../../lock-ticket.ts';
import { mayAnswer } from '../../queries.ts';
import { pathOf } from '../../tell-people.ts';
import type { StepAnswer } from '../contract.ts';

type At = { ticketId: string; version: number };

const sets = (id: string | null, name: string): Sql[] => [
  ...[sql`agent_id = ${id}`, sql`agent_name = ${name}`, sql`agent_seen_at = null`],
];

/** The database refuses who had it before, if it is opened again for the second time (`tickets_other_agent`). */
export async function assignTicket(
  tx: Tx,
  actor: Actor,
  input: At & { agentId: string },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'assign', input);
  const agent = await first<{ id: string; name: string }>(
    tx,
    sql`select u.id, u.name from identity.users u join roles.roles r on r.id = u.role_id
      where u.id = ${input.agentId} and ${mayAnswer} for share of u`,
  );
  if (!agent) throw fail(errors.agent_unknown);
  const answer = await finishStep(tx, actor, subject, {
    ...{ action: 'assign', sets: sets(agent.id, agent.name), agent: agent.name },
    before: { agent: subject.agentName },
    after: { agent: agent.name },
  });
  await notify(tx, actor, account(agent.id), {
    ...{ kind: 'support.assigned', occasion: `${subject.id}:${answer.version}`, path: pathOf(subject.id) },
    params: { number: subject.number },
  });
  return answer;
}

export async function takeTicket(tx: Tx, actor: Actor, input: At): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'take', input);
  return finishStep(tx, actor, subject, {
    ...{ action: 'take', sets: sets(actor.userId, actor.name), agent: actor.name },
    after: { agent: actor.name },
  });
}
