/**
 * Simulation of a tariff over twelve months of 1,000,000 connections: each bill of the year by the run's own calculation, against a bare sum of
 * the same bills by connection. Held to 60 seconds (issue 11). `npm run bench -- simulation [connections] [--keep <folder>]`
 */
import { parseArgs } from 'node:util';
import { simulateYear } from '#domains/billing/simulations/simulate-year.ts';
import { draftTariff } from '#domains/billing/tariffs/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { benchServer, seconds } from './bench-database.ts';
import { seedHousesAndTariffs } from './seed-connections.ts';
import { prepareYears } from './seed-years.ts';

const MONTHS = 12;
const ROUNDS = 3;

export async function run(args: string[]): Promise<Record<string, unknown>> {
  const { values, positionals } = parseArgs({
    args,
    options: { keep: { type: 'string' } },
    allowPositionals: true,
  });
  const connections = Number(positionals[0] ?? 1_000_000);
  const server = await benchServer((owner) => seedHousesAndTariffs(owner, connections), {}, values.keep);
  try {
    const from = await prepareYears(server, { connections, months: MONTHS });
    const { app, drop } = await server.clone('simulated', from);
    const { id } = await draftTariff(app.db, {
      ...{
        name: 'Draft',
        effectiveFrom: '2027-01-01',
        fixedAmount: '60',
        sewerPercent: '100',
        vatWaterPercent: '15',
      },
      ...{ vatFixedPercent: '15', vatSewerPercent: '15', roundOffTo: '1' },
      blocks: [
        { from: '0', to: '20', rate: '17' },
        { from: '20', to: '40', rate: '21.5' },
        { from: '40', to: null, rate: '26' },
      ],
    });
    const times = { ours: [] as number[], bare: [] as number[] };
    let found: Awaited<ReturnType<typeof simulateYear>>;
    for (let round = 0; round < ROUNDS; round += 1) {
      times.ours.push(
        await seconds(async () => {
          found = await transaction(app.db, (tx) => simulateYear(tx, id));
        }),
      );
      times.bare.push(
        await seconds(() =>
          all(
            app.db,
            sql`select count(*), sum(total) from (select i.connection_id, sum(i.total_minor) as total
              from billing.invoices i join meters.connections c on c.id = i.connection_id and c.category = 'residential'
              group by i.connection_id) y`,
          ),
        ),
      );
      console.log(
        `simulation ${times.ours.at(-1)?.toFixed(1)} s, bare sums ${times.bare.at(-1)?.toFixed(1)} s`,
      );
    }
    await drop();
    const [ours, bare] = [median(times.ours), median(times.bare)];
    return {
      connections: found?.result?.connections,
      bills: found?.result?.bills,
      seconds: Number(ours.toFixed(1)),
      bare_seconds: Number(bare.toFixed(1)),
      ratio: Number((ours / bare).toFixed(2)),
    };
  } finally {
    await server.stop();
  }
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
