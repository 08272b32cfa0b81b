/** Questions about closing: what the books say a cashier has, what is closed, and what hinders a month. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { ACCOUNTS } from '../accounts.rules.ts';
import type { BookProof, MonthHindrance, VarianceAlone } from '../points.ts';
import { allProofs, lastProof } from '../proofs.ts';
import type {
  Closing,
  Hindrance,
  listClosings as listCall,
  openCashDays as openCall,
  Proof,
} from './contract.ts';

/** Whose day it is; somebody else's needs a word of its own. */
export function cashierOf(actor: Actor, cashierId: string | undefined): string {
  const id = cashierId ?? actor.userId;
  if (!id) throw fail(commonErrors.not_permitted, { permission: 'closings:close-day' });
  if (id !== actor.userId && !may(actor, 'closings:close-others')) {
    throw fail(commonErrors.not_permitted, { permission: 'closings:close-others' });
  }
  return id;
}

export type Expected = {
  /** What the drawer has to hold: the float of the morning, and what the books say was taken. */
  expectedMinor: number;
  floatMinor: number;
  cardMinor: number;
  /** Cheques that were taken and are handed on: they are counted apart, not as cash. */
  chequeCount: number;
  chequeMinor: number;
  /** What went out of the drawer: payments taken back, money paid back. */
  paidOutMinor: number;
  hasMoney: boolean;
};

/** The float of a day as it was recorded; else what the cashier's last closing left in the drawer. */
export const floatOf = (cashierId: string, day: string) => sql`coalesce(
    (select f.amount_minor from ledger.cash_floats f where f.cashier_id = ${cashierId} and f.day = ${day}::date),
    (select c.kept_minor from ledger.cash_closings c where c.cashier_id = ${cashierId} and c.day < ${day}::date
      and c.reopened_at is null and c.state <> 'REFUSED' order by c.day desc limit 1), 0)`;

/**
 * What later days state of the drawer after this day: the next closing was counted with a float, and floats are on record up to
 * it. A float on record may be more than what was kept, because somebody put money into the drawer; it is never less.
 */
export function laterFloat(
  tx: Tx,
  cashierId: string,
  day: string,
): Promise<{ leastMinor: number; mostMinor: number | null }> {
  return one(
    tx,
    sql`with later as (
        select c.day, c.float_minor, exists (
          select from ledger.cash_floats f where f.cashier_id = c.cashier_id and f.day = c.day) as recorded
        from ledger.cash_closings c
        where c.cashier_id = ${cashierId} and c.day > ${day}::date and c.reopened_at is null and c.state <> 'REFUSED'
        order by c.day limit 1
      )
      select coalesce((select float_minor from later where not recorded), 0) as "leastMinor",
        least((select float_minor from later), (
          select min(f.amount_minor) from ledger.cash_floats f
          where f.cashier_id = ${cashierId} and f.day > ${day}::date
            and f.day <= coalesce((select day from later), 'infinity'::date))) as "mostMinor"`,
  );
}

/** A cheque that came in; what the bank says of it later is nothing of the day at the counter. */
const isCheque = sql`(e.account_code = ${ACCOUNTS.cheques} and j.kind = 'PAYMENT')`;
/** It was not taken back on the same day. */
const isThere = sql`not exists (select from ledger.journals r where r.reverses_id = j.id and r.business_date = j.business_date)`;

export function expectedOf(db: Db | Tx, cashierId: string, day: string): Promise<Expected> {
  return one(
    db,
    sql`select (f.minor + t.cash)::bigint as "expectedMinor", f.minor as "floatMinor", t.card as "cardMinor", t.cheques as "chequeCount", t.cheque as "chequeMinor", t.out as "paidOutMinor",
        t.count > 0 as "hasMoney"
      from (select ${floatOf(cashierId, day)}::bigint as minor) f, (
        select coalesce(sum(e.amount_minor) filter (where e.account_code = ${ACCOUNTS.cash}), 0)::bigint as cash,
          coalesce(-sum(e.amount_minor) filter (where e.account_code = ${ACCOUNTS.cash} and e.amount_minor < 0), 0)::bigint as out,
          coalesce(sum(e.amount_minor) filter (where e.account_code = ${ACCOUNTS.cardTerminal}), 0)::bigint as card,
          count(*) filter (where ${isCheque} and ${isThere})::int as cheques,
          coalesce(sum(e.amount_minor) filter (where ${isCheque} and ${isThere}), 0)::bigint as cheque, count(*) as count
        from ledger.entries e join ledger.journals j on j.id = e.journal_id
        where e.business_date = ${day}::date and (e.account_code in (${ACCOUNTS.cash}, ${ACCOUNTS.cardTerminal}) or ${isCheque})
          and j.posted_by = ${cashierId}
      ) t`,
  );
}

/**
 * Days with counter money of the cashiers that nobody has closed.
 * @param of condition on the days of cashiers `o`, which posting notes (`ledger.check_entries`)
 * @param closed condition on the closing `c` of such a day
 */
const openDays = (of: Sql, closed: Sql) => sql`select distinct o.day, o.cashier_id
  from ledger.counter_days o
  where ${of} and not exists (select from ledger.cash_closings c
    where c.day = o.day and c.cashier_id = o.cashier_id and c.reopened_at is null and ${closed})`;

/** Nobody has to count: closed, or a second person decides. */
const COUNTED = sql`c.state <> 'REFUSED'`;
/** What the month asks: a variance that waits is not posted. */
const DECIDED = sql`c.state = 'CLOSED'`;

/** The cashier's days of before that are open, the oldest first: on the home and in the dialog that closes one. */
export const ownOpenDayList = (cashierId: string, today: string): ListQuery => ({
  rows: openDays(sql`o.cashier_id = ${cashierId} and o.day < ${today}::date`, COUNTED),
  sorts: { day: sql`day` },
  tieBreak: sql`cashier_id`,
});

export async function expectedCash(
  db: Db | Tx,
  actor: Actor,
  alone: VarianceAlone,
  query: { day: string; cashierId?: string | undefined },
) {
  const cashierId = cashierOf(actor, query.cashierId);
  const expected = await expectedOf(db, cashierId, query.day);
  const closed = await first(
    db,
    sql`select from ledger.cash_closings where day = ${query.day} and cashier_id = ${cashierId}
      and reopened_at is null and state <> 'REFUSED'`,
  );
  const open = await all<{ day: string }>(
    db,
    sql`select o.day from (${ownOpenDayList(cashierId, actor.today).rows}) o order by o.day`,
  );
  return {
    day: query.day,
    ...expected,
    isClosed: closed !== undefined,
    aloneLeftMinor: await alone.leftMinor(db, actor),
    openDays: open.map(({ day }) => day),
  };
}

/** A cashier's own; with closings:close-others everybody's. */
const openDaysOf = (actor: Actor) => {
  const own = may(actor, 'closings:close-others') ? sql`true` : sql`o.cashier_id = ${actor.userId}`;
  return sql`select d.day, d.cashier_id as "cashierId", coalesce(u.name, '') as cashier
    from (${openDays(sql`${own} and o.day <= ${actor.today}::date`, COUNTED)}) d
    left join identity.users u on u.id = d.cashier_id`;
};

export const openDayList = (actor: Actor, search?: string): ListQuery => ({
  rows: search ? sql`${openDaysOf(actor)} where u.name ilike ${containing(search)}` : openDaysOf(actor),
  sorts: { day: sql`day` },
  tieBreak: sql`cashier, "cashierId"`,
});

export async function openCashDays(db: Db | Tx, actor: Actor, query: z.output<(typeof openCall)['query']>) {
  type Row = { day: string; cashierId: string; cashier: string };
  const page = await listPage<Row>(db, query, openDayList(actor, query.search));
  const cashiers = await all<{ id: string; name: string }>(
    db,
    sql`select distinct "cashierId" as id, cashier as name from (${openDaysOf(actor)}) r order by name, id`,
  );
  return { ...page, cashiers };
}

/** True if somebody has this id and has ever taken money at the counter. */
export async function hasTakenMoney(db: Db | Tx, cashierId: string): Promise<boolean> {
  const { taken } = await one<{ taken: boolean }>(
    db,
    sql`select exists (select from ledger.counter_days o
        where o.cashier_id = ${cashierId} and exists (select from identity.users u where u.id = o.cashier_id)) as taken`,
  );
  return taken;
}

/** The day of the first posting, with which the books begin. */
export async function firstDayOfBooks(db: Db | Tx): Promise<string | null> {
  const { day } = await one<{ day: string | null }>(
    db,
    sql`select min(business_date) as day from ledger.journals`,
  );
  return day;
}

type Query = z.output<(typeof listCall)['query']>;
type Row = Omit<Closing, 'can'> & {
  cashierId: string;
  closedById: string | null;
  reopenAskedById: string | null;
};

/** Condition on a closing `c`: somebody asked to open the day again, and nobody has answered. */
export const IS_ASKED = sql`(c.reopen_asked_at is not null and c.reopen_answered_at is null and c.reopened_at is null)`;

/** As the trigger asks that refuses to open a day (`ledger.lock_cash_closing`). */
const IS_MONTH_CLOSED = sql`ledger.is_month_closed(date_trunc('month', c.day)::date)`;

const columns = sql`c.id, c.version, c.state, c.day, coalesce(u.name, '') as cashier, c.expected_minor + c.float_minor as "expectedMinor",
  c.float_minor as "floatMinor", c.kept_minor as "keptMinor",
  c.counted_minor as "countedMinor", c.variance_minor as "varianceMinor", c.card_minor as "cardMinor", c.cheque_count as "chequeCount", c.cheque_minor as "chequeMinor", c.reason,
  coalesce(b.name, '') as "closedBy", c.closed_at as "closedAt", d.name as "decidedBy",
  c.decided_at as "decidedAt", c.decision_remark as "decisionRemark", c.withdrawn as "isWithdrawn", c.closed_by as "closedById", a.name as "reopenAskedBy", c.reopen_reason as "reopenReason",
  c.reopen_answer as "reopenAnswer", w.name as "reopenAnsweredBy", c.reopen_withdrawn as "isReopenWithdrawn",
  r.name as "reopenedBy", c.reopened_at as "reopenedAt", ${IS_MONTH_CLOSED} as "isMonthClosed", c.cashier_id as "cashierId", c.reopen_asked_by as "reopenAskedById",
  case when c.state = 'WAITING' then 'waiting' when c.state = 'REFUSED' and c.withdrawn then 'withdrawn'
    when c.state = 'REFUSED' then 'refused' when c.reopened_at is not null then 'reopened'
    when ${IS_ASKED} then 'asked' when c.variance_minor = 0 then 'closed' else 'variance' end as outcome`;
const source = sql`ledger.cash_closings c
  left join identity.users u on u.id = c.cashier_id
  left join identity.users b on b.id = c.closed_by
  left join identity.users d on d.id = c.decided_by
  left join identity.users a on a.id = c.reopen_asked_by
  left join identity.users w on w.id = c.reopen_answered_by
  left join identity.users r on r.id = c.reopened_by`;

/** A cashier's own; everybody's if the person closes others' days or decides about them. */
const OF_OTHERS = ['closings:close-others', 'closings:decide-variance', 'closings:reopen'] as const;
const visible = (actor: Actor) =>
  OF_OTHERS.some((word) => may(actor, word)) ? sql`true` : sql`c.cashier_id = ${actor.userId}`;

type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;

/** The tabs. A closed day with a variance is in two of them. */
const TABS: Record<NonNullable<Query['state']>, Sql> = {
  waiting: sql`c.state = 'WAITING'`,
  asked: IS_ASKED,
  refused: sql`c.state = 'REFUSED'`,
  closed: sql`c.state = 'CLOSED' and c.reopened_at is null`,
  variance: sql`c.state = 'CLOSED' and c.variance_minor <> 0 and c.reopened_at is null`,
  reopened: sql`c.reopened_at is not null`,
};

function conditions(actor: Actor, { state, search }: Filters): Sql {
  const parts: Sql[] = [visible(actor)];
  if (state) parts.push(TABS[state]);
  if (search) parts.push(sql`u.name ilike ${containing(search)}`);
  return sql.join(parts, sql` and `);
}

export function closingList(actor: Actor, query: Filters): ListQuery {
  return {
    rows: sql`select ${columns} from ${source} where ${conditions(actor, query)}`,
    sorts: { day: sql`day` },
    tieBreak: sql`id desc`,
  };
}

type Counts = Record<keyof typeof TABS | 'all', number>;

/** A page of closed days, and how many are in each tab, with all other filters applied. */
export async function listClosings(db: Db | Tx, actor: Actor, query: Query) {
  const page = await listPage<Row>(db, query, closingList(actor, query));
  const each = Object.entries(TABS).map(
    ([tab, tells]) => sql`count(*) filter (where ${tells})::int as ${sql.ref(tab)}`,
  );
  const counts = await one<Counts>(
    db,
    sql`select count(*)::int as all, ${sql.join(each)} from ledger.cash_closings c
      left join identity.users u on u.id = c.cashier_id
      where ${conditions(actor, { ...query, state: undefined })}`,
  );
  return { ...page, items: page.items.map((row) => shown(row, actor)), counts };
}

export async function getClosing(db: Db | Tx, actor: Actor, id: string): Promise<Closing> {
  const row = await first<Row>(
    db,
    sql`select ${columns} from ${source} where c.id = ${id} and ${visible(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return shown(row, actor);
}

function shown({ cashierId, closedById, reopenAskedById, ...row }: Row, actor: Actor): Closing {
  const isAsked = row.outcome === 'asked';
  const isClosed = row.state === 'CLOSED' && row.reopenedAt === null;
  const isAsker = reopenAskedById === actor.userId;
  const decides = isAsked && may(actor, 'closings:reopen') && !isAsker;
  const isOwn = closedById === actor.userId || cashierId === actor.userId;
  return {
    ...row,
    can: {
      decide: row.state === 'WAITING' && may(actor, 'closings:decide-variance') && !isOwn,
      withdraw: row.state === 'WAITING' && closedById === actor.userId,
      askReopen: isClosed && !isAsked && !row.isMonthClosed,
      reopen: decides && !row.isMonthClosed,
      refuseReopen: decides,
      withdrawReopen: isAsked && isAsker,
    },
  };
}

/** Closed months that are shown, the newest; open ones that are examined, the oldest: those are closed next. */
const SHOWN_MONTHS = 18;

type Month = { month: string; closedAt: string | null; closedBy: string | null };

/** What the ledger asks of the domains to the right. */
export type Plugged = { hindrances: readonly MonthHindrance[]; proofs: readonly BookProof[] };

/** Every month from the first posting on that has postings, and the one that is running; `p` is who closed it. */
const monthsOfBooks = (actor: Actor): Sql => sql`(
    select m::date as month from generate_series((select date_trunc('month', min(business_date)) from ledger.journals),
      ${firstOfMonth(actor.today)}::date, interval '1 month') m
    where m = ${firstOfMonth(actor.today)}::date or exists (select from ledger.journals j
      where j.business_date >= m::date and j.business_date < (m + interval '1 month')::date)
  ) m left join lateral (select q.* from ledger.closed_periods q
    where q.period = m.month or (q.all_before and q.period > m.month) order by q.period limit 1) p on true`;

/** All months of the books, as a file has them: also those that the page does not show any more. */
export function monthList(actor: Actor): ListQuery {
  return {
    rows: sql`select m.month, p.closed_at as "closedAt", u.name as "closedBy",
        case when p.period is not null then 'CLOSED'
          when (m.month + interval '1 month')::date <= ${actor.today}::date then 'OPEN' else 'RUNNING' end as state
      from ${monthsOfBooks(actor)} left join identity.users u on u.id = p.closed_by`,
    sorts: { month: sql`month` },
    tieBreak: sql`month`,
  };
}

/** Months that have postings, newest first; those that are not closed with what hinders them. */
export async function listMonths(db: Db | Tx, actor: Actor, plugged: Plugged) {
  const months = await all<Month>(
    db,
    sql`with ranked as (
        select m.month, p.closed_at, p.closed_by,
          row_number() over (partition by p.period is null order by m.month desc) as place
        from ${monthsOfBooks(actor)}
      )
      select r.month, r.closed_at as "closedAt", u.name as "closedBy" from ranked r
      left join identity.users u on u.id = r.closed_by
      where r.closed_at is null or r.place <= ${SHOWN_MONTHS} order by r.month desc`,
  );
  const first = await firstOpenMonth(db);
  const examined = new Set(
    months
      .filter(({ closedAt }) => closedAt === null)
      .slice(-SHOWN_MONTHS)
      .map(({ month }) => month),
  );
  const items: (Month & { isOver: boolean; isAfterOpen: boolean; hindrances: Hindrance[] | null })[] = [];
  for (const month of months) {
    const isOver = addMonths(month.month, 1) <= actor.today;
    const open = month.closedAt === null && isOver;
    const isAfterOpen = month.closedAt === null && first !== null && first < month.month;
    const asked = open && examined.has(month.month);
    const found = asked ? await hindrancesOf(db, plugged.hindrances, month.month) : [];
    const hindrances = open && !asked ? null : found;
    items.push({ ...month, isOver, isAfterOpen, hindrances });
  }
  return { proof: await shownProof(db, plugged.proofs), items };
}

/** The earliest month with postings that is not closed. */
export async function firstOpenMonth(db: Db | Tx): Promise<string | null> {
  const { month } = await one<{ month: string | null }>(db, sql`select ledger.first_open_month() as month`);
  return month;
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
      sql`o.day >= ${month}::date and o.day < ${next}::date`,
      DECIDED,
    )}) o`,
  );
  const found: Hindrance[] = [{ ...CASH_DAYS, count: days }];
  for (const { kind, name, path, count } of plugged) {
    const [nameEn, nameBn] = name;
    found.push({ kind, nameEn, nameBn, path, count: await count(db, month) });
  }
  return found.filter(({ count }) => count > 0);
}
