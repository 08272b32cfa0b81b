/** The empty days of a bill by its readings: of a run that calculates it, and of a correction that gives it other ones. */
import { type Sql, sql } from '#platform/database/db.ts';

/** Columns of one side of a bill: litres on the register before and after, and what is billed of them. */
type Side = { previous: Sql; current: Sql; usage: Sql };

/** FROM item `k` of a notice `h`: the register of its first day was read and is between the readings of a bill that begins on `from`. */
export const startIsRead = ({ previous, current, usage }: Side, from: Sql): Sql => sql`cross join lateral (
    select coalesce(h.from_day > ${from} and h.start_litres between ${previous} and ${current} and ${current} - ${previous} = ${usage}, false) as is_read
    offset 0) k`;

/**
 * Litres that the credit of a leak took off the bill `i` with empty days; zero if it has none, or if a later correction took the place of it.
 * @param usage what is billed now
 */
export const forgivenLitres = (usage: Sql): Sql => sql`case when i.empty_days is null then 0 else coalesce((
    select n.usage_before_litres - n.usage_after_litres from billing.leaks k join billing.adjustments n on n.correction_id = k.correction_id
    where k.invoice_id = i.id and k.state = 'CREDITED' and n.invoice_id = i.id and n.usage_after_litres = ${usage}), 0) end`;

/**
 * `empty_days` of the bill `i` by the readings of a side: what was used before the first empty day is counted from the register of that
 * side, as a run counts it (bill-run/calculate-chunk.ts). As long as the registers are those of the bill, it is what the bill keeps.
 * @param side with the litres that a leak took off: they went through the meter, so a notice counts as it does without the credit
 */
export const emptyDaysWith = (
  side: Side & { forgiven: Sql },
): Sql => sql`case when ${side.forgiven} = 0 or i.empty_days is null
    then ${byRegisters(side)}
    else (
      select jsonb_agg(f.value || jsonb_build_object('before', (f.value ->> 'before')::numeric - ${side.forgiven}) order by f.ordinality)
      from jsonb_array_elements(${byRegisters({ ...side, usage: sql`(${side.usage} + ${side.forgiven})` })}) with ordinality f
    ) end`;

const byRegisters = (side: Side): Sql => sql`case
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
