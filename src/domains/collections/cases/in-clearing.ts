/** Money of cheques that no bank has paid yet: it settles bills, but what it would pay of the late ones is not sure before the bank answers. */
import { leftOf } from '#domains/billing/payment-plans/standing.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { isHeld } from './debt.ts';

/** Payments `p` by cheques `c` that wait for the bank. What a new owner pays of taken-over bills is not the household's. */
const waiting = sql`payments.cheques c join payments.payments p on p.id = c.payment_id
  and c.state in ('RECEIVED', 'DEPOSITED') and p.state = 'APPROVED' and not p.taken_over`;

/** What of the bill a payment of it still settles: the bill may be lower by now. */
const settles = sql`least(x.amount_minor, i.settled_minor)`;

const ofBills = (what: Sql, where: Sql): Sql =>
  sql`coalesce((select sum(${what}) from billing.invoices i ${where}), 0)::bigint`;

/**
 * SELECT of connection_id, cheques, cheque_minor, since: cheques of the connection that wait for the bank; late_minor: what would be late again if
 * none of them was paid. An advance would pay it first; what comes from the cheques themselves pays nothing, also if a corrected bill made
 * an advance of it.
 * @param day date @param connections select of id @param counts condition on bills `i`
 */
export const inClearing = (day: Sql, connections: Sql, counts: Sql = sql`true`): Sql => {
  const isLate = sql`i.cancelled_on is null and i.due_on < ${day} and not ${isHeld(day)} and ${counts}`;
  return sql`select w.connection_id, w.cheques, w.cheque_minor, w.since,
      greatest(0, b.late_minor + least(greatest(b.beside_minor - b.advance_minor, 0), b.uses_minor) - greatest(b.advance_minor - b.beside_minor, 0))::bigint as late_minor
    from (
      select p.connection_id, array_agg(p.id) as payments, count(*)::int as cheques, sum(p.amount_minor)::bigint as cheque_minor,
        min(c.received_on) as since
      from ${waiting} where p.connection_id in (${connections}) group by p.connection_id
    ) w cross join lateral (
      select ${ofBills(settles, sql`join payments.allocations x on x.invoice_id = i.id where x.payment_id = any(w.payments) and ${isLate}`)} as late_minor,
        w.cheque_minor - ${ofBills(settles, sql`join payments.allocations x on x.invoice_id = i.id where x.payment_id = any(w.payments) and i.cancelled_on is null`)} as beside_minor,
        ${ofBills(sql`u.amount_minor`, sql`join billing.advance_uses u on u.invoice_id = i.id where i.connection_id = w.connection_id and ${isLate}`)} as uses_minor,
        coalesce((select -sum(e.amount_minor) from ledger.entries e
          where e.party_id = w.connection_id and e.account_code = ${sql.lit(ACCOUNTS.advances)}), 0)::bigint as advance_minor
    ) b`;
};

/** The first payment of the connection's plan is there only by cheques that wait for the bank. */
export const isPlanByCheque = (connectionId: Sql): Sql =>
  sql`exists (select from billing.payment_plans l where l.connection_id = ${connectionId} and l.state = 'ACTIVE'
    and l.sum_minor - ${leftOf('l')} - coalesce((select sum(${settles}) from ${waiting} join payments.allocations x on x.payment_id = p.id
      join billing.payment_plan_bills b on b.plan_id = l.id and b.invoice_id = x.invoice_id join billing.invoices i on i.id = x.invoice_id), 0) < l.first_minor)`;
