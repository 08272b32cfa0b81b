/** Jobs that may work for minutes: each is named here with its places, so that a new one is not put beside those that somebody waits for. */
import { expect, test } from 'vitest';
import { allJobs } from '#app/services.ts';
import { previewPrint, startPrint } from '#domains/billing/prints/contract.ts';
import { startSimulation } from '#domains/billing/simulations/contract.ts';
import { testApp } from '../app.ts';

const { platform } = await testApp();

test('what works over a town, a file or a run has places of its own, and so has what runs at night', () => {
  const { long, daily, jobs } = allJobs(platform);
  const nightly = new Set(daily.map(({ name }) => name));
  expect(Object.fromEntries(Object.entries(long).filter(([name]) => !nightly.has(name)))).toEqual({
    'billing:calculate-run': 'town',
    'billing:post-run': 'town',
    'billing:print-run': 'paper',
    'billing:simulate-tariff': 'town',
    'bulk:work-job': 'town',
    'consumers:work-import': 'town',
    'payments:check-due-orders': 'bank',
    'payments:process-inbox': 'bank',
  });
  for (const name of nightly) expect(long[name], name).toBe('town');
  expect(Object.keys(long).filter((name) => !(name in jobs))).toEqual([]);
});

test('what has a town printed or calculated is asked for as often as other previews, not as a record is', () => {
  for (const call of [previewPrint, startPrint, startSimulation])
    expect(call.rate, call.path).toBe('preview');
});
