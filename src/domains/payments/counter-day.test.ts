/** Days and amounts of counter money: today, some days back with a reason, before that two people; unusual ones, slips. */
import { afterEach, describe, expect, test } from 'vitest';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { closeCash } from '#domains/ledger/closings/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';
import { decideProposal, listProposals, proposeBackdated } from './proposals/contract.ts';
import { getPaymentSettings, updatePaymentSettings } from './settings/contract.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
const reviewer = await app.staff('reviewer');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const debtor = async (months = 1) =>
  (await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months }))).connectionId;
const money = (connectionId: string, paidOn: string, more: object = {}, as: Person = cashier) => ({
  as,
  body: { connectionId, amountMinor: 100_00, tender: { method: 'CASH' as const, paidOn }, ...more },
});
const code = async (call: ReturnType<typeof money>) => app.codeOf(contract.makePayment, call);

describe('the day of counter money', () => {
  test('never ahead; back with a reason; further back by two people', async () => {
    const connectionId = await debtor();
    const dateReason = 'no network yesterday';
    expect(await code(money(connectionId, '2026-11-16'))).toBe('payments.paid_in_future');
    expect(await code(money(connectionId, '2026-11-14'))).toBe('payments.date_reason');
    const back = await app.call(contract.makePayment, money(connectionId, '2026-11-12', { dateReason }));
    expect(back.paidOn).toBe('2026-11-12');
    const { reason } = await one<{ reason: string }>(
      app.db,
      sql`select reason from platform.audit where object_id = ${back.id} and action = 'payment.make'`,
    );
    expect(reason).toBe(dateReason);
    const far = await app.refused(contract.makePayment, money(connectionId, '2026-11-11', { dateReason }));
    expect([far.code, far.params]).toEqual(['payments.second_person_date', { days: 3 }]);
  });

  test('the days are those of the settings', async () => {
    const admin = await app.staff('admin');
    const { settings, version } = await app.call(getPaymentSettings, { as: admin });
    const set = (backdateDays: number, at: number) =>
      changeLimits(app, updatePaymentSettings, { settings: { ...settings, backdateDays }, version: at });
    await set(0, version);
    const call = money(await debtor(), '2026-11-14', { dateReason: 'x' });
    expect(await code(call)).toBe('payments.second_person_date');
    await set(settings.backdateDays, version + 1);
    expect(await code(call)).toBeUndefined();
  });

  test('not before the connection was made', async () => {
    const { id } = await transaction(app.db, (tx) =>
      makeConnection(tx, app.system(), { connectedOn: '2026-11-14' }),
    );
    expect(await code(money(id, '2026-11-13', { dateReason: 'x' }))).toBe('payments.paid_too_early');
    expect(await code(money(id, '2026-11-14', { dateReason: 'x' }))).toBeUndefined();
  });

  test('not into a closed day', async () => {
    const other = await app.staff('cashier');
    const connectionId = await debtor();
    await app.call(contract.makePayment, money(connectionId, '2026-11-13', { dateReason: 'x' }, other));
    const counted = { by: 'total' as const, totalMinor: 100_00 };
    const closing = { day: '2026-11-13', counted, expectedMinor: 100_00 };
    await app.call(closeCash, { as: other, body: closing });
    expect(await code(money(connectionId, '2026-11-13', { dateReason: 'x' }))).toBe('ledger.day_closed');
  });
});

describe('a day long ago: one asks, another one decides', () => {
  const ask = (connectionId: string, more: object = {}) => ({
    as: cashier,
    body: {
      target: { kind: 'CONNECTION' as const, connectionId },
      amountMinor: 115_00,
      tender: { method: 'CASH' as const, paidOn: '2026-11-02' },
      reason: 'found in the receipt book',
      ...more,
    },
  });

  test('the payment counts on its day, in the name of the person who took it', async () => {
    const connectionId = await debtor();
    const asked = await app.call(proposeBackdated, ask(connectionId));
    expect(asked).toMatchObject({
      kind: 'BACKDATE',
      state: 'REQUESTED',
      paidOn: '2026-11-02',
      method: 'CASH',
    });
    expect((await app.refused(proposeBackdated, ask(connectionId))).code).toBe('payments.backdate_waits');
    const found = await app.call(listProposals, { as: reviewer, query: { kind: 'BACKDATE' } });
    expect(found.items.map(({ id, can }) => [id, can.decide])).toEqual([[asked.id, true]]);
    const params = { id: asked.id };
    const done = await app.call(decideProposal, { as: reviewer, params, body: { accept: true } });
    const paid = await app.call(contract.getPayment, {
      as: reviewer,
      params: { id: String(done.paymentId) },
    });
    expect(paid).toMatchObject({ paidOn: '2026-11-02', amountMinor: 115_00, state: 'APPROVED' });
    const rows = await all<{ posted_by: string; day: string }>(
      app.db,
      sql`select posted_by, business_date as day from ledger.journals where source_id = ${paid.id}`,
    );
    expect(rows).toEqual([{ posted_by: cashier.userId, day: '2026-11-02' }]);
  });

  test('what one person may do is not proposed; not ahead, not too early; who asks has the word', async () => {
    const connectionId = await debtor();
    const on = (paidOn: string) => ask(connectionId, { tender: { method: 'CASH', paidOn } });
    expect((await app.refused(proposeBackdated, on('2026-11-12'))).code).toBe('payments.backdate_alone');
    expect((await app.refused(proposeBackdated, on('2026-11-16'))).code).toBe('payments.paid_in_future');
    expect((await app.refused(proposeBackdated, on('1999-01-01'))).code).toBe('payments.paid_too_early');
    const engineer = await app.staff('engineer');
    expect((await app.refused(proposeBackdated, { ...ask(connectionId), as: engineer })).status).toBe(402);
    expect((await app.refused(proposeBackdated, ask(crypto.randomUUID()))).code).toBe('common.not_found');
  });
});

describe('an unusual amount is asked about once', () => {
  test('far above what is open and above the setting: the answer travels with the call and into the audit', async () => {
    const connectionId = await debtor();
    const call = (amountMinor: number, more: object = {}) =>
      money(connectionId, '2026-11-15', { amountMinor, ...more });
    const unusual = await app.refused(contract.makePayment, call(11_500_00));
    expect([unusual.code, unusual.params]).toEqual([
      'payments.unusual_amount',
      { amount: 11_500_00, open: 115_00 },
    ]);
    expect(await code(call(5_000_00))).toBeUndefined();
    const { id } = await app.call(contract.makePayment, call(11_500_00, { unusual: true }));
    const { after } = await one<{ after: { unusual?: boolean } }>(
      app.db,
      sql`select after from platform.audit where object_id = ${id} and action = 'payment.make'`,
    );
    expect(after.unusual).toBe(true);
  });

  test('three times what is open is not unusual', async () => {
    const connectionId = await debtor();
    const admin = await app.staff('admin');
    const { settings, version } = await app.call(getPaymentSettings, { as: admin });
    const body = { settings: { ...settings, unusualAboveMinor: 0 }, version };
    await changeLimits(app, updatePaymentSettings, body);
    const call = (amountMinor: number) => money(connectionId, '2026-11-15', { amountMinor });
    expect(await code(call(345_01))).toBe('payments.unusual_amount');
    expect(await code(call(345_00))).toBeUndefined();
  });
});

describe('slip numbers', () => {
  test('compare without case and spaces, also when they are searched for', async () => {
    const slip = (receiptNumber: string, connectionId: string) =>
      money(connectionId, '2026-11-15', { tender: { method: 'POS', receiptNumber }, amountMinor: 10_00 });
    const connectionId = await debtor();
    await app.call(contract.makePayment, slip('AB 12-34c', connectionId));
    for (const same of ['AB 12-34c', 'ab12-34C', ' AB12 -34C'])
      expect(await code(slip(same, await debtor()))).toBe('payments.slip_taken');
    expect(await code(slip('AB1234C', await debtor()))).toBeUndefined();
    const found = await app.call(contract.paymentHistory, { as: cashier, query: { search: 'ab12-34C' } });
    expect(found.items.map(({ slipNumber }) => slipNumber)).toEqual(['AB 12-34c']);
  });
});

test('a closed month takes nothing, from one person or from two', async () => {
  const connectionId = await debtor();
  app.clock.set('2026-12-02T04:00:00Z');
  const [clerk, decider] = [await app.staff('cashier'), await app.staff('reviewer')];
  const propose = (amountMinor: number) => ({
    as: clerk,
    body: {
      target: { kind: 'CONNECTION' as const, connectionId },
      amountMinor,
      tender: { method: 'CASH' as const, paidOn: '2026-11-20' },
      reason: 'found later',
    },
  });
  const asked = await app.call(proposeBackdated, propose(100));
  const whileItCloses = await duringChange(
    app,
    (tx) => closePeriod(tx, app.system(), '2026-11-01'),
    () => app.codeOf(proposeBackdated, propose(200)),
  );
  expect(whileItCloses).toBe('ledger.period_closed');
  expect(await code(money(connectionId, '2026-11-30', { dateReason: 'x' }, clerk))).toBe(
    'ledger.period_closed',
  );
  const decide = { as: decider, params: { id: asked.id }, body: { accept: true } };
  expect((await app.refused(decideProposal, decide)).code).toBe('ledger.period_closed');
  // It could never be agreed to: it is refused when it is asked for.
  expect((await app.refused(proposeBackdated, propose(200))).code).toBe('ledger.period_closed');
});
