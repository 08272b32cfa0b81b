/** A bill changes after its late surcharge was charged: its run is reversed, it is cancelled, or it was too high. */
import { expect, test } from 'vitest';
import * as runs from '#domains/billing/bill-run/contract.ts';
import {
  ask,
  correctOne,
  decide,
  makeTown,
  reverse,
  type Town,
} from '#domains/billing/bill-run/factory-reversal.ts';
import { surchargesOfBills } from '#domains/billing/book-proof.ts';
import * as correctionRuns from '#domains/billing/correction-run/factory-corrections.ts';
import { cancelInvoice, decideCorrection } from '#domains/billing/corrections/contract.ts';
import * as settings from '#domains/billing/settings/contract.ts';
import { chargeSurcharges } from '#domains/billing/surcharges/actions/charge-surcharges.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import * as contract from './contract.ts';
import { differences } from './queries.ts';
import { settledOfPayments } from './settled-by-day.ts';

type Late = Town & { charged: { connectionId: string; state: string; totalMinor: number }[] };

/** A tenth of each bill, from the day after the last day to pay; then that day comes. */
async function becomeLate({ app }: Pick<Town, 'app'>): Promise<void> {
  // The bills of the factories are of the day on which their clock begins: the rule is older than they are.
  const rule = {
    onceMode: 'percent',
    oncePercent: '10',
    onceBasis: 'original',
    onceAfterDays: 0,
    monthlyMode: 'none',
  };
  await execute(
    app.owner.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
      values ('surcharges', '2026-01-01', ${JSON.stringify(rule)}::jsonb, 'APPROVED', false, 'x', 'x', now(), now())`,
  );
  await chargeSurcharges(app.db, app.clock, settledOfPayments);
  const { due } = await one<{ due: string }>(
    app.db,
    sql`select max(due_on) + 2 as due from billing.invoices`,
  );
  app.clock.set(`${due}T04:00:00Z`);
  await chargeSurcharges(app.db, app.clock, settledOfPayments);
}

/** Bills of ৳100 and ৳200 for each of three connections, a month late, with a surcharge of a tenth on each. */
async function makeLateTown(): Promise<Late> {
  const town = await makeTown();
  await becomeLate(town);
  town.planner = await town.app.staff('admin');
  town.approver = await town.app.staff('admin');
  return { ...town, charged: await chargedOn(town) };
}

const chargedOn = ({ app, id }: Town) =>
  all<Late['charged'][number]>(
    app.db,
    sql`select e.connection_id as "connectionId", e.state, e.total_minor as "totalMinor" from billing.surcharges g
      join billing.invoices e on e.id = g.invoice_id join billing.invoices b on b.id = g.of_invoice_id
      where b.run_id = ${id} order by e.number`,
  );

async function booksAgree({ app }: Pick<Town, 'app'>): Promise<void> {
  expect(await surchargesOfBills.difference(app.db)).toBe(0);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
}

test('the surcharges of a reversed run are cancelled with its bills; those of other bills stay', async () => {
  const town = await makeLateTown();
  expect(town.charged.map(({ state, totalMinor }) => [state, totalMinor])).toEqual(
    town.made.map(() => ['ISSUED', 20_00]),
  );
  expect(await reverse(town)).toBeUndefined();
  expect((await chargedOn(town)).map(({ state }) => state)).toEqual(town.made.map(() => 'CANCELLED'));
  const open = await all<{ sum: number }>(
    town.app.db,
    sql`select sum(total_minor - settled_minor)::bigint as sum from billing.invoices where cancelled_on is null group by connection_id`,
  );
  // September's ৳100 with its surcharge.
  expect(open.map(({ sum }) => sum)).toEqual(town.made.map(() => 110_00));
  const { after } = await one<{ after: { totalMinor: number } }>(
    town.app.db,
    sql`select after from platform.audit where action = 'bill-run.ask-reversal'`,
  );
  expect(after.totalMinor).toBe(3 * 220_00);
  await booksAgree(town);
});

test('a surcharge that somebody paid prevents it, although nothing of its bill is paid', async () => {
  const town = await makeLateTown();
  const { app, made, planner } = town;
  const cashier = await app.staff('cashier');
  // September with its surcharge, and one poisha of October's surcharge, which is paid before October.
  const body = {
    connectionId: String(made[0]?.id),
    amountMinor: 110_01,
    tender: { method: 'CASH' as const },
  };
  await app.call(contract.makePayment, { as: cashier, body });
  const obstacles = await app.call(runs.getRunObstacles, { as: planner, params: { id: town.id } });
  expect([obstacles.total, obstacles.paid, obstacles.items[0]?.settledMinor]).toEqual([1, 1, 1]);
  expect(await reverse(town)).toBe('billing.run_blocked');
  expect((await chargedOn(town)).map(({ state }) => state)).toContain('ISSUED');
});

test('what an advance paid of a surcharge goes back to its connection', async () => {
  const town = await makeLateTown();
  const { app, made, planner, approver } = town;
  const first = String(made[0]?.id);
  const body = { connectionId: first, amountMinor: 110_00, tender: { method: 'CASH' as const } };
  await app.call(contract.makePayment, { as: await app.staff('cashier'), body });
  const september = await one<{ id: string; version: number }>(
    app.db,
    sql`select id, version from billing.invoices where connection_id = ${first} and run_id is distinct from ${town.id} and adjusts_id is null`,
  );
  const cancel = {
    invoiceId: september.id,
    version: september.version,
    reason: 'Nobody lived there',
    freePayment: true,
  };
  const asked = await app.call(cancelInvoice, { as: planner, body: cancel });
  if (asked.state === 'REQUESTED')
    await app.call(decideCorrection, { as: approver, body: { correctionId: asked.id, accept: true } });
  // The advance of ৳110 paid October's surcharge, and then a part of October.
  expect((await chargedOn(town)).map(({ state }) => state).toSorted()).toEqual(['ISSUED', 'ISSUED', 'PAID']);
  expect(await reverse(town)).toBeUndefined();
  const { advance } = await one<{ advance: number }>(
    app.db,
    sql`select sum(amount_minor)::bigint as advance from ledger.entries where account_code = '2200' and party_id = ${first}`,
  );
  expect(advance).toBe(-110_00);
  await booksAgree(town);
});

test('alone up to a limit: a bill counts with its surcharge', async () => {
  const town = await makeLateTown();
  const { app } = town;
  const allow = async (minor: number) => {
    const as = await app.staff('admin');
    const { limits, version } = await app.call(settings.getBillingLimits, { as });
    await changeLimits(app, settings.updateBillingLimits, {
      limits: { ...limits, cancelAloneUpToMinor: minor },
      version,
    });
  };
  await allow(3 * 220_00 - 1);
  await app.call(runs.reverseRun, await ask(town));
  await app.call(runs.decideReversal, await decide(town, town.approver, false));
  await allow(3 * 220_00);
  expect((await app.call(runs.reverseRun, await ask(town))).state).toBe('REVERSED');
});

/** Of each living surcharge: what its bill is now, and the surcharge; and how many were cancelled. */
async function tenths({ app }: Pick<Town, 'app'>) {
  const rows = await all<{ bill: number; surcharge: number; state: string }>(
    app.db,
    sql`select b.total_minor + coalesce((select sum(a.amount_minor) from billing.adjustments a where a.invoice_id = b.id), 0)::bigint as bill,
        e.total_minor as surcharge, e.state from billing.surcharges g
      join billing.invoices e on e.id = g.invoice_id join billing.invoices b on b.id = g.of_invoice_id order by bill, surcharge`,
  );
  const living = rows.filter(({ state }) => state !== 'CANCELLED');
  return {
    living: living.map(({ bill, surcharge }) => [bill, surcharge]),
    cancelled: rows.length - living.length,
  };
}

test('a bill that was too high: its surcharge is charged again on what was right', async () => {
  const town = await makeLateTown();
  await correctOne(town);
  expect(await tenths(town)).toEqual({
    living: [
      ...[100_00, 100_00, 100_00].map((bill) => [bill, 10_00]),
      [190_00, 19_00],
      [200_00, 20_00],
      [200_00, 20_00],
    ],
    cancelled: 1,
  });
  await booksAgree(town);
});

test('a correction run does the same, and leaves what it makes dearer', async () => {
  const cheaper = await correctionRuns.makeTown(1);
  await becomeLate(cheaper);
  const fresh = {
    ...cheaper,
    planner: await cheaper.app.staff('reviewer'),
    approver: await cheaper.app.staff('engineer'),
  };
  fresh.author = await cheaper.app.staff('admin');
  await correctionRuns.correct(fresh, await correctionRuns.announce(fresh, correctionRuns.at('5')));
  const { living, cancelled } = await tenths(fresh);
  expect(cancelled).toBe(2);
  for (const [bill = 0, surcharge] of living) expect(surcharge).toBe(Math.round(bill / 10));
  expect(living[1]).toEqual([100_00, 10_00]);
  await booksAgree(fresh);
});
