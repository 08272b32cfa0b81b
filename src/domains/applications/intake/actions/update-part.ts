/** Changes one part of a submitted application: by staff before the review, or as the correction that was asked. */

import type { Actor } from '#platform/actor.ts';
import { type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { lockFacts } from '../../pipeline/load-facts.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { markCorrected } from '../../review/actions/mark-corrected.ts';
import { buildingColumns } from '../building-columns.ts';
import type { Applicant, Building, Owner, Plumber } from '../parts.rules.ts';
import { ensurePlotFree } from './ensure-plot-free.ts';

type Change = { applicationId: string; version: number } & (
  | { name: 'applicant'; part: Applicant }
  | { name: 'owner'; part: Owner }
  | { name: 'plumber'; part: Plumber }
  | { name: 'building'; part: Building }
);

export async function updatePart(tx: Tx, actor: Actor, input: Change): Promise<StateAnswer> {
  const { state } = await lockFacts(tx, actor, input.applicationId);
  const action = state === 'RECORRECTION' ? 'correct' : 'edit';
  const subject = await beginStep(tx, actor, action, input);
  if (action === 'correct') await markCorrected(tx, actor, subject.id, { part: input.name });
  const sets = input.name === 'building' ? await buildingSets(tx, subject.id, input.part) : partSets(input);
  return finishStep(tx, actor, subject, {
    action,
    audit: `application.${input.name}`,
    details: { part: input.name },
    sets,
  });
}

function partSets({ name, part }: Change): Sql[] {
  return [sql`${sql.ref(name)} = ${JSON.stringify(part)}::jsonb`];
}

async function buildingSets(tx: Tx, applicationId: string, building: Building): Promise<Sql[]> {
  await ensurePlotFree(tx, { applicationId, ...building });
  return buildingColumns(building);
}
