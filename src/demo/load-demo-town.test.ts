import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { TICKET_STATES } from '#domains/support/ticket.rules.ts';
import { all, type Db, one, sql } from '#platform/database/db.ts';
import { localStore } from '#platform/files/local-store.ts';
import { makeSecrets } from '#platform/secrets/secrets.ts';
import { testDatabase } from '#test/database.ts';
import { loadDemoTown } from './load-demo-town.ts';

const clock = { timeZone: 'Asia/Dhaka', now: () => new Date('2026-11-15T04:00:00Z') };

const folder = await mkdtemp(join(tmpdir(), 'jolkol-demo-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const files = {
  store: localStore({ folder: join(folder, 'files'), secret: Buffer.alloc(32, 7), linkBase: '/files' }),
  temporaryFolder: join(folder, 'tmp'),
};

const secrets = makeSecrets();

async function town(): Promise<Db> {
  const { db } = await testDatabase();
  await loadDemoTown({
    db,
    files,
    secrets,
    clock,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://town.test',
    connections: 200,
    months: 3,
  });
  return db;
}

const db = await town();
const again = await town();
const count = async (query: string) =>
  (await one(db, sql.raw<{ count: number }>(`select count(*) as count from (${query}) x`))).count;

test('links in messages lead to the town', async () => {
  expect(
    await count("select 1 from platform.outbox where body ~ 'https://town[.]test/invited[?]code='"),
  ).toBe(2);
  expect(await count("select 1 from platform.outbox where body ~ '(^|\\s)/[a-z]+[?/]'")).toBe(0);
});

describe('money', () => {
  test('rebates for payment in time are credited, and one is taken back', async () => {
    expect(await count('select 1 from billing.rebates where taken_back_on is null')).toBeGreaterThan(10);
    expect(await count('select 1 from billing.rebates where taken_back_on is not null')).toBe(1);
  });

  test('every journal balances and the whole ledger is zero', async () => {
    expect(
      await count('select journal_id from ledger.entries group by 1 having sum(amount_minor) <> 0'),
    ).toBe(0);
    expect(await count('select 1 from ledger.entries')).toBeGreaterThan(2000);
  });

  test('lines sum to their invoice, allocations and used advances to what is settled', async () => {
    expect(
      await count(`select i.id from billing.invoices i where i.total_minor <>
        (select sum(l.amount_minor) from billing.invoice_lines l where l.invoice_id = i.id)`),
    ).toBe(0);
    expect(
      await count(`select i.id from billing.invoices i where i.settled_minor <>
        coalesce((select sum(a.amount_minor) from payments.allocations a join payments.payments p on p.id = a.payment_id
          where a.invoice_id = i.id and p.state = 'APPROVED'), 0)
        + coalesce((select sum(u.amount_minor) from billing.advance_uses u where u.invoice_id = i.id), 0)`),
    ).toBe(0);
  });

  test('what connections owe in the ledger is what their invoices leave open', async () => {
    expect(
      await count(`select c.id from meters.connections c where
        coalesce((select sum(e.amount_minor) from ledger.entries e where e.party_id = c.id and e.account_code = '1100'), 0) <>
        coalesce((select sum(i.total_minor - i.settled_minor) from billing.invoices i
          where i.connection_id = c.id and i.cancelled_on is null), 0)`),
    ).toBe(0);
  });

  test('numbers of invoices and receipts have no gap', async () => {
    for (const table of ['billing.invoices', 'payments.receipts']) {
      expect(
        await count(`select 1 from (select max(left(number, -1)::bigint) - min(left(number, -1)::bigint) + 1 as span,
          count(*) as rows from ${table}) n where span <> rows`),
      ).toBe(0);
    }
  });

  test('most people pay in time, and somebody does not', async () => {
    const { open, all: bills } = await one<{ open: number; all: number }>(
      db,
      sql`select count(*) filter (where settled_minor < total_minor) as open, count(*) as all from billing.invoices where due_on < '2026-11-15'`,
    );
    expect(open).toBeGreaterThan(0);
    expect(open / bills).toBeLessThan(0.25);
  });
});

describe('work that waits', () => {
  test('nothing is in the future', async () => {
    expect(await count(`select 1 from meters.readings where read_on > '2026-11-15'`)).toBe(0);
    expect(
      await count(
        `select 1 from payments.payments where paid_on > '2026-11-15' or created_at > '2026-11-15 04:00Z'`,
      ),
    ).toBe(0);
    expect(await count(`select 1 from platform.audit where at > '2026-11-15 04:00Z'`)).toBe(0);
  });

  test('readings of the last month wait for review, and a run for approval', async () => {
    expect(
      await count(
        `select 1 from meters.readings where period = '2026-10-01' and state in ('VALID', 'FLAGGED')`,
      ),
    ).toBeGreaterThan(0);
    expect(
      await count(`select 1 from meters.readings where period = '2026-11-01' and state = 'VALID'`),
    ).toBeGreaterThan(0);
    expect(await count(`select 1 from billing.bill_runs where state = 'REVIEW'`)).toBe(1);
    expect(await count(`select 1 from billing.bill_runs where state = 'POSTED'`)).toBe(3);
  });
});

const grouped = async (query: string) =>
  (await all(db, sql.raw<{ kind: string; rows: number }>(query))).map(({ kind, rows }) => [kind, rows]);

describe('what waits for a second look', () => {
  test('two people claim an entry of the register', async () => {
    expect(await grouped('select state as kind, count(*) as rows from consumers.claims group by 1')).toEqual([
      ['WAITING', 2],
    ]);
  });

  test('three alarms about money, each of another kind', async () => {
    expect(
      await grouped(
        "select kind, count(*) as rows from payments.alarms where state = 'OPEN' group by 1 order by 1",
      ),
    ).toEqual([
      ['AMOUNT', 1],
      ['ORDER', 1],
      ['SIGNATURE', 1],
    ]);
  });

  test('the bank report was downloaded by two people, each file with its rows, and one download broke off', async () => {
    expect(
      await grouped(
        `select made_by_name || ' ' || format || ' ' || state as kind, max(row_count) > 0 as rows
          from payments.bank_downloads group by 1 order by 1`,
      ),
    ).toEqual([
      ['Kamrul Hossain csv KEPT', true],
      ['Kamrul Hossain xlsx KEPT', true],
      ['Salma Akter csv KEPT', true],
      ['Salma Akter pdf BROKEN', null],
    ]);
  });

  test('a second person is asked for two things', async () => {
    expect(
      await grouped(
        `select kind, count(*) as rows from payments.proposals where state = 'REQUESTED' group by 1 order by 1`,
      ),
    ).toEqual([
      ['BACKDATE', 1],
      ['BOOK', 1],
    ]);
  });

  test('the household shares a connection with a tenant, and somebody has not accepted', async () => {
    expect(
      await grouped(
        `select case when accepted_at is null then 'waits' else 'accepted' end as kind, count(*) as rows
          from meters.accesses a join identity.users u on u.consumer_id = a.holder_id
          where u.email = 'consumer@demo.test' and ended_at is null group by 1 order by 1`,
      ),
    ).toEqual([
      ['accepted', 1],
      ['waits', 1],
    ]);
  });

  test('one connection is closed with its last reading', async () => {
    expect(
      await count(`select 1 from meters.connections c join meters.assignments a on a.connection_id = c.id
        join meters.readings r on r.meter_id = a.meter_id and r.read_on = a.removed_on and r.living
        where c.status = 'closed' and c.disconnected_on = '2026-11-15' and a.final_status = 'READING'
          and not exists (select from meters.connections f where f.follows_id = c.id)`),
    ).toBe(1);
  });

  test('there are tickets in every state, four of the household', async () => {
    for (const state of TICKET_STATES)
      expect([state, await count(`select 1 from support.tickets where state = '${state}'`)]).not.toEqual([
        state,
        0,
      ]);
    expect(await count("select 1 from support.tickets where channel = 'PORTAL'")).toBe(4);
    expect(await count('select 1 from work_orders.orders where ticket_id is not null')).toBe(1);
  });

  test('there are work orders in every state of the process, one of the household', async () => {
    for (const state of [
      'PENDING',
      'ON_REVIEW',
      'ACCEPTED',
      'ASSIGNED',
      'IN_PROGRESS',
      'COMPLETED',
      'CLOSED',
      'RE_OPEN',
    ])
      expect([state, await count(`select 1 from work_orders.orders where state = '${state}'`)]).not.toEqual([
        state,
        0,
      ]);
    expect(await count("select 1 from work_orders.orders where asked_as = 'CONSUMER'")).toBe(6);
    expect(await count('select 1 from work_orders.ratings')).toBe(2);
    expect(await count('select 1 from work_orders.orders where paused_at is not null')).toBe(1);
    expect(await count("select 1 from work_orders.orders where reopened = 2 and state = 'ASSIGNED'")).toBe(1);
    expect(await count('select 1 from work_orders.orders where charge_minor = paid_minor')).toBe(1);
    expect(await count('select 1 from work_orders.orders where charge_minor > paid_minor')).toBe(2);
  });

  test('owners change: one asked, one agreed, one to be paid, one to be accepted, one done with its successor', async () => {
    for (const state of ['REQUESTED', 'CONSENTED', 'READY_TO_PAY', 'READY_TO_APPROVE', 'COMPLETED']) {
      expect([state, await count(`select 1 from ownership.requests where state = '${state}'`)]).toEqual([
        state,
        1,
      ]);
    }
    expect(await count('select 1 from meters.connections where follows_id is not null')).toBe(1);
    expect(await count("select 1 from payments.payments where source = 'OWNERSHIP_CHANGE'")).toBe(2);
  });
});

describe('every kind of case is there', () => {
  test('applications come from the counter and from seven people in the portal', async () => {
    const asked = `select a.id from applications.applications a join identity.users u on u.id = a.created_by
      where u.consumer_id = a.consumer_id`;
    expect(await count(asked)).toBe(7);
    expect(
      await count(`select distinct state from applications.applications where id in (${asked})`),
    ).toBeGreaterThan(3);
  });

  test('letters and consents are signed by hand, each by another', async () => {
    expect(await count('select 1 from applications.signatures where file_id is null')).toBe(0);
    expect(
      await count(
        'select distinct s.file_id from applications.signatures s join platform.files f on f.id = s.file_id',
      ),
    ).toBeGreaterThan(2);
  });

  test('some surveys have a sketch beside the photo', async () => {
    const named = (name: string) =>
      count(`select 1 from applications.documents where kind = 'survey_file' and file_name = '${name}'`);
    expect([await named('sketch.png'), (await named('survey_file.png')) > 10]).toEqual([6, true]);
  });

  test('work orders have estimates of their own, and photos of before and after', async () => {
    expect(
      await count('select distinct estimate_minor from work_orders.orders where estimate_minor is not null'),
    ).toBeGreaterThan(6);
    for (const moment of ['BEFORE', 'AFTER'])
      expect(
        await count(`select distinct order_id from work_orders.photos where moment = '${moment}'`),
      ).toBeGreaterThan(4);
  });

  test('owners change for each cause', async () => {
    expect(await count('select distinct cause from ownership.requests')).toBe(5);
  });

  test('one connection in use has no meter', async () => {
    expect(
      await count(`select 1 from meters.connections c where c.status = 'active'
        and not exists (select from meters.assignments a where a.connection_id = c.id and a.removed_on is null)`),
    ).toBe(1);
  });
});

describe('rules that make bills less are seen at work', () => {
  test('a leak was asked in the portal with a photo, one credited by two persons, one refused, and two wait', async () => {
    expect(
      await count(`select 1 from billing.leaks k join billing.invoices i on i.id = k.invoice_id join identity.users u on u.consumer_id = i.consumer_id
        where u.email = 'consumer@demo.test' and k.channel = 'PORTAL' and k.proof_file_id is not null and k.exception_reason is null and k.state = 'OPEN'`),
    ).toBe(1);
    expect(
      await count(`select 1 from billing.leaks k join billing.corrections n on n.id = k.correction_id
        where k.state = 'CREDITED' and n.two_person and k.decided_by <> k.approved_by`),
    ).toBe(1);
    const noted = (state: string) =>
      count(`select 1 from billing.leaks where state = '${state}' and channel = 'COUNTER'`);
    expect([await noted('WAITING'), await noted('OPEN'), await noted('REFUSED')]).toEqual([1, 1, 1]);
  });

  test('an empty shop was billed less, one house was used, one was lived in again early, and one waits', async () => {
    expect(
      await count(`select 1 from billing.empty_houses h join billing.invoices i on i.connection_id = h.connection_id and i.cancelled_on is null
        join billing.invoice_lines l on l.invoice_id = i.id
        where h.state = 'APPROVED' and h.start_litres is not null and i.empty_days @> jsonb_build_array(jsonb_build_object('id', h.id))
          and l.kind = 'fixed' and i.explanation::text ~ 'fixedOwed' and l.amount_minor between 1 and 9999`),
    ).toBeGreaterThan(0);
    for (const state of ['ENDED_BY_USE', 'ENDED', 'WAITING'])
      expect([state, await count(`select 1 from billing.empty_houses where state = '${state}'`)]).toEqual([
        state,
        1,
      ]);
  });

  test('a bill has two categories, and the end of a category is near', async () => {
    expect(
      await count('select 1 from billing.invoices where jsonb_array_length(categories) = 2'),
    ).toBeGreaterThan(0);
    expect(
      await count(`select 1 from billing.category_changes where state = 'APPROVED' and checked_at is null and replaced_by is null
        and until_day between '2026-11-15' and '2026-12-10'`),
    ).toBe(1);
  });

  test('who planned the rules and wrote the tariffs may do so', async () => {
    const roles = await grouped(
      `select role as kind, count(*) > 0 as rows from platform.audit
        where action in ('leak-rules.plan', 'empty-rules.plan', 'rebate-rules.plan', 'tariff.create', 'tariff.submit') group by 1`,
    );
    expect(roles).toEqual([['admin', true]]);
  });
});

test('the same seed makes the same town', async () => {
  const portrait = (database: Db) =>
    all(
      database,
      sql`select c.number, u.name, u.name_bn, c.plot_number, m.number as meter, i.number as bill, i.total_minor, i.settled_minor
        from meters.connections c join consumers.consumers u on u.id = c.consumer_id
        join meters.assignments a on a.connection_id = c.id join meters.meters m on m.id = a.meter_id
        left join billing.invoices i on i.connection_id = c.id order by c.number, i.number`,
    );
  expect(await portrait(again)).toEqual(await portrait(db));
});
