/** The trial balance and the entries behind it. What an account was at the end of a day begins at the last closed month before it. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { addDays, firstOfMonth } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
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
  return {
    rows: sql`select a.code, a.name_en as "nameEn", a.name_bn as "nameBn", a.kind, o.balance_minor as "openingMinor",
        t."debitMinor", t."creditMinor", (o.balance_minor + t."debitMinor" - t."creditMinor")::bigint as "closingMinor"
      from ledger.accounts a join ledger.balances_at(${addDays(from, -1)}::date) o on o.account_code = a.code
      cross join lateral (select ${TURNOVER} from ledger.entries e
        where e.account_code = a.code and e.business_date between ${from}::date and ${to}::date) t
      where (${kind ?? null}::text is null or a.kind = ${kind ?? null})
        and ${found}`,
    sorts: { code: sql`code` },
    tieBreak: sql`code`,
    count: sql`select count(*) as total from ledger.accounts a where (${kind ?? null}::text is null or a.kind = ${kind ?? null})
        and ${found}`,
  };
}

type Balances = Pick<AccountBalance, 'openingMinor' | 'debitMinor' | 'creditMinor' | 'closingMinor'>;

export async function trialBalance(db: Db | Tx, actor: Actor, query: z.output<(typeof trialCall)['query']>) {
  const list = trialList(actor, query);
  const [page, sums] = await Promise.all([
    listPage<AccountBalance>(db, query, list),
    one<Balances>(
      db,
      sql`select coalesce(sum("openingMinor"), 0)::bigint as "openingMinor", coalesce(sum("debitMinor"), 0)::bigint as "debitMinor",
          coalesce(sum("creditMinor"), 0)::bigint as "creditMinor", coalesce(sum("closingMinor"), 0)::bigint as "closingMinor"
        from (${list.rows}) l`,
    ),
  ]);
  return { ...page, ...spanOf(actor, query), sums };
}

type EntriesQuery = Omit<z.output<(typeof entriesCall)['query']>, 'limit' | 'offset' | 'sort'>;

function entriesWhere(actor: Actor, { account, kind, search, ...days }: EntriesQuery) {
  const { from, to } = spanOf(actor, days);
  return sql`e.account_code = ${account} and e.business_date between ${from}::date and ${to}::date
    and (${kind ?? null}::text is null or j.kind = ${kind ?? null})
    and (${search ? sql`j.reason ilike ${containing(search)}` : sql`true`})`;
}

export function entryList(actor: Actor, query: EntriesQuery): ListQuery {
  const where = entriesWhere(actor, query);
  return {
    rows: sql`select e.journal_id, e.line_no, e.business_date as day, e.amount_minor as "amountMinor", j.kind, j.source_id, j.reverses_id,
        j.reason, j.posted_by, j.created_at
      from ledger.entries e join ledger.journals j on j.id = e.journal_id where ${where}`,
    sorts: { day: sql`day`, amountMinor: sql`abs("amountMinor")` },
    tieBreak: sql`journal_id, line_no`,
    details: (
      page,
    ) => sql`select p.journal_id || '-' || p.line_no as id, p.day, p."amountMinor", p.journal_id, p.line_no, p.kind,
        p.source_id as "sourceId", coalesce(r.kind, p.kind) as "sourceKind", greatest(p."amountMinor", 0) as "debitMinor",
        greatest(-p."amountMinor", 0) as "creditMinor", p.reason, coalesce(u.name, '') as "postedBy", p.created_at as "postedAt"
      from (${page}) p left join ledger.journals r on r.id = p.reverses_id left join identity.users u on u.id = p.posted_by`,
    count: sql`select count(*) as total from ledger.entries e join ledger.journals j on j.id = e.journal_id where ${where}`,
  };
}

export async function ledgerEntries(
  db: Db | Tx,
  actor: Actor,
  query: z.output<(typeof entriesCall)['query']>,
) {
  const [page, sums] = await Promise.all([
    listPage<LedgerEntry>(db, query, entryList(actor, query)),
    one<{ debitMinor: Minor; creditMinor: Minor }>(
      db,
      sql`select ${TURNOVER} from ledger.entries e join ledger.journals j on j.id = e.journal_id where ${entriesWhere(actor, query)}`,
    ),
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
