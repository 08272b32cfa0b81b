/**
 * What the paper of bills says, of one or of hundreds by the same statements: a bill that is printed with its run has the
 * figures of the bill that is printed alone.
 */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { adjustmentsOf } from '../../corrections/queries.ts';
import { planOfConnection } from '../../payment-plans/asked.ts';
import { rebatesBeside } from '../../rebates/beside.ts';
import { surchargesBeside } from '../../surcharges/queries.ts';
import { type Detail, type DetailRow, detailRows, historyOf, lineColumns, tariffsOf } from '../queries.ts';

export type PaperBill = DetailRow &
  Pick<
    Detail,
    'explanation' | 'lines' | 'history' | 'adjustments' | 'tariffs' | 'rebate' | 'surchargeOf' | 'plan'
  >;

/**
 * The bills of these ids that the actor may see, by their ids.
 * @param ids few enough for one statement: a page of a run, not a run
 */
export async function paperBills(
  db: Db | Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, PaperBill>> {
  const rows = await all(
    db,
    sql<DetailRow>`${PLANNED_ONCE} ${detailRows(actor, sql`i.id = any(${ids}::uuid[])`)}`,
  );
  const found = rows.map(({ id }) => id);
  const [lines, histories, rebates, adjusted] = await Promise.all([
    linesOf(db, found),
    historiesOf(db, rows),
    rebatesBeside(db, rows, actor.today),
    adjustedAmong(db, found),
  ]);
  const bills = await Promise.all(
    rows.map(async (row) => {
      const [adjustments, beside, plan] = await Promise.all([
        adjusted.has(row.id) ? adjustmentsOf(db, row.id) : [],
        row.isSurcharge ? surchargesBeside(db, row) : undefined,
        row.isInPlan ? planOfConnection(db, actor, row.connectionId) : null,
      ]);
      return {
        ...row,
        ...{ adjustments, plan, surchargeOf: beside?.surchargeOf ?? null },
        explanation: row.explanation ?? [],
        lines: lines.get(row.id) ?? [],
        history: histories.get(row.id) ?? [],
        rebate: rebates.get(row.id) ?? null,
      };
    }),
  );
  const versionsOf = ({ explanation, adjustments }: (typeof bills)[number]) =>
    new Set(
      [...explanation, ...adjustments.flatMap((adjustment) => adjustment.explanation)].map(
        (part) => part.version,
      ),
    );
  const tariffs = await tariffsOf(db, [...new Set(bills.flatMap((bill) => [...versionsOf(bill)]))]);
  return new Map(
    bills.map((bill) => {
      const versions = versionsOf(bill);
      return [bill.id, { ...bill, tariffs: tariffs.filter(({ id }) => versions.has(id)) }];
    }),
  );
}

type OfBill = { billId: string };

async function linesOf(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Detail['lines']>> {
  const rows = await all(
    db,
    sql<
      OfBill & Detail['lines'][number]
    >`${PLANNED_ONCE} select invoice_id as "billId", ${lineColumns} from billing.invoice_lines
      where invoice_id = any(${ids}::uuid[]) order by invoice_id, line_no`,
  );
  return byBill(rows);
}

type Past = Pick<DetailRow, 'id' | 'connectionId' | 'period'>;

async function historiesOf(db: Db | Tx, bills: readonly Past[]): Promise<Map<string, Detail['history']>> {
  const rows = await all(
    db,
    sql<OfBill & Detail['history'][number]>`${PLANNED_ONCE} select b.id as "billId", h.*
      from unnest(${bills.map(({ id }) => id)}::uuid[], ${bills.map((bill) => bill.connectionId)}::uuid[],
        ${bills.map(({ period }) => period)}::date[]) as b (id, connection_id, month)
      cross join lateral (${historyOf(sql`b.connection_id`, sql`b.month`)}) h order by b.id, h.period`,
  );
  return byBill(rows);
}

function byBill<T>(rows: readonly (T & OfBill)[]): Map<string, Omit<T & OfBill, 'billId'>[]> {
  const groups = new Map<string, Omit<T & OfBill, 'billId'>[]>();
  for (const { billId, ...row } of rows) {
    const group = groups.get(billId);
    if (group) group.push(row);
    else groups.set(billId, [row]);
  }
  return groups;
}

/** Few bills of a run have a correction, or are one. */
async function adjustedAmong(db: Db | Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await all<{ id: string }>(
    db,
    sql`${PLANNED_ONCE} select invoice_id as id from billing.adjustments where invoice_id = any(${ids}::uuid[])
      union select supplement_id from billing.adjustments where supplement_id = any(${ids}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
