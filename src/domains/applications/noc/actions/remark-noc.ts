/** Remarks of the desks; shared ones also for the applicant. */
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { noticeRemark } from '../../pipeline/notices.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { type DeskPlace, deskPlaceOf } from '../deputies.ts';

type Remark = { kind: 'remark' | 'approve' | 'return' | 'reject'; text: string; shared: boolean };

export async function remarkNoc(
  tx: Tx,
  actor: Actor,
  input: { applicationId: string; remark: string; shared: boolean },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'noc-remark', input);
  const place = deskPlaceOf(actor, subject);
  await addRemark(tx, actor, subject.id, place, { kind: 'remark', text: input.remark, shared: input.shared });
  const answer = await finishStep(tx, actor, subject, {
    action: 'noc-remark',
    audit: 'noc.remark',
    remark: input.remark,
    shared: input.shared,
    details: place,
  });
  if (input.shared) await noticeRemark(tx, actor, answer);
  return answer;
}

export async function addRemark(
  tx: Tx,
  actor: Actor,
  applicationId: string,
  place: DeskPlace,
  remark: Remark,
): Promise<string> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into applications.noc_remarks (application_id, at, role_code, actor_id, name, on_behalf_of, kind, text, shared)
    values (${applicationId}, ${actor.now}, ${place.desk}, ${actor.userId}, ${actor.name}, ${place.onBehalfOf ?? null}, ${remark.kind},
      ${remark.text}, ${remark.shared}) returning id`,
  );
  return id;
}
