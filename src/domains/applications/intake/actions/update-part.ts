/** Changes one part of a submitted application: by staff before the review, or as the correction that was asked. */
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { lockFacts } from '../../pipeline/load-facts.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { markCorrected } from '../../review/actions/mark-corrected.ts';
import type { Applicant, Building, Owner, Plumber } from '../parts.schema.ts';
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
  const plot = input.name === 'building' ? await plotSets(tx, subject.id, input.part) : [];
  return finishStep(tx, actor, subject, {
    action,
    audit: `application.${input.name}`,
    details: { part: input.name },
    // Nulls of the draft go, fields that the part does not name (the form's sector) stay.
    sets: [
      sql`${sql.ref(input.name)} = jsonb_strip_nulls(${sql.ref(input.name)}) || ${JSON.stringify(input.part)}::jsonb`,
      ...plot,
    ],
  });
}

async function plotSets(tx: Tx, applicationId: string, building: Building) {
  await ensurePlotFree(tx, { applicationId, ...building });
  return [sql`road_id = ${building.roadId}::uuid`, sql`plot_number = ${building.plotNumber}`];
}
