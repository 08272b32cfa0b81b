/** Statements: the entries of a consumer's connections, one line for each journal, in the order of their days. */
import type { z } from 'zod';
import { isConsumer } from '#domains/consumers/queries.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { betweenDays } from '#platform/database/days.ts';
import { type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { StatementLine, statement as statementCall } from './contract.ts';

type Asked = z.output<(typeof statementCall)['query']>;
type Filters = Omit<Asked, 'limit' | 'offset' | 'sort'>;

const ofBooks = sql`(${sql.lit(ACCOUNTS.receivable)}, ${sql.lit(ACCOUNTS.advances)})`;

/** SELECT of the connections that the statement is about. */
function connections(actor: Actor, { consumerId, connectionId }: Filters): Sql {
  const whose = actor.kind === 'consumer' ? actor.consumerId : (consumerId ?? null);
  const parts = [
    ...(whose !== null || actor.kind === 'consumer' ? [isConsumer(sql`c.consumer_id`, whose)] : []),
    ...(connectionId ? [sql`c.id = ${connectionId}::uuid`] : []),
  ];
  return sql`select c.id from meters.connections c where ${parts.length > 0 ? sql.join(parts, sql` and `) : sql`false`}`;
}

/** One line for each journal of a connection. What moves between its bills and its advance changes nothing that is owed. */
const lines = (actor: Actor, query: Filters): Sql =>
  sql`select m.*, sum(m.amount_minor) over (order by m.day, m.at, m.journal_id, m.connection_id)::bigint as balance_minor
    from (
      select e.journal_id, e.party_id as connection_id, e.business_date as day, j.created_at as at, sum(e.amount_minor)::bigint as amount_minor
      from ledger.entries e join ledger.journals j on j.id = e.journal_id
      where e.account_code in ${ofBooks} and e.party_id in (${connections(actor, query)})
      group by e.journal_id, e.party_id, e.business_date, j.created_at having sum(e.amount_minor) <> 0
    ) m`;

const inDays = (query: Filters): Sql => sql.join([sql`true`, ...betweenDays(sql`l.day`, query)], sql` and `);

/** Newest first. */
export function statementLines(actor: Actor, query: Filters): ListQuery {
  return {
    rows: sql`select l.*, l.journal_id::text || '/' || l.connection_id as id from (${lines(actor, query)}) l where ${inDays(query)}`,
    details: (
      page,
    ) => sql`select l.id, l.day, l.at, c.number as "connectionNumber", l.amount_minor, l.balance_minor as "balanceMinor",
        case when l.amount_minor > 0 then l.amount_minor end as "owedMinor", case when l.amount_minor < 0 then -l.amount_minor end as "paidMinor",
        case
          when k.kind = 'INVOICE' and j.kind = 'REVERSAL' then 'BILL_CANCELLED'
          when k.kind = 'INVOICE' then case when g.invoice_id is not null then 'SURCHARGE' else coalesce((
            select case f.kind when 'cheque_fee' then 'CHEQUE_FEE' when 'advance_back' then 'ADVANCE_BACK' else 'REBATE_TAKEN_BACK' end from billing.invoice_lines f
            where f.invoice_id = i.id and f.kind in ('cheque_fee', 'rebate_back', 'advance_back') limit 1), 'BILL') end
          when k.kind = 'REBATE' then case when j.kind = 'REVERSAL' then 'REBATE_TAKEN_BACK' else 'REBATE' end
          when k.kind = 'ADJUSTMENT' then case when j.kind = 'REVERSAL' then 'BILL_CANCELLED' else 'CREDIT' end
          when k.kind = 'PAYMENT' then case when j.kind = 'REVERSAL' then case when q.state = 'DISHONOURED' then 'CHEQUE_RETURNED' else 'PAYMENT_REVERSED' end
            when q.state in ('RECEIVED', 'DEPOSITED') then 'CHEQUE_IN_CLEARING' else 'PAYMENT' end
          else 'OTHER' end as kind,
        coalesce(i.number, a.number, r.number, rebated.number) as number, coalesce(i.id, a.invoice_id, rebated.id) as "invoiceId", p.id as "paymentId"
      from (${page}) l
      join meters.connections c on c.id = l.connection_id
      join ledger.journals j on j.id = l.journal_id
      left join ledger.journals o on o.id = j.reverses_id
      cross join lateral (select coalesce(o.kind, j.kind) as kind, coalesce(o.source_id, j.source_id) as source_id) k
      left join billing.invoices i on k.kind = 'INVOICE' and i.id = k.source_id
      left join billing.surcharges g on g.invoice_id = i.id
      left join billing.adjustments a on k.kind = 'ADJUSTMENT' and a.id = k.source_id
      left join billing.rebates rebate on k.kind = 'REBATE' and rebate.id = k.source_id
      left join billing.invoices rebated on rebated.id = rebate.invoice_id
      left join payments.payments p on k.kind = 'PAYMENT' and p.id = k.source_id
      left join payments.cheques q on q.payment_id = p.id
      left join payments.receipts r on r.payment_id = p.id`,
    // Several of one day are in the order in which they were posted.
    sorts: { day: sql`(day, at)` },
    tieBreak: sql`id collate "C" desc`,
  };
}

/** Who has no connection has an empty statement. The office names whose it wants. */
async function isThere(db: Db | Tx, actor: Actor, query: Filters): Promise<boolean> {
  const { consumerId = null, connectionId } = query;
  if (connectionId) return Boolean(await first(db, sql`${connections(actor, query)} limit 1`));
  if (actor.kind === 'consumer') return true;
  return Boolean(await first(db, sql`select from consumers.consumers c where c.id = ${consumerId}::uuid`));
}

export async function getStatement(db: Db | Tx, actor: Actor, query: Asked) {
  if (!(await isThere(db, actor, query))) throw fail(commonErrors.not_found);
  const page = await listPage<StatementLine>(db, query, statementLines(actor, query));
  const sums = await one<Record<'openingMinor' | 'owedMinor' | 'paidMinor' | 'closingMinor', number>>(
    db,
    sql`select coalesce(sum(l.amount_minor) filter (where ${query.from ?? null}::date is not null and l.day < ${query.from ?? null}::date), 0)::bigint as "openingMinor",
        coalesce(sum(l.amount_minor) filter (where ${inDays(query)} and l.amount_minor > 0), 0)::bigint as "owedMinor",
        coalesce(-sum(l.amount_minor) filter (where ${inDays(query)} and l.amount_minor < 0), 0)::bigint as "paidMinor",
        coalesce(sum(l.amount_minor) filter (where ${query.to ?? null}::date is null or l.day <= ${query.to ?? null}::date), 0)::bigint as "closingMinor"
      from (${lines(actor, query)}) l`,
  );
  return { ...page, sums };
}
