/** Rules by date begin at most five years ahead, each kind of them: a later day is a slip of the keyboard. */
import { expect, test } from 'vitest';
import { listEmptyRules, planEmptyRules } from '#domains/billing/empty-houses/settings-contract.ts';
import { listLeakRules, planLeakRules } from '#domains/billing/leaks/settings-contract.ts';
import { listPlanRules, planPlanRules } from '#domains/billing/payment-plans/settings-contract.ts';
import { listRebateRules, planRebateRules } from '#domains/billing/rebates/contract.ts';
import { listBillingRules, listVat, planBillingRules, planVat } from '#domains/billing/settings/contract.ts';
import { listSurchargeRules, planSurchargeRules } from '#domains/billing/surcharges/contract.ts';
import { listLadder, planLadder } from '#domains/collections/ladder/contract.ts';
import { listChequeFee, planChequeFee } from '#domains/payments/cheques/fee/contract.ts';
import { listWalletLimits, planWalletLimits } from '#domains/settings/wallet/contract.ts';
import { testApp } from '#test/app.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const as = await app.staff('admin');

// The calls of all kinds are alike but for the value.
const kinds = {
  listVat: [listVat, planVat],
  listBillingRules: [listBillingRules, planBillingRules],
  listEmptyRules: [listEmptyRules, planEmptyRules],
  listLeakRules: [listLeakRules, planLeakRules],
  listPlanRules: [listPlanRules, planPlanRules],
  listRebateRules: [listRebateRules, planRebateRules],
  listSurchargeRules: [listSurchargeRules, planSurchargeRules],
  listLadder: [listLadder, planLadder],
  listChequeFee: [listChequeFee, planChequeFee],
  listWalletLimits: [listWalletLimits, planWalletLimits],
} as unknown as Record<string, readonly [typeof listEmptyRules, typeof planEmptyRules]>;

test.each(Object.entries(kinds))('%s', async (name, [list, plan]) => {
  const { now } = await app.call(list, { as });
  // Values of VAT that change nothing are refused for that.
  const value = (name === 'listVat' ? { ...now, waterPercent: '7' } : now) as typeof now;
  const planned = (validFrom: string) => ({ as, body: { validFrom, value, reason: 'Board of November' } });
  expect((await app.refused(plan, planned('2031-11-16'))).fields).toEqual([
    { path: 'validFrom', code: 'settings.dated_day_far', params: { day: '2031-11-15' } },
  ]);
  await app.call(plan, planned('2031-11-15'));
});
