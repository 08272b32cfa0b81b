/**
 * A whole bill run (calculated, approved, posted with lines and journals) against a bare INSERT … SELECT of the
 * same finished rows into the same tables with the same indexes and triggers, at two sizes.
 * Result: ratio = the worse of the two sizes, growth = cost per connection at the larger / at the smaller size.
 */
import { approveRun, postRun } from '#domains/billing/bill-run/actions/approve-run.ts';
import { planRun } from '#domains/billing/bill-run/actions/plan-run.ts';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import { systemActor } from '#platform/actor.ts';
import { type Database, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type BenchServer, benchServer, seconds, watchMemory } from './bench-database.ts';
import { PERIOD, seedConnections } from './seed-connections.ts';

const TABLES = ['billing.invoices', 'billing.invoice_lines', 'ledger.journals', 'ledger.entries'] as const;
const clock = { now: () => new Date('2026-11-01T03:00:00Z'), timeZone: 'Asia/Dhaka' };
const actor = systemActor(clock.now(), '2026-11-01');

/** @param args sizes, 100000 and 1000000 unless given */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const sizes = args.length > 0 ? args.map(Number) : [100_000, 1_000_000];
  const memory = watchMemory();
  const results: { size: number; ratio: number; perRow: number }[] = [];
  for (const size of sizes) results.push(await measure(size));
  memory.stop();
  const costs = results.map((result) => result.perRow);
  return {
    ratio: round(Math.max(...results.map((result) => result.ratio))),
    growth: round(Math.max(...costs) / Math.min(...costs)),
    peak_mb: memory.peakMb(),
    sizes: results.map(({ size, ratio, perRow }) => ({
      size,
      ratio: round(ratio),
      us_per_connection: round(perRow * 1e6),
    })),
  };
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Rounds of A B A B …; the small size is repeated, because noise is larger there. */
async function measure(size: number) {
  const server = await benchServer((owner) => seedConnections(owner, size));
  const ours: number[] = [];
  const bare: number[] = [];
  try {
    for (let turn = 0; turn < (size > 300_000 ? 1 : 3); turn += 1) {
      const pair = await compare(server);
      ours.push(pair.ours);
      bare.push(pair.bare);
      console.log(`${size}: bill run ${pair.ours.toFixed(1)} s, bare insert ${pair.bare.toFixed(1)} s`);
    }
  } finally {
    await server.stop();
  }
  return { size, ratio: median(ours) / median(bare), perRow: median(ours) / size };
}

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function compare(server: BenchServer) {
  const ran = await server.clone('ran');
  const ours = await seconds(() => billRun(ran.app));
  const inserted = await server.clone('inserted');
  await stage(ran.owner, inserted.owner);
  const bare = await seconds(() => bareInsert(inserted.owner));
  await Promise.all([ran.drop(), inserted.drop()]);
  return { ours, bare };
}

/** The program's own steps, with as many workers as it runs. */
export async function billRun({ db }: Database): Promise<string> {
  const { id } = await transaction(db, (tx) =>
    planRun(tx, actor, { period: PERIOD, issuedOn: '2026-11-01', dueOn: '2026-11-21' }),
  );
  await Promise.all([workCalculation(db, clock, id), workCalculation(db, clock, id)]);
  const { version } = await one<{ version: number }>(
    db,
    sql`select version from billing.bill_runs where id = ${id}`,
  );
  const approver = { ...actor, userId: '00000000-0000-7000-8000-000000000001' };
  await transaction(db, (tx) => approveRun(tx, approver, { id, version }));
  await transaction(db, (tx) => postRun(tx, actor, id));
  await Promise.all([workPosting(db, clock, id), workPosting(db, clock, id)]);
  return id;
}

/** The finished rows of one database as plain tables of the other; the run they belong to comes along. */
async function stage(from: Database, to: Database): Promise<void> {
  await execute(to.db, sql`create schema finished`);
  const runs = await sql<
    Record<string, unknown>
  >`select id, period, issued_on, due_on, planned_at from billing.bill_runs`.execute(from.db);
  for (const run of runs.rows) {
    await execute(
      to.db,
      sql`insert into billing.bill_runs (id, period, issued_on, due_on, planned_at)
      values (${run.id}, ${run.period}, ${run.issued_on}, ${run.due_on}, ${run.planned_at})`,
    );
  }
  for (const table of TABLES) {
    const name = table.replace('.', '_');
    await sql.raw(`create unlogged table finished.${name} (like ${table})`).execute(to.db);
    await copyRows(from, to, { source: finishedRows(table), target: `finished.${name}` });
    await sql.raw(`analyze finished.${name}`).execute(to.db);
  }
}

/** Only the run's own rows: the seed has older invoices. */
function finishedRows(table: (typeof TABLES)[number]): string {
  const own = 'select id from billing.invoices where run_id is not null';
  if (table === 'billing.invoices') return `select * from billing.invoices where run_id is not null`;
  if (table === 'billing.invoice_lines')
    return `select * from billing.invoice_lines where invoice_id in (${own})`;
  if (table === 'ledger.journals') return `select * from ledger.journals where source_id in (${own})`;
  return `select * from ledger.entries where journal_id in (${own})`;
}

async function copyRows(
  from: Database,
  to: Database,
  copy: { source: string; target: string },
): Promise<void> {
  const { pipeline } = await import('node:stream/promises');
  const streams = await import('pg-copy-streams');
  const reader = await from.pool.connect();
  const writer = await to.pool.connect();
  try {
    await pipeline(
      reader.query(streams.to(`copy (${copy.source}) to stdout`)),
      writer.query(streams.from(`copy ${copy.target} from stdin`)),
    );
  } finally {
    reader.release();
    writer.release();
  }
}

/** Columns that may be written: all but generated ones. */
async function bareInsert({ db }: Database): Promise<void> {
  await transaction(db, async (tx) => {
    for (const table of TABLES) {
      const [schema, name] = table.split('.');
      const { columns } = await one<{ columns: string }>(
        tx,
        sql`select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
          from information_schema.columns where table_schema = ${schema} and table_name = ${name} and is_generated = 'NEVER'`,
      );
      await sql
        .raw(`insert into ${table} (${columns}) select ${columns} from finished.${schema}_${name}`)
        .execute(tx);
    }
  });
}
