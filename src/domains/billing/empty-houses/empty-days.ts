/** The empty days of a bill by its readings: of a run that calculates it, and of a correction that gives it other ones. */
import { type Sql, sql } from '#platform/database/db.ts';

/** Columns of one side of a bill: litres on the register before and after, and what is billed of them. */
type Side = { previous: Sql; current: Sql; usage: Sql };

/** FROM item `k` of a notice `h`: the register of its first day was read and is between the readings of a bill that begins on `from`. */
export const startIsRead = ({ previous, current, usage }: Side, from: Sql): Sql => sql`cross join lateral (
    select coalesce(h.from_day > ${from} and h.start_litres between ${previous} and ${current} and ${current} - ${previous} = ${usage}, false) as is_read
    offset 0) k`;

/**
 * `empty_days` of the bill `i` by the readings of a side: what was used before the first empty day is counted from the register of that
 * side, as a run counts it (bill-run/calculate-chunk.ts). As long as the registers are those of the bill, it is what the bill keeps.
 */
export const emptyDaysWith = (side: Side): Sql => sql`case
    when i.empty_days is null or (${side.previous}, ${side.current}) is not distinct from (i.previous_litres, i.current_litres) then i.empty_days
    else (
      select jsonb_agg(e.value || jsonb_build_object('before', case when k.is_read then h.start_litres - ${side.previous} else 0 end,
          'known', case when h.from_day > i.period_from then k.is_read and (e.value ->> 'until')::date >= (
              select least(i.period_to, c.disconnected_on) from meters.connections c where c.id = i.connection_id)
            else (e.value ->> 'known')::boolean end) order by e.ordinality)
      from jsonb_array_elements(i.empty_days) with ordinality e
      join billing.empty_houses h on h.id = (e.value ->> 'id')::uuid
      ${startIsRead(side, sql`i.period_from`)}
    ) end`;
