/** The ledger account of each line of a bill that a run posts; and that a connection is billed once a month. */
import { expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { workCalculation, workPosting } from './actions/work-run.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
// Each line is another amount: 25 m³ are 250.00, and 3.01, 7.00, 125.00, VAT 10 % of the water; whole Taka.
await approvedTariff(app.db, {
  effectiveFrom: '2025-01-01',
  blocks: [{ from: '0', to: null, rate: '10' }],
  fixedAmount: '3.01',
  minimumMode: 'base',
  minimumAmount: '7',
  sewerPercent: '50',
  vatWaterPercent: '10',
  roundOffTo: '1',
});
const made = await transaction(app.db, (tx) =>
  makeConnection(
    tx,
    { ...app.system(), permissions: new Set<never>() },
    {
      connectedOn: '2026-08-31',
      readings: [
        ['2026-09-01', '2026-09-30', 25_000],
        ['2026-10-01', '2026-10-31', 50_000],
      ],
      approve: true,
    },
  ),
);
// A month is not billed over an unbilled one.
await execute(app.db, sql`update meters.readings set state = 'BILLED' where period = '2026-09-01'`);
const { sectorId } = await one<{ sectorId: string }>(
  app.db,
  sql`select sector_id as "sectorId" from settings.roads where id = ${made.roadId}`,
);

async function calculated(scope: { sectorId?: string }): Promise<string> {
  const body = { period: '2026-10-01', issuedOn: '2026-11-02', dueOn: '2026-11-23', ...scope };
  const { id } = await app.call(contract.planRun, { as: planner, body });
  await workCalculation(app.db, app.clock, id);
  return id;
}

test('each line is booked on its own account', async () => {
  const id = await calculated({ sectorId });
  const params = { id };
  const { version } = await app.call(contract.getRun, { as: approver, params });
  await app.call(contract.approveRun, { as: approver, params, body: { version } });
  await app.call(contract.postRun, { as: planner, params });
  await workPosting(app.db, app.clock, id);
  const lines = await all<{ kind: string; amount: number }>(
    app.db,
    sql`select l.kind, l.amount_minor as amount from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id
      where i.connection_id = ${made.id}`,
  );
  const amount = Object.fromEntries(lines.map((line) => [line.kind, line.amount]));
  const entries = await all<{ account: string; amount: number; party: string | null }>(
    app.db,
    sql`select account_code as account, amount_minor as amount, party_id as party from ledger.entries`,
  );
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  expect(amount.water).toBe(25_000);
  expect(new Set(Object.values(amount)).size).toBe(lines.length);
  expect(entries.toSorted((a, b) => a.account.localeCompare(b.account))).toEqual([
    { account: '1100', amount: total, party: made.id },
    { account: '2100', amount: -(amount.vat_water ?? 0) - (amount.vat_minimum ?? 0), party: null },
    { account: '4000', amount: -(amount.water ?? 0), party: null },
    { account: '4010', amount: -(amount.fixed ?? 0) - (amount.minimum ?? 0), party: null },
    { account: '4020', amount: -(amount.sewer ?? 0), party: null },
    { account: '4900', amount: -(amount.round_off ?? 0), party: null },
  ]);
});

test('a run of all places holds who was billed by the run of a sector', async () => {
  const id = await calculated({});
  const { items } = await app.call(contract.listRunItems, { as: planner, params: { id }, query: {} });
  expect(items.map((item) => [item.outcome, item.reason])).toEqual([['HELD', 'already_billed']]);
});
