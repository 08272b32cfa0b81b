/**
 * The real figure that estimates were counted from is corrected. What was estimated is a use, not a figure of the register: the use stays,
 * and the register goes on from the corrected figure. Without this the month of the estimate would be billed the error of the month before it.
 * An estimate that was the mean of the last readings is made again if the right ones give less. If the next real figure is known, and shows
 * less than the estimates, they are made again between the two.
 */
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { partOf } from '../between-figures.ts';
import { type MadeAgain, makeAgain } from './make-again.ts';

type Moved = {
  /** The corrected real reading before them, as it is now, of the same meter. */
  from: { id: string; period: string };
  /** The estimates after it, without a real reading between them. */
  readingIds: readonly string[];
  /** The next real figure, if it is billed and of the same meter: it is billed the rest. */
  next: { registerLitres: number; readOn: string } | null;
};

/** The caller holds the gate and the connection. A billed estimate stays billed; one that is open waits for its review again. */
export async function moveEstimates(
  tx: Tx,
  actor: Actor,
  { from, readingIds, next }: Moved,
): Promise<MadeAgain[]> {
  const kept = sql`select r.id, r.period, r.read_on, r.previous_on, o.litres as old_litres, b.register_litres as base,
      b.recent_litres, b.recent_days, e.method, e.basis_litres, e.basis_days, row_number() over (order by r.period)::int as in_row, n.litres as mean_litres, n.days as mean_days,
      (10 ^ m.register_digits * 1000)::bigint as register_max,
      case when e.method = 'RECENT' and n.days > 0 then least(o.litres, round(n.litres::numeric / n.days
          * greatest(e.days - meters.empty_days(r.connection_id, r.previous_on, r.read_on), 0))::bigint)
        else o.litres end as use
    from meters.readings r
    join meters.readings b on b.id = ${from.id} and b.period = ${from.period}::date
    join meters.meters m on m.id = r.meter_id
    left join meters.estimates e on e.reading_id = r.id and e.period = r.period
    -- A reading before it that was too high left it without a use.
    cross join lateral (select coalesce(r.consumption_litres, e.litres, 0) as litres) o
    cross join lateral (
      select (select sum(x)::bigint from unnest(b.recent_litres) x) as litres, (select sum(x)::int from unnest(b.recent_days) x) as days
    ) n
    where r.id = any(${readingIds}::uuid[])`;
  const water = next
    ? sql`(${next.registerLitres}::bigint - base + register_max) % register_max`
    : sql`null::bigint`;
  const rest = sql`${next?.readOn ?? null}::date - max(read_on) over ()`;
  const rows = sql`with kept as (${kept}), summed as (
      select k.*, sum(use) over w as until, sum(use) over () as total, sum(read_on - previous_on) over () as all_days, ${water} as water,
        ${rest} as rest_days
      from kept k window w as (order by period)
    ), shared as (
      select s.*, coalesce(water < total, false) as is_between,
        case when water < total then ${partOf({ waterLitres: sql`water`, estimatedLitres: sql`total`, days: sql`rest_days` })} else until end as new_until
      from summed s
    ), used as (
      select s.*, new_until - lag(new_until, 1, 0::bigint) over (order by period) as litres from shared s
    )
    select id, period, litres, (base + new_until) % register_max as register_litres,
      (base + new_until - litres) % register_max as previous_litres, recent_litres, recent_days,
      case when is_between then 'BETWEEN' else coalesce(method, 'BETWEEN') end as method,
      case when is_between then water when use < old_litres then mean_litres else coalesce(basis_litres, litres) end as basis_litres,
      case when is_between then (all_days + rest_days)::int when use < old_litres then mean_days
        else coalesce(basis_days, read_on - previous_on) end as basis_days, in_row
    from used`;
  return makeAgain(tx, actor, rows, { isReviewed: false });
}
