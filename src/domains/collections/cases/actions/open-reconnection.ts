/** Somebody is sent to connect a paid connection again. If the rules have a fee, the order is charged as any other one, and begins when it is paid. */
import type { MoneyAtBank } from '#domains/work-orders/points.ts';
import { createOrder } from '#domains/work-orders/steps/actions/create-order.ts';
import { estimateOrder } from '#domains/work-orders/steps/actions/estimate-order.ts';
import { takeOrder } from '#domains/work-orders/steps/actions/review-order.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import type { Looked } from '../looked.ts';
import { reconnectText } from '../work-texts.ts';

type Asked = { found: Looked; feeMinor: Minor; atBank: MoneyAtBank };

export async function openReconnection(
  tx: Tx,
  actor: Actor,
  { found, feeMinor, atBank }: Asked,
): Promise<{ id: string }> {
  const { connectionNumber, categoryId } = await one<{ connectionNumber: string; categoryId: string }>(
    tx,
    sql`select c.number as "connectionNumber", (select id from work_orders.categories where code = 'RECONNECTION_PAID') as "categoryId"
      from meters.connections c where c.id = ${found.connectionId}`,
  );
  // Who approved that it was cut off asked for the way back by that.
  const asker = { ...actor, userId: found.approvedBy, name: found.approvedByName ?? actor.name };
  const wanted = {
    ...{ categoryId, connectionNumber, priority: null, roadId: null, plotNumber: null },
    ...{ anyway: true, description: reconnectText(found.disconnectedOn ?? actor.today) },
  };
  const order = await createOrder(tx, asker, wanted, { ofCase: { feeMinor } });
  if (feeMinor === 0) return order;
  const taken = await takeOrder(tx, asker, { orderId: order.id, version: 1 });
  await estimateOrder(
    tx,
    asker,
    {
      orderId: order.id,
      version: taken.version,
      labourMinor: feeMinor,
      charged: true,
      materials: [],
      unusual: true,
      despitePayment: true,
    },
    atBank,
  );
  return order;
}
