/** Rules of rebates: two persons, days that are billed already, what is refused; what a household reads of its own bill. */
import { expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { invoiceDetail } from '#domains/billing/invoices/contract.ts';
import * as rules from '#domains/billing/rebates/contract.ts';
import type { RebateRules } from '#domains/billing/rebates/rebate.rules.ts';
import { sharePrices } from '#domains/billing/tariffs/lock-prices.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { rebateCalls } from './factory-rebates.ts';

const app = await testApp({ now: '2026-10-01T04:00:00Z' });
const { billed, goTo, minor, pay, until } = rebateCalls(app);
const value: RebateRules = { percent: '5', days: 10, mostMinor: null };

const planned = async (validFrom: string, given: Partial<RebateRules> = {}) => ({
  as: await app.staff('admin'),
  body: { validFrom, value: { ...value, ...given }, reason: 'Board of October' },
});
const plan = async (validFrom: string) => app.call(rules.planRebateRules, await planned(validFrom));
const step = async ({ id, version }: { id: string; version: number }) => ({
  ...{ as: await app.staff('admin'), params: { id }, body: { version, reason: 'Taken back' } },
});

test('nothing is given before there is a rule', async () => {
  const { now, items } = await app.call(rules.listRebateRules, { as: await app.staff('admin') });
  expect([now.percent, items]).toEqual(['0', []]);
  const { billId } = await billed('2026-10-01');
  const { rebate } = await app.call(invoiceDetail, {
    ...{ as: await app.staff('cashier'), params: { id: billId } },
  });
  expect(rebate).toBeNull();
});

test('rules need a second person, and each step is refused as of other dated values', async () => {
  const planning = await planned('2026-11-01');
  const made = await app.call(rules.planRebateRules, planning);
  const one = { ...(await step(made)), as: planning.as };
  expect(await app.codeOf(rules.approveRebateRules, one)).toBe('settings.dated_second_person');
  expect(await app.codeOf(rules.planRebateRules, planning)).toBe('settings.dated_day_planned');
  expect(await app.codeOf(rules.planRebateRules, await planned('2026-09-30'))).toBe(
    'settings.dated_day_past',
  );
  await app.call(rules.approveRebateRules, await step(made));
  expect(await app.codeOf(rules.approveRebateRules, await step({ ...made, version: made.version + 1 }))).toBe(
    'settings.dated_state',
  );
  expect(await app.codeOf(rules.planRebateRules, await planned('2026-11-01'))).toBe(
    'settings.dated_day_taken',
  );
  const again = await plan('2026-11-02');
  const old = await step({ ...again, version: again.version + 1 });
  expect(await app.codeOf(rules.approveRebateRules, old)).toBe('common.stale_version');
  expect(await app.codeOf(rules.withdrawRebateRules, old)).toBe('common.stale_version');
  const left = await app.call(rules.withdrawRebateRules, await step(again));
  expect(await app.codeOf(rules.withdrawRebateRules, await step(left))).toBe('settings.dated_state');
  const written = await all(
    app.owner.db,
    sql`select action from platform.audit where object = 'rebate-rules' order by at, action`,
  );
  expect(written.map((row) => (row as { action: string }).action).toSorted()).toEqual([
    ...['rebate-rules.approve', 'rebate-rules.plan', 'rebate-rules.plan', 'rebate-rules.withdraw'],
  ]);
});

test('a day that has come is not approved, and what counts is not withdrawn', async () => {
  const soon = await plan('2026-10-05');
  const counts = await plan('2026-10-06');
  const approved = await app.call(rules.approveRebateRules, await step(counts));
  goTo('2026-10-06');
  expect(await app.codeOf(rules.approveRebateRules, await step(soon))).toBe('settings.dated_day_past');
  expect(await app.codeOf(rules.withdrawRebateRules, await step(approved))).toBe('settings.dated_in_force');
  const { now } = await app.call(rules.listRebateRules, { as: await app.staff('admin') });
  expect(now).toEqual(value);
});

test('rules never count from a day on which bills were issued: refused when planned, and when approved', async () => {
  const made = await plan('2026-10-07');
  await billed('2026-10-07');
  const refused = { code: 'billing.rebate_day_billed', params: { day: '2026-10-08' } };
  expect(await app.refused(rules.approveRebateRules, await step(made))).toMatchObject(refused);
  expect(await app.refused(rules.planRebateRules, await planned('2026-10-07'))).toMatchObject(refused);
  expect((await app.call(rules.listRebateRules, { as: await app.staff('admin') })).earliest).toBe(
    '2026-10-08',
  );
});

test('an approval waits for bills that are being posted, and sees them', async () => {
  const made = await plan('2026-10-08');
  const approval = await step(made);
  const code = await transaction(app.db, async (tx) => {
    await sharePrices(tx);
    const approving = app.codeOf(rules.approveRebateRules, approval);
    const waits = () =>
      all(app.owner.db, sql`select from pg_locks where locktype = 'advisory' and not granted`);
    await expect.poll(waits).toHaveLength(1);
    const { id: connectionId } = await makeConnection(tx, app.system());
    await makeInvoice(tx, app.system(), { connectionId, issuedOn: '2026-10-08', period: '2026-10-01' });
    return [approving] as const;
  });
  expect(await code[0]).toBe('billing.rebate_day_billed');
});

test.each([
  ['percent', { percent: '100.5' }],
  ['days', { days: 0 }],
  ['days', { days: 366 }],
  ['mostMinor', { mostMinor: 0 }],
])('what no rule can be is refused at its field: %s', async (field, given) => {
  const refusal = await app.refused(
    rules.planRebateRules,
    await planned('2026-12-01', given as Partial<RebateRules>),
  );
  expect([refusal.status, refusal.fields[0]?.path]).toEqual([422, `value.${field}`]);
});

test('a household reads what paying in time brings, and that it got it; another one reads nothing', async () => {
  goTo('2026-11-02');
  const connection = await transaction(app.db, (tx) => makeConnection(tx, app.system()));
  const { billId } = await billed('2026-11-02', { connectionId: connection.id });
  const of = async () => {
    const owner = await app.consumer();
    await sql`update meters.connections set consumer_id = ${owner.consumerId} where id = ${connection.id}`.execute(
      app.owner.db,
    );
    await sql`update billing.invoices set consumer_id = ${owner.consumerId} where id = ${billId}`.execute(
      app.owner.db,
    );
    return app.call(invoiceDetail, { as: owner, params: { id: billId } });
  };
  expect((await of()).rebate).toMatchObject({
    ...{ state: 'OFFERED', payBy: '2026-11-12', amountMinor: minor(3_00), mostMinor: null },
  });
  await until('2026-11-03');
  await pay(connection.id, 115_00);
  await until('2026-11-13');
  expect((await of()).rebate).toMatchObject({ state: 'CREDITED', creditedOn: '2026-11-13' });
  const other = await app.consumer();
  expect(await app.codeOf(invoiceDetail, { as: other, params: { id: billId } })).toBe('common.not_found');
});
