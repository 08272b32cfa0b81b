/** The sixteen commonest calls: who makes them how often, the request, and the one statement that each is about. */
import type pg from 'pg';
import { all, type Db, one, sql } from '#platform/database/db.ts';
import { addMonths, dayOf, firstOfMonth } from '#shared/dates.ts';

export type Role = 'cashier' | 'reader' | 'reviewer' | 'engineer' | 'admin' | 'consumer';
export type CallName = keyof typeof CALLS_BY_NAME;

type Request = { method?: string; path: string; body?: Record<string, unknown> };
type Call = {
  request(facts: TownFacts, role: Role): Request;
  bare(facts: TownFacts, role: Role): { text: string; values: unknown[] };
};

/** What the calls name, taken one after the other. */
type Unread = { meterId: string; connectionId: string; registerLitres: number };

export type TownFacts = {
  today: string;
  month: string;
  lastMonth: string;
  household: { consumerId: string; connectionId: string };
  next: {
    connection(): { id: string; number: string; consumerId: string; phone: string };
    invoice(): string;
    ownInvoice(): string;
    sector(): string;
    name(): string;
    /** A meter that has no reading of this month; each is given once. */
    unread(): Unread;
  };
  /** Meters that the bare statement has read: `giveBack` makes them unread again, so that a small town has enough of them. */
  readBare: Unread[];
  unreadLeft: Unread[];
};

export const ROLES = {
  cashier: {
    callers: 6,
    calls: [
      'payables',
      'payable',
      'pay',
      'payments',
      'payables',
      'payable',
      'pay',
      'counters',
      'invoice',
      'dashboard',
    ],
  },
  reader: { callers: 4, calls: ['route', 'read', 'read', 'route', 'unread', 'counters', 'read'] },
  reviewer: {
    callers: 4,
    calls: ['readings', 'unread', 'consumers', 'consumer', 'payments', 'invoices', 'counters', 'dashboard'],
  },
  engineer: { callers: 2, calls: ['invoices', 'invoice', 'dashboard', 'counters'] },
  admin: { callers: 1, calls: ['search', 'consumer', 'dashboard', 'counters', 'payments', 'unread'] },
  consumer: { callers: 3, calls: ['home', 'invoices', 'invoice', 'payments', 'counters'] },
} as const satisfies Record<Role, { callers: number; calls: readonly string[] }>;

const get = (path: string): Request => ({ path });
/** The comment tells it from the program's own in pg_stat_statements, which leaves out one at the start. */
const bare = (text: string, values: unknown[]) => ({ text: text.replace(' ', ' /* bare */ '), values });

/** A consumer sees the own ones only. */
const own = (facts: TownFacts, role: Role) => (role === 'consumer' ? facts.household.consumerId : null);

const LISTED_BILLS = `i.id, i.number, i.period, i.issued_on, i.due_on, i.total_minor, i.settled_minor, i.state, c.number as connection,
  coalesce(u.name_bn, u.name) as name`;
const PARTIES =
  'join meters.connections c on c.id = i.connection_id join consumers.consumers u on u.id = i.consumer_id';

const CALLS_BY_NAME = {
  counters: {
    request: () => get('/main/counter-items'),
    bare: () =>
      bare(
        'select state, count(*) from applications.applications where archived_at is null group by state',
        [],
      ),
  },
  dashboard: {
    request: () => get('/main/dashboard'),
    bare: ({ month }) =>
      bare(
        `select (select sum(total_minor) from billing.invoices where cancelled_on is null and issued_on >= $1::date) as billed,
          (select sum(amount_minor) from payments.payments where state = 'APPROVED' and paid_on >= $1::date) as collected,
          (select sum(total_minor - settled_minor) from billing.invoices
            where cancelled_on is null and settled_minor < total_minor) as arrears`,
        [month],
      ),
  },
  home: {
    request: () => get('/main/dashboard/consumer'),
    bare: ({ household }) =>
      bare(
        `select c.id, c.number, o.due from meters.connections c cross join lateral (
          select sum(total_minor - settled_minor) as due from billing.invoices i
          where i.connection_id = c.id and i.cancelled_on is null and i.settled_minor < i.total_minor) o
        where c.consumer_id = $1`,
        [household.consumerId],
      ),
  },
  payables: {
    request: ({ next }) => {
      const { number, phone } = next.connection();
      return get(
        `/billing/payment/payables?search=${encodeURIComponent(Number(number) % 3 === 0 ? phone : number)}`,
      );
    },
    bare: ({ next }) =>
      bare(
        `select c.id, c.number, u.name, u.phone from meters.connections c join consumers.consumers u on u.id = c.consumer_id
        where c.number = $1 limit 10`,
        [next.connection().number],
      ),
  },
  payable: {
    request: ({ next }) => get(`/billing/payment/payable?connectionId=${next.connection().id}`),
    bare: ({ next }) =>
      bare(
        `select number, period, due_on, total_minor - settled_minor as open from billing.invoices
        where connection_id = $1 and cancelled_on is null and settled_minor < total_minor order by issued_on, id`,
        [next.connection().id],
      ),
  },
  pay: {
    request: ({ next }) => ({
      method: 'POST',
      path: '/billing/make-payment',
      body: { connectionId: next.connection().id, amountMinor: 300_00, tender: { method: 'CASH' } },
    }),
    bare: ({ next, today }) => {
      const { id, consumerId } = next.connection();
      return bare(
        `with n as (update platform.number_series set last = last + 1 where series = 'receipt' returning last),
          p as (insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id, paid_on, created_at)
            values ('INVOICE', 'CASH', 'APPROVED', 30000, $1, $2, $3::date, now()) returning id)
        insert into payments.receipts (payment_id, number, issued_at)
        select p.id, platform.human_number(6, n.last), now() from p, n returning number`,
        [consumerId, id, today],
      );
    },
  },
  payments: {
    request: () => get('/billing/payment/history'),
    bare: (facts, role) =>
      bare(
        `select p.*, u.name, c.number, r.number as receipt from (
          select *, (select count(*) from payments.payments where source = 'INVOICE' and ($1::uuid is null or consumer_id = $1)) as total
          from payments.payments where source = 'INVOICE' and ($1::uuid is null or consumer_id = $1)
          order by created_at desc, id limit 20) p
        join consumers.consumers u on u.id = p.consumer_id join meters.connections c on c.id = p.connection_id
        left join payments.receipts r on r.payment_id = p.id`,
        [own(facts, role)],
      ),
  },
  route: {
    request: ({ next }) => get(`/main/meter/readings/customers?read=no&sectorId=${next.sector()}`),
    bare: ({ next, month }) =>
      bare(
        `select c.id, c.number, u.name, m.number as meter, count(*) over () as total from settings.roads d
        join meters.connections c on c.road_id = d.id join consumers.consumers u on u.id = c.consumer_id
        join meters.assignments a on a.connection_id = c.id and a.removed_on is null join meters.meters m on m.id = a.meter_id
        where d.sector_id = $1 and c.status = 'active' and not exists (
          select from meters.readings r where r.meter_id = m.id and r.period = $2::date and r.living)
        order by d.route_order, d.number, c.route_order, c.id limit 20`,
        [next.sector(), month],
      ),
  },
  read: {
    request: ({ next, month, today }) => {
      const { meterId, registerLitres } = next.unread();
      const body = { meterId, period: month, readOn: today, registerLitres: registerLitres + 12_000 };
      return { method: 'POST', path: '/main/meter/reading/create', body };
    },
    bare: ({ next, readBare, month, today }) => {
      const line = next.unread();
      readBare.push(line);
      const { meterId, connectionId, registerLitres } = line;
      return bare(
        `insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, source, state)
        values ($1, $2, $3::date, $4::date, $5, 'MANUAL', 'VALID') returning id`,
        [connectionId, meterId, month, today, registerLitres + 12_000],
      );
    },
  },
  unread: {
    request: ({ lastMonth, month }, role) =>
      get(`/main/meters/no_readings?period=${role === 'reader' ? month : lastMonth}`),
    bare: ({ lastMonth, month }, role) =>
      bare(
        `select c.id, c.number, u.name, m.number as meter, count(*) over () as total from meters.connections c
        join meters.assignments a on a.connection_id = c.id and a.removed_on is null join meters.meters m on m.id = a.meter_id
        join consumers.consumers u on u.id = c.consumer_id join settings.roads d on d.id = c.road_id
        where c.status = 'active' and not exists (
          select from meters.readings r where r.meter_id = m.id and r.period = $1::date and r.living)
        order by d.sector_id, d.route_order, d.number, c.route_order, c.id limit 20`,
        [role === 'reader' ? month : lastMonth],
      ),
  },
  readings: {
    request: ({ month }) => get(`/main/meter/readings?period=${month}&state=FLAGGED`),
    bare: ({ month }) =>
      bare(
        `select r.*, c.number, u.name, count(*) over () as total from meters.readings r
        join meters.connections c on c.id = r.connection_id join consumers.consumers u on u.id = c.consumer_id
        where r.period = $1::date and r.waiting and r.state = 'FLAGGED' order by r.read_on, r.id limit 20`,
        [month],
      ),
  },
  consumers: {
    request: ({ next }) => get(`/main/consumers?search=${encodeURIComponent(next.name())}`),
    bare: ({ next }) =>
      bare(
        `select id, number, name, phone, count(*) over () as total from consumers.consumers
        where status <> 'merged' and search like '%' || lower($1) || '%' order by name, id limit 20`,
        [next.name()],
      ),
  },
  consumer: {
    request: ({ next }) => get(`/main/consumers/${next.connection().consumerId}`),
    bare: ({ next }) =>
      bare('select * from consumers.consumers where id = $1', [next.connection().consumerId]),
  },
  invoices: {
    request: () => get('/billing/search-invoice'),
    bare: (facts, role) =>
      bare(
        `select ${LISTED_BILLS}, total from (
          select *, (select count(*) from billing.invoices where $1::uuid is null or consumer_id = $1) as total
          from billing.invoices where $1::uuid is null or consumer_id = $1
          order by issued_on desc nulls last, id limit 20) i ${PARTIES}`,
        [own(facts, role)],
      ),
  },
  invoice: {
    request: ({ next }, role) =>
      get(`/billing/invoice-detail/${role === 'consumer' ? next.ownInvoice() : next.invoice()}`),
    bare: ({ next }, role) =>
      bare(
        `select ${LISTED_BILLS}, (select jsonb_agg(l) from billing.invoice_lines l where l.invoice_id = i.id) as lines
        from billing.invoices i ${PARTIES} where i.id = $1`,
        [role === 'consumer' ? next.ownInvoice() : next.invoice()],
      ),
  },
  search: {
    request: ({ next }) => get(`/main/search?text=${next.connection().number}`),
    bare: ({ next }) =>
      bare(
        `select 'connection' as source, id, number from meters.connections where number = $1
        union all select 'invoice', id, number from billing.invoices where number = $1
        union all select 'consumer', id, number from consumers.consumers where number = $1`,
        [next.connection().number],
      ),
  },
} as const satisfies Record<string, Call>;

export const CALLS: Record<CallName, Call> = CALLS_BY_NAME;

/** Reads what the calls name: of everything some thousands, spread over the whole town. */
export async function factsOf(db: Db): Promise<TownFacts> {
  const today = dayOf(new Date(), 'Asia/Dhaka');
  const month = firstOfMonth(today);
  const lastMonth = addMonths(month, -1);
  const connections = await all<ReturnType<TownFacts['next']['connection']>>(
    db,
    sql`select c.id, c.number, c.consumer_id as "consumerId", u.phone from meters.connections c
      join consumers.consumers u on u.id = c.consumer_id where c.status = 'active' and u.phone is not null
      order by md5(c.id::text) limit 3000`,
  );
  const invoices = await all<{ id: string }>(
    db,
    sql`select id from billing.invoices where period = ${lastMonth} order by md5(id::text) limit 3000`,
  );
  const household = await one<TownFacts['household']>(
    db,
    sql`select c.consumer_id as "consumerId", c.id as "connectionId" from identity.users p
      join meters.connections c on c.consumer_id = p.consumer_id where p.email = 'consumer@demo.test' limit 1`,
  );
  const ownInvoices = await all<{ id: string }>(
    db,
    sql`select id from billing.invoices where consumer_id = ${household.consumerId} order by period desc limit 24`,
  );
  const sectors = await all<{ id: string }>(db, sql`select id from settings.sectors order by number`);
  const names = await all<{ name: string }>(
    db,
    sql`select name from consumers.consumers order by md5(id::text) limit 500`,
  );
  const unread = await all<Unread>(
    db,
    sql`select a.meter_id as "meterId", a.connection_id as "connectionId", l.register_litres as "registerLitres"
      from meters.assignments a join meters.connections c on c.id = a.connection_id and c.status = 'active'
      join meters.meters m on m.id = a.meter_id
      join meters.readings l on l.meter_id = a.meter_id and l.period = ${lastMonth} and l.living
      where a.removed_on is null and l.register_litres < 10 ^ m.register_digits * 1000 - 20000 and not exists (
        select from meters.readings r where r.connection_id = a.connection_id and r.period = ${month})
      order by md5(a.id::text)`,
  );
  return {
    ...{ today, month, lastMonth, household },
    next: {
      connection: round(connections),
      invoice: round(invoices.map(({ id }) => id)),
      ownInvoice: round(ownInvoices.map(({ id }) => id)),
      sector: round(sectors.map(({ id }) => id)),
      name: round(names.map(({ name }) => name)),
      unread: once(unread),
    },
    readBare: [],
    unreadLeft: unread,
  };
}

/** Takes the readings of the bare statement out again. */
export async function giveBack(
  { month, readBare, unreadLeft }: TownFacts,
  superuser: pg.Pool,
): Promise<void> {
  const lines = readBare.splice(0);
  await superuser.query('delete from meters.readings where period = $1 and connection_id = any($2::uuid[])', [
    month,
    lines.map(({ connectionId }) => connectionId),
  ]);
  unreadLeft.push(...lines);
}

function round<T>(values: readonly T[]): () => T {
  let at = 0;
  return () => values[at++ % values.length] as T;
}

function once<T>(values: T[]): () => T {
  return () => {
    const value = values.pop();
    if (value === undefined) throw new Error('every meter of the town has been read');
    return value;
  };
}
