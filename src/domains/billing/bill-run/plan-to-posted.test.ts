import { beforeAll, describe, expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, execute, first, one, sql, transaction } from '#platform/database/db.ts';
import { ledgerSum, type Person, testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import * as invoices from '../invoices/contract.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { resumeRuns, workCalculation, workPosting } from './actions/work-run.ts';
import { chunkSize, nextRunState, RUN_STATES, RUN_TRANSITIONS } from './bill-run.rules.ts';
import * as contract from './contract.ts';
import { seenOf } from './factory-months.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const PERIOD = '2026-10-01';
const plan = { period: PERIOD, issuedOn: '2026-11-02', dueOn: '2026-11-23' };

let planner: Person;
let approver: Person;
/** Connections by what the run has to make of them. */
const made: Record<string, { id: string; consumerId: string; meterId: string }> = {};

beforeAll(async () => {
  [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
  await approvedTariff(app.db, {
    effectiveFrom: '2025-01-01',
    blocks: [
      { from: '0', to: '20', rate: '10' },
      { from: '20', to: null, rate: '15' },
    ],
    sewerPercent: '100',
    vatWaterPercent: '15',
    vatSewerPercent: '15',
    fixedAmount: '30',
  });
  const actor = { ...app.system(), permissions: new Set<never>() };
  const connect = (given: Parameters<typeof makeConnection>[2]) =>
    transaction(app.db, (tx) => makeConnection(tx, actor, given));
  const readings = (september: number, october: number) =>
    [
      ['2026-09-01', '2026-09-30', september],
      ['2026-10-01', '2026-10-31', october],
    ] as [string, string, number][];
  made.plain = await connect({
    connectedOn: '2026-08-31',
    readings: readings(25_000, 50_000),
    approve: true,
  });
  made.noSewer = await connect({
    connectedOn: '2026-08-31',
    readings: readings(10_000, 20_000),
    approve: true,
    sewerPercent: '0',
  });
  made.young = await connect({
    connectedOn: '2026-10-16',
    readings: [['2026-10-01', '2026-10-31', 5000]],
    approve: true,
  });
  made.unread = await connect({ connectedOn: '2026-08-31' });
  made.unapproved = await connect({ connectedOn: '2026-08-31', readings: readings(10_000, 20_000) });
  made.noTariff = await connect({
    connectedOn: '2026-08-31',
    readings: readings(10_000, 20_000),
    approve: true,
    category: 'industrial',
  });
  made.later = await connect({ connectedOn: '2026-11-01' });
  // A month is not billed over an unbilled one.
  await execute(
    app.db,
    sql`update meters.readings set state = 'BILLED' where period = '2026-09-01' and state = 'APPROVED'`,
  );
});

async function work(id: string): Promise<void> {
  await Promise.all([workCalculation(app.db, app.clock, id), workCalculation(app.db, app.clock, id)]);
}

async function outcomes(runId: string): Promise<Record<string, string>> {
  const rows = await all<{ connection_id: string; outcome: string; reason: string | null }>(
    app.db,
    sql`select connection_id, outcome, reason from billing.bill_run_items where run_id = ${runId}`,
  );
  const names = new Map(Object.entries(made).map(([name, { id }]) => [id, name]));
  return Object.fromEntries(
    rows.map((row) => [names.get(row.connection_id) ?? '?', row.reason ?? row.outcome]),
  );
}

describe('a bill run from plan to posted', () => {
  let id = '';

  test('every connection in scope gets exactly one outcome, with its reason', async () => {
    id = (await app.call(contract.planRun, { as: planner, body: plan })).id;
    await work(id);
    const run = await app.call(contract.getRun, { as: approver, params: { id } });
    expect(run.state).toBe('REVIEW');
    expect(await outcomes(id)).toEqual({
      plain: 'BILLED',
      noSewer: 'BILLED',
      young: 'BILLED',
      unread: 'no_reading',
      unapproved: 'reading_not_approved',
      noTariff: 'no_tariff',
    });
    expect(run.proof).toMatchObject({ connections: 6, billed: 3, held: 3, complete: true, invoices: 0 });
    expect(run.can).toMatchObject({ approve: true, post: false });
  });

  test('the same month cannot be run twice at once (G8)', async () => {
    const again = await app.refused(contract.planRun, { as: planner, body: plan });
    expect([again.status, again.code, again.fields[0]?.path]).toEqual([409, 'billing.run_exists', 'period']);
  });

  test('the planner may not approve, and nothing is posted before approval (G26)', async () => {
    const { version } = await app.call(contract.getRun, { as: planner, params: { id } });
    const own = await app.refused(contract.approveRun, { as: planner, params: { id }, body: { version } });
    expect([own.status, own.code]).toEqual([409, 'billing.second_person']);
    expect((await app.refused(contract.postRun, { as: planner, params: { id } })).code).toBe(
      'billing.run_state',
    );
    const stale = await app.refused(contract.approveRun, {
      as: approver,
      params: { id },
      body: { version: 0 },
    });
    expect(stale.code).toBe('common.stale_version');
    await app.call(contract.approveRun, { as: approver, params: { id }, body: { version } });
  });

  test('posting makes invoices with gapless numbers, lines and balanced journals', async () => {
    await app.call(contract.postRun, { as: planner, params: { id } });
    await Promise.all([workPosting(app.db, app.clock, id), workPosting(app.db, app.clock, id)]);
    const run = await app.call(contract.getRun, { as: planner, params: { id } });
    expect(run.state).toBe('POSTED');
    expect(run.proof.invoices).toBe(3);
    expect(run.proof.postedMinor).toBe(run.proof.totalMinor);
    expect(run.proof.invoicedMinor).toBe(run.proof.totalMinor);
    expect(await ledgerSum(app)).toBe(0);
    const numbers = await all<{ n: number }>(
      app.db,
      sql`select left(number, 9)::bigint as n from billing.invoices where run_id = ${id} order by 1`,
    );
    expect(numbers.map((row) => row.n - (numbers[0]?.n ?? 0))).toEqual([0, 1, 2]);
  });

  test('what each kind of line earns is on its account, what is owed on that of the connection', async () => {
    // The accounts are written out here: the table that the program reads is what is asked.
    const wrong = await all(
      app.db,
      sql`with accounts (kind, account_code) as (values ('water', '4000'), ('fixed', '4010'), ('minimum', '4010'),
          ('sewer', '4020'), ('vat_water', '2100'), ('vat_fixed', '2100'), ('vat_minimum', '2100'), ('vat_sewer', '2100'),
          ('round_off', '4900')),
        lines as (select i.id, a.account_code, -sum(l.amount_minor) as amount from billing.invoices i
          join billing.invoice_lines l on l.invoice_id = i.id join accounts a using (kind)
          where i.run_id = ${id} group by 1, 2
          union all select id, '1100', total_minor from billing.invoices where run_id = ${id}),
        posted as (select j.source_id as id, e.account_code, sum(e.amount_minor) as amount from ledger.journals j
          join ledger.entries e on e.journal_id = j.id where j.source_id in (select id from billing.invoices where run_id = ${id})
          group by 1, 2)
        select * from (select * from lines where amount <> 0) l full join posted p using (id, account_code)
        where l.amount is distinct from p.amount`,
    );
    expect(wrong).toEqual([]);
    const accounts = await all<{ code: string }>(
      app.db,
      sql`select distinct e.account_code as code from ledger.journals j join ledger.entries e on e.journal_id = j.id
        where j.source_id in (select id from billing.invoices where run_id = ${id}) order by 1`,
    );
    expect(accounts.map(({ code }) => code)).toEqual(['1100', '2100', '4000', '4010', '4020']);
  });

  test('an invoice says each line, and its readings are billed', async () => {
    const list = await app.call(invoices.searchInvoice, {
      as: planner,
      query: { connectionId: String(made.plain?.id) },
    });
    const invoice = await app.call(invoices.invoiceDetail, {
      as: planner,
      params: { id: String(list.items[0]?.id) },
    });
    // 25 m³: 20 × 10 + 5 × 15 = 275 Tk, fixed 30, sewer 275, VAT 15 % of water and of sewer 41.25 each.
    expect(Object.fromEntries(invoice.lines.map((line) => [line.kind, line.amountMinor]))).toEqual({
      water: 27_500,
      fixed: 3_000,
      sewer: 27_500,
      vat_water: 4_125,
      vat_sewer: 4_125,
    });
    expect(invoice.totalMinor).toBe(66_250);
    expect(invoice.explanation.length).toBeGreaterThan(0);
    const states = await all<{ state: string }>(
      app.db,
      sql`select state from meters.readings where meter_id = ${String(made.plain?.meterId)} and period = ${PERIOD}`,
    );
    expect(states).toEqual([{ state: 'BILLED' }]);
  });

  test('a first partial period counts its days: 15 of 31', async () => {
    const { items } = await app.call(invoices.searchInvoice, {
      as: planner,
      query: { connectionId: String(made.young?.id) },
    });
    const { lines } = await app.call(invoices.invoiceDetail, {
      as: planner,
      params: { id: String(items[0]?.id) },
    });
    expect(lines.find((line) => line.kind === 'fixed')?.amountMinor).toBe(Math.round((3_000 * 15) / 31));
  });

  test('a connection without sewer has no sewer line', async () => {
    const { items } = await app.call(invoices.searchInvoice, {
      as: planner,
      query: { connectionId: String(made.noSewer?.id) },
    });
    const { lines } = await app.call(invoices.invoiceDetail, {
      as: planner,
      params: { id: String(items[0]?.id) },
    });
    expect(lines.map((line) => line.kind)).toEqual(['water', 'fixed', 'vat_water']);
  });

  test('posting again does nothing: workers that come late find no chunk', async () => {
    await resumeRuns(app.db);
    await workPosting(app.db, app.clock, id);
    const { count } = await one<{ count: number }>(
      app.db,
      sql`select count(*) as count from billing.invoices where run_id = ${id}`,
    );
    expect(count).toBe(3);
  });
});

test('a consumer sees own invoices only, and another one’s is not there (G21)', async () => {
  const consumer = await app.consumer();
  const owner = { ...consumer, consumerId: String(made.plain?.consumerId) };
  await execute(
    app.db,
    sql`update identity.users set consumer_id = ${owner.consumerId} where id = ${consumer.userId}`,
  );
  const { items, total, sums } = await app.call(invoices.searchInvoice, {
    as: consumer,
    query: { limit: 200 },
  });
  expect([items.length, total, sums.totalMinor]).toEqual([1, 1, 66_250]);
  const foreign = await one<{ id: string }>(
    app.db,
    sql`select id from billing.invoices where consumer_id <> ${owner.consumerId} limit 1`,
  );
  expect(
    (await app.refused(invoices.invoiceDetail, { as: consumer, params: { id: foreign.id } })).status,
  ).toBe(404);
  const cart = await app.refused(invoices.customerBillCart, {
    as: consumer,
    query: { connectionId: String(made.noSewer?.id) },
  });
  expect(cart.status).toBe(404);
});

test('row-level security hides foreign rows even from a query without a condition', async () => {
  const seen = await transaction(app.db, async (tx) => {
    await execute(
      tx,
      sql`select set_config('role', 'jolkol_consumer', true), set_config('app.consumer_id', ${String(made.plain?.consumerId)}, true)`,
    );
    return all<{ consumer_id: string }>(tx, sql`select consumer_id from billing.invoices`);
  });
  expect(seen).toEqual([{ consumer_id: made.plain?.consumerId }]);
  const nobody = await transaction(app.db, async (tx) => {
    await execute(tx, sql`select set_config('role', 'jolkol_consumer', true)`);
    return first(tx, sql`select 1 from billing.invoices`);
  });
  expect(nobody).toBeUndefined();
});

test('a run is cut into as many chunks for one worker as for the other', () => {
  const chunks = (connections: number) => Math.ceil(connections / chunkSize(connections));
  expect([6, 900, 1500, 5000, 12_000, 1_000_000].map(chunks)).toEqual([1, 1, 2, 2, 4, 200]);
});

test('only the listed transitions exist (G24)', () => {
  for (const from of RUN_STATES) {
    for (const { action } of RUN_TRANSITIONS) {
      const listed = RUN_TRANSITIONS.find((row) => row.from === from && row.action === action);
      expect(nextRunState(from, action)).toBe(listed?.to);
    }
  }
});

describe('held items are calculated again', () => {
  const held = { ...plan, period: '2026-09-01' };
  let id = '';
  const again = (connectionId?: string) =>
    app.call(contract.calculateHeld, {
      as: planner,
      params: { id },
      body: connectionId ? { connectionId } : {},
    });
  const hold = async (name: string) =>
    app.call(contract.holdItem, {
      as: planner,
      params: { id },
      body: { connectionId: String(made[name]?.id), seen: await seenOf(app.db, id, String(made[name]?.id)) },
    });

  beforeAll(async () => {
    await execute(
      app.db,
      sql`update meters.readings set state = 'APPROVED' where period = ${held.period} and state = 'BILLED'`,
    );
    id = (await app.call(contract.planRun, { as: planner, body: held })).id;
    await work(id);
    await hold('plain');
    await hold('noSewer');
  });

  test('one alone, when it is named; a person who saw the run before cannot approve it', async () => {
    const { version } = await app.call(contract.getRun, { as: planner, params: { id } });
    expect((await again(String(made.plain?.id))).state).toBe('CALCULATING');
    await work(id);
    expect(await outcomes(id)).toMatchObject({ plain: 'BILLED', noSewer: 'held_by_hand' });
    const stale = await app.refused(contract.approveRun, { as: approver, params: { id }, body: { version } });
    expect(stale.code).toBe('common.stale_version');
  });

  test('what a person holds is what was looked at: an item that is calculated again meanwhile stays', async () => {
    const connectionId = String(made.noSewer?.id);
    await again(connectionId);
    await work(id);
    const seen = await seenOf(app.db, id, connectionId);
    const holding = (more: object) =>
      app.codeOf(contract.holdItem, {
        as: planner,
        params: { id },
        body: { connectionId, seen: { ...seen, ...more } },
      });
    expect(await holding({ totalMinor: seen.totalMinor + 1 })).toBe('billing.item_moved');
    expect(await holding({ usageLitres: 1 })).toBe('billing.item_moved');
    expect(await outcomes(id)).toMatchObject({ noSewer: 'BILLED' });
    const params = { id };
    const { version } = await app.call(contract.getRun, { as: planner, params });
    expect(await holding({})).toBeUndefined();
    // Who saw the totals with it does not approve those without it.
    expect(await app.codeOf(contract.approveRun, { as: approver, params, body: { version } })).toBe(
      'common.stale_version',
    );
    expect(await holding({})).toBe('common.not_found');
  });

  test('all of them with one press, but not those held by hand; existing bills are not made again', async () => {
    const bill = () =>
      one<{ invoice_id: string }>(
        app.db,
        sql`select invoice_id from billing.bill_run_items where run_id = ${id} and connection_id = ${String(made.plain?.id)}`,
      );
    const before = await bill();
    await execute(
      app.db,
      sql`update meters.readings set state = 'APPROVED' where meter_id = ${String(made.unapproved?.meterId)}`,
    );
    expect(await outcomes(id)).toMatchObject({ unapproved: 'reading_not_approved' });
    await again();
    await work(id);
    expect(await outcomes(id)).toMatchObject({
      ...{ plain: 'BILLED', noSewer: 'held_by_hand', unapproved: 'BILLED', unread: 'no_reading' },
    });
    expect(await bill()).toEqual(before);
    const { proof, billed, held: heldNow } = await app.call(contract.getRun, { as: planner, params: { id } });
    expect([proof.complete, proof.billed, proof.held]).toEqual([true, billed, heldNow]);
  });

  test('if nothing is held, there is nothing to do, and an approved run is not calculated', async () => {
    const nobody = { as: planner, params: { id }, body: { connectionId: String(made.plain?.id) } };
    expect((await app.refused(contract.calculateHeld, nobody)).code).toBe('billing.nothing_held');
    const { version } = await app.call(contract.getRun, { as: planner, params: { id } });
    await app.call(contract.approveRun, { as: approver, params: { id }, body: { version } });
    expect((await app.refused(contract.calculateHeld, { ...nobody, body: {} })).code).toBe(
      'billing.run_state',
    );
  });
});
