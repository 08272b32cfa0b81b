/** Applications that are somebody's to work on, handed over when they leave (identity's OpenWork). */
import type { OpenWork } from '#domains/identity/users/open-work.ts';
import type { WorkByWord } from '#domains/roles/points.ts';
import { isGranted } from '#domains/roles/role-works.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { seenBy } from '#platform/words/work-words.ts';
import type { Permission } from '#shared/permissions.ts';
import { OPEN_STATES, STATES } from '../../application.rules.ts';
import { noticeSuccessor } from '../notices.ts';

const isOpen = sql`a.state = any(${OPEN_STATES}::text[]) and a.deleted_at is null and a.archived_at is null`;
const assignedTo = (userId: string) => sql`a.assignee_id = ${userId}::uuid and ${isOpen}`;

const byState = (wordOf: (work: Permission) => string | undefined) => {
  const words = OPEN_STATES.map((state) => [state, wordOf(STATES[state].work as Permission)]);
  return sql`${JSON.stringify(Object.fromEntries(words))}::jsonb ->> a.state`;
};
/** The word that the work of each state asks for, and the one to open what it is about. */
const WORK = byState((work) => work);
const VIEW = byState(seenBy);

type Moved = { id: string; state: string };

export const assignedApplications: OpenWork = {
  kind: 'applications',
  title: { en: 'Assigned applications', bn: 'দায়িত্বে থাকা আবেদন' },

  async count(db, userId) {
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from applications.applications a where ${assignedTo(userId)}`,
    );
    return count;
  },

  // An application may have moved on to a state that its assignee has no part in: only what they could do is asked.
  mayTakeOver: (userId) => sql`not exists (select from applications.applications a
    where ${assignedTo(userId)} and r.code <> 'admin'
      and exists (select from identity.users x join roles.roles q on q.id = x.role_id where x.id = ${userId}
        and (q.code = 'admin' or (${isGranted(WORK, 'q')} and ${isGranted(VIEW, 'q')})))
      and not (${isGranted(WORK)} and ${isGranted(VIEW)}))`,

  async handOver(tx, actor, { from, to }) {
    const moved = await all<Moved>(
      tx,
      sql`update applications.applications a set assignee_id = ${to}::uuid, version = version + 1
        where ${assignedTo(from)} returning a.id, a.state, a.version`,
    );
    const names = await one<{ from: string; to: string }>(
      tx,
      sql`select (select name from identity.users where id = ${from}) as from,
        (select name from identity.users where id = ${to}) as to`,
    );
    const details = { assignee: names.to, from: names.from };
    await execute(
      tx,
      sql`insert into applications.timeline
        (application_id, at, action, from_state, to_state, actor_id, actor_name, role, shared, details, version)
      select m.id, ${actor.now}, 'assign', m.state, m.state, ${actor.userId}::uuid, ${actor.name}, ${actor.role},
        false, ${JSON.stringify(details)}::jsonb, m.version
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) m (id uuid, state text, version int)`,
    );
    await noticeSuccessor(tx, actor, { from, to }, { count: moved.length, name: names.from });
    await audit(
      tx,
      actor,
      ...moved.map(({ id, state }) => ({
        action: 'application.assign' as const,
        object: 'application',
        objectId: id,
        before: { state, assignee: names.from },
        after: { state, action: 'assign', assignee: names.to },
      })),
    );
  },
};

/** Of a role that may not do the work of a state any more: it waits for everybody who may, as soon as the word is gone (`inPool`). */
export const applicationsByWord: WorkByWord = {
  kind: assignedApplications.kind,
  title: assignedApplications.title,
  lost: (db, _actor, { roleId, words }) =>
    all(
      db,
      sql`select u.id as "userId", count(*)::int as count from applications.applications a
        join identity.users u on u.id = a.assignee_id and u.role_id = ${roleId}
        where ${isOpen} and ${WORK} = any(${[...words]}::text[]) group by u.id order by u.id`,
    ),
};
