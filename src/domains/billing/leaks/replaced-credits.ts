/** Which credits of leaks a correction takes back. */
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { Recalculated } from '../corrections/recalculate.ts';

export type LeakCredit = { number: string; amountMinor: number };

/** Those of bills whose use it changes, as `endLeaksOf` replaces them when it is posted. */
export function creditsReplacedBy(db: Db | Tx, bills: readonly Recalculated[]): Promise<LeakCredit[]> {
  const changed = bills.filter(({ before, after }) => before.usageLitres !== after.usageLitres);
  return all<LeakCredit>(
    db,
    sql`select number, amount_minor as "amountMinor" from billing.leaks
      where invoice_id = any(${changed.map(({ invoiceId }) => invoiceId)}::uuid[]) and state = 'CREDITED' order by number`,
  );
}

/** SELECT of those of a bill, as JSON: its cancellation takes them back. */
export const creditsOfLeaks = (invoiceId: Sql): Sql =>
  sql`coalesce((select json_agg(json_build_object('number', l.number, 'amountMinor', l.amount_minor) order by l.number)
    from billing.leaks l where l.invoice_id = ${invoiceId} and l.state = 'CREDITED'), '[]')`;
