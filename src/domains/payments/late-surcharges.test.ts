/** What paying late costs, from the rule to the books: the dated job, missed days, money that is dated earlier, waiving, the order of paying. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cancelInvoice, decideCorrection } from '#domains/billing/corrections/contract.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { invoiceDetail } from '#domains/billing/invoices/contract.ts';
import { reviseSurcharges } from '#domains/billing/surcharges/actions/revise-surcharges.ts';
import * as rules from '#domains/billing/surcharges/contract.ts';
import type { SurchargeRules } from '#domains/billing/surcharges/surcharge.rules.ts';
import { sharePrices } from '#domains/billing/tariffs/lock-prices.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { recordPayments } from './actions/record-payments.ts';
import * as contract from './contract.ts';
import { surchargeCalls } from './factory-surcharges.ts';
import { differences } from './queries.ts';
import { beganEarlier } from './settled-by-day.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];

/** Signed in now: a session of weeks ago has ended. */
const cashier = () => app.staff('cashier');

const { minor, goTo, charge, until, billed, surcharges } = surchargeCalls(app);

const NONE = { onceMode: 'none', monthlyMode: 'none' } as const;
const planned = (validFrom: string, value: Partial<SurchargeRules>) => ({
  as: planner,
  body: { validFrom, value: { ...NONE, ...value }, reason: 'Board of January' },
});
async function ruled(validFrom: string, value: Partial<SurchargeRules>) {
  const { id, version } = await app.call(rules.planSurchargeRules, planned(validFrom, value));
  return app.call(rules.approveSurchargeRules, { as: approver, params: { id }, body: { version } });
}

const pay = async (connectionId: string, amountMinor: number) =>
  app.call(contract.makePayment, {
    as: await cashier(),
    body: {
      ...{ connectionId, amountMinor: minor(amountMinor), unusual: true },
      tender: { method: 'CASH' },
    },
  });
const charged = async (billId: string) => (await surcharges(billId)).map(({ day, amount }) => [day, amount]);

beforeAll(async () => {
  await ruled('2026-01-02', {
    onceMode: 'percent',
    oncePercent: '10',
    onceBasis: 'original',
    onceAfterDays: 3,
    graceDays: {},
  });
  await ruled('2026-02-01', { onceMode: 'flat', onceFlatMinor: minor(30_00), onceAfterDays: 0 });
  await ruled('2026-03-01', {
    monthlyMode: 'compound',
    monthlyPercent: '10',
    monthlyAfterDays: 0,
    rounding: 'poisha',
  });
  await ruled('2026-10-01', {
    monthlyMode: 'simple',
    monthlyPercent: '1',
    monthlyAfterDays: 5,
    rounding: 'taka',
    graceDays: { residential: 2 },
  });
});

/** Known later or at once, the surcharges of a day are the same. */
async function areTrue(): Promise<void> {
  const kept = () =>
    all(
      app.db,
      sql`select invoice_id, e.state from billing.surcharges join billing.invoices e on e.id = invoice_id order by 1`,
    );
  const before = await kept();
  const connections = sql`select id from meters.connections`;
  await transaction(app.db, (tx) =>
    reviseSurcharges(tx, app.system(), {
      connections,
      since: '2026-01-01',
      earlier: beganEarlier,
      raises: true,
    }),
  );
  expect(await kept()).toEqual(before);
}

afterEach(async () => {
  await areTrue();
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

test('a share of the bill is charged once, on its day and not before, as a bill with one line', async () => {
  const before = await billed('2026-01-01', '2026-01-06');
  const { billId, connectionId } = await billed('2026-01-02', '2026-01-06');
  await pay(connectionId, 15_00);
  await until('2026-01-09', { daily: true });
  expect(await surcharges(billId)).toEqual([]);
  await until('2026-01-12', { daily: true });
  await Promise.all([charge(), charge()]);
  // By two workers at once: written one time, and only for the day that charged something.
  const written = await all(
    app.owner.db,
    sql`select object_id as day, object, request_id as by, after from platform.audit where action = 'surcharge.charge'`,
  );
  expect(written).toEqual([
    {
      ...{ day: '2026-01-10', object: 'surcharge', by: 'billing:charge-surcharges' },
      after: { day: '2026-01-10', surcharges: 1, amountMinor: 12_00 },
    },
  ]);
  // Of ৳115 as it was issued, though ৳15 are paid: ৳11.50, in whole taka.
  expect(await surcharges(billId)).toEqual([
    { day: '2026-01-10', amount: 12_00, basis: 115_00, state: 'ISSUED' },
  ]);
  // Issued before there was a rule.
  expect(await surcharges(before.billId)).toEqual([]);
  const { surcharges: shown } = await app.call(invoiceDetail, {
    as: await cashier(),
    params: { id: billId },
  });
  const one = await app.call(invoiceDetail, { as: await cashier(), params: { id: String(shown[0]?.id) } });
  expect([
    one.isSurcharge,
    one.lines.map(({ kind, amountMinor }) => [kind, amountMinor]),
    one.surchargeOf,
  ]).toMatchObject([
    true,
    [['surcharge', 12_00]],
    { id: billId, percent: '10', basisMinor: 115_00, chargedFor: '2026-01-10' },
  ]);
});

test('money that comes later and is dated before the day takes it back, and pays the bill', async () => {
  const { billId, connectionId } = await billed('2026-01-12', '2026-01-13');
  const late = await billed('2026-01-12', '2026-01-13');
  await until('2026-01-17', { daily: true });
  expect(await charged(billId)).toEqual([['2026-01-17', 12_00]]);
  await transaction(app.db, (tx) =>
    recordPayments(
      tx,
      app.system(),
      [connectionId, late.connectionId].map((id, index) => ({
        ...{ connectionId: id, amountMinor: 115_00, method: 'CASH' as const },
        paidOn: index === 0 ? '2026-01-16' : '2026-01-17',
      })),
    ),
  );
  expect((await surcharges(billId)).map(({ state }) => state)).toEqual(['CANCELLED']);
  expect(await app.call(invoiceDetail, { as: await cashier(), params: { id: billId } })).toMatchObject({
    state: 'PAID',
    settledMinor: 115_00,
  });
  // Dated on the day: the surcharge stays, and is paid before its bill.
  expect((await surcharges(late.billId)).map(({ state }) => state)).toEqual(['PAID']);
  expect(
    (await app.call(invoiceDetail, { as: await cashier(), params: { id: late.billId } })).settledMinor,
  ).toBe(103_00);
  await until('2026-01-20', { daily: true });
  expect(await surcharges(billId)).toHaveLength(1);
});

test('a flat sum is charged, never more than what is unpaid', async () => {
  goTo('2026-02-01');
  await charge();
  const [whole, little] = [
    await billed('2026-02-01', '2026-02-03'),
    await billed('2026-02-01', '2026-02-03'),
  ];
  await pay(little.connectionId, 95_00);
  await until('2026-02-05', { daily: true });
  expect([await charged(whole.billId), await charged(little.billId)]).toEqual([
    [['2026-02-04', 30_00]],
    [['2026-02-04', 20_00]],
  ]);
});

test('days that were missed give the same as day by day, with payments between them and month ends', async () => {
  goTo('2026-03-02');
  await charge();
  // The first day that costs is 31 March: each month has its end.
  const made = () => billed('2026-03-02', '2026-03-30');
  const [daily, paid] = [await made(), await made()];
  await until('2026-04-10', { daily: true });
  await pay(paid.connectionId, 60_00);
  await until('2026-07-01', { daily: true });
  // 10 % of 115, of 126.50, of 139.15, of 153.07 (153.065 half up).
  expect(await charged(daily.billId)).toEqual([
    ['2026-03-31', 11_50],
    ['2026-04-30', 12_65],
    ['2026-05-31', 13_92],
    ['2026-06-30', 15_31],
  ]);
  const onTime = await charged(paid.billId);
  // The payment of 10 April came between; then the days are worked once more, all on the last one.
  await execute(app.owner.db, sql`alter table billing.surcharge_days disable trigger user`);
  await execute(app.owner.db, sql`delete from billing.surcharge_days where day > '2026-03-30'`);
  const again = await transaction(app.db, async (tx) => {
    const { id } = await makeConnection(tx, app.system());
    const bill = await makeInvoice(tx, app.system(), {
      connectionId: id,
      issuedOn: '2026-03-02',
      dueOn: '2026-03-30',
      period: '2026-03-01',
    });
    await recordPayments(tx, app.system(), [
      { connectionId: id, amountMinor: 60_00, method: 'CASH', paidOn: '2026-04-10' },
    ]);
    return bill.id;
  });
  await charge();
  const late = await charged(again);
  expect(late).toEqual(onTime);
  expect(await charged(paid.billId)).toEqual(onTime);
  expect(late[1]).toEqual(['2026-04-30', 6_65]);
});

describe('waiving', () => {
  test('one person up to the limit, above it a second one; the bill and its reading stay, and it is not charged again', async () => {
    const reviewer = await app.staff('reviewer');
    const [small] = await surcharges((await billed('2026-03-05', '2026-06-29')).billId);
    expect(small).toBeUndefined();
    const found = await all<{ id: string; version: number; bill: string }>(
      app.db,
      sql`select e.id, e.version, g.of_invoice_id as bill from billing.surcharges g join billing.invoices e on e.id = g.invoice_id
        where e.state = 'ISSUED' order by e.id limit 1`,
    );
    const { id, version, bill } = found[0] as (typeof found)[number];
    const body = { invoiceId: id, version, reason: 'Flood in the ward', freePayment: false };
    await execute(
      app.owner.db,
      sql`insert into settings.entries (key, value) values ('billing', '{"waiveAloneUpToMinor": 100}')
        on conflict (key) do update set value = excluded.value`,
    );
    const asked = await app.call(cancelInvoice, { as: reviewer, body });
    expect(asked.state).toBe('REQUESTED');
    const decide = (as: typeof reviewer) => ({ as, body: { correctionId: asked.id, accept: true } });
    expect((await app.refused(decideCorrection, decide(reviewer))).status).toBe(409);
    expect((await app.call(decideCorrection, decide(await app.staff('engineer')))).state).toBe('DONE');
    expect((await app.call(invoiceDetail, { as: reviewer, params: { id: bill } })).state).not.toBe(
      'CANCELLED',
    );
    const count = (await surcharges(bill)).length;
    await charge();
    expect(await surcharges(bill)).toHaveLength(count);
  });
});

test('rules need a second person and categories that exist', async () => {
  const [one, other] = [await app.staff('admin'), await app.staff('admin')];
  const plan = (validFrom: string, value: Partial<SurchargeRules>) => ({
    ...planned(validFrom, value),
    as: one,
  });
  const { id, version } = await app.call(rules.planSurchargeRules, plan('2026-11-01', {}));
  const step = { params: { id }, body: { version } };
  expect((await app.refused(rules.approveSurchargeRules, { as: one, ...step })).code).toBe(
    'settings.dated_second_person',
  );
  expect((await app.refused(rules.planSurchargeRules, plan('2026-11-01', {}))).code).toBe(
    'settings.dated_day_planned',
  );
  expect(
    (await app.refused(rules.planSurchargeRules, plan('2026-12-01', { graceDays: { castles: 5 } }))).code,
  ).toBe('billing.tariff_category_unknown');
  expect((await app.refused(rules.planSurchargeRules, plan('2025-12-01', {}))).code).toBe(
    'settings.dated_day_past',
  );
  await app.call(rules.approveSurchargeRules, { as: other, ...step });
  const { items, now } = await app.call(rules.listSurchargeRules, { as: one });
  expect([items[0]?.state, now.monthlyMode]).toEqual(['APPROVED', 'compound']);
  const done = await app.refused(rules.approveSurchargeRules, {
    as: other,
    params: { id },
    body: { version: version + 1 },
  });
  expect(done.code).toBe('settings.dated_state');
  // A second value of that day, one that was approved twice, one whose day has come, and one that counts already.
  expect((await app.refused(rules.planSurchargeRules, plan('2026-11-01', {}))).code).toBe(
    'settings.dated_day_taken',
  );
  const again = await app.call(rules.planSurchargeRules, plan('2026-11-02', {}));
  const stepOf = (planned: { id: string; version: number }) => ({
    as: other,
    params: { id: planned.id },
    body: { version: planned.version },
  });
  const leave = (planned: { id: string; version: number }) => ({
    ...stepOf(planned),
    body: { version: planned.version, reason: 'Taken back' },
  });
  // On a page that is old.
  const old = { ...again, version: again.version + 1 };
  for (const [call, step] of [
    [rules.approveSurchargeRules, stepOf(old)],
    [rules.withdrawSurchargeRules, leave(old)],
  ] as const)
    expect(
      (await app.refused(call as typeof rules.withdrawSurchargeRules, step as ReturnType<typeof leave>)).code,
    ).toBe('common.stale_version');
  const left = await app.call(rules.withdrawSurchargeRules, leave(again));
  expect((await app.refused(rules.withdrawSurchargeRules, leave(left))).code).toBe('settings.dated_state');
  const inForce = items.find(({ inForce }) => inForce);
  expect((await app.refused(rules.withdrawSurchargeRules, leave(inForce as typeof left))).code).toBe(
    'settings.dated_in_force',
  );
  const soon = await app.call(rules.planSurchargeRules, plan('2026-09-30', {}));
  goTo('2026-10-01');
  const late = { ...stepOf(soon), as: await app.staff('admin') };
  expect((await app.refused(rules.approveSurchargeRules, late)).code).toBe('settings.dated_day_past');
});

test('rules never count from a day on which bills were issued: refused when planned, and when approved', async () => {
  goTo('2026-10-02');
  const { body } = planned('2026-10-03', {});
  const one = await app.staff('admin');
  const { id, version } = await app.call(rules.planSurchargeRules, { as: one, body });
  await billed('2026-10-03', '2026-10-20');
  const refused = { code: 'billing.surcharge_day_billed', params: { day: '2026-10-04' } };
  const step = { as: await app.staff('admin'), params: { id }, body: { version } };
  expect(await app.refused(rules.approveSurchargeRules, step)).toMatchObject(refused);
  expect(await app.refused(rules.planSurchargeRules, { as: one, body })).toMatchObject(refused);
  expect((await app.call(rules.listSurchargeRules, { as: one })).earliest).toBe('2026-10-04');
});

test('an approval waits for bills that are being posted, and sees them', async () => {
  goTo('2026-10-04');
  const [one, other] = [await app.staff('admin'), await app.staff('admin')];
  const { body } = planned('2026-10-05', {});
  const { id, version } = await app.call(rules.planSurchargeRules, { as: one, body });
  const step = { as: other, params: { id }, body: { version } };
  const { connectionId } = await billed('2026-10-03', '2026-10-20');
  const code = await transaction(app.db, async (tx) => {
    await sharePrices(tx);
    const approving = app.codeOf(rules.approveSurchargeRules, step);
    const waits = () =>
      all(app.owner.db, sql`select from pg_locks where locktype = 'advisory' and not granted`);
    await expect.poll(waits).toHaveLength(1);
    await makeInvoice(tx, app.system(), {
      connectionId,
      issuedOn: '2026-10-05',
      dueOn: '2026-10-30',
      period: '2026-11-01',
    });
    return [approving] as const;
  });
  expect(await code[0]).toBe('billing.surcharge_day_billed');
});

test('a category has more days, and each month asks for a share of what is unpaid without its surcharges', async () => {
  goTo('2026-10-01');
  await charge();
  const { billId } = await billed('2026-10-01', '2026-10-10');
  await until('2026-12-20', { daily: false });
  // 5 days and 2 for homes.
  expect(await charged(billId)).toEqual([
    ['2026-10-18', 1_00],
    ['2026-11-18', 1_00],
    ['2026-12-18', 1_00],
  ]);
});
