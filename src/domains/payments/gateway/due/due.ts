/** Whether what a payment is for still asks for its sum: before the payer is brought to the bank, and before money is taken there. */
import { ownOpen, takerStillOwes } from '#domains/billing/invoices/taken-over.ts';
import { feeDue } from '#domains/ownership/fee/due.ts';
import { chargeAsked } from '#domains/work-orders/queries.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/** What is open of a connection's own bills. */
export const openOf = (
  connectionId: Sql,
): Sql => sql`(select coalesce(sum(${ownOpen('i')}), 0)::bigint from billing.invoices i
  where i.connection_id = ${connectionId} and i.cancelled_on is null and i.settled_minor < i.total_minor)`;

/** What is due of a connection. @param takerId of who pays what they took over with it, and nothing else */
export const dueOf = (connectionId: Sql, takerId: Sql | undefined): Sql =>
  takerId ? sql`coalesce((${takerStillOwes(connectionId, takerId)}), 0)` : openOf(connectionId);

/**
 * What the payment `p` is for still asks for its sum. For a connection: what was open when it was started is open still, as far as this money
 * was for it; what was above it is its advance. Who took bills over pays those exactly.
 */
export const isDueOn = (today: string) => sql`case
  when p.work_order_id is not null then exists (select from work_orders.orders o
    where o.id = p.work_order_id and ${chargeAsked('o')} and o.charge_minor - o.paid_minor = p.amount_minor)
  when p.demand_note_id is not null then exists (select from applications.demand_notes n
    join applications.applications a on a.id = n.application_id
    where n.id = p.demand_note_id and n.cancelled_at is null and n.total_minor - n.settled_minor >= p.amount_minor
      and a.state = 'READY_TO_PAY' and a.deleted_at is null and a.overlay is null and a.expires_on >= ${today}::date)
  when p.ownership_request_id is not null then exists (select from ownership.requests r
    where r.id = p.ownership_request_id and ${feeDue('r')} and r.fee_minor = p.amount_minor)
  when p.taken_over then coalesce((${takerStillOwes(sql`p.connection_id`, sql`p.payer_id`)}), 0) >= p.amount_minor
  when p.connection_id is not null then ${openOf(sql`p.connection_id`)} >= least(p.amount_minor, coalesce(p.begun_open_minor, 0))
  else true end`;
