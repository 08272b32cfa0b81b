/** A reading that is not approved yet is taken out; its row stays, void. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { lockReading } from '../queries.ts';
import { OPEN_STATES } from '../reading.rules.ts';
import { lockConnectionOf } from './lock-readings.ts';
import { recheckFollowing } from './recheck-readings.ts';

export async function voidReading(
  tx: Tx,
  actor: Actor,
  input: { id: string; reason: string },
): Promise<{ done: true }> {
  await lockConnectionOf(tx, input.id);
  const reading = await lockReading(tx, actor, input.id);
  if (reading.state === 'BILLED') throw fail(errors.reading_billed);
  if (!OPEN_STATES.includes(reading.state)) throw fail(errors.reading_not_open);
  await execute(
    tx,
    sql`update meters.readings set state = 'VOID', reviewed_by = ${actor.userId}, reviewed_at = ${actor.now},
    first_approved_by = null, review_reason = ${input.reason}, version = version + 1, changed_at = clock_timestamp()
    where id = ${input.id}`,
  );
  await recheckFollowing(
    tx,
    actor,
    sql`select ${reading.connection_id}::uuid as connection_id, ${reading.period}::date as period`,
  );
  await audit(tx, actor, {
    action: 'reading.void',
    object: 'reading',
    objectId: input.id,
    before: { state: reading.state, registerLitres: reading.register_litres },
    reason: input.reason,
  });
  return { done: true };
}
