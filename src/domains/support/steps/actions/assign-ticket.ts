/** Who answers a ticket: given by who assigns, or taken by somebody who answers. */
import { account } from '#domains/identity/notices/receivers.ts';
import { holdAccounts } from '#domains/identity/users/actions/hold-account.ts';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, givenTo } from '../../lock-ticket.ts';
import { mayAnswer } from '../../queries.ts';
import { pathOf } from '../../tell-people.ts';
import type { StepAnswer } from '../contract.ts';

type At = { ticketId: string; version: number };

type Agent = { id: string; name: string };
/** Somebody who may be given a ticket, and whose account does not end meanwhile. */
async function lockAgent(tx: Tx, userId: string | null): Promise<Agent | undefined> {
  await holdAccounts(tx, [userId]);
  return first<Agent>(
    tx,
    sql`select u.id, u.name from identity.users u join roles.roles r on r.id = u.role_id
      where u.id = ${userId} and ${mayAnswer}`,
  );
}

/** The database refuses who had it before, if it is opened again for the second time (`tickets_other_agent`). */
export async function assignTicket(
  tx: Tx,
  actor: Actor,
  input: At & { agentId: string },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'assign', input);
  const agent = await lockAgent(tx, input.agentId);
  if (!agent) throw fail(errors.agent_unknown);
  const answer = await finishStep(tx, actor, subject, {
    ...{ action: 'assign', sets: givenTo(agent.id, agent.name), agent: agent.name },
    before: { agent: subject.agentName },
    after: { agent: agent.name },
  });
  await notify(tx, actor, account(agent.id), {
    ...{ kind: 'support.assigned', occasion: `${subject.id}:${answer.version}`, path: pathOf(subject.id) },
    params: { number: subject.number },
  });
  return answer;
}

/** An account that ends at this moment takes nothing more: its open work is handed over by then. */
export async function takeTicket(tx: Tx, actor: Actor, input: At): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'take', input);
  const agent = await lockAgent(tx, actor.userId);
  if (!agent) throw fail(commonErrors.not_permitted, { permission: 'support:answer' });
  return finishStep(tx, actor, subject, {
    ...{ action: 'take', sets: givenTo(agent.id, agent.name), agent: agent.name },
    after: { agent: agent.name },
  });
}
