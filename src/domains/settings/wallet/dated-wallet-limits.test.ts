/** Limits of wallets: dated, listed, withdrawn before they count, read on a day. */
import { describe, expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { walletLimitsOn } from './queries.ts';
import { rechargeProblem, walletLimits, withdrawalAnswer } from './wallet.rules.ts';

const app = await testApp();
const admin = await app.staff('admin');
const plan = (validFrom: string, value: object) =>
  app.call(contract.planWalletLimits, { as: admin, body: { validFrom, value, reason: 'Board of November' } });

test('limits count from their day on, the day before has those of before', async () => {
  expect((await walletLimitsOn(app.db, '2026-11-15')).maxRechargeMinor).toBe(25_000_00);
  await plan('2026-12-01', { maxRechargeMinor: 30_000_00 });
  const withdrawn = await plan('2027-01-01', { maxRechargeMinor: 1_00_000_00 });
  const days = ['2026-11-30', '2026-12-01', '2027-01-01'];
  const limits = async () =>
    Promise.all(days.map(async (day) => (await walletLimitsOn(app.db, day)).maxRechargeMinor));
  expect(await limits()).toEqual([25_000_00, 30_000_00, 100_000_00]);
  await app.call(contract.withdrawWalletLimits, {
    as: admin,
    params: { id: withdrawn.id },
    body: { version: withdrawn.version, reason: 'Too much' },
  });
  expect(await limits()).toEqual([25_000_00, 30_000_00, 30_000_00]);
  const { items, now } = await app.call(contract.listWalletLimits, { as: admin });
  expect([now.maxRechargeMinor, items.map(({ state }) => state)]).toEqual([
    25_000_00,
    ['WITHDRAWN', 'APPROVED'],
  ]);
});

test('of today they count at once, a second one of the day takes its place, and what counts is not withdrawn', async () => {
  await plan('2026-11-15', { minRechargeMinor: 50_00 });
  const second = await plan('2026-11-15', { minRechargeMinor: 60_00 });
  expect((await walletLimitsOn(app.db, '2026-11-15')).minRechargeMinor).toBe(60_00);
  const refusal = await app.refused(contract.withdrawWalletLimits, {
    as: admin,
    params: { id: second.id },
    body: { version: second.version, reason: 'No' },
  });
  expect(refusal.code).toBe('settings.dated_in_force');
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
  test('switched off, nothing is taken', () => {
    expect(rechargeProblem({ ...limits, enabled: false }, 100_00, 0)).toBe('off');
  });
});
