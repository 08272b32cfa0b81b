/** Whether what a payment is for still asks for its sum: before the payer is brought to the bank, and before money is taken there. */
import { feeDue } from '#domains/ownership/fee/due.ts';
import { chargeAsked } from '#domains/work-orders/queries.ts';
import { sql } from '#platform/database/db.ts';

/** What the payment `p` is for still asks for its sum. For a connection anything is taken: what is too much is its advance. */
export const isDueOn = (today: string) => sql`case
  when p.work_order_id is not null then exists (select from work_orders.orders o
    where o.id = p.work_order_id and ${chargeAsked('o')} and o.charge_minor - o.paid_minor = p.amount_minor)
  when p.demand_note_id is not null then exists (select from applications.demand_notes n
    join applications.applications a on a.id = n.application_id
    where n.id = p.demand_note_id and n.cancelled_at is null and n.total_minor - n.settled_minor >= p.amount_minor
      and a.state = 'READY_TO_PAY' and a.deleted_at is null and a.overlay is null and a.expires_on >= ${today}::date)
  when p.ownership_request_id is not null then exists (select from ownership.requests r
    where r.id = p.ownership_request_id and ${feeDue('r')} and r.fee_minor = p.amount_minor)
  else true end`;
