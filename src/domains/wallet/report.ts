/** What each wallet had at the beginning of some days, what came and went, and what it had at their end: from the entries of the ledger. */
import type { z } from 'zod';
import { consumersFound } from '#domains/consumers/queries.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import { firstOfMonth } from '#shared/dates.ts';
import type { WalletReportRow, walletReport } from './contract.ts';

type Asked = z.output<(typeof walletReport)['query']>;
type Filters = Omit<Asked, 'limit' | 'offset' | 'sort' | 'page'>;
type Sums = Omit<WalletReportRow, 'consumerId' | 'customerNumber' | 'name' | 'nameBn'>;

/** This month until today, if no days are named. */
const daysOf = (actor: Actor, { from, to }: Filters) => ({
  from: from ?? firstOfMonth(actor.today),
  to: to ?? actor.today,
});

const sums = sql`sum("openingMinor")::bigint as "openingMinor", sum("rechargedMinor")::bigint as "rechargedMinor",
  sum("returnedMinor")::bigint as "returnedMinor", sum("paidMinor")::bigint as "paidMinor", sum("withdrawnMinor")::bigint as "withdrawnMinor",
  sum("movedMinor")::bigint as "movedMinor", sum("closingMinor")::bigint as "closingMinor", sum("heldMinor")::bigint as "heldMinor"`;

function rowsOf(actor: Actor, query: Filters): Sql {
  const { from, to } = daysOf(actor, query);
  const wallet = sql`e.account_code = ${sql.lit(ACCOUNTS.wallets)}`;
  const during = sql`${wallet} and e.business_date >= ${from}::date`;
  const of = (condition: Sql) =>
    sql`coalesce(-sum(e.amount_minor) filter (where ${during} and ${condition}), 0)::bigint`;
  return sql`select c.id as "consumerId", c.number as "customerNumber", c.name, c.name_bn as "nameBn",
      coalesce(-sum(e.amount_minor) filter (where ${wallet} and e.business_date < ${from}::date), 0)::bigint as "openingMinor",
      ${of(sql`(j.kind = 'PAYMENT' and e.amount_minor < 0 or j.kind = 'REVERSAL' and e.amount_minor > 0)`)} as "rechargedMinor",
      ${of(sql`j.kind = 'REVERSAL' and e.amount_minor < 0`)} as "returnedMinor",
      -${of(sql`j.kind = 'PAYMENT' and e.amount_minor > 0`)} as "paidMinor",
      -${of(sql`j.kind in ('WALLET_HOLD', 'WALLET_RELEASE', 'WALLET_RETURN')`)} as "withdrawnMinor",
      ${of(sql`j.kind = 'WALLET_MOVE'`)} as "movedMinor",
      coalesce(-sum(e.amount_minor) filter (where ${wallet}), 0)::bigint as "closingMinor",
      coalesce(-sum(e.amount_minor) filter (where not ${wallet}), 0)::bigint as "heldMinor"
    from ledger.entries e join ledger.journals j on j.id = e.journal_id join consumers.consumers c on c.id = e.party_id
    where e.account_code in (${sql.lit(ACCOUNTS.wallets)}, ${sql.lit(ACCOUNTS.walletHolds)}) and e.business_date <= ${to}::date
      and ${query.search ? sql`c.id in (${consumersFound(query.search)})` : sql`true`}
    group by c.id`;
}

export function walletReportList(actor: Actor, query: Filters): ListQuery {
  return {
    rows: rowsOf(actor, query),
    sorts: {
      customerNumber: sql`"customerNumber"`,
      closingMinor: sql`"closingMinor"`,
      rechargedMinor: sql`"rechargedMinor"`,
      paidMinor: sql`"paidMinor"`,
    },
    tieBreak: sql`"consumerId"`,
  };
}

export async function reportWallets(db: Db | Tx, actor: Actor, query: Asked) {
  const page = await listPage<WalletReportRow>(
    db,
    { ...query, offset: query.page ?? query.offset },
    walletReportList(actor, query),
  );
  const total = await one<{ [K in keyof Sums]: Sums[K] | null }>(
    db,
    sql`select ${sums} from (${rowsOf(actor, query)}) r`,
  );
  const known = Object.fromEntries(Object.entries(total).map(([key, minor]) => [key, minor ?? 0])) as Sums;
  return { ...page, ...daysOf(actor, query), sums: known };
}
