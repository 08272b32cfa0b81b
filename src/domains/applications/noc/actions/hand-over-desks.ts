/** Desks of the planning authority whose officer leaves; somebody of the same role goes on (identity's OpenWork). */
import type { OpenWork } from '#domains/identity/users/open-work.ts';
import type { WorkByWord } from '#domains/roles/points.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, one, sql, type Tx } from '#platform/database/db.ts';
import { noticeDesk } from '../../pipeline/notices.ts';
import { mayBeDeputy } from '../deputies.ts';
import { noticeOfficerGone } from '../desk-notices.ts';
import { endDelegations } from './delegate-desk.ts';

export const desksOfOfficer: OpenWork = {
  kind: 'desks',
  title: { en: 'Desks of the planning authority', bn: 'পরিকল্পনা কর্তৃপক্ষের ডেস্ক' },

  async count(db, userId) {
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from applications.desks where officer_id = ${userId}`,
    );
    return count;
  },

  mayTakeOver: (userId) => sql`not exists (select from applications.desks d
    where d.officer_id = ${userId}::uuid and d.role_code <> r.code)`,

  async handOver(tx, actor, { from, to }) {
    const moved = await all<{ id: string }>(
      tx,
      sql`update applications.desks set officer_id = ${to}::uuid, version = version + 1
        where officer_id = ${from} returning id`,
    );
    await audit(
      tx,
      actor,
      ...moved.map(({ id }) => ({
        action: 'noc.desk' as const,
        object: 'desk',
        objectId: id,
        before: { officerId: from },
        after: { officerId: to },
      })),
    );
    // Who has a desk of the chain is no deputy at another one.
    await endDelegations(
      tx,
      actor,
      sql`g.officer_id = ${from} or (g.deputy_id = ${to} and ${moved.length > 0}::boolean)`,
    );
  },

  // Nobody takes their place as a deputy: the officer has the desk again. A desk that nobody took over is that of its role (officerOf).
  async accountEnds(tx, actor, userId) {
    await endDelegations(tx, actor, sql`g.deputy_id = ${userId}`);
    await takeBackForwarded(tx, actor, userId);
    await noticeOfficerGone(tx, actor, userId);
  },

  // A deputy who may not decide for another desk any more; the delegations of an officer end with the hand-over of the desk.
  async roleChanged(tx, actor, userId) {
    await takeBackForwarded(tx, actor, userId);
    await endDelegations(
      tx,
      actor,
      sql`g.deputy_id = ${userId}::uuid and not exists (
        select from identity.users u join roles.roles r on r.id = u.role_id where u.id = ${userId}::uuid and ${mayBeDeputy})`,
    );
  },
};

/** Of a role that decides at no desk any more: whose deputy somebody is, and what was forwarded to them. */
export const desksByWord: WorkByWord = {
  kind: 'desks-of-deputies',
  title: { en: 'Decisions as a deputy or forwarded', bn: 'প্রতিনিধি হিসেবে বা পাঠানো সিদ্ধান্ত' },
  lost: async (db, { today }, { roleId, words }) =>
    words.includes('noc:decide')
      ? all(
          db,
          sql`select u.id as "userId", count(*)::int as count from identity.users u
            join (select g.deputy_id as user_id, g.id from applications.desk_delegations g
                where g.ended_at is null and g.last_day >= ${today}::date
              union all select s.officer_id, s.application_id from applications.noc_steps s
                where s.officer_id is not null and s.state in ('OPEN', 'WAITING')) w on w.user_id = u.id
            where u.role_id = ${roleId} group by u.id order by u.id`,
        )
      : [],
  async letGo(tx, actor, userId) {
    await takeBackForwarded(tx, actor, userId);
    await endDelegations(tx, actor, sql`g.deputy_id = ${userId}::uuid`);
  },
};

/** What was forwarded to somebody who does not decide at its desk any more is with the desk again, whose people are told. */
async function takeBackForwarded(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const back = await all<{ id: string; number: string | null; role: string }>(
    tx,
    sql`update applications.noc_steps s set officer_id = null from applications.applications a
      where a.id = s.application_id and s.officer_id = ${userId}::uuid and s.state in ('OPEN', 'WAITING')
      returning a.id, a.number, s.role_code as role`,
  );
  for (const { role, ...application } of back)
    await noticeDesk(tx, actor, { ...application, again: true }, role);
}
