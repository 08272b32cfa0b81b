/** A draft becomes an application: every part and document is checked, the plot is free, a number is given. */
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import type { StateAnswer } from '../../contract.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { buildingColumns } from '../building-columns.ts';
import { refuseManyApplications } from '../household-limits.ts';
import { checkDraft, readParts } from '../read-parts.ts';
import { consumerOf, type Named, nameOwnEntry } from './consumer-of-applicant.ts';
import { ensurePlotFree } from './ensure-plot-free.ts';

type Submission = { applicationId: string; version: number; plotOverride?: string | undefined } & Named;

export async function submitApplication(tx: Tx, actor: Actor, input: Submission): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'submit', input);
  const { whole, problems } = checkDraft(await readParts(tx, subject.id), actor.today);
  if (!whole) throw fail(commonErrors.invalid_input, {}, problems);
  await refuseManyApplications(tx, actor);
  const override = actor.kind === 'consumer' ? undefined : input.plotOverride;
  if (!override) await ensurePlotFree(tx, actor, { applicationId: subject.id, ...whole.building });
  const consumerId = subject.consumerId ?? (await consumerOf(tx, actor, whole.applicant, input));
  if (subject.consumerId) await nameOwnEntry(tx, actor, subject.consumerId, whole.applicant);
  return finishStep(tx, actor, subject, {
    action: 'submit',
    audit: 'application.submit',
    to: 'PENDING',
    // Why there are two on one plot is for the office: it may name the other household.
    ...(override ? { remark: override, shared: false } : {}),
    sets: [
      sql`applicant = ${JSON.stringify(whole.applicant)}::jsonb`,
      sql`owner = ${JSON.stringify(whole.owner ?? {})}::jsonb`,
      sql`plumber = ${JSON.stringify(whole.plumber ?? {})}::jsonb`,
      ...buildingColumns(whole.building),
      sql`plot_override = ${override ?? null}`,
      sql`consumer_id = ${consumerId}::uuid`,
      sql`submitted_at = ${actor.now}`,
      sql`number = platform.human_number(${NUMBER_KINDS.application}, platform.take_numbers('application'))`,
    ],
    message: 'submitted',
  });
}
