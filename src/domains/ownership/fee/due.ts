/** Whether the fee of a request is waited for: asked by what can be paid, and by what is brought to the bank. */
import { type Sql, sql } from '#platform/database/db.ts';
import { TRANSITIONS } from '../ownership.rules.ts';

/** Of a request by this alias. */
export const feeDue = (alias: 'p' | 'r' | 'z'): Sql => sql`(${sql.ref(`${alias}.state`)} = 'READY_TO_PAY')`;

/**
 * Money that is there already is the fee: it is not paid, and the request has not ended. A request that was sent back for a correction
 * while its money was on the way keeps it.
 */
export const feeOpen = (alias: 'r'): Sql =>
  sql`(${sql.ref(`${alias}.state`)} = any (${[...TRANSITIONS.pay.from, ...TRANSITIONS['pay-late'].from]}::text[]) and ${sql.ref(`${alias}.fee_paid_minor`)} = 0)`;
