/** A town with months of bills and nothing else of them: for lists and questions over many million bills. */
import pg from 'pg';
import type { BenchServer } from './bench-database.ts';
import { SEEDED } from './seed-connections.ts';

/** The last month that is billed. */
export const LAST_MONTH = '2026-10-01';

/**
 * Prepares a database with `months` bills of each of its connections. One in ten of the last bills is unpaid and one in a hundred of the earlier
 * ones. Uses are whole cubic metres, as meters are read. Written without triggers, and the indexes come last.
 */
export async function prepareYears(
  server: BenchServer,
  { connections, months }: { connections: number; months: number },
): Promise<string> {
  const name = `years_${connections}_${months}`;
  await server.prepare(name, async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const run = (text: string) => client.query(text);
    try {
      await run(
        `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'`,
      );
      await run(SEEDED);
      const { rows: indexes } =
        await run(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
        from pg_index where indrelid = 'billing.invoices'::regclass
          and not exists (select from pg_constraint where conindid = indexrelid)`);
      for (const index of indexes) await run(`drop index ${index.name}`);
      await run(`insert into billing.invoices (number, connection_id, consumer_id, period, period_from, period_to, issued_on, due_on,
          tariff_version_id, usage_litres, total_minor, settled_minor, periods)
        select platform.human_number(5, (m::bigint * ${connections}) + n), pg_temp.seeded('connection', n), pg_temp.seeded('consumer', n),
          p.month, p.month, (p.month + interval '1 month')::date, (p.month + interval '1 month')::date, (p.month + interval '1 month')::date + 20,
          v.id, u.litres, t.minor, case when hashint8(n * 31 + m) & 1023 < case when m = 0 then 102 else 10 end then 0 else t.minor end, 1
        from generate_series(0, ${months - 1}) m
        cross join generate_series(1, ${connections}) n
        cross join lateral (select (date '${LAST_MONTH}' - m * interval '1 month')::date as month) p
        cross join lateral (select (5 + (hashint8(n::bigint * 7919 + m) & 63)) * 1000 as litres) u
        cross join lateral (select u.litres * 2 + 5000 as minor) t
        cross join (select id from billing.tariff_versions where category = 'residential' limit 1) v`);
      for (const index of indexes) await run(index.definition);
      await run(`insert into billing.bill_runs (period, issued_on, due_on, planned_at, state)
        values ('${LAST_MONTH}', '2026-11-01', '2026-11-21', now(), 'POSTED')`);
      await run(`insert into billing.invoice_tally
        select issued_on, due_on, state, count(*), sum(total_minor), sum(settled_minor) from billing.invoices group by 1, 2, 3`);
      await run('vacuum analyze');
    } finally {
      await client.end();
    }
  });
  return name;
}
