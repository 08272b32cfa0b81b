/**
 * What the surcharges of a day would be if all that is known now had been known then: money by its own days, bills as they are corrected. It
 * compares a connection's money with its bills in the order in which money pays them.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { wasDisputedOn } from '../disputes/disputed.ts';
import { PAID_IN_TIME, UNPAID_CORRECTED } from '../invoices/contract.ts';
import { priced } from './due-surcharges.ts';
import { payOrder } from './queries.ts';

export type Question = {
  /** Select of id. */
  connections: Sql;
  day: string;
  /** Select of connection_id, amount_minor, day, booked_on: money that counts from a day before the one of its journal. */
  earlier?: Sql | undefined;
};

/**
 * SELECT of connection_id, minor: the money that each connection had brought when the day began, less what was given back. Bills and their
 * corrections are no money. What somebody dated back and what was then taken back was no money of those days, nor was a cheque that the bank
 * sent back.
 */
function moneyBefore({ connections, day, earlier }: Question): Sql {
  const on = sql`${day}::date`;
  const more = earlier
    ? sql`coalesce((select sum(m.amount_minor) from (${earlier}) m where m.connection_id = c.id and m.day < ${on} and m.booked_on >= ${on}), 0)`
    : sql`0`;
  return sql`select c.id as connection_id, ${more} - coalesce((select sum(e.amount_minor)
        from ledger.entries e
        join ledger.journals j on j.id = e.journal_id
        left join ledger.journals o on o.id = j.reverses_id
        left join ledger.journals r on r.reverses_id = j.id
        where e.party_id = c.id and e.account_code in (${ACCOUNTS.receivable}, ${ACCOUNTS.advances}) and e.business_date < ${on}
          and coalesce(o.kind, j.kind) not in ('INVOICE', 'ADJUSTMENT')
          and not coalesce(${isDatedBack('j')} and r.id is not null or ${isDatedBack('o')}, false)
          and not coalesce(${isReturned('j')} and r.id is not null or ${isReturned('o')}, false)), 0) as minor
    from (select distinct id from (${connections}) k (id)) c`;
}

const isDatedBack = (journal: string): Sql =>
  sql`${sql.ref(`${journal}.kind`)} = 'PAYMENT' and ${dayOfInstant(sql.ref(`${journal}.created_at`))} > ${sql.ref(`${journal}.business_date`)}`;

const isReturned = (journal: string): Sql =>
  sql`${sql.ref(`${journal}.kind`)} = 'PAYMENT' and payments.is_returned_cheque(${sql.ref(`${journal}.source_id`)})`;

/** SELECT of the bills of before the day, each with what all before it and itself ask for, in the order of paying. */
function asked({ connections, day }: Question): Sql {
  const on = sql`${day}::date`;
  return sql`select i.id, i.connection_id, coalesce(g.of_invoice_id, i.id) as bill_id, n.net_minor,
      sum(n.net_minor) over (partition by i.connection_id order by ${payOrder('i', (id) => wasDisputedOn(id, on))}) as so_far_minor
    from billing.invoices i left join billing.surcharges g on g.invoice_id = i.id
    cross join lateral (
      select i.total_minor + coalesce((select sum(a.amount_minor) from billing.adjustments a
        where a.invoice_id = i.id and a.amount_minor < 0), 0) as net_minor
    ) n
    where i.connection_id in (${connections}) and i.cancelled_on is null and coalesce(g.charged_for, i.issued_on) < ${on}`;
}

/**
 * SELECT of the surcharges of the day as they are: invoice_id, settled_minor, now_minor (0 if it was taken back), and as they would be:
 * amount_minor (0 if nothing was unpaid), with the columns that a new one needs. Surcharges that somebody waived are not looked at, nor
 * connections of which a new owner took bills over: whose money paid what is written there.
 */
export function trueSurcharges(question: Question): Sql {
  const on = sql`${question.day}::date`;
  return sql`with latest as materialized (
      select distinct on (g.of_invoice_id, g.step, g.turn) g.*, e.connection_id, e.settled_minor,
        case when e.cancelled_on is null then e.total_minor else 0 end as now_minor, e.cancelled_on is not null and e.cancel_reason not in (${PAID_IN_TIME}, ${UNPAID_CORRECTED}) as is_waived
      from billing.surcharges g join billing.invoices e on e.id = g.invoice_id
      join billing.invoices b on b.id = g.of_invoice_id and b.cancelled_on is null
      where e.connection_id in (${question.connections}) and g.charged_for = ${on}
        and not exists (select from billing.taken_over_bills t where t.connection_id = e.connection_id)
      order by g.of_invoice_id, g.step, g.turn, g.revision desc
    ),
    asked as materialized (${asked(question)}),
    had as materialized (${moneyBefore(question)}),
    turns as (
      select l.of_invoice_id, l.connection_id, l.rule_id, d.value as rule, l.step, l.turn, a.net_minor as billed_minor,
        greatest(0, least(a.net_minor, a.so_far_minor - h.minor)) as unpaid_minor,
        greatest(0, least(a.net_minor + s.minor, a.so_far_minor - h.minor)) as with_surcharges_minor
      from latest l join settings.dated_entries d on d.id = l.rule_id
      join asked a on a.id = l.of_invoice_id
      join had h on h.connection_id = l.connection_id
      cross join lateral (select coalesce(sum(x.net_minor), 0) as minor from asked x where x.bill_id = a.id and x.id <> a.id) s
    )
    select l.invoice_id, l.of_invoice_id, l.rule_id, l.step, l.turn, l.revision, l.settled_minor, l.now_minor, p.basis_minor, p.percent,
      coalesce(p.amount_minor, 0)::bigint as amount_minor
    from latest l left join (${priced(sql`select * from turns`)}) p
      on p.of_invoice_id = l.of_invoice_id and p.step = l.step and p.turn = l.turn
    where not l.is_waived`;
}
