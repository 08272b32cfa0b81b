/** Estimates between two real figures that show less than was estimated. */
import { type Sql, sql } from '#platform/database/db.ts';

/**
 * The water between two real figures that belongs to the months until an estimate, each by the same part of itself; what the days after the
 * last estimate would have been estimated with is a part of the water, too. Within a query that has `until` (what was estimated until
 * then) and `all_days` (of all estimates).
 * @param waterLitres between the two real figures, less than `estimatedLitres`, the sum of the estimates
 * @param days from the last estimate to the real figure after it
 */
export const partOf = (between: {
  waterLitres: number | Sql;
  estimatedLitres: number | Sql;
  days: number | Sql;
}): Sql =>
  sql`floor(${between.waterLitres}::numeric * until * all_days
    / (${between.estimatedLitres}::numeric * (all_days + ${between.days}::int)))::bigint`;
