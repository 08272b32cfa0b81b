/** Questions about closing: what the books say a cashier has, what is closed, and what hinders a month. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { listPage } from '#platform/database/lists.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { ACCOUNTS } from '../accounts.rules.ts';
import type { BookProof, MonthHindrance } from '../points.ts';
import { allProofs, lastProof } from '../proofs.ts';
import type { Closing, Hindrance, listClosings as listCall, Proof } from './contract.ts';

/** Whose day it is; somebody else's needs a word of its own. */
export function cashierOf(actor: Actor, cashierId: string | undefined): string {
  const id = cashierId ?? actor.userId;
  if (!id) throw fail(commonErrors.not_permitted, { permission: 'closings:close-day' });
  if (id !== actor.userId && !may(actor, 'closings:close-others')) {
    throw fail(commonErrors.not_permitted, { permission: 'closings:close-others' });
  }
  return id;
}

export type Expected = { expectedMinor: number; cardMinor: number };

export function expectedOf(db: Db | Tx, cashierId: string, day: string): Promise<Expected> {
  return one(
    db,
    sql`select coalesce(sum(e.amount_minor) filter (where e.account_code = ${ACCOUNTS.cash}), 0)::bigint as "expectedMinor",
        coalesce(sum(e.amount_minor) filter (where e.account_code = ${ACCOUNTS.cardTerminal}), 0)::bigint as "cardMinor"
      from ledger.entries e join ledger.journals j on j.id = e.journal_id
      where e.business_date = ${day}::date and e.account_code in (${ACCOUNTS.cash}, ${ACCOUNTS.cardTerminal})
        and j.posted_by = ${cashierId}`,
  );
}

/** Days with counter money of the cashiers that nobody has closed. @param of condition on journals `j` and entries `e` */
const openDays = (of: Sql) => sql`select distinct e.business_date as day, j.posted_by as cashier_id
  from ledger.entries e join ledger.journals j on j.id = e.journal_id
  where e.account_code in (${ACCOUNTS.cash}, ${ACCOUNTS.cardTerminal}) and j.posted_by is not null and ${of}
    and not exists (select from ledger.cash_closings c
      where c.day = e.business_date and c.cashier_id = j.posted_by and c.reopened_at is null)`;

/** How far back open days are looked for on the cashier's screen. */
const LOOK_BACK_DAYS = 60;

export async function expectedCash(
  db: Db | Tx,
  actor: Actor,
  query: { day: string; cashierId?: string | undefined },
) {
  const cashierId = cashierOf(actor, query.cashierId);
  const expected = await expectedOf(db, cashierId, query.day);
  const closed = await first(
    db,
    sql`select from ledger.cash_closings where day = ${query.day} and cashier_id = ${cashierId} and reopened_at is null`,
  );
  const open = await all<{ day: string }>(
    db,
    sql`select o.day from (${openDays(sql`j.posted_by = ${cashierId} and e.business_date < ${actor.today}::date
      and e.business_date >= ${actor.today}::date - ${LOOK_BACK_DAYS}::int`)}) o order by o.day`,
  );
  return {
    day: query.day,
    ...expected,
    isClosed: closed !== undefined,
    openDays: open.map(({ day }) => day),
  };
}

const MOST_OPEN = 500;

/** A cashier's own; with closings:close-others everybody's. */
export async function openCashDays(db: Db | Tx, actor: Actor) {
  const own = may(actor, 'closings:close-others') ? sql`true` : sql`j.posted_by = ${actor.userId}`;
  const items = await all<{ day: string; cashierId: string; cashier: string }>(
    db,
    sql`select o.day, o.cashier_id as "cashierId", coalesce(u.name, '') as cashier
      from (${openDays(sql`${own} and e.business_date <= ${actor.today}::date`)}) o
      left join identity.users u on u.id = o.cashier_id order by o.day, cashier, o.cashier_id limit ${MOST_OPEN}`,
  );
  return { items };
}

type Query = z.output<(typeof listCall)['query']>;
type Row = Omit<Closing, 'can'> & { cashierId: string; reopenAskedById: string | null };

const columns = sql`c.id, c.day, coalesce(u.name, '') as cashier, c.expected_minor as "expectedMinor",
  c.counted_minor as "countedMinor", c.variance_minor as "varianceMinor", c.card_minor as "cardMinor", c.reason,
  coalesce(b.name, '') as "closedBy", c.closed_at as "closedAt", a.name as "reopenAskedBy", c.reopen_reason as "reopenReason",
  r.name as "reopenedBy", c.reopened_at as "reopenedAt", c.cashier_id as "cashierId", c.reopen_asked_by as "reopenAskedById"`;
const source = sql`ledger.cash_closings c
  left join identity.users u on u.id = c.cashier_id
  left join identity.users b on b.id = c.closed_by
  left join identity.users a on a.id = c.reopen_asked_by
  left join identity.users r on r.id = c.reopened_by`;

/** A cashier's own; with closings:close-others everybody's. */
const visible = (actor: Actor) =>
  may(actor, 'closings:close-others') ? sql`true` : sql`c.cashier_id = ${actor.userId}`;

export async function listClosings(db: Db | Tx, actor: Actor, query: Query) {
  const parts: Sql[] = [visible(actor)];
  if (query.state === 'closed') parts.push(sql`c.reopened_at is null`);
  if (query.state === 'variance') parts.push(sql`c.variance_minor <> 0 and c.reopened_at is null`);
  if (query.state === 'reopened') parts.push(sql`c.reopened_at is not null`);
  if (query.search) parts.push(sql`u.name ilike ${`%${query.search}%`}`);
  const page = await listPage<Row>(db, query, {
    rows: sql`select ${columns} from ${source} where ${sql.join(parts, sql` and `)}`,
    sorts: { day: sql`day` },
    tieBreak: sql`id desc`,
  });
  return { ...page, items: page.items.map((row) => shown(row, actor)) };
}

export async function getClosing(db: Db | Tx, actor: Actor, id: string): Promise<Closing> {
  const row = await first<Row>(
    db,
    sql`select ${columns} from ${source} where c.id = ${id} and ${visible(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return shown(row, actor);
}

function shown({ cashierId: _, reopenAskedById, ...row }: Row, actor: Actor): Closing {
  const isAsked = row.reopenReason !== null;
  const isClosed = row.reopenedAt === null;
  return {
    ...row,
    can: {
      askReopen: isClosed && !isAsked,
      reopen: isClosed && isAsked && may(actor, 'closings:reopen') && reopenAskedById !== actor.userId,
    },
  };
}

const SHOWN_MONTHS = 18;

type Month = { month: string; closedAt: string | null; closedBy: string | null };

/** What the ledger asks of the domains to the right. */
export type Plugged = { hindrances: readonly MonthHindrance[]; proofs: readonly BookProof[] };

/** Months that have postings, newest first; those that are not closed with what hinders them. */
export async function listMonths(db: Db | Tx, actor: Actor, plugged: Plugged) {
  const months = await all<Month>(
    db,
    sql`select m.month, p.closed_at as "closedAt", u.name as "closedBy"
      from (select generate_series(date_trunc('month', min(business_date)), ${firstOfMonth(actor.today)}::date,
        interval '1 month')::date as month from ledger.journals) m
      left join ledger.closed_periods p on p.period = m.month left join identity.users u on u.id = p.closed_by
      order by m.month desc limit ${SHOWN_MONTHS}`,
  );
  const items: (Month & { isOver: boolean; hindrances: Hindrance[] })[] = [];
  for (const month of months) {
    const isOver = addMonths(month.month, 1) <= actor.today;
    const open = month.closedAt === null && isOver;
    items.push({
      ...month,
      isOver,
      hindrances: open ? await hindrancesOf(db, plugged.hindrances, month.month) : [],
    });
  }
  return { proof: await shownProof(db, plugged.proofs), items };
}

async function shownProof(db: Db | Tx, plugged: readonly BookProof[]): Promise<Proof | null> {
  const last = await lastProof(db);
  if (!last) return null;
  const failed = allProofs(plugged)
    .filter(({ kind }) => kind in last.differences)
    .map(({ kind, name: [nameEn, nameBn] }) => ({ kind, nameEn, nameBn }));
  return { provedAt: last.provedAt, failed };
}

/** Days of cashiers, which are the ledger's own. */
const CASH_DAYS = {
  ...{ kind: 'cash_days', path: '/cash-closing' },
  ...{ nameEn: 'Days of cashiers that are not closed', nameBn: 'ক্যাশিয়ারের যে দিন বন্ধ হয়নি' },
};

/** Open days of cashiers, and what the domains to the right have not finished. */
export async function hindrancesOf(
  db: Db | Tx,
  plugged: readonly MonthHindrance[],
  month: string,
): Promise<Hindrance[]> {
  const next = addMonths(month, 1);
  const { days } = await one<{ days: number }>(
    db,
    sql`select count(*)::int as days from (${openDays(
      sql`e.business_date >= ${month}::date and e.business_date < ${next}::date`,
    )}) o`,
  );
  const found: Hindrance[] = [{ ...CASH_DAYS, count: days }];
  for (const { kind, name, path, count } of plugged) {
    const [nameEn, nameBn] = name;
    found.push({ kind, nameEn, nameBn, path, count: await count(db, month) });
  }
  return found.filter(({ count }) => count > 0);
}
