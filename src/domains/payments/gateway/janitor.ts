/** Looks after what nobody came back for: asks the bank again on a growing schedule, ends what never reached it. */

import type { Actor } from '#platform/actor.ts';
import { all, execute, first, sql } from '#platform/database/db.ts';
import { eachAlone } from '#platform/jobs.ts';
import { checkOrder, type GatewayContext } from './check-order.ts';

/** A payment that was started and never brought to the bank cannot have been paid. */
const NEVER_OPENED_MINUTES = 30;
const BATCH = 100;
/** When an order whose check failed is asked about again: later, so that many of them do not fill each round. */
const AFTER_FAILURE_MINUTES = 15;

/**
 * One round. A gateway that does not answer costs half a minute for each order: what was checked meanwhile is left out, and each check has the
 * time and the day at which it is made.
 * @param actorNow who asks, at this moment
 * @param signal the program stops: the rest waits for the next round
 * @returns how many orders were due
 */
export async function checkDueOrders(
  context: GatewayContext,
  actorNow: () => Actor,
  signal?: AbortSignal,
): Promise<number> {
  const { db } = context.database;
  const actor = actorNow();
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
  await eachAlone(due, async ({ id }) => {
    const now = actorNow();
    if (signal?.aborted || !(await isStillDue(context, now, id))) return;
    await checkOrder(context, now, id).catch(async (error: unknown) => {
      await askLater(context, now, id);
      throw error;
    });
  });
  return due.length;
}

/** Another round, a call of the bank or a person may have asked since the round began. */
async function isStillDue({ database }: GatewayContext, { now }: Actor, paymentId: string): Promise<boolean> {
  const found = await first(
    database.db,
    sql`select from payments.orders where payment_id = ${paymentId} and next_check_at <= ${now}`,
  );
  return found !== undefined;
}

/** What failed is no question of the schedule: as many as before are still to come. */
async function askLater({ database }: GatewayContext, actor: Actor, paymentId: string): Promise<void> {
  await execute(
    database.db,
    sql`update payments.orders set
        next_check_at = ${actor.now}::timestamptz + make_interval(mins => ${AFTER_FAILURE_MINUTES})
      where payment_id = ${paymentId} and next_check_at <= ${actor.now}`,
  );
}
