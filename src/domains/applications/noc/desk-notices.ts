/** The bell of who manages the desks of the planning authority, and of the people of a desk that is late. */
import { holdersOf, membersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import { deskHolders } from '../pipeline/notices.ts';

/** Each person gets one notice for all of it. Administrators hold every word; they are told when a step is far beyond its time. */
export function noticeLateDesks(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  const these = sql`a.id = any(${ids}::uuid[])`;
  return notifyEach(
    tx,
    actor,
    'applications.desk_late',
    sql`select user_id, ${actor.now.toISOString()}::text as occasion,
        case when count(*) = 1 then '/noc-from-rajuk?id=' || min(id::text)
          else '/noc-from-rajuk?page=1&desk=chain&overdue=true' end as path,
        jsonb_build_object('number', min(number), 'count', count(*)) as params
      from (select h.user_id, a.id, a.number from applications.applications a
          join (${deskHolders(actor)}) h on h.application_id = a.id where ${these}
        union select m.id, a.id, a.number from applications.applications a,
          (${holdersOf('noc:desks')} except ${membersOf('admin')}) m where ${these}) as told group by user_id`,
  );
}

/** Tells who manages the desks that the officer of one is not active any more: everybody of its role decides until they set another up. */
export function noticeOfficerGone(tx: Tx, actor: Actor, officerId: string): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'applications.officer_gone',
    sql`select u.id as user_id, d.id || ':' || d.version || ':' || ${actor.now.toISOString()}::text as occasion,
        case when r.code = any(${PLANNING_ROLES}::text[]) then '/pd_panel?page=1'
          when r.code = 'admin' then '/settings/applications' else '/noc-from-rajuk?page=1' end as path,
        jsonb_build_object('name', gone.name, 'desk', d.name) as params
      from applications.desks d join identity.users gone on gone.id = d.officer_id,
        identity.users u join roles.roles r on r.id = u.role_id
      where d.officer_id = ${officerId} and u.id in (${holdersOf('noc:desks')}) and u.id is distinct from ${actor.userId}::uuid`,
  );
}
