/**
 * No call tells a household the name of somebody of the office: who did what is "the office" for them, and a role at most. Every
 * question that consumers may ask is asked for every record of a household that has everything; who comes to do the work is named.
 */
import { expect, test } from 'vitest';
import { getApplication } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import { returnRequest } from '#domains/ownership/steps/contract.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { getOrder } from '#domains/work-orders/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { firstGrants } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import { label, type Registered, registry } from './registry.ts';
import { hasId, inputSchema, type Schema, sample } from './sample-input.ts';

const app = await testApp();
/** What everybody of the office is called in the tests: accounts, the makers of applications, the desks. */
const OFFICERS = ['Karim Uddin', 'Selim Reza', 'Officer '];

const rahima = await app.consumer('Rahima Khatun');
const consumerId = String(rahima.consumerId);

/** Everything that a household can have. */
async function settle(): Promise<void> {
  const states = ['CONNECTED', 'PENDING', 'RECORRECTION', 'DRAFT', 'REJECTED', 'READY_TO_PAY'] as const;
  for (const upTo of states)
    await makeApplication(app, { upTo, consumerId, name: 'Rahima Khatun', plotNumber: upTo });
  const debtor = () => transaction(app.db, (tx) => makeDebtor(tx, app.system(), { consumerId, months: 2 }));
  const paid = await debtor();
  await app.call(makePayment, {
    as: await app.staff('cashier'),
    body: { connectionId: paid.connectionId, amountMinor: 5000, tender: { method: 'CASH' } },
  });
  const yard = await makeYard(app);
  const { number } = await transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId }));
  await yard.order({ by: rahima, connectionNumber: number, upTo: 'CLOSED' });
  await yard.order({ connectionNumber: number, upTo: 'ASSIGNED' });
  const office = await makeOffice(app);
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${consumerId}`,
  );
  await office.request({ connection: await office.connect({ consumerId }), upTo: 'CONSENTED' });
  const bought = await office.request({ phone, upTo: 'READY_TO_APPROVE' });
  const remark = 'The deed cannot be read';
  await app.call(returnRequest, { as: office.clerk, body: { ...(await office.at(bought.id)), remark } });
  await office.request({ phone, upTo: 'COMPLETED' });
}
await settle();

const SCHEMAS = [
  ...['consumers', 'identity', 'meters', 'applications', 'billing', 'payments', 'papers', 'work_orders'],
  'ownership',
];

/** All ids that there are: what is not theirs is not found. */
const ids = await (async () => {
  const tables = await all<{ schema: string; name: string }>(
    app.owner.db,
    sql`select c.table_schema as schema, c.table_name as name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = any (${SCHEMAS}::text[]) and c.column_name = 'id' and c.data_type = 'uuid'
        and t.table_type = 'BASE TABLE' and c.table_name not like 'readings\\_%'`,
  );
  const found = await Promise.all(
    tables.map(({ schema, name }) =>
      all<{ id: string }>(
        app.owner.db,
        sql`select id::text from ${sql.id(schema, name)} order by id limit 40`,
      ),
    ),
  );
  return found.map((rows) => rows.map(({ id }) => id));
})();

type Answer = { status: number; body: string };

/** Parameters that have to be there; a filter would leave rows out. */
function neededOf({ endpoint }: Registered): Schema {
  const schema = inputSchema(endpoint.query);
  const required = schema.required ?? [];
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) => required.includes(name));
  return { ...schema, properties: Object.fromEntries(kept) };
}

async function answerOf(registered: Registered, id: string): Promise<Answer> {
  const { endpoint } = registered;
  const filling = { id: () => id, text: () => 'Karim' };
  const path = endpoint.path.replace(/\{\w+\}/g, encodeURIComponent(id));
  const query = Object.entries(sample(neededOf(registered), filling) as Record<string, unknown>);
  const { body, statusCode } = await app.server.inject({
    method: 'GET',
    url: `/api/${endpoint.service}${path}`,
    query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${rahima.idToken}` },
  });
  return { status: statusCode, body };
}

const granted: readonly string[] = firstGrants(allWords, 'consumer');
const questions = registry.filter(
  ({ endpoint: { access, method, kind, path } }) =>
    method === 'GET' &&
    kind !== 'page' &&
    // Letters and receipts are signed.
    !(kind === 'download' && path.includes('{')) &&
    (!('permission' in access) || granted.includes(access.permission)),
);
const asksForId = (registered: Registered): boolean =>
  registered.endpoint.path.includes('{') || hasId(neededOf(registered));
/** Who comes to do the work. */
const withoutCrew = (body: string): string => body.replace(/"crew(Name|NameBn)?":"[^"]*"/g, '');
const answered = new Set<string>();

test.each(questions.map((registered) => [label(registered), registered] as const))(
  '%s names nobody of the office',
  async (what, registered) => {
    for (const id of asksForId(registered) ? ids.flat() : ['']) {
      const { status, body } = await answerOf(registered, id);
      if (status === 200) answered.add(what);
      const named = OFFICERS.filter((name) => withoutCrew(body).includes(name));
      expect(named, `${what} with ${id}: ${body.slice(0, 400)}`).toEqual([]);
    }
  },
);

test('what was asked was found', () => {
  expect([...answered]).toEqual(
    expect.arrayContaining([
      'GET main/application/{id}',
      'GET main/application/timeline',
      'GET main/application/documents',
      'GET main/application/change_ownership_request/detail',
      'GET main/application/work_order/{id}',
      'GET main/dashboard/consumer',
      'GET social/user/notices',
      'GET billing/payment/history',
    ]),
  );
});

test('the office reads them in the same records', async () => {
  const as = await app.staff('reviewer');
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from applications.applications where consumer_id = ${consumerId} and state = 'CONNECTED'`,
  );
  const order = await one<{ id: string }>(
    app.db,
    sql`select id from work_orders.orders where state = 'CLOSED'`,
  );
  const seen = [
    await app.call(getApplication, { as, params: { id } }),
    await app.call(getOrder, { as, params: { id: order.id } }),
  ].map((answer) => JSON.stringify(answer));
  expect(seen.map((answer) => answer.includes('Karim Uddin'))).toEqual([true, true]);
});
