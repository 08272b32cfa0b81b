/** The connection of an order has another owner by now: who asked for the work does not pay for it any more (decision 0047). */
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from './contract.ts';

/** Before a payment begins. Money that was at the bank when the owner changed is taken. */
export async function refuseChangedHands(tx: Tx, orderId: string): Promise<void> {
  const changed = await first(
    tx,
    sql`select from work_orders.orders o where o.id = ${orderId} and meters.changed_hands_on(o.connection_id) is not null`,
  );
  if (changed) throw fail(errors.changed_hands);
}
