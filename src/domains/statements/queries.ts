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

/** Whose statement it is. Who names a connection only, means its owner. */
const personOf = (actor: Actor, { consumerId, connectionId }: Filters): Sql =>
  actor.kind === 'consumer' || consumerId
    ? sql`${actor.kind === 'consumer' ? actor.consumerId : consumerId}::uuid`
    : sql`(select c.consumer_id from meters.connections c where c.id = ${connectionId ?? null}::uuid)`;

/** SELECT of the connections that the statement is about. */
function connections(actor: Actor, { consumerId, connectionId }: Filters): Sql {
  const whose = actor.kind === 'consumer' ? actor.consumerId : (consumerId ?? null);
  const parts = [
    ...(whose !== null || actor.kind === 'consumer' ? [isConsumer(sql`c.consumer_id`, whose)] : []),
    ...(connectionId ? [sql`c.id = ${connectionId}::uuid`] : []),
  ];
  return sql`select c.id from meters.connections c where ${parts.length > 0 ? sql.join(parts, sql` and `) : sql`false`}`;
}

/** SELECT of what changes a statement because a new owner took bills over: theirs, or what is no more the earlier owner's (decision 0053). */
const takenLines = (actor: Actor, query: Filters): Sql =>
  sql`select t.connection_id, t.kind, t.journal_id, t.payment_id, t.is_reversal, t.at, t.day, t.amount_minor
    from billing.lines_of_taken(${personOf(actor, query)}) t
    where ${query.connectionId ? sql`t.connection_id = ${query.connectionId}::uuid` : sql`true`}`;

/** One line for each journal of a connection. What moves between its bills and its advance changes nothing that is owed. */
const lines = (actor: Actor, query: Filters): Sql =>
  sql`select m.*, sum(m.amount_minor) over (order by m.day, m.at, m.id collate "C")::bigint as balance_minor
    from (
      select coalesce(e.journal_id::text || '/' || e.connection_id, e.kind || '/' || e.connection_id || '/' || extract(epoch from e.at)) as id,
        e.connection_id, e.kind, e.journal_id, e.payment_id, e.is_reversal, e.at, e.day, sum(e.amount_minor)::bigint as amount_minor
      from (
        select e.party_id as connection_id, 'JOURNAL' as kind, e.journal_id, null::uuid as payment_id, null::boolean as is_reversal,
          j.created_at as at, e.business_date as day, e.amount_minor
        from ledger.entries e join ledger.journals j on j.id = e.journal_id
        where e.account_code in ${ofBooks} and e.party_id in (${connections(actor, query)})
        union all
        ${takenLines(actor, query)}
      ) e
      group by e.connection_id, e.kind, e.journal_id, e.payment_id, e.is_reversal, e.at, e.day having sum(e.amount_minor) <> 0
    ) m`;

const inDays = (query: Filters): Sql => sql.join([sql`true`, ...betweenDays(sql`l.day`, query)], sql` and `);

/** Newest first. */
export function statementLines(actor: Actor, query: Filters): ListQuery {
  return {
    rows: sql`select l.* from (${lines(actor, query)}) l where ${inDays(query)}`,
    details: (
      page,
    ) => sql`select l.id, l.day, l.at, c.number as "connectionNumber", l.amount_minor, l.balance_minor as "balanceMinor",
        case when l.amount_minor > 0 then l.amount_minor end as "owedMinor", case when l.amount_minor < 0 then -l.amount_minor end as "paidMinor",
        case
          when l.kind = 'TAKEN' then case when l.amount_minor > 0 then 'TAKEN_OVER' else 'LEFT_TO_NEW_OWNER' end
          when l.kind = 'CHANGED' then 'TAKEN_CHANGED'
          when k.kind = 'INVOICE' and k.is_reversal then 'BILL_CANCELLED'
          when k.kind = 'INVOICE' then case when g.invoice_id is not null then 'SURCHARGE' else coalesce((
            select case f.kind when 'cheque_fee' then 'CHEQUE_FEE' when 'advance_back' then 'ADVANCE_BACK' else 'REBATE_TAKEN_BACK' end from billing.invoice_lines f
            where f.invoice_id = i.id and f.kind in ('cheque_fee', 'rebate_back', 'advance_back') limit 1), 'BILL') end
          when k.kind = 'REBATE' then case when k.is_reversal then 'REBATE_TAKEN_BACK' else 'REBATE' end
          when k.kind = 'ADJUSTMENT' then case when k.is_reversal then 'BILL_CANCELLED' else 'CREDIT' end
          when k.kind = 'PAYMENT' then case when k.is_reversal then case when q.state = 'DISHONOURED' then 'CHEQUE_RETURNED' else 'PAYMENT_REVERSED' end
            when q.state in ('RECEIVED', 'DEPOSITED') then 'CHEQUE_IN_CLEARING' else 'PAYMENT' end
          else 'OTHER' end as kind,
        coalesce(i.number, a.number, r.number, rebated.number) as number, coalesce(i.id, a.invoice_id, rebated.id) as "invoiceId", p.id as "paymentId"
      from (${page}) l
      join meters.connections c on c.id = l.connection_id
      left join ledger.journals j on j.id = l.journal_id
      left join ledger.journals o on o.id = j.reverses_id
      -- Who took bills over reads their payments, but not the journals of the connection that ended.
      cross join lateral (select coalesce(case when l.payment_id is not null then 'PAYMENT' end, o.kind, j.kind) as kind,
        coalesce(l.payment_id, o.source_id, j.source_id) as source_id, coalesce(l.is_reversal, j.kind = 'REVERSAL') as is_reversal) k
      left join billing.invoices i on k.kind = 'INVOICE' and i.id = k.source_id
      left join billing.surcharges g on g.invoice_id = i.id
      left join billing.adjustments a on k.kind = 'ADJUSTMENT' and a.id = k.source_id
      left join billing.rebates rebate on k.kind = 'REBATE' and rebate.id = k.source_id
      left join billing.invoices rebated on rebated.id = rebate.invoice_id
      left join payments.payments p on k.kind = 'PAYMENT' and p.id = k.source_id
      left join payments.cheques q on q.payment_id = p.id
      left join payments.receipts r on r.payment_id = p.id`,
    // Several of one day are in the order in which they were posted.
    sorts: { day: [sql`day`, sql`at`, sql`id collate "C"`] },
    tieBreak: sql`id`,
  };
}

/** Who has no connection has an empty statement. The office names whose it wants. */
async function isThere(db: Db | Tx, actor: Actor, query: Filters): Promise<boolean> {
  const { consumerId = null, connectionId } = query;
  if (connectionId)
    return Boolean(
      await first(
        db,
        sql`select from ((${connections(actor, query)}) union all select t.connection_id from (${takenLines(actor, query)}) t) c limit 1`,
      ),
    );
  if (actor.kind === 'consumer') return true;
  return Boolean(await first(db, sql`select from consumers.consumers c where c.id = ${consumerId}::uuid`));
}

/** SELECT of what was owed before and after the days that are asked for, and what came between: of the screen and of the paper. */
const sumsOf = (actor: Actor, query: Filters): Sql => sql`select
    coalesce(sum(l.amount_minor) filter (where ${query.from ?? null}::date is not null and l.day < ${query.from ?? null}::date), 0)::bigint as "openingMinor",
    coalesce(sum(l.amount_minor) filter (where ${inDays(query)} and l.amount_minor > 0), 0)::bigint as "owedMinor",
    coalesce(-sum(l.amount_minor) filter (where ${inDays(query)} and l.amount_minor < 0), 0)::bigint as "paidMinor",
    coalesce(sum(l.amount_minor) filter (where ${query.to ?? null}::date is null or l.day <= ${query.to ?? null}::date), 0)::bigint as "closingMinor",
    coalesce(${query.from ?? null}::date, min(l.day)) as "from"
  from (${lines(actor, query)}) l`;

/** What a paper says above its lines. */
export type StatementHead = {
  utility: unknown;
  name: string | null;
  nameBn: string | null;
  number: string | null;
  connections: { number: string; sectorNumber: string; roadNumber: string; plotNumber: string }[];
  from: string;
  to: string;
  madeOn: string;
  openingMinor: number;
  closingMinor: number;
};

/** SELECT of it. */
export const statementHead = (actor: Actor, query: Filters): Sql => sql`select
    (select e.value from settings.entries e where e.key = 'utility') as utility, u.name, u.name_bn as "nameBn", u.number,
    coalesce((select jsonb_agg(jsonb_build_object('number', c.number, 'sectorNumber', s.number, 'roadNumber', d.number,
        'plotNumber', c.plot_number) order by c.number)
      from meters.connections c join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
      where c.id in (${connections(actor, query)}) or c.id in (select t.connection_id from (${takenLines(actor, query)}) t)), '[]') as connections,
    sums."openingMinor", sums."closingMinor", coalesce(sums."from", ${actor.today}::date) as "from",
    coalesce(${query.to ?? null}::date, ${actor.today}::date) as "to", ${actor.today}::date as "madeOn"
  from (${sumsOf(actor, query)}) sums left join consumers.consumers u on u.id = ${personOf(actor, query)}`;

export async function getStatement(db: Db | Tx, actor: Actor, query: Asked) {
  if (!(await isThere(db, actor, query))) throw fail(commonErrors.not_found);
  const page = await listPage<StatementLine>(db, query, statementLines(actor, query));
  const sums = await one<Record<'openingMinor' | 'owedMinor' | 'paidMinor' | 'closingMinor', number>>(
    db,
    sql`select s."openingMinor", s."owedMinor", s."paidMinor", s."closingMinor" from (${sumsOf(actor, query)}) s`,
  );
  return { ...page, sums };
}
