/** Asks the applicant to correct named items. The state that asks is remembered; its clock stops. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import type { AuditWord } from '#shared/words.ts';
import type { Action } from '../../application.rules.ts';
import type { StateAnswer } from '../../contract.ts';
import { approvedFieldsOf, isOfApproval, PART_FIELDS, PART_NAMES } from '../../intake/parts.rules.ts';
import { refuseIfApproved } from '../../noc/approved-parts.ts';
import { deskPlaceOf } from '../../noc/deputies.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { opensUtility } from '../../pipeline/open-parts.ts';
import { readSettings } from '../../pipeline/read-settings.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { isAskedFor } from '../asked-papers.ts';
import { type correctionItems, errors } from '../contract.ts';
import { askedPart } from '../named-fields.ts';

type Items = z.output<typeof correctionItems>;
type Asked = { items: Items; remark: string };

export async function askCorrection(
  tx: Tx,
  actor: Actor,
  input: Asked & { applicationId: string; version: number },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'recorrection', input);
  return openCorrection(tx, actor, subject, {
    ...input,
    action: 'recorrection',
    audit: 'application.recorrection',
  });
}

type Item = Items[number];
const fieldsOf = (item: Item) => [...new Set(item.fields ?? [])];

/** It names a field that its part does not have; a document has none. */
function namesForeign(item: Item): boolean {
  const part = PART_NAMES.find((name) => name === item.part);
  const own: readonly string[] = part ? PART_FIELDS[part] : [];
  return fieldsOf(item).some((field) => !own.includes(field));
}

/** It is about what an approval of the planning authority holds fast, as a whole or by one of its fields. */
function isOfApprovedPart(item: Item): boolean {
  const part = PART_NAMES.find((name) => name === item.part);
  if (!part) return false;
  const approved: readonly string[] = approvedFieldsOf(part);
  return isOfApproval(part) || fieldsOf(item).some((field) => approved.includes(field));
}

type Correction = Asked & { action: Action; audit: AuditWord };

/** The change itself, for reviewers and for the planning authority's desks. */
export async function openCorrection(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  asked: Correction,
): Promise<StateAnswer> {
  if (asked.items.some((item) => item.part === 'document' && !item.kind)) throw fail(errors.kind_missing);
  if (asked.items.some(namesForeign)) throw fail(errors.field_of_another_part);
  if (asked.items.some(isOfApprovedPart)) await refuseIfApproved(tx, subject.id);
  const fields = asked.items.flatMap((item) => fieldsOf(item).map((field) => `${item.part}.${field}`));
  const { onBehalfOf } = deskPlaceOf(actor, subject);
  const { correctionDays } = await readSettings(tx);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into applications.recorrections
      (application_id, asked_state, asked_at, asked_by_name, reason)
      values (${subject.id}, ${subject.state}, ${actor.now}, ${actor.name}, ${asked.remark}) returning id`,
  );
  const rows = asked.items.map(
    (item, index) => sql`(${id}::uuid, ${index + 1}::smallint, ${item.part},
      ${item.part === 'document' ? (item.kind ?? null) : null}, ${item.remark}, ${fieldsOf(item)}::text[])`,
  );
  await execute(
    tx,
    sql`insert into applications.recorrection_items (recorrection_id, line_no, part, kind, remark, fields, asked)
      select i.*, coalesce((select jsonb_object_agg(f.field, (${askedPart}) -> f.field)
        from unnest(i.fields) f (field)), '{}')
      from (values ${sql.join(rows)}) i (recorrection_id, line_no, part, kind, remark, fields)
      join applications.applications a on a.id = ${subject.id}`,
  );
  await keepReasons(tx, actor, subject.id, id);
  await execute(
    tx,
    sql`update applications.documents d
    set state = 'RETURNED', remark = i.remark, checked_at = ${actor.now}, checked_by_name = ${actor.name}
    from applications.recorrection_items i
    where i.recorrection_id = ${id} and i.part = 'document' and d.application_id = ${subject.id} and ${isAskedFor}`,
  );
  return finishStep(tx, actor, subject, {
    action: asked.action,
    audit: asked.audit,
    to: 'RECORRECTION',
    remark: asked.remark,
    details: {
      items: asked.items.map((item) => item.kind ?? item.part),
      ...(fields.length > 0 ? { fields } : {}),
      ...(onBehalfOf ? { onBehalfOf } : {}),
    },
    sets: [sql`asked_state = ${subject.state}`],
    expiresOn: addDays(actor.today, correctionDays),
    message: 'correct',
    asked: asked.items,
  });
}

/** Why each document is returned stays with it. What its reviewer wrote already, and the correction repeats, is there. */
async function keepReasons(tx: Tx, actor: Actor, applicationId: string, correctionId: string): Promise<void> {
  await execute(
    tx,
    sql`insert into applications.document_comments (document_id, at, kind, of_desk, author_id, author_name, role_code, text)
      select d.id, ${actor.now}, 'return', ${!opensUtility(actor)}, ${actor.userId}, ${actor.name}, ${actor.role}, i.remark
      from applications.recorrection_items i join applications.documents d on ${isAskedFor}
      where i.recorrection_id = ${correctionId} and i.part = 'document' and d.application_id = ${applicationId}
        and (d.state <> 'RETURNED' or d.remark is distinct from i.remark)`,
  );
}
