/**
 * One consumer calls every endpoint that consumers may call with another one's ids and texts in every place where
 * an id or a text may be (G21, G22). Nothing of the other's leaves, nothing of the other's changes, and an answer
 * is the one that an id gets which does not exist.
 */

import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { listApplications } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { approveCategory, proposeCategory } from '#domains/billing/categories/contract.ts';
import { disputeOwnBill } from '#domains/billing/disputes/contract.ts';
import { noteEmptyHouse } from '#domains/billing/empty-houses/contract.ts';
import { ruleOfEmpty } from '#domains/billing/empty-houses/factory.ts';
import { insertLeak } from '#domains/billing/leaks/factory.ts';
import { planOptions, proposePlan } from '#domains/billing/payment-plans/contract.ts';
import { ruleOfPlans } from '#domains/billing/payment-plans/factory.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { type MadeReading, makeConnection } from '#domains/meters/factory.ts';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import * as gateway from '#domains/payments/gateway/contract.ts';
import { rechargeAccount } from '#domains/wallet/contract.ts';
import { withdrawOwn } from '#domains/wallet/withdrawals/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { allWords } from '#platform/words/all-words.ts';
import { firstGrants } from '#shared/words.ts';
import { type Person, testApp } from '#test/app.ts';
import { label, type Registered, registry } from './registry.ts';
import { type Filling, hasId, inputSchema, sample } from './sample-input.ts';

const app = await testApp();
const NOBODY = '0190ffff-ffff-7fff-8fff-ffffffffffff';

/** Everything that a household can have; gives its ids by table. */
async function settle(person: Person, name: string): Promise<void> {
  const consumerId = String(person.consumerId);
  for (const upTo of ['CONNECTED', 'PENDING', 'RECORRECTION', 'DRAFT', 'REJECTED', 'READY_TO_PAY'] as const)
    await makeApplication(app, { upTo, consumerId, name, plotNumber: `${name} ${upTo}` });
  const debtor = () => transaction(app.db, (tx) => makeDebtor(tx, app.system(), { consumerId, months: 2 }));
  const [first, second] = [await debtor(), await debtor()];
  const readings: MadeReading[] = [['2026-10-01', '2026-10-31', 12_000]];
  await transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId, readings }));
  const repaired = await transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId }));
  await (await makeYard(app)).order({ by: person, connectionNumber: repaired.number });
  const sold = await transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId }));
  await (await makeOffice(app)).request({ connection: sold, upTo: 'COMPLETED' });
  const pay = (connectionId: string, as: Person, method: 'CASH' | 'GATEWAY') =>
    app.call(makePayment, { as, body: { connectionId, amountMinor: 5000, tender: { method } } });
  await pay(first.connectionId, await app.staff('cashier'), 'CASH');
  const { id: paymentId } = await pay(second.connectionId, person, 'GATEWAY');
  await app.call(gateway.openOrder, { as: person, body: { paymentId } });
  const recharge = { amountMinor: 2_000_00, tender: { method: 'CASH' as const } };
  await app.call(rechargeAccount, {
    as: await app.staff('cashier'),
    body: { consumerId: String(person.consumerId), ...recharge },
  });
  const content = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const photo = (await app.sendFile(uploadFile, { as: person, content, name: 'meter.jpg' })).data;
  await app.call(disputeOwnBill, {
    as: person,
    body: {
      invoiceId: String(first.invoices.at(-1)?.id),
      reason: 'LEAK',
      words: `${name} says so`,
      photoId: photo.id,
    },
  });
  const proof = (await app.sendFile(uploadFile, { as: person, content, name: 'pipe.jpg' })).data;
  await insertLeak(app, String(first.invoices[0]?.id), `${name} says so`, proof.id);
  await ruleOfPlans(app, { aloneUpToMinor: 1_000_00 });
  const [as, { connectionId }] = [await app.staff('engineer'), second];
  const { bills, sumMinor } = await app.call(planOptions, { as, query: { connectionId } });
  const billIds = bills.map(({ id }) => id);
  const terms = { firstMinor: 50_00, instalments: 1, dayOfMonth: 10 };
  await app.call(proposePlan, {
    as,
    body: { connectionId, billIds, sumMinor: Number(sumMinor), ...terms },
  });
  const { id: changeId } = await app.call(proposeCategory, {
    as: await app.staff('reviewer'),
    body: {
      ...{ connectionNumber: repaired.number, category: 'commercial', fromDay: '2026-12-01' },
      ...{ reason: 'USE_CHANGED' as const, words: `${name} opened a shop` },
    },
  });
  await ruleOfEmpty(app);
  await app.call(noteEmptyHouse, {
    as,
    body: {
      ...{ connectionNumber: repaired.number, fromDay: '2027-01-01', untilDay: '2027-02-01' },
      ...{ reason: 'AWAY' as const, words: `${name} is abroad` },
    },
  });
  await app.call(approveCategory, { as, params: { id: changeId }, body: { version: 1 } });
  await app.call(withdrawOwn, { as: person, body: { amountMinor: 600_00, wanted: 'CASH' } });
}

const SCHEMAS = [
  ...['consumers', 'identity', 'meters', 'applications', 'billing', 'payments', 'platform'],
  ...['work_orders', 'ownership', 'wallet'],
];

type Row = { table: string; id: string; row: string };

/** Every row with an id of the domains about people. */
async function rows(): Promise<Map<string, Row>> {
  const tables = await all<{ schema: string; name: string }>(
    app.owner.db,
    sql`select c.table_schema as schema, c.table_name as name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = any (${SCHEMAS}::text[]) and c.column_name = 'id' and c.data_type = 'uuid'
        and t.table_type = 'BASE TABLE' and c.table_name not like 'readings\\_%'`,
  );
  const found = await Promise.all(
    tables.map(({ schema, name }) =>
      all<Row>(
        app.owner.db,
        sql`select ${`${schema}.${name}`}::text as table, id::text, t::text as row from ${sql.id(schema, name)} t
          order by id`,
      ),
    ),
  );
  return new Map(found.flat().map((row) => [row.id, row]));
}

await approvedTariff(app.db, { category: 'commercial', effectiveFrom: '2024-01-01' });
// The surveyor, whom all applications have in common, is nobody's.
await makeApplication(app, { upTo: 'READY_TO_PAY' });
const before = await rows();
const b = await app.consumer('Bilqis Ara Nodi');
await settle(b, 'Bilqis Ara Nodi');
const theirs = [...(await rows()).values()].filter(
  ({ id, table }) => !before.has(id) && table !== 'platform.audit',
);
const a = await app.consumer('Anwar Hossain');
await settle(a, 'Anwar Hossain');
const known = new Set(theirs.map(({ id }) => id));
const ours = [...(await rows()).values()].filter(({ id }) => !before.has(id) && !known.has(id));

/** Rows of these are alike: what may be asked about one may be asked about all. */
const WITHOUT_STATE = new Set([
  ...['platform.audit_2026', 'platform.outbox', 'platform.notices', 'identity.users', 'identity.sessions'],
  ...['applications.timeline', 'applications.noc_remarks', 'ownership.timeline', 'meters.assignments'],
]);

/** The first, the middle and the last of each table with states: of applications a connected one, a draft and one to pay for. */
function samples(of: Row[]): string[] {
  const groups = [...Map.groupBy(of, ({ table }) => table)];
  return groups.flatMap(([table, group]) => [
    ...new Set(
      (WITHOUT_STATE.has(table) ? [0] : [0, Math.floor(group.length / 2), group.length - 1]).map(
        (at) => group[at]?.id ?? '',
      ),
    ),
  ]);
}
/** With both defences one of each table: all of them are asked for when one defence is off. */
const IDS = {
  'with both defences': [...new Map(theirs.toReversed().map(({ table, id }) => [table, id])).values()],
  'without row-level security': samples(theirs),
};
type Defences = keyof typeof IDS;

/** What may be in no answer: names and numbers that only they have. */
const secrets = await (async () => {
  const { texts } = await one<{ texts: string[] }>(
    app.db,
    sql`select array_agg(text) as texts from (
        select name as text from consumers.consumers where id = ${b.consumerId}
        union all select phone from consumers.consumers where id = ${b.consumerId}
        union all select number from meters.connections where consumer_id = ${b.consumerId}
        union all select number from applications.applications where consumer_id = ${b.consumerId}
        union all select number from billing.invoices where consumer_id = ${b.consumerId}
        union all select m.number from meters.meters m join meters.assignments s on s.meter_id = m.id
          join meters.connections c on c.id = s.connection_id where c.consumer_id = ${b.consumerId}
        union all select r.number from payments.receipts r join payments.payments p on p.id = r.payment_id
          where p.consumer_id = ${b.consumerId}
        union all select o.order_id from payments.orders o join payments.payments p on p.id = o.payment_id
          where p.consumer_id = ${b.consumerId}) s where text is not null`,
  );
  return [...new Set(texts)];
})();

type Answer = { status: number; body: string };

async function call(
  registered: Registered,
  filling: Filling,
  more: Record<string, string> = {},
): Promise<Answer> {
  const { endpoint } = registered;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(filling.id(name)));
  const query = sample(inputSchema(endpoint.query), filling) as Record<string, unknown>;
  const sent = Object.entries({ ...query, ...more }).map(([name, value]) => [name, String(value)]);
  const { statusCode, body } = await app.server.inject({
    method: endpoint.method,
    url: `/api/${endpoint.service}${path}`,
    query: Object.fromEntries(sent),
    headers: { authorization: `Bearer ${a.idToken}` },
    ...(endpoint.method === 'GET' || endpoint.kind === 'multipart'
      ? {}
      : { payload: sample(inputSchema(endpoint.body), filling) as object }),
  });
  return { status: statusCode, body };
}

/** Without what differs between any two calls, and without what the caller sent. */
function bare({ status, body }: Answer, sent: string): string {
  return `${status} ${body.replaceAll(sent, '…').replace(/"requestId":"[^"]*"/g, '')}`;
}

const granted: readonly string[] = firstGrants(allWords, 'consumer');
/** Not the ways of a bank, which have no caller: an order is named there by the bank's own secret number. */
const open = registry.filter(
  ({ endpoint: { access, kind } }) =>
    kind !== 'page' && (!('permission' in access) || granted.includes(access.permission)),
);
const withId = open.filter(
  ({ endpoint: { path, query, body } }) =>
    path.includes('{') || hasId(inputSchema(query)) || hasId(inputSchema(body)),
);

function expectNothingOf(answer: Answer, what: string, sent = ''): void {
  for (const secret of secrets.filter((other) => other !== sent)) {
    expect(answer.body.includes(secret), `${what} says ${secret}: ${answer.body.slice(0, 300)}`).toBe(false);
  }
  expect(answer.status, `${what}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
}

/** From here on only the WHEREs of the queries are between two consumers. */
async function switchOffRowSecurity(): Promise<void> {
  const tables = await all<{ name: string }>(
    app.owner.db,
    sql`select c.oid::regclass::text as name from pg_class c where c.relrowsecurity`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables)
    await execute(app.owner.db, sql`alter table ${sql.raw(name)} disable row level security`);
}

test("a consumer's question runs as the role that row-level security limits", async () => {
  const staff = await app.staff('admin');
  await execute(app.owner.db, sql`revoke select on applications.applications from jolkol_consumer`);
  const codes = [
    await app.codeOf(listApplications, { as: a }),
    await app.codeOf(listApplications, { as: staff }),
  ];
  await execute(app.owner.db, sql`grant select on applications.applications to jolkol_consumer`);
  expect([...codes, await app.codeOf(listApplications, { as: a })]).toEqual([
    'common.unexpected',
    undefined,
    undefined,
  ]);
});

test('the database alone: read without any condition, no table shows a consumer a row of another one', async () => {
  const tables = await all<{ name: string }>(
    app.owner.db,
    sql`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v') and n.nspname = any (${[...SCHEMAS, 'ledger', 'wallet']}::text[])
        and has_table_privilege('jolkol_consumer', c.oid, 'select')`,
  );
  const shown: string[] = [];
  const seen = new Set<string>();
  await transaction(app.db, async (tx) => {
    await asConsumer(tx, app.actorOf(a));
    for (const { name } of tables) {
      const found = await all<{ row: string }>(tx, sql`select t::text as row from ${sql.raw(name)} t`);
      if (found.length > 0) seen.add(name);
      for (const { row } of found) {
        const theirOwn = [...known, ...secrets].filter((text) => row.includes(text));
        if (theirOwn.length > 0) shown.push(`${name} shows ${theirOwn.join(', ')}: ${row.slice(0, 200)}`);
      }
    }
  });
  expect(shown).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
});

const text = () => 'x';

const lists = open.filter(({ endpoint }) => endpoint.method === 'GET');
/** One of each length and alphabet: names, phones and each kind of number. */
const searched = [...Map.groupBy(secrets, (found) => found.replace(/\d/g, '0').slice(0, 4)).values()].map(
  ([one = '']) => one,
);
const HOSTILE: Record<string, string>[] = [
  {},
  { limit: '5000' },
  { consumerId: String(b.consumerId), customerId: String(b.consumerId) },
  { 'filter[consumerId]': String(b.consumerId), sort: '-consumerId' },
];

/** Each defence by itself: what the queries ask for, and what the database shows. */
describe.each(Object.keys(IDS) as Defences[])('another household, %s', (defences) => {
  beforeAll(async () => {
    if (defences === 'without row-level security') await switchOffRowSecurity();
  });

  test('has much to lose', () => {
    expect(new Set(theirs.map(({ table }) => table)).size).toBeGreaterThan(15);
    expect(secrets.length).toBeGreaterThan(12);
    expect(withId.length).toBeGreaterThan(25);
  });

  test.each(withId.map((registered) => [label(registered), registered] as const))(
    '%s: an id of theirs is an id of nobody',
    async (what, registered) => {
      const nobodys = bare(await call(registered, { id: () => NOBODY, text }), NOBODY);
      for (const id of IDS[defences]) {
        const answer = await call(registered, { id: () => id, text });
        expectNothingOf(answer, `${what} with ${id}`);
        expect(bare(answer, id), `${what} with ${id}`).toBe(nobodys);
      }
    },
  );

  test.each(lists.map((registered) => [label(registered), registered] as const))(
    '%s: holds nothing of theirs, however it is asked (G22)',
    async (what, registered) => {
      for (const more of HOSTILE)
        expectNothingOf(await call(registered, { id: () => NOBODY, text: () => '' }, more), what);
      const nobodys = bare(await call(registered, { id: () => NOBODY, text: () => 'zzz' }), 'zzz');
      for (const secret of searched) {
        const answer = await call(registered, { id: () => NOBODY, text: () => secret });
        expectNothingOf(answer, `${what} asked for ${secret}`, secret);
        if (registered.endpoint.kind !== 'download') expect(bare(answer, secret)).toBe(nobodys);
      }
    },
  );

  test("is what it would be to its owner: the same calls find much of one's own", async () => {
    // Places are everybody's.
    const read = withId.filter(
      ({ domain, endpoint: { method, path } }) =>
        domain !== 'settings' && method === 'GET' && path.includes('{'),
    );
    const blind: string[] = [];
    for (const registered of read) {
      let found = false;
      for (const id of samples(ours))
        found ||= (await call(registered, { id: () => id, text })).status === 200;
      if (!found) blind.push(label(registered));
    }
    expect(blind).toEqual([]);
  });

  test('is as it was', async () => {
    const now = await rows();
    const changed = theirs.filter(({ id, row }) => now.get(id)?.row !== row);
    expect(changed.map(({ id, table, row }) => `${table}: ${row} became ${now.get(id)?.row}`)).toEqual([]);
  });
});
