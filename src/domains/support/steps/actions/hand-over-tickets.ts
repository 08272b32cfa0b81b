/** Tickets of an agent who leaves, or who may not answer any more (identity's OpenWork). */
import { account, holdersOf } from '#domains/identity/notices/receivers.ts';
import type { OpenWork } from '#domains/identity/users/open-work.ts';
import type { WorkByWord } from '#domains/roles/points.ts';
import type { Actor } from '#platform/actor.ts';
import { all, one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import type { Permission } from '#shared/permissions.ts';
import { finishStep, givenTo, lockTicket, type Subject } from '../../lock-ticket.ts';
import { roleMayAnswer } from '../../queries.ts';
import { pathOf } from '../../tell-people.ts';
import { TRANSITIONS } from '../../ticket.rules.ts';

/** Of an ended ticket the name of its agent stays. */
const isLive = sql`t.state = any(${[...TRANSITIONS.leave.from]}::text[])`;
const liveOf = (userId: string) => sql`t.agent_id = ${userId}::uuid and ${isLive}`;

/** Locked one after the other, by id. The person's account is locked by the caller, so that none is added meanwhile. */
async function lockLive(tx: Tx, actor: Actor, userId: string): Promise<Subject[]> {
  const found = await all<{ id: string }>(
    tx,
    sql`select t.id from support.tickets t where ${liveOf(userId)} order by t.id for no key update of t`,
  );
  const locked: Subject[] = [];
  for (const { id } of found) locked.push(await lockTicket(tx, actor, id));
  return locked;
}

const nameOf = async (tx: Tx, userId: string) =>
  (await one<{ name: string }>(tx, sql`select name from identity.users where id = ${userId}`)).name;

export const liveTickets = {
  kind: 'tickets',
  title: { en: 'Tickets to answer', bn: 'উত্তর দেওয়ার টিকিট' },

  async count(db, userId) {
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from support.tickets t where ${liveOf(userId)}`,
    );
    return count;
  },

  // Opened again for the second time, a ticket goes to somebody who has not had it last (`tickets_other_agent`).
  mayTakeOver: (userId) =>
    sql`not exists (select from support.tickets t where ${liveOf(userId)}
      and (not ${roleMayAnswer} or (t.reopened >= 2 and t.former_agent_id = u.id)))`,

  async handOver(tx, actor, { from, to }) {
    const name = await nameOf(tx, to);
    for (const subject of await lockLive(tx, actor, from)) {
      const answer = await finishStep(tx, actor, subject, {
        ...{ action: 'assign', sets: givenTo(to, name), agent: name },
        before: { agent: subject.agentName },
        after: { agent: name },
      });
      await notify(tx, actor, account(to), {
        ...{ kind: 'support.assigned', occasion: `${subject.id}:${answer.version}` },
        ...{ path: pathOf(subject.id), params: { number: subject.number } },
      });
    }
  },

  // Nobody takes their place: what they had is to be assigned again. A question to the consumer waits no longer for its agent.
  async accountEnds(tx, actor, userId) {
    const program = { ...actor, kind: 'system' as const, permissions: new Set<Permission>() };
    for (const subject of await lockLive(tx, actor, userId)) {
      const answer = await finishStep(tx, program, subject, {
        action: 'leave',
        sets: givenTo(null, null),
        before: { agent: subject.agentName },
        after: { agent: null },
      });
      await notify(tx, actor, holdersOf('support:assign'), {
        ...{ kind: 'support.left', occasion: `${subject.id}:${answer.version}`, path: pathOf(subject.id) },
        params: { number: subject.number, name: subject.agentName ?? '' },
      });
    }
  },
} satisfies OpenWork;

/** Of a role that answers no tickets any more. */
export const ticketsByWord: WorkByWord = {
  kind: liveTickets.kind,
  title: liveTickets.title,
  lost: async (db, _actor, { roleId, words }) =>
    words.includes('support:answer')
      ? all(
          db,
          sql`select u.id as "userId", count(*)::int as count from support.tickets t join identity.users u on u.id = t.agent_id
            where u.role_id = ${roleId} and ${isLive} group by u.id order by u.id`,
        )
      : [],
  letGo: liveTickets.accountEnds,
};
