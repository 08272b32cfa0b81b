/** Who may do the work of a state (spec /task-role): roles by their rows, people with what waits for their hand already. */
import { roleWorks } from '#domains/roles/role-works.ts';
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import { OPEN_STATES, STATES, type State } from '../application.rules.ts';
import { isInHand } from './waits-for.ts';

type WorkerRole = { id: string; code: string; name: string };
type Worker = { id: string; name: string; roleCode: string; openApplications: number };

export async function listWorkers(db: Db | Tx, state: State) {
  const { work } = STATES[state];
  const may = sql`r.status = 'active' and ${work ? roleWorks(work) : sql`false`} and r.code <> 'consumer'`;
  const roles = await all<WorkerRole>(
    db,
    sql`select r.id, r.code, r.name from roles.roles r where ${may} order by r.name`,
  );
  const users = await all<Worker>(
    db,
    sql`select u.id, u.name, r.code as "roleCode",
        (select count(*)::int from applications.applications a where a.assignee_id = u.id
          and a.state = any(${OPEN_STATES}::text[]) and a.deleted_at is null and a.archived_at is null and a.overlay is null
          and ${isInHand}) as "openApplications"
      from identity.users u join roles.roles r on r.id = u.role_id
      where u.status = 'active' and ${may} order by 4, u.name, u.id`,
  );
  return { permission: work, roles, users };
}
