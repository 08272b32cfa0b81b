/**
 * The real figure that estimates were counted from is corrected. What was estimated is a use, not a figure of the register: the use stays,
 * and the register goes on from the corrected figure. Without this the month of the estimate would be billed the error of the month before it.
 * An estimate that was the mean of the last readings is made again if the right ones give less. The next real figure
 * may show less than the estimates: they are made again between the two when that is measured again (lower-estimates.ts).
 */
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { type MadeAgain, makeAgain } from './make-again.ts';

type Moved = {
  /** The corrected real reading before them, as it is now, of the same meter. */
  from: { id: string; period: string };
  /** The estimates after it, without a real reading between them. */
  readingIds: readonly string[];
};

/** The caller holds the gate and the connection. One that is open is checked again by the caller, and waits for its review. */
export async function moveEstimates(tx: Tx, actor: Actor, { from, readingIds }: Moved): Promise<MadeAgain[]> {
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
  return makeAgain(
    tx,
    actor,
    sql`with kept as (${kept}), summed as (
        select k.*, sum(use) over (order by period) as until from kept k
      )
      select id, period, use as litres, (base + until) % register_max as register_litres, (base + until - use) % register_max as previous_litres,
        recent_litres, recent_days, coalesce(method, 'BETWEEN') as method,
        case when use < old_litres then mean_litres else coalesce(basis_litres, use) end as basis_litres,
        case when use < old_litres then mean_days else coalesce(basis_days, read_on - previous_on) end as basis_days, in_row
      from summed`,
  );
}
