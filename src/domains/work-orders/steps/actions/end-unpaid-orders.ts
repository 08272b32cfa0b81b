/** A connection changes hands while work is asked for there that who had it would have to pay for (decision 0047). */
import type { Actor } from '#platform/actor.ts';
import { all, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { isOpen } from '../../list-columns.ts';
import { finishStep, lockOrder } from '../../lock-order.ts';
import type { OrderEnded } from '../../points.ts';
import { tellHousehold } from '../../tell-household.ts';

/** `isBeingPaid`: a payment of the order with this id has no answer of the bank yet; payments are further right. */
type Ends = { connectionId: string; remark: string; isBeingPaid: (orderId: Sql) => Sql };

/**
 * Ends what is charged, or will be, and is neither paid, nor waived, nor accepted; who has a payment at the bank keeps the order. In the
 * transaction of the change: nobody needs the word to cancel. Who asked is told.
 * @returns whether a household had asked for one of them, and whether other work at the connection goes on
 */
export async function endUnpaidOrders(
  tx: Tx,
  actor: Actor,
  { connectionId, remark, isBeingPaid }: Ends,
  ended: OrderEnded,
): Promise<{ isAskedAgain: boolean; goesOn: boolean }> {
  const orders = await all<{ id: string; isAskedByHousehold: boolean }>(
    tx,
    sql`select o.id, o.asked_as = 'CONSUMER' as "isAskedByHousehold" from work_orders.orders o
      join work_orders.categories k on k.id = o.category_id
      where o.connection_id = ${connectionId} and o.state in ('PENDING', 'ON_REVIEW') and o.paid_minor = 0 and o.waived_by is null
        and (k.chargeable or o.charge_minor is not null)
        and not ${isBeingPaid(sql`o.id`)}
      order by o.id for no key update of o`,
  );
  for (const { id } of orders) {
    const subject = await lockOrder(tx, { ...actor, kind: 'system' }, id);
    const answer = await finishStep(tx, actor, subject, {
      action: 'cancel',
      sets: [sql`remark = ${remark}`],
      remark,
    });
    await tellHousehold(tx, actor, subject, answer, { what: 'handedOver' });
    await ended(tx, actor, { ...subject, state: answer.state });
  }
  const { goesOn } = await one<{ goesOn: boolean }>(
    tx,
    sql`select exists (select from work_orders.orders o where o.connection_id = ${connectionId} and ${isOpen('o')}) as "goesOn"`,
  );
  return { isAskedAgain: orders.some(({ isAskedByHousehold }) => isAskedByHousehold), goesOn };
}
