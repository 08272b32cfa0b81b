/**
 * What a visit says of its reading: was the person there, and did they take the time. The known place of a connection is that of its
 * installer; without one, that of a reader in an earlier month, if the reading of that month was approved.
 */
import type { Actor } from '#platform/actor.ts';
import { one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { Visit } from './visit.rules.ts';

/** The checks of a visit; they are made one time, when it comes in. */
export const VISIT_CHECKS = ['TOO_FAST', 'FAR_AWAY'] as const;

/** A phone that is less sure of its place does not say that of a connection. */
const GOOD_FIX_M = 50;

export type Visited = {
  at: string;
  distanceM: number | null;
  sinceLastS: number | null;
  flags: string[];
  figures: Record<string, number>;
  refused: string | null;
};

/** Great-circle metres between two places in degrees; null if one is not known. */
const metres = (latitude: Sql, longitude: Sql, toLatitude: Sql, toLongitude: Sql): Sql =>
  sql`case when ${latitude} is not null and ${toLatitude} is not null then (2 * 6371000 * asin(least(1, sqrt(
      sind((${toLatitude} - ${latitude})::float8 / 2) ^ 2
      + cosd(${latitude}::float8) * cosd(${toLatitude}::float8) * sind((${toLongitude} - ${longitude})::float8 / 2) ^ 2))))::int end`;

export async function checkVisit(
  tx: Tx,
  actor: Actor,
  visit: Visit,
  { connectionId, period }: { connectionId: string; period: string },
): Promise<Visited> {
  const { place } = visit;
  const latitude = sql`${place?.latitude ?? null}::numeric`;
  const longitude = sql`${place?.longitude ?? null}::numeric`;
  const row = await one<Pick<Visited, 'at' | 'distanceM' | 'sinceLastS'> & { found: Found[] }>(
    tx,
    sql`with v as (select least(${visit.at}::timestamptz, ${actor.now}::timestamptz) as at),
      known as (
        select c.category, coalesce(c.latitude, e.latitude) as latitude, coalesce(c.longitude, e.longitude) as longitude
        from meters.connections c
        left join lateral (
          select a.latitude, a.longitude from meters.read_attempts a
          where c.latitude is null and a.connection_id = c.id and a.period < ${period}::date and a.reason is null
            and a.accuracy_m <= ${sql.lit(GOOD_FIX_M)} and exists (select from meters.readings r where r.connection_id = c.id
              and r.meter_id = a.meter_id and r.period = a.period and r.state in ('APPROVED', 'BILLED'))
          order by a.visited_at desc limit 1
        ) e on true
        where c.id = ${connectionId}
      ), measured as (
        select v.at, k.category, ${metres(sql`k.latitude`, sql`k.longitude`, latitude, longitude)} as distance,
          (select extract(epoch from v.at - max(b.visited_at))::int from meters.read_attempts b
            where b.visited_by = ${actor.userId} and b.visited_at <= v.at and b.visited_at > v.at - interval '1 day'
              and b.connection_id <> ${connectionId}) as since
        from v cross join known k
      )
      select m.at, m.distance as "distanceM", m.since as "sinceLastS", coalesce((
        select jsonb_agg(jsonb_build_object('code', r.code, 'effect', r.effect) order by r.code desc) from (
          select distinct on (k.code) k.* from meters.reading_checks k
          where k.code in ('TOO_FAST', 'FAR_AWAY') and k.category in (m.category, '*') order by k.code, k.category = '*'
        ) r
        where r.effect <> 'OFF' and case r.code when 'TOO_FAST' then m.since < r.factor
          else m.distance > r.factor + ${place?.accuracyM ?? 0}::int end), '[]') as found
      from measured m`,
  );
  const { found, ...measured } = row;
  const flags = found.map(({ code }) => code);
  return {
    ...measured,
    flags,
    figures: {
      ...(flags.includes('TOO_FAST') ? { seconds: row.sinceLastS ?? 0 } : {}),
      ...(flags.includes('FAR_AWAY') ? { metres: row.distanceM ?? 0 } : {}),
    },
    refused: found.find(({ effect }) => effect === 'REFUSE')?.code ?? null,
  };
}
type Found = { code: (typeof VISIT_CHECKS)[number]; effect: string };

/** Of the reading `r`: what its visit was found to be. Its value may be another one since; who was there is the same. */
export const keptFlags = (r: Sql): Sql =>
  sql`array(select f from unnest(${r}.flags) f where f in ('TOO_FAST', 'FAR_AWAY'))`;
export const keptFigures = (r: Sql): Sql =>
  sql`jsonb_strip_nulls(jsonb_build_object('seconds', ${r}.figures -> 'seconds', 'metres', ${r}.figures -> 'metres'))`;
