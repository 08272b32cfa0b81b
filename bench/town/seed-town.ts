/**
 * A large town out of the demo town: each connection with its consumer, meter, readings, bills, payments and receipts of the
 * last months is copied, set-based, so that spellings, arrears and late readings are as mixed as in the demo town.
 * Journals are not copied: none of the calls of the benchmark `town` sums them.
 */
import pg from 'pg';

/** Months of readings, bills and payments that a copy has. */
const MONTHS = 12;
/** Numbers of copies begin here, far above those of the demo town. */
const FIRST_NUMBER = 20_000_000;

/** @param url the superuser's: without triggers and foreign keys a copy takes a third of the time */
export async function multiplyTown(url: string, copies: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      create function pg_temp.copied(id uuid, n int) returns uuid language sql immutable as
        $$ select overlay(id::text placing substr(md5(id::text || n), 1, 12) from 25 for 12)::uuid $$`);
    for (const table of tables()) await copy(client, table, copies);
    // Without triggers nobody has counted the copies.
    await client.query(`truncate billing.invoice_tally, payments.payment_tally`);
    await client.query(`insert into billing.invoice_tally select issued_on, due_on, state, count(*), sum(total_minor), sum(settled_minor)
      from billing.invoices group by 1, 2, 3`);
    await client.query(`insert into payments.payment_tally (source, state, owed_back, paid_on, from_wallet, payments, amount_minor)
      select source, state, owed_back, paid_on, method = 'WALLET', count(*), sum(amount_minor) from payments.payments group by 1, 2, 3, 4, 5`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

type Copied = { name: string; changed: Record<string, string>; where: string };

const id = (column = 'id') => `pg_temp.copied(t.${column}, n)`;
const number = (kind: number) => `platform.human_number(${kind}, ${FIRST_NUMBER} + row_number() over ())`;

/** Each table with what is not as in the row that is copied, and which rows are copied. */
function tables(): Copied[] {
  const since = `(date_trunc('month', current_date) - interval '${MONTHS} months')`;
  const bills = `t.period >= ${since} and t.adjusts_id is null`;
  const paid = `t.source = 'INVOICE' and t.created_at >= ${since}`;
  const phone = `left(t.phone, 6) || lpad(((right(t.phone, 8)::bigint + n * 7919) % 100000000)::text, 8, '0')`;
  return [
    {
      name: 'consumers.consumers',
      changed: { id: id(), number: number(2), phone, nid: 'null', legacy_number: 'null', import_id: 'null' },
      where: 't.merged_into is null',
    },
    {
      name: 'meters.connections',
      changed: {
        ...{ id: id(), number: number(3), consumer_id: id('consumer_id'), application_id: 'null' },
        plot_number: `t.plot_number || '-' || n`,
      },
      where: 'true',
    },
    {
      name: 'meters.meters',
      changed: { id: id(), number: `t.number || '-' || n`, reserved_for: 'null' },
      where: 'exists (select from meters.assignments a where a.meter_id = t.id)',
    },
    {
      name: 'meters.assignments',
      changed: { id: id(), connection_id: id('connection_id'), meter_id: id('meter_id') },
      where: 'true',
    },
    {
      name: 'meters.readings',
      changed: {
        ...{ id: id(), connection_id: id('connection_id'), meter_id: id('meter_id'), import_id: 'null' },
        replaces_id: id('replaces_id'),
      },
      where: `t.period >= ${since}`,
    },
    {
      name: 'billing.invoices',
      changed: {
        ...{ id: id(), number: number(5), connection_id: id('connection_id') },
        ...{ consumer_id: id('consumer_id'), reading_id: id('reading_id'), meter_id: id('meter_id') },
      },
      where: bills,
    },
    {
      name: 'billing.invoice_lines',
      changed: { invoice_id: id('invoice_id') },
      where: `exists (select from billing.invoices t where t.id = invoice_id and ${bills}
        and (t.settled_minor < t.total_minor or t.period >= ${since} + interval '${MONTHS - 2} months'))`,
    },
    {
      name: 'payments.payments',
      changed: {
        ...{ id: id(), consumer_id: id('consumer_id'), connection_id: id('connection_id') },
        slip_number: `t.slip_number || '-' || n`,
      },
      where: paid,
    },
    {
      name: 'payments.allocations',
      changed: { payment_id: id('payment_id'), invoice_id: id('invoice_id') },
      where: `exists (select from payments.payments t where t.id = payment_id and ${paid})
        and exists (select from billing.invoices t where t.id = invoice_id and ${bills})`,
    },
    {
      name: 'payments.receipts',
      changed: { payment_id: id('payment_id'), number: number(6) },
      where: `exists (select from payments.payments t where t.id = payment_id and ${paid})`,
    },
  ];
}

async function copy(client: pg.Client, { name, changed, where }: Copied, copies: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`,
    [name],
  );
  const columns = rows.map((row) => row.name);
  // Written down first: a copy is never copied.
  await client.query(`create temporary table originals as select t.* from ${name} t where ${where}`);
  await client.query(`insert into ${name} (${columns.join(', ')})
    select ${columns.map((column) => changed[column] ?? `t.${column}`).join(', ')}
    from generate_series(1, ${copies}) n cross join originals t`);
  await client.query('drop table originals');
}
