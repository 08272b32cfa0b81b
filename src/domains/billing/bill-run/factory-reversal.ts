/** A town with a posted run, and the calls that reverse it. */
import type { MadeConnection } from '#domains/meters/factory.ts';
import { one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as corrections from '../corrections/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';
import { billMonth, connect, makeOffice, type Office } from './factory-months.ts';

export const SEPTEMBER = '2026-09-01';
export const OCTOBER = '2026-10-01';

export type Town = Office & { made: MadeConnection[]; id: string };

/** Three connections, billed for September and, by run `id`, for October: ৳200 each. */
export async function makeTown(): Promise<Town> {
  const app = await testApp({ now: '2026-11-02T04:00:00Z' });
  const blocks = [{ from: '0', to: null, rate: '10' }];
  await approvedTariff(app.db, { effectiveFrom: '2024-01-01', blocks });
  const office = await makeOffice(app);
  const made: MadeConnection[] = [];
  for (let index = 0; index < 3; index += 1) {
    made.push(
      await connect(office, {
        connectedOn: '2026-08-31',
        readings: [
          [SEPTEMBER, '2026-09-30', 10_000],
          [OCTOBER, '2026-10-31', 30_000],
        ],
      }),
    );
  }
  await billMonth(office, SEPTEMBER);
  return { ...office, made, id: await billMonth(office, OCTOBER) };
}

export const getRun = ({ app, planner }: Town, id: string) =>
  app.call(contract.getRun, { as: planner, params: { id } });

export async function ask(
  town: Town,
  as: Person = town.planner,
  id = town.id,
  more: { openReadings?: boolean } = {},
) {
  const { version } = await getRun(town, id);
  return { as, params: { id }, body: { version, reason: 'wrong tariff', ...more } };
}
/** The last request to reverse the run. */
export const asked = async ({ app, id }: Pick<Town, 'app' | 'id'>): Promise<string> =>
  (
    await one<{ id: string }>(
      app.db,
      sql`select id from billing.bill_run_reversals where run_id = ${id} order by id desc limit 1`,
    )
  ).id;
export const decide = async (
  { app, id }: Pick<Town, 'app' | 'id'>,
  as: Person,
  accept = true,
  remark = 'the tariff was right',
) => ({
  ...{ as, params: { id } },
  body: { reversalId: await asked({ app, id }), accept, ...(accept ? {} : { remark }) },
});

export async function reverse(
  town: Town,
  more: { openReadings?: boolean } = {},
): Promise<string | undefined> {
  const refusal = await town.app.codeOf(contract.reverseRun, await ask(town, town.planner, town.id, more));
  return refusal ?? town.app.codeOf(contract.decideReversal, await decide(town, town.approver));
}

/** Adjusts one bill of the run to a smaller reading. */
export async function correctOne({ app, made, planner, id }: Town): Promise<void> {
  const bill = await one<{ id: string; version: number }>(
    app.db,
    sql`select id, version from billing.invoices where run_id = ${id} and connection_id = ${made[2]?.id}`,
  );
  await app.call(corrections.adjustMeterReading, {
    as: planner,
    body: { invoiceId: bill.id, version: bill.version, registerLitres: 29_000, reason: 'misread' },
  });
}
