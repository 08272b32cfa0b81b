/** What is at the desk of a role that decides no more. */
import type { WorkByWord } from '#domains/roles/points.ts';
import { all, sql } from '#platform/database/db.ts';
import { officerOf } from './deputies.ts';

/**
 * Each desk is of one role: if that role decides no more, nobody does, and what is at the desk waits. It is named before; nobody else can have it.
 * Of a desk without an officer it is counted at one person of the role.
 */
export const desksOfRole: WorkByWord = {
  kind: 'desks-of-role',
  title: {
    en: 'Applications that wait at their desk until the role may decide again',
    bn: 'ভূমিকাটি আবার সিদ্ধান্ত দিতে না পারা পর্যন্ত যে আবেদন ডেস্কে অপেক্ষা করবে',
  },
  lost: async (db, _actor, { roleId, words }) =>
    words.includes('noc:decide')
      ? all(
          db,
          sql`select h.user_id as "userId", count(*)::int as count from (
              select coalesce(${officerOf('d')}, (select u.id from identity.users u where u.role_id = r.id and u.status = 'active'
                order by u.id limit 1)) as user_id
              from roles.roles r join applications.desks d on d.role_code = r.code
                join applications.noc_steps s on s.desk_id = d.id and s.state = 'OPEN' and s.officer_id is null
                join applications.applications a on a.id = s.application_id and a.state = 'WAITING_FOR_REVIEW' and a.deleted_at is null
              where r.id = ${roleId}) h
            where h.user_id is not null group by 1 order by 1`,
        )
      : [],
};
