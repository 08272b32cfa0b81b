/** Remarks of the desks; shared ones also for the applicant. */
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';

type Remark = { kind: 'remark' | 'approve' | 'return' | 'reject'; text: string; shared: boolean };

export async function remarkNoc(
  tx: Tx,
  actor: Actor,
  input: { applicationId: string; remark: string; shared: boolean },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'noc-remark', input);
  await addRemark(tx, actor, subject.id, { kind: 'remark', text: input.remark, shared: input.shared });
  return finishStep(tx, actor, subject, {
    action: 'noc-remark',
    audit: 'noc.remark',
    remark: input.remark,
    shared: input.shared,
    details: { desk: actor.role },
  });
}

export async function addRemark(tx: Tx, actor: Actor, applicationId: string, remark: Remark): Promise<void> {
  await execute(
    tx,
    sql`insert into applications.noc_remarks (application_id, at, role_code, actor_id, name, kind, text, shared)
    values (${applicationId}, ${actor.now}, ${actor.role}, ${actor.userId}, ${actor.name}, ${remark.kind},
      ${remark.text}, ${remark.shared})`,
  );
}
