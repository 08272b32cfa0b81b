/** Desks of the planning authority whose officer leaves; somebody of the same role goes on (identity's OpenWork). */
import type { OpenWork } from '#domains/identity/users/open-work.ts';
import { audit } from '#platform/audit.ts';
import { all, one, sql } from '#platform/database/db.ts';
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
    await noticeOfficerGone(tx, actor, userId);
  },

  // A deputy who may not decide for another desk any more; the delegations of an officer end with the hand-over of the desk.
  async roleChanged(tx, actor, userId) {
    await endDelegations(
      tx,
      actor,
      sql`g.deputy_id = ${userId}::uuid and not exists (
        select from identity.users u join roles.roles r on r.id = u.role_id where u.id = ${userId}::uuid and ${mayBeDeputy})`,
    );
  },
};
