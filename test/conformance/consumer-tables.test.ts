/**
 * What the database shows to the role that consumers' questions run as. A table is closed unless it is listed here:
 * either its rows are limited to the consumer's own (row-level security), or everybody may see all of it.
 */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testDatabase } from '#test/database.ts';

const { owner } = await testDatabase();

const OWN_ROWS: Record<string, string> = {
  applications:
    'applications demand_note_lines demand_notes documents installations noc_remarks recorrection_items recorrections signatures survey_materials surveys timeline',
  billing:
    'adjustment_lines adjustments advance_uses category_changes collection_holds disputes empty_houses invoice_lines invoices leaks payment_plan_bills payment_plan_instalments payment_plans rebates surcharges taken_over_bills',
  collections: 'cases',
  consumers: 'consumers',
  ledger: 'entries journals party_balances',
  meters: 'accesses assignments connection_categories connections estimates meters readings',
  ownership: 'requests',
  payments: 'allocations cheques orders payments receipts refunds',
  support: 'attachments messages tickets timeline',
  wallet: 'auto_payments auto_rules wallets withdrawals',
  work_orders: 'orders ratings',
};
/** Places, prices' names, accounts, and what the settings say to everybody. */
const FOR_ALL: Record<string, string> = {
  billing: 'tariff_categories tariff_versions',
  ledger: 'accounts',
  settings: 'dated_entries dmas entries material_rates materials roads sectors',
  support: 'categories',
  work_orders: 'categories',
};

const named = (tables: Record<string, string>) =>
  Object.entries(tables).flatMap(([schema, names]) => names.split(' ').map((name) => `${schema}.${name}`));

type Shown = { name: string; isLimited: boolean };

/** Tables and views of which the consumer's role may read at least a column. */
const shown = () =>
  all<Shown>(
    owner.db,
    sql`select c.oid::regclass::text as name, c.relrowsecurity as "isLimited"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^(pg_|information_schema)'
        and (has_table_privilege('jolkol_consumer', c.oid, 'select')
          or has_any_column_privilege('jolkol_consumer', c.oid, 'select'))
      order by 1`,
  );

test('exactly these tables are open, and those about people by rows', async () => {
  const tables = await shown();
  const names = (isLimited: boolean) =>
    tables.filter((table) => table.isLimited === isLimited).map(({ name }) => name);
  expect(names(true)).toEqual(named(OWN_ROWS).toSorted());
  expect(names(false)).toEqual(named(FOR_ALL).toSorted());
});

test('nothing can be written, and no sequence used', async () => {
  const rows = await all<{ name: string }>(
    owner.db,
    sql`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^(pg_|information_schema)' and case
        when c.relkind in ('r', 'p', 'v', 'm', 'f') then has_table_privilege('jolkol_consumer', c.oid, 'insert, update, delete, truncate')
        when c.relkind = 'S' then has_sequence_privilege('jolkol_consumer', c.oid, 'usage, update') else false end`,
  );
  expect(rows).toEqual([]);
});

test('a table that a later migration makes is closed, in every schema and in a new one', async () => {
  const before = (await shown()).map(({ name }) => name);
  await execute(owner.db, sql`select platform.open_schema('later')`);
  const schemas = await all<{ schema: string }>(
    owner.db,
    sql`select nspname as schema from pg_namespace
      where nspname !~ '^(pg_|information_schema|graphile|public)' and has_schema_privilege('jolkol_consumer', nspname, 'usage')`,
  );
  expect(schemas.length).toBeGreaterThan(9);
  for (const { schema } of schemas) {
    await execute(owner.db, sql`create table ${sql.id(schema, 'later_table')} (id int)`);
    await execute(
      owner.db,
      sql`create view ${sql.id(schema, 'later_view')} as select * from ${sql.id(schema, 'later_table')}`,
    );
  }
  expect((await shown()).map(({ name }) => name)).toEqual(before);
  const { may } = await one<{ may: boolean }>(
    owner.db,
    sql`select has_table_privilege('jolkol_app', 'later.later_table', 'select') as may`,
  );
  expect(may).toBe(true);
});

test('a table that is limited to own rows is opened by that', async () => {
  await execute(owner.db, sql`create table billing.theirs (consumer_id uuid)`);
  await execute(
    owner.db,
    sql`select platform.limit_to_consumer('billing.theirs', 'consumer_id = platform.consumer_id()')`,
  );
  expect(await shown()).toContainEqual({ name: 'billing.theirs', isLimited: true });
});
