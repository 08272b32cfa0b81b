/**
 * The real figure that estimates were counted from is corrected. What was estimated is a use, not a figure of the register: the use stays,
 * and the register goes on from the corrected figure. Without this the month of the estimate would be billed the error of the month before it.
 * An estimate that was the mean of the last readings is made again if the right ones give less. The next real figure
 * may show less than the estimates: they are made again between the two when that is measured again (lower-estimates.ts).
 */
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type MadeAgain, makeAgain } from './make-again.ts';

/**
 * The caller holds the gate and the connections. One that is open is checked again by the caller, and waits for its review.
 * @param moved SELECT of id and period of the estimates; base_litres, recent_litres and recent_days of the figure that those of its
 *   connection go on from, as it is now
 */
export async function moveEstimates(tx: Tx, actor: Actor, moved: Sql): Promise<MadeAgain[]> {
  const kept = sql`select r.id, r.connection_id, r.period, r.read_on, r.previous_on, o.litres as old_litres, b.base_litres as base,
      b.recent_litres, b.recent_days, e.method, e.basis_litres, e.basis_days, row_number() over (partition by r.connection_id order by r.period)::int as in_row,
      n.litres as mean_litres, n.days as mean_days, (10 ^ m.register_digits * 1000)::bigint as register_max,
      case when e.method = 'RECENT' and n.days > 0 then least(o.litres, round(n.litres::numeric / n.days
          * greatest(e.days - meters.empty_days(r.connection_id, r.previous_on, r.read_on), 0))::bigint)
        else o.litres end as use
    from (${moved}) b
    join meters.readings r on r.id = b.id and r.period = b.period
    join meters.meters m on m.id = r.meter_id
    left join meters.estimates e on e.reading_id = r.id and e.period = r.period
    -- A reading before it that was too high left it without a use.
    cross join lateral (select coalesce(r.consumption_litres, e.litres, 0) as litres) o
    cross join lateral (
      select (select sum(x)::bigint from unnest(b.recent_litres) x) as litres, (select sum(x)::int from unnest(b.recent_days) x) as days
    ) n`;
  return makeAgain(
    tx,
    actor,
    sql`with kept as (${kept}), summed as (
        select k.*, sum(use) over (partition by connection_id order by period) as until from kept k
      )
      select id, period, use as litres, (base + until) % register_max as register_litres, (base + until - use) % register_max as previous_litres,
        recent_litres, recent_days, coalesce(method, 'BETWEEN') as method,
        case when use < old_litres then mean_litres else coalesce(basis_litres, use) end as basis_litres,
        case when use < old_litres then mean_days else coalesce(basis_days, read_on - previous_on) end as basis_days, in_row
      from summed`,
  );
}

/**
 * The same for estimates that are open, after a real reading was corrected or taken out: they go on from the reading before them, or from
 * what their meter showed when it came.
 * @param changed SELECT of connection_id and period of the reading; the first one of a connection counts
 */
export const moveOpenEstimates = (tx: Tx, actor: Actor, changed: Sql): Promise<MadeAgain[]> =>
  moveEstimates(
    tx,
    actor,
    sql`select r.id, r.period, coalesce(b.register_litres, a.opening_litres) as base_litres, coalesce(b.recent_litres, '{}') as recent_litres,
        coalesce(b.recent_days, '{}') as recent_days
      from (select connection_id, min(period) as period from (${changed}) x group by 1) f
      join meters.readings r on r.connection_id = f.connection_id and r.period > f.period and r.living and r.source = 'ESTIMATE'
      join lateral (
        select installed_on, opening_litres from meters.assignments a where a.connection_id = r.connection_id and a.meter_id = r.meter_id
          and a.installed_on <= r.read_on order by a.installed_on desc limit 1
      ) a on true
      left join lateral (
        select b.register_litres, b.recent_litres, b.recent_days from meters.readings b
        where b.connection_id = r.connection_id and b.meter_id = r.meter_id and b.living and b.period <= f.period and b.read_on >= a.installed_on
        order by b.period desc limit 1
      ) b on true
      where exists (select from meters.readings c where c.connection_id = r.connection_id and c.meter_id = r.meter_id and c.period = f.period
          and c.source <> 'ESTIMATE')
        and not exists (select from meters.readings n where n.connection_id = r.connection_id and n.living and n.source <> 'ESTIMATE'
          and n.period > f.period and n.period < r.period)`,
  );
