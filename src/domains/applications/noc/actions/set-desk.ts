/** Sets a role's desk up. Applications on their way keep their chain; a new officer counts at once, and ends what the former one delegated. */
import { holdAccounts } from '#domains/identity/users/actions/hold-account.ts';
import { roleWorks } from '#domains/roles/role-works.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { NewCheck } from '../checks/check.schema.ts';
import { errors as nocErrors } from '../contract.ts';
import { deputyAtDesk } from '../deputies.ts';
import { endDelegations } from './delegate-desk.ts';
import { setChecks } from './set-checks.ts';

type Desk = {
  version?: number | undefined;
  roleCode: string;
  name: string;
  position: number;
  officerId?: string | null | undefined;
  workingDays?: number | undefined;
  active: boolean;
  checks?: readonly NewCheck[] | undefined;
};

export async function setDesk(
  tx: Tx,
  actor: Actor,
  { version, checks, ...input }: Desk,
): Promise<{ id: string }> {
  if (input.officerId) {
    await holdAccounts(tx, [input.officerId]);
    // Who has the desk keeps it while something else of it is changed.
    const officer = await first<{ mayDecide: boolean }>(
      tx,
      sql`select ${roleWorks('noc:decide')} and r.status = 'active' or exists (select from applications.desks d
          where d.role_code = r.code and d.officer_id = u.id) as "mayDecide"
        from identity.users u join roles.roles r on r.id = u.role_id
        where u.id = ${input.officerId} and r.code = ${input.roleCode} and u.status = 'active'`,
    );
    if (!officer) throw fail(errors.officer_of_another_role);
    if (!officer.mayDecide) throw fail(nocErrors.officer_may_not);
  }
  const desk = await first<{ id: string }>(
    tx,
    sql`insert into applications.desks as d (role_code, name, position, officer_id, working_days, active)
      values (${input.roleCode}, ${input.name}, ${input.position}, ${input.officerId ?? null}::uuid,
        coalesce(${input.workingDays ?? null}::int, 1), ${input.active})
      on conflict on constraint desks_role_key do update set name = excluded.name, position = excluded.position,
        officer_id = excluded.officer_id, working_days = coalesce(${input.workingDays ?? null}::int, d.working_days),
        active = excluded.active, version = d.version + 1
        where d.version = ${version ?? null}::int
      returning id`,
  );
  if (!desk) throw fail(commonErrors.stale_version);
  // A deputy is that of an officer, not of a desk.
  const other = sql`g.desk_id = ${desk.id} and g.officer_id is distinct from ${input.officerId ?? null}::uuid`;
  await endDelegations(tx, actor, other);
  const deputy = await deputyAtDesk(tx, actor, desk.id);
  if (deputy) throw fail(nocErrors.officer_is_deputy, deputy);
  if (checks) await setChecks(tx, actor, desk.id, checks);
  const listed = checks?.map(({ documentKind, en, bn }) => documentKind ?? `${en} / ${bn}`);
  await audit(tx, actor, {
    action: 'noc.desk',
    object: 'desk',
    objectId: desk.id,
    after: { ...input, ...(listed ? { checks: listed } : {}) },
  });
  return desk;
}
