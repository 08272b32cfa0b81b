/** The empty days of a bill by its readings: of a run that calculates it, and of a correction that gives it other ones. */
import { type Sql, sql } from '#platform/database/db.ts';

/**
 * Of an entry `e` of a bill's `empty_days`: litres that were used on its days. Bills of the time before registers of the return have no `after`.
 * @param usage of the whole bill
 */
export const emptyUse = (usage: Sql): Sql => sql`(${usage} - e.before - coalesce(e.after, 0))`;

/** Columns of one side of a bill: litres on the register before and after, and what is billed of them. */
type Side = { previous: Sql; current: Sql; usage: Sql };

/**
 * FROM item `k` of a notice `h` and a bill whose days are `from` until before `until`: litres of the bill that were used before the first day of the
 * notice and from its last day on, by the registers of these two days if they are between the readings of the bill. `known`: the use of the
 * empty days is known, because each end of the bill that is not empty has such a register.
 * @param last the first day after the notice
 */
export const outsideUse = (
  { previous, current, usage }: Side,
  { from, until, last }: { from: Sql; until: Sql; last: Sql },
): Sql => sql`cross join lateral (
    select case when o.starts then h.start_litres - ${previous} else 0 end as before,
      case when o.returns then ${current} - h.return_litres else 0 end as after,
      (o.starts or h.from_day <= ${from}) and (o.returns or ${last} >= ${until}) as known
    from (
      select coalesce(m.is_one and h.from_day > ${from} and h.start_litres between ${previous} and ${current}, false) as starts,
        coalesce(m.is_one and ${last} < ${until} and h.return_litres between ${previous} and ${current}, false) as returns
      from (select ${current} - ${previous} = ${usage} as is_one) m
      offset 0
    ) o
    offset 0) k`;

/**
 * Litres that the credit of a leak took off the bill `i` with empty days; zero if it has none, or if a later correction took the place of it.
 * @param usage what is billed now
 */
export const forgivenLitres = (usage: Sql): Sql => sql`case when i.empty_days is null then 0 else coalesce((
    select n.usage_before_litres - n.usage_after_litres from billing.leaks k join billing.adjustments n on n.correction_id = k.correction_id
    where k.invoice_id = i.id and k.state = 'CREDITED' and n.invoice_id = i.id and n.usage_after_litres = ${usage}), 0) end`;

/**
 * `empty_days` of the bill `i` by the readings of a side: what was used before the first empty day, and after the last one, is counted from the
 * registers of that side, as a run counts it (bill-run/calculate-chunk.ts). As long as the registers are those of the bill, it is what the bill keeps.
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
      select jsonb_agg(e.value || jsonb_build_object('before', k.before, 'after', k.after, 'known', k.known) order by e.ordinality)
      from jsonb_array_elements(i.empty_days) with ordinality e
      join billing.empty_houses h on h.id = (e.value ->> 'id')::uuid
      join meters.connections c on c.id = i.connection_id
      ${outsideUse(side, {
        from: sql`greatest(i.period_from, c.connected_on)`,
        until: sql`least(i.period_to, c.disconnected_on)`,
        last: sql`(e.value ->> 'until')::date`,
      })}
    ) end`;
