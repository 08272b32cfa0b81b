/** The late bills of a connection that a plan may have: each with its surcharges, oldest first, as money pays them. */
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { isHeldNow } from '../disputes/disputed.ts';
import type { LateBill } from './contract.ts';

/**
 * SELECT of what is open of a connection and not held: invoice, bill_id (of a surcharge the bill that it is for), open_minor, is_late. Not
 * what a new owner took over: somebody else pays that.
 */
export const openBills = (connectionId: Sql, today: string): Sql =>
  sql`select i.id as invoice_id, b.id as bill_id, b.number, b.period, b.due_on, b.issued_on, i.total_minor - i.settled_minor as open_minor,
      g.invoice_id is not null as is_surcharge, b.due_on < ${today}::date as is_late
    from billing.invoices i left join billing.surcharges g on g.invoice_id = i.id
    join billing.invoices b on b.id = coalesce(g.of_invoice_id, i.id)
    where i.connection_id = ${connectionId} and i.cancelled_on is null and i.settled_minor < i.total_minor
      and not ${isHeldNow(sql`i.id`)} and not exists (select from billing.taken_over_bills t where t.invoice_id = i.id)`;

type OpenBill = LateBill & { isLate: boolean };

/** Oldest first. */
export const listOpenBills = (db: Db | Tx, connectionId: string, today: string): Promise<OpenBill[]> =>
  all<OpenBill>(
    db,
    sql`select bill_id as id, number, period, due_on as "dueOn", is_late as "isLate", sum(open_minor)::bigint as "openMinor",
        coalesce(sum(open_minor) filter (where is_surcharge), 0)::bigint as "surchargeMinor"
      from (${openBills(sql`${connectionId}::uuid`, today)}) o
      group by bill_id, number, period, due_on, is_late, issued_on order by issued_on, bill_id`,
  );
