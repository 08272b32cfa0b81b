/** What a bill `i` says of estimates, from its reading `r`: that it is one, or that some came before it; and of an empty house that does not count. */
import { sql } from '#platform/database/db.ts';
import { emptyUse } from '../empty-houses/empty-days.ts';

/** The rule of the estimate; null if the meter was read. */
const estimateOf = sql`(select e.method from meters.estimates e where e.reading_id = r.id and e.period = r.period)`;

/** Since when water was measured, and what of it was billed by estimates; null if the reading before was real. */
const afterEstimates = sql`case when r.source <> 'ESTIMATE' and (r.figures ->> 'estimates')::int > 0 then jsonb_build_object(
    'realOn', r.read_on - (r.figures ->> 'waterDays')::int, 'months', r.figures -> 'estimates',
    'waterLitres', r.figures -> 'waterLitres', 'estimatedLitres', r.figures -> 'estimatedLitres') end`;

export const estimates = sql`${estimateOf} as estimate, ${afterEstimates} as "afterEstimates"`;

/** More was used than the rules of a notice of an empty house call empty, so its days are in full. */
export const emptyInFull = sql`(select jsonb_build_object('useLitres', max(${emptyUse(sql`i.usage_litres`)}), 'mostLitres', min(e.litres))
    from jsonb_to_recordset(i.empty_days) as e (litres numeric, before numeric, after numeric)
    where ${emptyUse(sql`i.usage_litres`)} > e.litres having count(*) > 0) as "emptyInFull"`;
