/** Drafts: made with the first word, saved as one types. */
import type { z } from 'zod';
import { writtenPlot } from '#domains/settings/plot-numbers.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { commentApplication } from '../../pipeline/actions/comment-application.ts';
import { beginStep } from '../../pipeline/take-step.ts';
import type { createDraft as createDraftCall, updateDraft as updateDraftCall } from '../contract.ts';
import { refuseManyDrafts } from '../household-limits.ts';

type NewDraft = z.output<(typeof createDraftCall)['body']>;
type DraftChange = z.output<(typeof updateDraftCall)['body']>;

export async function createDraft(tx: Tx, actor: Actor, input: NewDraft): Promise<StateAnswer> {
  const own = actor.kind === 'consumer';
  if (own) await refuseTooMany(tx, actor);
  await refuseManyDrafts(tx, actor);
  const answer = await one<StateAnswer>(
    tx,
    sql`insert into applications.applications
      (source, consumer_id, state_since, applicant, owner, plumber, building, road_id, plot_number,
       created_at, created_by, saved_at)
      values (${own ? 'PORTAL' : 'COUNTER'}, ${own ? actor.consumerId : (input.consumerId ?? null)}::uuid, ${actor.now},
        ${json(input.applicant)}, ${json(input.owner)}, ${json(input.plumber)}, ${json(input.building)},
        ${input.building?.roadId ?? null}::uuid, ${writtenPlot(input.building?.plotNumber ?? '')},
        ${actor.now}, ${actor.userId}, ${actor.now})
      returning id, number, state, version`,
  );
  await audit(tx, actor, { action: 'application.draft', object: 'application', objectId: answer.id });
  if (!input.note) return answer;
  return commentApplication(tx, actor, { applicationId: answer.id, remark: input.note, shared: false });
}

/** A household has so many drafts at a time: one that is sent or deleted makes room. */
const DRAFTS = 10;

async function refuseTooMany(tx: Tx, actor: Actor): Promise<void> {
  // Two at once are counted one after the other.
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`drafts of ${actor.userId}`}, 0))`);
  const { open } = await one<{ open: number }>(
    tx,
    sql`select count(*)::int as open from applications.applications
      where consumer_id = ${actor.consumerId}::uuid and created_by = ${actor.userId} and state = 'DRAFT' and deleted_at is null`,
  );
  if (open >= DRAFTS) throw fail(errors.drafts_full, { most: DRAFTS });
}

export async function updateDraft(tx: Tx, actor: Actor, input: DraftChange): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'edit', input);
  if (subject.state !== 'DRAFT') throw fail(errors.wrong_state);
  const parts = (['applicant', 'owner', 'plumber', 'building'] as const)
    .filter((part) => input[part] !== undefined)
    .map((part) => sql`${sql.ref(part)} = ${json(input[part])}`);
  const plot = input.building
    ? [
        sql`road_id = ${input.building.roadId ?? null}::uuid`,
        sql`plot_number = ${writtenPlot(input.building.plotNumber ?? '')}`,
      ]
    : [];
  const consumer =
    actor.kind !== 'consumer' && input.consumerId !== undefined
      ? [sql`consumer_id = ${input.consumerId}::uuid`]
      : [];
  const sets = [...parts, ...plot, ...consumer, sql`saved_at = ${actor.now}`, sql`version = version + 1`];
  return one<StateAnswer>(
    tx,
    sql`update applications.applications set ${sql.join(sets)} where id = ${subject.id}
      returning id, number, state, version`,
  );
}

function json(part: unknown) {
  return sql`${JSON.stringify(part ?? {})}::jsonb`;
}
