/** Which rises the ministry's order is asked for: each price that was in force within the year, not only the bill of thirty units. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { approvedTariff, type TariffInput } from './factory.ts';

const app = await testApp();
const [author, second] = [await app.staff('admin'), await app.staff('admin')];

const NEW: TariffInput = {
  ...{ category: 'residential', name: 'New', effectiveFrom: '2027-01-01', waterMode: 'blocks' },
  blocks: [
    { from: '0', to: '40', rate: '10' },
    { from: '40', to: null, rate: '20' },
  ],
  ...{ fixedAmount: '100', minimumMode: 'floor', minimumAmount: '50' },
};
const PIPE = { pipeSizeMm: 50, flatAmount: '0', fixedAmount: '100', minimumAmount: '50' };
const sized = (given: Partial<typeof PIPE>) => [{ ...PIPE, ...given }];

/** Announces the version after an old one, and approves it without an order. */
async function approving(old: Partial<TariffInput>, given: Partial<TariffInput>) {
  const { category = 'residential' } = old;
  await approvedTariff(app.db, { ...NEW, effectiveFrom: '2024-01-01', ...old });
  const body = { ...NEW, category, ...given };
  const { id, version } = await app.call(contract.createTariff, { as: author, body });
  const params = { id };
  const announced = await app.call(contract.submitTariff, {
    ...{ as: author, params },
    body: { version, riseReason: 'Power costs more' },
  });
  return { as: second, params, body: { version: announced.version } };
}

const rises: [string, Partial<TariffInput>, Partial<TariffInput>][] = [
  [
    'a rate above thirty units',
    { category: 'residential' },
    {
      blocks: [
        { from: '0', to: '40', rate: '10' },
        { from: '40', to: null, rate: '22' },
      ],
    },
  ],
  [
    'a version that was not in force a year before',
    { category: 'commercial', effectiveFrom: '2026-10-01' },
    { fixedAmount: '110' },
  ],
  [
    'the fixed charge of a pipe size',
    { category: 'community', pipeSizes: sized({}) },
    { pipeSizes: sized({ fixedAmount: '110' }) },
  ],
  [
    'the minimum charge of a pipe size',
    { category: 'government', pipeSizes: sized({}) },
    { pipeSizes: sized({ minimumAmount: '55' }) },
  ],
];

test.each(rises)('%s rises by ten percent: it wants the order', async (_what, old, given) => {
  const step = await approving(old, given);
  expect(await app.refused(contract.approveTariff, step)).toMatchObject({
    ...{ code: 'billing.order_number_required', params: { percent: '10.0', limit: 5 } },
  });
  const body = { ...step.body, orderNumber: 'LGD-46/2026' };
  expect(await app.codeOf(contract.approveTariff, { ...step, body })).toBeUndefined();
});

test('the flat price of a pipe size rises by ten percent: it wants the order', async () => {
  const flat: Partial<TariffInput> = {
    ...{ category: 'industrial', waterMode: 'flat', blocks: [], flatAmount: '500' },
    ...{ fixedAmount: '0', minimumMode: 'none' },
  };
  const pipes = (flatAmount: string) => sized({ flatAmount, fixedAmount: '0', minimumAmount: '0' });
  const step = await approving({ ...flat, pipeSizes: pipes('1000') }, { ...flat, pipeSizes: pipes('1100') });
  expect(await app.codeOf(contract.approveTariff, step)).toBe('billing.order_number_required');
});

test('what rises by five percent wants none', async () => {
  const step = await approving({ category: 'institutional' }, { fixedAmount: '105' });
  expect(await app.codeOf(contract.approveTariff, step)).toBeUndefined();
});

test('a little more than five percent wants the order', async () => {
  const given = { fixedAmount: '105.04', effectiveFrom: '2027-06-01' };
  const step = await approving({ category: 'institutional', effectiveFrom: '2024-02-01' }, given);
  expect(await app.codeOf(contract.approveTariff, step)).toBe('billing.order_number_required');
});
