/**
 * Bulk approval: everything that passed its checks and matches, in one statement. A reading stays as it is if an earlier
 * month of its connection is not decided, because its use was measured from that one, or if the actor put it in the place of
 * another person's.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { matching, type ReadingFilters, restsOnOpen } from '../queries.ts';
import { passGate } from './lock-readings.ts';

type Approved = { approved: number; left: number; own: number };

export async function approveUnflagged(
  tx: Tx,
  actor: Actor,
  filters: ReadingFilters & { period: string },
): Promise<Approved> {
  await passGate(tx);
  const done = await one<Approved>(
    tx,
    sql`with found as (
        select r.id, r.period, ${restsOnOpen} as waits,
          r.replaces_other and r.taken_by is not distinct from ${actor.userId}::uuid as own from meters.readings r
        join meters.connections c on c.id = r.connection_id join settings.roads d on d.id = c.road_id
        where ${matching(filters)} and r.period = ${filters.period}::date and r.state = 'VALID' and r.flags = '{}'
      ), done as (
      update meters.readings set state = 'APPROVED', reviewed_by = ${actor.userId}, reviewed_at = ${actor.now},
        version = version + 1, changed_at = clock_timestamp()
      where period = ${filters.period}::date and state = 'VALID' and flags = '{}'
        and (id, period) in (select id, period from found where not waits and not own)
      returning 1
    ) select (select count(*) from done) as approved, (select count(*) from found where waits) as left,
        (select count(*) from found where own and not waits) as own`,
  );
  await audit(tx, actor, {
    action: 'reading.approve-unflagged',
    object: 'readings',
    objectId: filters.period,
    after: { ...filters, ...done },
  });
  return done;
}
