/** Gives one application of a desk to another officer of the desk's role. */
import { holdAccounts } from '#domains/identity/users/actions/hold-account.ts';
import { roleWorks } from '#domains/roles/role-works.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors as applicationErrors, type StateAnswer } from '../../contract.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { noticeForwarded } from '../../pipeline/notices.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { errors } from '../contract.ts';
import { inForce, officerOf } from '../deputies.ts';

type Forward = { applicationId: string; version: number; officerId: string; remark: string };

export async function forwardNoc(tx: Tx, actor: Actor, input: Forward): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'noc-forward', input);
  const { name, had } = await nextOfficer(tx, actor, subject, input.officerId);
  // Given back to the officer of the desk it is with the desk again, and goes with it if another one gets the desk.
  await execute(
    tx,
    sql`update applications.noc_steps s set reminded_at = null, remind_from = null,
        officer_id = case when ${officerOf('d')} = ${input.officerId}::uuid then null else ${input.officerId}::uuid end
      from applications.desks d where d.id = s.desk_id and s.application_id = ${subject.id} and s.state = 'OPEN'`,
  );
  const answer = await finishStep(tx, actor, subject, {
    action: 'noc-forward',
    audit: 'noc.forward',
    remark: input.remark,
    details: { desk: String(subject.deskRole), officer: name },
    was: { officer: had },
    shared: false,
  });
  await noticeForwarded(tx, actor, answer, input.officerId);
  return answer;
}

type Officer = {
  name: string;
  had: string | null;
  isActive: boolean;
  isOfRole: boolean;
  mayDecide: boolean;
  away: string | null;
};

/** The account that gets it, which does not end meanwhile; and the name of who had it. */
async function nextOfficer(tx: Tx, actor: Actor, subject: Subject, officerId: string): Promise<Officer> {
  await holdAccounts(tx, [officerId]);
  const officer = await first<Officer>(
    tx,
    sql`select u.name, u.status = 'active' as "isActive", r.code = ${subject.deskRole} as "isOfRole",
        r.status = 'active' and ${roleWorks('noc:decide')} as "mayDecide",
        (select had.name from identity.users had where had.id = ${subject.deskDeputyId ?? subject.deskOfficerId}::uuid) as had,
        (select max(g.last_day) from applications.desk_delegations g where g.officer_id = u.id and ${inForce(actor)}) as away
      from identity.users u join roles.roles r on r.id = u.role_id where u.id = ${officerId}`,
  );
  if (!officer?.isOfRole) throw fail(applicationErrors.officer_of_another_role);
  if (!officer.isActive) throw fail(errors.officer_not_active);
  if (!officer.mayDecide) throw fail(errors.officer_may_not);
  if (subject.deskDeputyId === null && subject.deskOfficerId === officerId) throw fail(errors.officer_has_it);
  if (officer.away) throw fail(errors.officer_away, { name: officer.name, until: officer.away });
  if (subject.decidedBy.includes(officerId)) throw fail(errors.officer_decided_another);
  return officer;
}
