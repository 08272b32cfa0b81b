/** Bulk approval: everything that passed its checks and matches, in one statement. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { matching, type ReadingFilters, unexplainedBefore } from '../queries.ts';
import { passGate } from './lock-readings.ts';

export async function approveUnflagged(
  tx: Tx,
  actor: Actor,
  filters: ReadingFilters & { period: string },
): Promise<{ approved: number }> {
  await passGate(tx);
  const { approved } = await one<{ approved: number }>(
    tx,
    sql`with done as (
      update meters.readings set state = 'APPROVED', reviewed_by = ${actor.userId}, reviewed_at = ${actor.now},
        version = version + 1, changed_at = clock_timestamp()
      where period = ${filters.period}::date and state = 'VALID' and flags = '{}' and (id, period) in (
        select r.id, r.period from meters.readings r join meters.connections c on c.id = r.connection_id
        join settings.roads d on d.id = c.road_id where ${matching(filters)} and r.connection_id not in (${unexplainedBefore(filters.period)}))
      returning 1
    ) select count(*) as approved from done`,
  );
  await audit(tx, actor, {
    action: 'reading.approve-unflagged',
    object: 'readings',
    objectId: filters.period,
    after: { ...filters, approved },
  });
  return { approved };
}
