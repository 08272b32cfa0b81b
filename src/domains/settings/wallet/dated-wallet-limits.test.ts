/** Limits of wallets: dated, approved by a second person, listed, withdrawn before they count, read on a day. */
import { describe, expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { listLimitChanges } from '../changes/contract.ts';
import * as contract from './contract.ts';
import { walletLimitsOn } from './queries.ts';
import { rechargeProblem, walletLimits, withdrawalAnswer } from './wallet.rules.ts';

const app = await testApp();
const admin = await app.staff('admin');
const reviewer = await app.staff('reviewer');
const plan = (validFrom: string, value: object) =>
  app.call(contract.planWalletLimits, { as: admin, body: { validFrom, value, reason: 'Board of November' } });
type Step = { id: string; version: number };
const step = ({ id, version }: Step, as = reviewer) => ({ as, params: { id }, body: { version } });
const back = ({ id, version }: Step, as = reviewer) => ({
  ...{ as, params: { id }, body: { version, reason: 'Too much' } },
});
const approve = (planned: Step) => app.call(contract.approveWalletLimits, step(planned));
const codeOfApproval = (planned: Step, as = reviewer) =>
  app.codeOf(contract.approveWalletLimits, step(planned, as));
const codeOfWithdrawal = (planned: Step, as = reviewer) =>
  app.codeOf(contract.withdrawWalletLimits, back(planned, as));

test('limits count from their day on, the day before has those of before', async () => {
  expect((await walletLimitsOn(app.db, '2026-11-15')).maxRechargeMinor).toBe(25_000_00);
  await approve(await plan('2026-12-01', { maxRechargeMinor: 30_000_00 }));
  const withdrawn = await approve(await plan('2027-01-01', { maxRechargeMinor: 1_00_000_00 }));
  const days = ['2026-11-30', '2026-12-01', '2027-01-01'];
  const limits = async () =>
    Promise.all(days.map(async (day) => (await walletLimitsOn(app.db, day)).maxRechargeMinor));
  expect(await limits()).toEqual([25_000_00, 30_000_00, 100_000_00]);
  await app.call(contract.withdrawWalletLimits, back(withdrawn));
  expect(await limits()).toEqual([25_000_00, 30_000_00, 30_000_00]);
  const { items, now } = await app.call(contract.listWalletLimits, { as: admin });
  expect([now.maxRechargeMinor, items.map(({ state }) => state)]).toEqual([
    25_000_00,
    ['WITHDRAWN', 'APPROVED'],
  ]);
});

test('of today they count when a second person approves, and what counts is not withdrawn', async () => {
  const planned = await plan('2026-11-15', { minRechargeMinor: 50_00 });
  const least = async () => (await walletLimitsOn(app.db, '2026-11-15')).minRechargeMinor;
  expect(await least()).toBe(100_00);
  const own = await app.call(contract.listWalletLimits, { as: admin });
  expect(own.items.find(({ id }) => id === planned.id)?.can.approve).toBe(false);
  expect(await codeOfApproval(planned, admin)).toBe('settings.dated_second_person');
  expect(await codeOfApproval({ ...planned, version: planned.version + 1 })).toBe('common.stale_version');
  expect(await least()).toBe(100_00);
  const approved = await approve(planned);
  expect(await least()).toBe(50_00);
  expect(await codeOfApproval(approved)).toBe('settings.dated_state');
  expect(await codeOfWithdrawal(approved)).toBe('settings.dated_in_force');
});

test('one change waits a day; another one that is approved takes the place of what counts from that day, also today', async () => {
  const first = await plan('2027-03-01', { maxRechargeMinor: 26_000_00 });
  const body = { validFrom: '2027-03-01', value: {}, reason: 'x' };
  expect(await app.codeOf(contract.planWalletLimits, { as: admin, body })).toBe('settings.dated_day_planned');
  await approve(first);
  const second = await plan('2027-03-01', { maxRechargeMinor: 27_000_00 });
  expect((await approve(second)).state).toBe('APPROVED');
  const { items } = await app.call(contract.listWalletLimits, { as: admin });
  const ofDay = items.filter(({ validFrom }) => validFrom === '2027-03-01').map(({ state }) => state);
  expect(ofDay.toSorted()).toEqual(['APPROVED', 'WITHDRAWN']);
  const log = sql`select action, reason from platform.audit where object_id = ${first.id} order by id`;
  expect(await all(app.db, log)).toMatchObject([
    { action: 'wallet-limits.plan' },
    { action: 'wallet-limits.approve' },
    { action: 'wallet-limits.withdraw', reason: 'Replaced by another value for the same day' },
  ]);
  const limit = async () => (await walletLimitsOn(app.db, '2026-11-15')).codeFromMinor;
  await approve(await plan('2026-11-15', { codeFromMinor: 100_00_000_00 }));
  expect(await limit()).toBe(100_00_000_00);
  await approve(await plan('2026-11-15', { codeFromMinor: 1_000_00 }));
  expect(await limit()).toBe(1_000_00);
});

test('the past and limits that cross are refused, and those who may not', async () => {
  const body = { validFrom: '2026-11-14', value: {}, reason: 'x' };
  expect((await app.refused(contract.planWalletLimits, { as: admin, body })).code).toBe(
    'settings.dated_day_past',
  );
  const crossed = {
    ...body,
    validFrom: '2026-12-05',
    value: { minRechargeMinor: 900_00, maxRechargeMinor: 100_00 },
  };
  const refusal = await app.refused(contract.planWalletLimits, { as: admin, body: crossed });
  expect(refusal.fields[0]).toMatchObject({
    path: 'value.maxRechargeMinor',
    code: 'settings.limits_crossed',
  });
  const cashier = await app.staff('cashier');
  expect((await app.refused(contract.planWalletLimits, { as: cashier, body })).status).toBe(402);
});

test('the second person finds it on the first page and among the changes of limits, and who planned it does not', async () => {
  const planned = await plan('2026-11-20', { maxRechargeMinor: 26_000_00 });
  const waiting = async (as = reviewer) => {
    const { wallet } = await app.call(listLimitChanges, { as });
    const { queues, items } = await app.call(ownWork, { as });
    const total = queues.find(({ name }) => name === 'limits-to-decide')?.total ?? 0;
    return { wallet, total, rows: items.filter(({ queue }) => queue === 'limits-to-decide') };
  };
  const found = await waiting();
  expect(found.wallet.map(({ id }) => id)).toEqual([planned.id]);
  expect(found).toMatchObject({ total: 1, rows: [{ id: planned.id, dueAt: '2026-11-20' }] });
  expect((await waiting(admin)).total).toBe(0);
  // Sessions end in a night.
  app.clock.set(startOn('2026-11-20'));
  expect((await waiting(await app.staff('reviewer'))).wallet).toHaveLength(1);
  app.clock.set(startOn('2026-11-21'));
  const late = await app.staff('reviewer');
  expect(await waiting(late)).toMatchObject({ wallet: [], total: 0 });
  expect(await codeOfApproval(planned, late)).toBe('settings.dated_day_past');
  const stale = { ...planned, version: planned.version + 1 };
  expect(await codeOfWithdrawal(stale, late)).toBe('common.stale_version');
  await app.call(contract.withdrawWalletLimits, back(planned, late));
  expect(await codeOfWithdrawal(stale, late)).toBe('settings.dated_state');
});

describe('what the limits say', () => {
  const limits = walletLimits.parse({});
  test.each([
    [99_99, 0, 'below'],
    [100_00, 0, null],
    [25_000_01, 0, 'above'],
    [25_000_00, 75_000_00, null],
    [25_000_00, 75_000_01, 'balance'],
  ])('recharge of %i poisha on %i: %s', (amount, balance, problem) => {
    expect(rechargeProblem(limits, amount, balance)).toBe(problem);
  });
  test.each([
    [499_99, 10_000_00, 0, 'below', false],
    [5_000_00, 10_000_00, 0, null, false],
    [5_000_01, 10_000_00, 0, null, true],
    [6_000_00, 5_999_99, 0, 'balance', true],
    [10_000_00, 50_000_00, 10_000_01, 'day', true],
  ])(
    'withdrawal of %i from %i after %i: %s',
    (amountMinor, balanceMinor, takenTodayMinor, problem, wantsApproval) => {
      const answer = withdrawalAnswer(limits, { amountMinor, balanceMinor, takenTodayMinor });
      expect(answer).toEqual({ problem, wantsCode: true, wantsApproval });
    },
  );
  test('switched off, nothing is taken, and the last poisha can leave', () => {
    expect(rechargeProblem({ ...limits, enabled: false }, 100_00, 0)).toBe('off');
    const last = { amountMinor: 1, balanceMinor: 1, takenTodayMinor: 0 };
    expect(withdrawalAnswer({ ...limits, enabled: false }, last).problem).toBeNull();
  });
});
