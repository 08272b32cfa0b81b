/** Looks after what nobody came back for: asks the bank again on a growing schedule, ends what never reached it. */
import type { Actor } from '#platform/actor.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { checkOrder, type GatewayContext } from './check-order.ts';
import { eachAlone } from './each-alone.ts';

/** A payment that was started and never brought to the bank cannot have been paid. */
const NEVER_OPENED_MINUTES = 30;
const BATCH = 100;

/** One round. Returns how many orders were asked about. */
export async function checkDueOrders(context: GatewayContext, actor: Actor): Promise<number> {
  const { db } = context.database;
  await execute(
    db,
    sql`update payments.payments set state = 'EXPIRED', decided_at = ${actor.now}
    where method = 'GATEWAY' and state = 'CREATED'
      and created_at < ${actor.now}::timestamptz - make_interval(mins => ${NEVER_OPENED_MINUTES})`,
  );
  const due = await all<{ id: string }>(
    db,
    sql`select payment_id as id from payments.orders
      where next_check_at <= ${actor.now} order by next_check_at limit ${BATCH}`,
  );
  await eachAlone(due, ({ id }) => checkOrder(context, actor, id));
  return due.length;
}
