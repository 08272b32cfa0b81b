/**
 * A named person has looked at cases and sends somebody to disconnect: one work order each, or none at all. What they saw is compared with what
 * is late now in the statement that writes it; money of the connections moves before it or after it, because they are locked.
 */
import { lockConnections } from '#domains/billing/invoices/actions/settle-invoices.ts';
import { createOrder } from '#domains/work-orders/steps/actions/create-order.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
import { ladderOn } from '../../ladder/queries.ts';
import { errors } from '../contract.ts';
import { type Order, readyCases } from '../steps.ts';
import { tellCases } from '../tell-household.ts';
import { disconnectText } from '../work-texts.ts';

type Seen = { id: string; version: number; dueMinor: number };
type Found = { id: string; connectionNumber: string; categoryId: string };

export async function approveDisconnections(
  tx: Tx,
  actor: Actor,
  { cases, remark }: { cases: readonly Seen[]; remark: string },
): Promise<{ orders: { caseId: string; orderId: string; number: string }[] }> {
  const ladder = await ladderOn(tx, actor.today);
  if (!ladder?.rules.disconnection.on) throw fail(errors.ladder_off);
  const ids = [...new Set(cases.map(({ id }) => id))];
  if (ids.length < cases.length) throw fail(errors.case_twice);
  await lockConnections(tx, sql`select connection_id from collections.cases where id = any(${ids}::uuid[])`);
  const found = await all<Found>(
    tx,
    sql`select k.id, c.number as "connectionNumber", (select id from work_orders.categories where code = 'DISCONNECTION') as "categoryId"
      from collections.cases k join meters.connections c on c.id = k.connection_id where k.id = any(${ids}::uuid[]) and c.status = 'active' order by k.id`,
  );
  const orders: Order[] = [];
  for (const { id, connectionNumber, categoryId } of found) {
    const seen = cases.find((shown) => shown.id === id);
    if (!seen) continue;
    const wanted = {
      ...{ categoryId, connectionNumber, priority: null, roadId: null, plotNumber: null },
      ...{ anyway: true, description: disconnectText(seen.dueMinor, remark) },
    };
    const order = await createOrder(tx, actor, wanted, { ofCase: { feeMinor: 0 as Minor } });
    orders.push({ ...seen, orderId: order.id, number: order.number });
  }
  const approved = await all<{ id: string }>(
    tx,
    sql`with approved as (
        update collections.cases k set state = 'ORDERED', state_on = ${actor.today}::date, due_minor = r.due_minor, late_since = r.late_since,
          order_id = r.order_id, approved_by = ${actor.userId}, approved_by_name = ${actor.name}, approved_at = ${actor.now}, version = k.version + 1
        from (${readyCases(actor.today, ladder, orders)}) r where k.id = r.id and k.state = 'NOTICED'
        returning k.id, k.due_minor, k.order_id),
      noted as (
        insert into collections.case_events (case_id, at, day, event, due_minor, remark, order_id, actor_id, actor_name)
        select id, ${actor.now}::timestamptz, ${actor.today}::date, 'approved', due_minor, ${remark}, order_id, ${actor.userId}::uuid, ${actor.name}
        from approved)
      select id from approved`,
  );
  const moved = found.filter(({ id }) => !approved.some((row) => row.id === id));
  if (moved.length > 0 || found.length < ids.length)
    throw fail(errors.cases_moved, {
      number: moved[0]?.connectionNumber ?? '',
      count: ids.length - approved.length,
    });
  for (const { id, orderId, dueMinor } of orders)
    await audit(tx, actor, {
      action: 'dunning.approve',
      object: 'dunning_case',
      objectId: id,
      before: { state: 'NOTICED' },
      after: { state: 'ORDERED', orderId, dueMinor },
      reason: remark,
    });
  await tellCases(tx, actor, { ids, what: 'ordered' });
  return { orders: orders.map(({ id, orderId, number }) => ({ caseId: id, orderId, number })) };
}
