/** Changes one part of a submitted application: by staff before the review, or as the correction that was asked. */

import type { Actor } from '#platform/actor.ts';
import { all, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { StateAnswer } from '../../contract.ts';
import { refuseIfApproved } from '../../noc/approved-parts.ts';
import { lockFacts } from '../../pipeline/load-facts.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { lookAgain } from '../../review/actions/look-again.ts';
import { markPartCorrected } from '../../review/actions/mark-corrected.ts';
import { buildingColumns } from '../building-columns.ts';
import { refuseManyChanges } from '../household-limits.ts';
import {
  type Applicant,
  type Building,
  birthProblems,
  OF_IDENTITY,
  type Owner,
  type Plumber,
} from '../parts.rules.ts';
import { ensurePlotFree } from './ensure-plot-free.ts';

type Change = { applicationId: string; version: number; remark?: string | undefined } & (
  | { name: 'applicant'; part: Applicant }
  | { name: 'owner'; part: Owner }
  | { name: 'plumber'; part: Plumber }
  | { name: 'building'; part: Building }
);

export async function updatePart(tx: Tx, actor: Actor, input: Change): Promise<StateAnswer> {
  const { state } = await lockFacts(tx, actor, input.applicationId);
  const action = state === 'RECORRECTION' ? 'correct' : 'edit';
  const subject = await beginStep(tx, actor, action, input);
  await refuseManyChanges(tx, actor, subject.id);
  const { was, is } = await changed(tx, subject.id, input);
  const fields = Object.keys({ ...was, ...is });
  if (input.name === 'applicant' && fields.includes('dateOfBirth')) refuseBirth(actor, input.part);
  const { name, part, remark: answer } = input;
  if (action === 'correct')
    await markPartCorrected(tx, actor, subject.id, { name, part, changed: fields, answer });
  const sets =
    input.name === 'building' ? await buildingSets(tx, actor, subject.id, input.part) : partSets(input);
  const isOther = Object.keys(is).some((field) => input.name !== 'applicant' || OF_IDENTITY.includes(field));
  if (action === 'correct' && input.name !== 'plumber' && isOther) await refuseIfApproved(tx, subject.id);
  const isOfHousehold = action === 'correct' && actor.kind === 'consumer';
  const again = isOfHousehold ? await lookAgain(tx, subject.id, { part: name, fields }) : undefined;
  return finishStep(tx, actor, subject, {
    action,
    audit: `application.${name}`,
    details: {
      part: name,
      ...(action === 'correct' && fields.length > 0 ? { changed: fields } : {}),
      ...again?.details,
    },
    remark: input.remark,
    ...{ was, is, sets: [...sets, ...(again?.sets ?? [])] },
  });
}

/** A day that stays is not asked again: who may correct other fields only cannot change it. */
function refuseBirth({ today }: Actor, part: Applicant): void {
  const problems = birthProblems(part, today).map((problem) => ({
    ...problem,
    path: `part.${problem.path}`,
  }));
  if (problems.length > 0) throw fail(commonErrors.invalid_input, {}, problems);
}

function partSets({ name, part }: Change): Sql[] {
  return [sql`${sql.ref(name)} = ${JSON.stringify(part)}::jsonb`];
}

async function buildingSets(tx: Tx, actor: Actor, applicationId: string, building: Building): Promise<Sql[]> {
  // A plot that stays is not asked again: staff may have let it pass.
  const { isOther } = await one<{ isOther: boolean }>(
    tx,
    sql`select (road_id, platform.plot_key(plot_number)) is distinct from (${building.roadId}::uuid, platform.plot_key(${building.plotNumber}::text)) as "isOther"
      from applications.applications where id = ${applicationId}`,
  );
  if (isOther) await ensurePlotFree(tx, actor, { applicationId, ...building });
  return buildingColumns(building);
}

/** The fields of the part that are other ones now, before and after, for the log. The sector is that of the road. */
async function changed(tx: Tx, applicationId: string, { name, part }: Change) {
  const rows = await all<{ field: string; before: string | null; after: string | null }>(
    tx,
    sql`select coalesce(b.key, n.key) as field, b.value as before, n.value as after
      from jsonb_each_text(coalesce((select ${sql.ref(name)} from applications.applications where id = ${applicationId}), '{}')) b
      full join jsonb_each_text(${JSON.stringify(part)}::jsonb) n on n.key = b.key
      where nullif(b.value, '') is distinct from nullif(n.value, '') and coalesce(b.key, n.key) <> 'sectorId'`,
  );
  const of = (side: 'before' | 'after') => Object.fromEntries(rows.map((row) => [row.field, row[side]]));
  return { was: of('before'), is: of('after') };
}
