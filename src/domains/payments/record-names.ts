/**
 * What the audit log calls payments, refunds, alarms and proposals: the number of the receipt, else the order, else whose
 * money it is.
 */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

/** Numbers of a record `x` with a connection, an application, a work order and an ownership request. */
const target = sql`(select number from meters.connections where id = x.connection_id)`;
const application = sql`(select number from applications.applications where id = x.application_id)`;
const work = sql`(select number from work_orders.orders where id = x.work_order_id)`;
const change = sql`(select number from ownership.requests where id = x.ownership_request_id)`;
const ofPayment = sql`(select coalesce(r.number, o.order_id) from payments.payments p
  left join payments.receipts r on r.payment_id = p.id left join payments.orders o on o.payment_id = p.id
  where p.id = x.payment_id)`;
const ofRefund = sql`coalesce(${application}, ${work}, ${change}, (select number from applications.demand_notes where id = x.demand_note_id),
  ${ofPayment}, ${target})`;
const ofAlarm = sql`coalesce(x.details ->> 'orderId', ${ofPayment})`;

export const paymentNames: RecordNames = {
  named: (
    id,
  ) => sql`select coalesce(r.number, o.order_id, ${target}, ${application}, ${work}, ${change}) as name from payments.payments x
      left join payments.receipts r on r.payment_id = x.id left join payments.orders o on o.payment_id = x.id
      where x.id = ${id}
    union all select ${ofRefund} from payments.refunds x where x.id = ${id}
    union all select x.number from payments.cheques x where x.id = ${id}
    union all select x.name from payments.bank_files x where x.id = ${id}
    union all select x.name from payments.bank_downloads x where x.id = ${id}
    union all select ${ofAlarm} from payments.alarms x where x.id = ${id}
    union all select coalesce(
        ${target}, ${application}, ${work}, ${change}, (select ${ofRefund} from payments.refunds x where x.id = q.refund_id),
        (select ${ofAlarm} from payments.alarms x where x.id = q.alarm_id),
        (select x.name from payments.bank_files x where x.id = q.bank_file_id))
      from payments.proposals q, lateral (select q.connection_id, q.application_id, q.work_order_id, q.ownership_request_id) x where q.id = ${id}`,
  numbered: (number) => sql`select payment_id::text from payments.receipts where number = ${number}`,
};
