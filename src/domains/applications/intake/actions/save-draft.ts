/** Drafts: made with the first word, saved as one types. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { beginStep } from '../../pipeline/take-step.ts';
import type { createDraft as createDraftCall, updateDraft as updateDraftCall } from '../contract.ts';

type NewDraft = z.output<(typeof createDraftCall)['body']>;
type DraftChange = z.output<(typeof updateDraftCall)['body']>;

export async function createDraft(tx: Tx, actor: Actor, input: NewDraft): Promise<StateAnswer> {
  const own = actor.kind === 'consumer';
  const answer = await one<StateAnswer>(
    tx,
    sql`insert into applications.applications
      (source, consumer_id, state_since, applicant, owner, plumber, building, road_id, plot_number,
       created_at, created_by, saved_at)
      values (${own ? 'PORTAL' : 'COUNTER'}, ${own ? actor.consumerId : (input.consumerId ?? null)}::uuid, ${actor.now},
        ${json(input.applicant)}, ${json(input.owner)}, ${json(input.plumber)}, ${json(input.building)},
        ${input.building?.roadId ?? null}::uuid, ${toLatinDigits(input.building?.plotNumber?.trim() ?? '')},
        ${actor.now}, ${actor.userId}, ${actor.now})
      returning id, number, state, version`,
  );
  await audit(tx, actor, { action: 'application.draft', object: 'application', objectId: answer.id });
  return answer;
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
        sql`plot_number = ${toLatinDigits(input.building.plotNumber?.trim() ?? '')}`,
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
