/** Payments and refunds in the search over everything. */

import { dayOfInstant } from '#platform/database/days.ts';
import { sql } from '#platform/database/db.ts';
import { hit, is, numbered, type SearchSource } from '#platform/search-sources.ts';
import { FEWEST_DIGITS } from '#shared/search/search-text.ts';
import { visibleTo } from './queries.ts';
import { joinPayer } from './refunds/payee.ts';

const payments: SearchSource = {
  name: 'payments',
  order: 70,
  permissions: ['payments:view'],
  forConsumers: true,
  select: (text, actor) => {
    const word = text.digits ?? text.plain.toUpperCase();
    if (word.length < FEWEST_DIGITS) return undefined;
    const receipts = numbered(sql`y.number`, text);
    const byReceipt = receipts
      ? sql`union (select y.payment_id from payments.receipts y where ${receipts} limit 101)`
      : sql``;
    return sql`select ${hit(sql`p.id`, {
      number: sql`coalesce(r.number, p.slip_number, o.order_id)`,
      name: sql`u.name`,
      nameBn: sql`u.name_bn`,
      amount: sql`p.amount_minor`,
      day: sql`coalesce(p.paid_on, ${dayOfInstant(sql`p.created_at`)})`,
      exact: sql`coalesce(${word} in (r.number, upper(p.slip_number), upper(o.order_id)), false)`,
    })} from (
        select k.id from payments.payments k
        where k.method in ('POS', 'BANK', 'CHEQUE') and k.state = 'APPROVED' and k.slip_number in (${text.plain}::text, ${word}::text)
        union select y.payment_id from payments.orders y where y.order_id in (${text.plain}::text, ${word}::text)
        ${byReceipt}
      ) f (id) join payments.payments p on p.id = f.id
      left join payments.receipts r on r.payment_id = p.id left join payments.orders o on o.payment_id = p.id
      left join consumers.consumers u on u.id = p.consumer_id where ${visibleTo(actor)}`;
  },
};

const refunds: SearchSource = {
  name: 'refunds',
  order: 80,
  permissions: ['payments:refund', 'payments:approve-refund'],
  select: (text) => {
    const found = numbered(sql`f.number`, text);
    return (
      found &&
      sql`select ${hit(sql`f.id`, {
        number: sql`f.number`,
        name: sql`coalesce(w.payer_name, a.applicant ->> 'name', u.name, b.contact_name, e.name)`,
        nameBn: sql`case when w.payer_name is not null then w.payer_name_bn when a.id is null then u.name_bn else a.applicant ->> 'nameBn' end`,
        amount: sql`f.amount_minor`,
        day: sql`f.paid_on`,
        exact: is(sql`f.number`, text),
      })} from payments.refunds f left join applications.applications a on a.id = f.application_id
        left join consumers.consumers u on u.id = f.consumer_id
        left join work_orders.orders b on b.id = f.work_order_id
        left join ownership.requests e on e.id = f.ownership_request_id ${joinPayer} where ${found}`
    );
  },
};

export const foundPayments: readonly SearchSource[] = [payments, refunds];
