import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import type { Tx } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';

export const CHECK_JOB = 'logs:check-chain';

/** Verifies in the background; a second one that asks before it runs gets the same. */
export async function askCheck(tx: Tx, actor: Actor): Promise<{ done: true }> {
  await audit(tx, actor, { action: 'audit-log.verify', object: 'audit-log', objectId: 'chain' });
  await addJob(tx, CHECK_JOB, { by: actor.name }, { key: CHECK_JOB });
  return { done: true };
}
