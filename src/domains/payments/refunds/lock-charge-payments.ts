/** Locks the payments of work orders before the orders: who takes one back at the same time does it in this order. */
import { execute, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** @param orders SELECT of id */
export async function lockChargePayments(tx: Tx, orders: Sql): Promise<void> {
  await execute(
    tx,
    sql`select from payments.payments where work_order_id in (${orders}) order by id for update`,
  );
}
