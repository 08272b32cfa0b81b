/** That a notice of an empty house does not count on a bill `i`: more was used than the rules of the notice call empty. */
import { sql } from '#platform/database/db.ts';

export const emptyInFull = sql`(select jsonb_build_object('useLitres', max(i.usage_litres - e.before), 'mostLitres', min(e.litres))
    from jsonb_to_recordset(i.empty_days) as e (litres numeric, before numeric)
    where i.usage_litres - e.before > e.litres having count(*) > 0) as "emptyInFull"`;
