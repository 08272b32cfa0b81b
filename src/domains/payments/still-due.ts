/** What is still asked for of what a payment was for: money whose sum was another one goes back, and its payer has to pay that one. */
import { takerStillOwes } from '#domains/billing/invoices/taken-over.ts';
import { feeDue } from '#domains/ownership/fee/due.ts';
import { chargeAsked } from '#domains/work-orders/queries.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/**
 * As an object, of payments `p` that go back; null if nothing is asked for any more. Of the demand note that is in force now: the one
 * that was paid may have been replaced.
 */
export const stillDue = (today: string): Sql => sql`case
  when not p.owed_back or p.state <> 'APPROVED' then null
  when p.demand_note_id is not null then (select jsonb_build_object('amountMinor', m.total_minor - m.settled_minor, 'until', g.expires_on)
    from applications.demand_notes m join applications.applications g on g.id = m.application_id
    where m.application_id = p.application_id and m.cancelled_at is null and m.total_minor > m.settled_minor
      and g.state = 'READY_TO_PAY' and g.deleted_at is null and g.overlay is null and g.expires_on >= ${today}::date)
  when p.work_order_id is not null then (select jsonb_build_object('amountMinor', o.charge_minor - o.paid_minor, 'until', null)
    from work_orders.orders o where o.id = p.work_order_id and ${chargeAsked('o')})
  when p.ownership_request_id is not null then (select jsonb_build_object('amountMinor', r.fee_minor - r.fee_paid_minor, 'until', null)
    from ownership.requests r where r.id = p.ownership_request_id and ${feeDue('r')})
  when p.taken_over then (select jsonb_build_object('amountMinor', t.open_minor, 'until', null)
    from (${takerStillOwes(sql`p.connection_id`, sql`p.payer_id`)}) t where t.open_minor > 0)
  end`;
