/** The last day on which the files of a print are there: what the page says and what the deletion asks. */
import { dayOfInstant } from '#platform/database/days.ts';
import { sql } from '#platform/database/db.ts';
import { KEEP_DAYS } from './print.rules.ts';

/** Over `billing.prints`: a whole day of the utility, so that files are not deleted in the morning of it. */
export const keptUntilDay = sql`(${dayOfInstant(sql`ended_at`)} + ${KEEP_DAYS}::int)`;
