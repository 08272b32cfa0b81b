/** What a household writes in a request is kept in its history, and each change makes the office look again. */
import type { Actor } from '#platform/actor.ts';
import { refuseTooOften } from '#platform/daily-limit.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { errors } from '../contract.ts';

/** Of one request and one person within 24 hours: a whole pile of papers, brought and taken out again. */
const CHANGES_A_DAY = 40;

export async function refuseManyChanges(tx: Tx, actor: Actor, requestId: string): Promise<void> {
  if (actor.kind !== 'consumer') return;
  await refuseTooOften(tx, actor, {
    what: 'owner changes changed',
    done: sql`select at from platform.audit where object = 'ownership_request' and object_id = ${requestId}::text
      and actor_id = ${actor.userId} and action in ('ownership.edit', 'ownership.document', 'ownership.document-remove')`,
    most: CHANGES_A_DAY,
    refusal: errors.changed_too_often,
  });
}
