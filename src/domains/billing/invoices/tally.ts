/**
 * Numbers and sums of all bills, without reading them: `billing.invoice_tally` is written by the triggers of the bills
 * (migration 0083). It tells apart the day of issue, the last day to pay and the state, nothing else. Several lines have the
 * same key, and some take back what others say: only sums over all lines of a key mean something.
 */
import { askTogether } from '#platform/database/ask-together.ts';
import { type Db, execute, one, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** Of the tally: something is still to be paid, as `isOpen` says it of a bill. */
export const OPEN_STATES: Sql = sql`('ISSUED', 'PARTIALLY_PAID')`;

/** Bills of each state. @param lines conditions on lines `i` of the tally */
export async function talliedByState(db: Db | Tx, lines: Sql): Promise<Record<string, number>> {
  const rows = await askTogether<{ state: string; bills: number }>(
    db,
    sql`select i.state, sum(i.invoices)::bigint as bills from billing.invoice_tally i where ${lines}
      group by i.state having sum(i.invoices) <> 0`,
  );
  return Object.fromEntries(rows.map(({ state, bills }) => [state, bills]));
}

/** Makes one row of those with the same key. */
export async function foldInvoiceTally(db: Db | Tx): Promise<void> {
  await execute(db, sql`select billing.fold_tally()`);
}

/** By how much the tally is not what the bills are, in poisha and bills; zero. */
export async function tallyDifference(db: Db | Tx): Promise<number> {
  const { off } = await one<{ off: number }>(
    db,
    sql`select coalesce(sum(abs(n) + abs(total) + abs(settled)), 0)::bigint as off from (
        select sum(n) as n, sum(total) as total, sum(settled) as settled from (
          select issued_on, due_on, state, invoices as n, total_minor as total, settled_minor as settled from billing.invoice_tally
          union all select issued_on, due_on, state, -1, -total_minor, -settled_minor from billing.invoices) both_sides
        group by issued_on, due_on, state) compared`,
  );
  return off;
}
