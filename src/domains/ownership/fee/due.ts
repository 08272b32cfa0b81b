/** Whether the fee of a request is waited for: asked by what can be paid, and by what is brought to the bank. */
import { type Sql, sql } from '#platform/database/db.ts';

/** Of a request by this alias. */
export const feeDue = (alias: 'p' | 'r' | 'z'): Sql => sql`(${sql.ref(`${alias}.state`)} = 'READY_TO_PAY')`;
