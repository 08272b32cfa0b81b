/**
 * Metered connections for benchmarks and chaos runs, set-based: blocks, sewer, VAT, fixed charge by pipe size; a
 * reading of last month and an approved one of PERIOD; an older bill each, three in ten of them unpaid (arrears).
 */
import { type Database, sql } from '#platform/database/db.ts';

export const PERIOD = '2026-10-01';

export async function seedConnections(owner: Database, count: number): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(owner.db);
  await seedHousesAndTariffs(owner, count);
  for (const [period, readOn, before, state] of [
    ['2026-09-01', '2026-09-30', '2026-08-31', 'BILLED'],
    [PERIOD, '2026-10-31', '2026-09-30', 'APPROVED'],
  ]) {
    await run(`${SEEDED} insert into meters.readings
      (connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on, consumption_litres, source, state)
      select pg_temp.seeded('connection', n), pg_temp.seeded('meter', n), '${period}', '${readOn}',
        1000000 + (n % 60) * 1000, 1000000, '${before}', (n % 60) * 1000, 'IMPORT', '${state}'
      from generate_series(1, ${count}) n`);
  }
  await run(`${SEEDED} insert into billing.invoices (number, connection_id, consumer_id, period, period_from, period_to, issued_on,
      due_on, tariff_version_id, usage_litres, total_minor, settled_minor)
    select platform.human_number(5, 90000000 + n), pg_temp.seeded('connection', n), pg_temp.seeded('consumer', n), '2026-09-01',
      '2026-08-31', '2026-09-30', '2026-10-01', '2026-10-21', (select id from billing.tariff_versions limit 1), 10000, 50000,
      case when n % 10 < 3 then 0 else 50000 end
    from generate_series(1, ${count}) n`);
  await run('vacuum analyze');
}

/** Connections and what they pay by; no readings and no bills. */
export async function seedHousesAndTariffs(owner: Database, count: number): Promise<void> {
  await seedHouses(owner, count);
  await tariffs((text) => sql.raw(text).execute(owner.db));
}

/** Sectors, roads, and houses with a consumer and a connection each. */
export async function seedHouses({ db }: Database, count: number): Promise<void> {
  const run = (text: string) => sql.raw(`${SEEDED} ${text}`).execute(db);
  // Search indexes have no part in what is measured and cost minutes at a million rows.
  await run('drop index consumers.consumers_search; drop index meters.meters_number_search');
  await run(`insert into settings.sectors (id, number, name)
    select pg_temp.seeded('sector', n), n::text, 'Sector ' || n from generate_series(1, 30) n`);
  await run(`insert into settings.roads (id, sector_id, number, name)
    select pg_temp.seeded('road', n), pg_temp.seeded('sector', n % 30 + 1), n::text, 'Road ' || n from generate_series(1, 300) n`);
  await run(`insert into consumers.consumers (id, number, name, phone)
    select pg_temp.seeded('consumer', n), platform.human_number(2, n), 'Consumer ' || n, '+88017' || lpad(n::text, 8, '0')
    from generate_series(1, ${count}) n`);
  await run(`insert into meters.connections (id, number, consumer_id, road_id, plot_number, category, pipe_size_mm, connected_on)
    select pg_temp.seeded('connection', n), platform.human_number(3, n), pg_temp.seeded('consumer', n),
      pg_temp.seeded('road', n % 300 + 1), n::text, case when n % 10 = 0 then 'commercial' else 'residential' end,
      (array[20, 25, 40])[n % 3 + 1], '2024-01-01'
    from generate_series(1, ${count}) n`);
  await run(`insert into meters.meters (id, number, status)
    select pg_temp.seeded('meter', n), 'M' || n, 'INSTALLED' from generate_series(1, ${count}) n`);
}

/** Ids that grow with n, as uuid v7 does with time. */
export const SEEDED = `create or replace function pg_temp.seeded(kind text, n bigint) returns uuid language sql immutable as
  $$ select ('0190' || lpad(to_hex(n / 65536), 4, '0') || '-' || lpad(to_hex(n % 65536), 4, '0') || '-7000-8000-' || substr(md5(kind), 1, 12))::uuid $$;`;

async function tariffs(run: (text: string) => Promise<unknown>): Promise<void> {
  for (const [category, rate] of [
    ['residential', 16.7],
    ['commercial', 46.2],
  ]) {
    await run(`with v as (
        insert into billing.tariff_versions (category, name, effective_from, water_mode, fixed_amount, sewer_percent,
          vat_water_percent, vat_fixed_percent, vat_sewer_percent, round_off_to)
        values ('${category}', '${category}', '2024-07-01', 'blocks', 50, 100, 15, 15, 15, 1) returning id
      ), b as (
        insert into billing.tariff_blocks (version_id, from_quantity, to_quantity, rate)
        select v.id, f, t, r from v, (values (0, 20, ${rate}), (20, 40, ${rate} * 1.25), (40, null, ${rate} * 1.5)) as x (f, t, r)
      )
      insert into billing.tariff_pipe_sizes (version_id, pipe_size_mm, fixed_amount)
      select v.id, s, s * 2 from v, unnest(array[20, 25, 40]) s`);
    await run(`update billing.tariff_versions set state = 'APPROVED', announced_at = now(), approved_at = now()
      where category = '${category}'`);
  }
}
