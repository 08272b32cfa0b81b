/** The trial balance and the entries behind it. What an account was at the end of a day begins at the last closed month before it. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage, wholeList } from '#platform/database/lists.ts';
import { addDays, firstOfMonth } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { type Minor, minor } from '#shared/money.ts';
import {
  type AccountBalance,
  type ledgerEntries as entriesCall,
  errors,
  type LedgerEntry,
  type trialBalance as trialCall,
} from './contract.ts';

type Days = { from?: string | undefined; to?: string | undefined };
type Span = { from: string; to: string };

/** The days that are asked for: by default the month of the last one, until today. */
export function spanOf({ today }: Pick<Actor, 'today'>, { from, to = today }: Days): Span {
  const begins = from ?? firstOfMonth(to);
  if (begins > to) throw fail(errors.days_turned);
  return { from: begins, to };
}

type TrialQuery = Omit<z.output<(typeof trialCall)['query']>, 'limit' | 'offset' | 'sort'>;

const TURNOVER = sql`coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0)::bigint as "debitMinor",
  coalesce(-sum(e.amount_minor) filter (where e.amount_minor < 0), 0)::bigint as "creditMinor"`;

export function trialList(actor: Actor, { kind, search, ...days }: TrialQuery): ListQuery {
  const { from, to } = spanOf(actor, days);
  const found = search
    ? sql`concat_ws(' ', a.code, a.name_en, a.name_bn) ilike ${containing(search)}`
    : sql`true`;
  const where = sql`(${kind ?? null}::text is null or a.kind = ${kind ?? null}) and ${found}`;
  return {
    rows: sql`select a.code, a.name_en as "nameEn", a.name_bn as "nameBn", a.kind, o.balance_minor as "openingMinor",
        t."debitMinor", t."creditMinor", (o.balance_minor + t."debitMinor" - t."creditMinor")::bigint as "closingMinor"
      from ledger.accounts a join ledger.balances_at(${addDays(from, -1)}::date) o on o.account_code = a.code
      cross join lateral (select ${TURNOVER} from ledger.entries e
        where e.account_code = a.code and e.business_date between ${from}::date and ${to}::date) t
      where ${where}`,
    sorts: { code: sql`code` },
    tieBreak: sql`code`,
    count: sql`select count(*) as total from ledger.accounts a where ${where}`,
  };
}

/** Accounts are few: one statement reads all of them, for the page and for the sums. */
export async function trialBalance(db: Db | Tx, actor: Actor, query: z.output<(typeof trialCall)['query']>) {
  const { limit, offset, sort } = query;
  const accounts = await all<AccountBalance>(db, wholeList<AccountBalance>(sort, trialList(actor, query)));
  const sumOf = (key: 'openingMinor' | 'debitMinor' | 'creditMinor' | 'closingMinor') =>
    minor(accounts.reduce((sum, account) => sum + account[key], 0));
  return {
    items: accounts.slice((offset - 1) * limit, offset * limit),
    ...{ total: accounts.length, limit, offset },
    ...spanOf(actor, query),
    sums: {
      openingMinor: sumOf('openingMinor'),
      debitMinor: sumOf('debitMinor'),
      creditMinor: sumOf('creditMinor'),
      closingMinor: sumOf('closingMinor'),
    },
  };
}

type EntriesQuery = Omit<z.output<(typeof entriesCall)['query']>, 'limit' | 'offset' | 'sort'>;

/** Entries `e` of an account; their journals `j` are joined only if something of them is asked for. */
function entriesFrom(actor: Actor, { account, kind, search, ...days }: EntriesQuery): Sql {
  const { from, to } = spanOf(actor, days);
  const ofJournal = [
    ...(kind ? [sql`and j.kind = ${kind}`] : []),
    ...(search ? [sql`and j.reason ilike ${containing(search)}`] : []),
  ];
  const journals = ofJournal.length > 0 ? sql`join ledger.journals j on j.id = e.journal_id` : sql``;
  return sql`from ledger.entries e ${journals}
    where e.account_code = ${account} and e.business_date between ${from}::date and ${to}::date ${sql.join(ofJournal, sql` `)}`;
}

export function entryList(actor: Actor, query: EntriesQuery): ListQuery {
  const entries = entriesFrom(actor, query);
  return {
    rows: sql`select e.journal_id, e.line_no, e.business_date as day, e.amount_minor as "amountMinor" ${entries}`,
    sorts: { day: sql`day`, amountMinor: sql`abs("amountMinor")` },
    tieBreak: sql`journal_id, line_no`,
    details: (
      page,
    ) => sql`select p.journal_id || '-' || p.line_no as id, p.day, p."amountMinor", p.journal_id, p.line_no, j.kind,
        j.source_id as "sourceId", coalesce(r.kind, j.kind) as "sourceKind", greatest(p."amountMinor", 0) as "debitMinor",
        greatest(-p."amountMinor", 0) as "creditMinor", j.reason, coalesce(u.name, '') as "postedBy", j.created_at as "postedAt"
      from (${page}) p join ledger.journals j on j.id = p.journal_id left join ledger.journals r on r.id = j.reverses_id
      left join identity.users u on u.id = j.posted_by`,
    count: sql`select count(*) as total ${entries}`,
  };
}

export async function ledgerEntries(
  db: Db | Tx,
  actor: Actor,
  query: z.output<(typeof entriesCall)['query']>,
) {
  const [page, sums] = await Promise.all([
    listPage<LedgerEntry>(db, query, entryList(actor, query)),
    one<{ debitMinor: Minor; creditMinor: Minor }>(db, sql`select ${TURNOVER} ${entriesFrom(actor, query)}`),
  ]);
  return { ...page, ...spanOf(actor, query), sums };
}

/** Closed months whose kept balances are not what the entries sum to: none. Poisha. */
export async function keptBalancesDiffer(db: Db | Tx): Promise<number> {
  const { difference } = await one<{ difference: number }>(
    db,
    sql`with months as (
        select account_code, date_trunc('month', business_date)::date as period, sum(amount_minor) as amount_minor
        from ledger.entries group by 1, 2
      )
      select coalesce(sum(abs(b.balance_minor - coalesce(x.amount_minor, 0))), 0)::bigint as difference
      from ledger.month_balances b left join lateral (
        select sum(m.amount_minor) as amount_minor from months m where m.account_code = b.account_code and m.period <= b.period
      ) x on true`,
  );
  return difference;
}
