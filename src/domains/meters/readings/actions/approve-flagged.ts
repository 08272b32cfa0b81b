/**
 * Approves many flagged readings of a month with one reason, by the same rules as one (reading.rules.ts): not by
 * who took it, not without a use; if a flag asks for two people, this is the first word, or the second of another.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { flagsNeedTwo, matching, type ReadingFilters, restsOnOpen } from '../queries.ts';
import { passGate } from './lock-readings.ts';

type Approved = { approved: number; first: number };

export async function approveFlagged(
  tx: Tx,
  actor: Actor,
  { reason, ...filters }: ReadingFilters & { period: string; reason: string },
): Promise<Approved> {
  await passGate(tx);
  const done = await one<Approved>(
    tx,
    sql`with found as (
        select r.id, r.period, r.first_approved_by is null and ${flagsNeedTwo(sql`r.flags`)} as is_first
        from meters.readings r join meters.connections c on c.id = r.connection_id
        join settings.roads d on d.id = c.road_id
        where ${matching(filters)} and r.state = 'FLAGGED' and r.consumption_litres is not null and not ${restsOnOpen}
          and r.taken_by is distinct from ${actor.userId}::uuid and r.first_approved_by is distinct from ${actor.userId}::uuid
        for update of r
      ), done as (
        update meters.readings r set first_approved_by = case when f.is_first then ${actor.userId}::uuid else r.first_approved_by end,
          state = case when f.is_first then r.state when r.source = 'ESTIMATE' then 'ESTIMATED' else 'APPROVED' end,
          reviewed_by = case when f.is_first then r.reviewed_by else ${actor.userId}::uuid end,
          reviewed_at = case when f.is_first then r.reviewed_at else ${actor.now}::timestamptz end,
          review_reason = ${reason}, version = r.version + 1, changed_at = clock_timestamp()
        from found f where r.id = f.id and r.period = f.period and r.period = ${filters.period}::date
        returning f.is_first
      )
      select count(*) filter (where not is_first) as approved, count(*) filter (where is_first) as first from done`,
  );
  await audit(tx, actor, {
    action: 'reading.approve-flagged',
    object: 'readings',
    objectId: filters.period,
    after: { ...filters, ...done },
    reason,
  });
  return done;
}
