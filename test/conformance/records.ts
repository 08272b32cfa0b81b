/** One record of each kind, so that generated calls name something that exists: what they change would be seen. */
import { makeApplication } from '#domains/applications/factory.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { all, execute, first, sql, transaction } from '#platform/database/db.ts';
import type { TestApp } from '#test/app.ts';
import type { Filling } from './sample-input.ts';

const NOBODY = '0190ffff-ffff-7fff-8fff-ffffffffffff';

/** The table that an id of this field leads to. */
const TABLES: Record<string, string> = {
  applicationId: 'applications.applications',
  consumerId: 'consumers.consumers',
  connectionId: 'meters.connections',
  meterId: 'meters.meters',
  invoiceId: 'billing.invoices',
  roadId: 'settings.roads',
  sectorId: 'settings.sectors',
  dmaId: 'settings.dmas',
  materialId: 'settings.materials',
  userId: 'identity.users',
  roleId: 'roles.roles',
  requestId: 'ownership.requests',
  orderId: 'work_orders.orders',
  categoryId: 'work_orders.categories',
};

/** What a bare `id` means in a domain. */
const OWN: Record<string, string> = {
  settings: 'settings.sectors',
  roles: 'roles.roles',
  identity: 'identity.users',
  consumers: 'consumers.consumers',
  meters: 'meters.readings',
  applications: 'applications.applications',
  billing: 'billing.invoices',
  payments: 'payments.payments',
  ownership: 'ownership.requests',
  'work-orders': 'work_orders.orders',
};

/** Makes the records; gives the filling of calls by their domain. */
export async function makeRecords(app: TestApp): Promise<(domain: string) => Filling> {
  await makeApplication(app, { upTo: 'PENDING' });
  await transaction(app.db, async (tx) => {
    await makeDebtor(tx, app.system(), { months: 2 });
    await createUser(tx, app.system(), {
      role: 'reader',
      name: 'Somebody Else',
      phone: '+8801555000001',
      password: 'neel-akash-42',
    });
    await execute(tx, sql`insert into roles.roles (code, name) values ('somebodys', 'Somebody''s')`);
  });
  await (await makeOffice(app)).request();
  await (await makeYard(app)).order();
  const ids = new Map<string, string>();
  for (const table of new Set([...Object.values(TABLES), ...Object.values(OWN)])) {
    const [schema = '', name = ''] = table.split('.');
    const row = await first<{ id: string }>(
      app.owner.db,
      sql`select id from ${sql.id(schema, name)} order by id desc limit 1`,
    );
    if (row) ids.set(table, row.id);
  }
  return (domain) => ({
    id: (field) => ids.get(TABLES[field] ?? OWN[domain] ?? '') ?? NOBODY,
    text: () => 'x',
  });
}

const SYSTEM = ['pg_catalog', 'information_schema'];

export async function tablesOf(app: TestApp): Promise<{ schema: string; name: string }[]> {
  return all(
    app.owner.db,
    sql<{ schema: string; name: string }>`select table_schema as schema, table_name as name
      from information_schema.tables where table_type = 'BASE TABLE' and table_schema <> all (${SYSTEM}::text[])
      order by 1, 2`,
  );
}

/** Rows and the sum of their hashes, by table: equal if nothing was added, changed or removed. */
export async function stateOf(app: TestApp): Promise<Record<string, string>> {
  const parts = (await tablesOf(app)).map(
    ({ schema, name }) => sql`select ${`${schema}.${name}`}::text as table,
      count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as state from ${sql.id(schema, name)} t`,
  );
  const rows = await all(
    app.owner.db,
    sql<{ table: string; state: string }>`${sql.join(parts, sql` union all `)}`,
  );
  return Object.fromEntries(rows.map(({ table, state }) => [table, state]));
}
