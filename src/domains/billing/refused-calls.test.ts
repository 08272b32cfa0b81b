/** What billing refuses of a tariff or a run, over HTTP, each for its own reason. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import * as runs from './bill-run/contract.ts';
import * as tariffs from './tariffs/contract.ts';
import type { TariffInput } from './tariffs/factory.ts';

const app = await testApp();
const [author, approver] = [await app.staff('admin'), await app.staff('admin')];
const BODY: TariffInput = {
  category: 'community',
  name: 'Community',
  effectiveFrom: '2027-01-01',
  waterMode: 'blocks',
  blocks: [{ from: '0', to: null, rate: '12.50' }],
};

async function approve(given: Partial<TariffInput>): Promise<string | undefined> {
  const draft = await app.call(tariffs.createTariff, { as: author, body: { ...BODY, ...given } });
  const params = { id: draft.id };
  const { version } = await app.call(tariffs.submitTariff, {
    as: author,
    params,
    body: { version: draft.version },
  });
  return app.codeOf(tariffs.approveTariff, { as: approver, params, body: { version } });
}

test('a tariff of a category that is none', async () => {
  const body = { ...BODY, category: 'castle' };
  expect(await app.codeOf(tariffs.createTariff, { as: author, body })).toBe(
    'billing.tariff_category_unknown',
  );
});

test('a tariff in another currency', async () => {
  expect(await approve({})).toBeUndefined();
  expect(await approve({ effectiveFrom: '2027-02-01', currency: 'USD' })).toBe(
    'billing.tariff_currency_mixed',
  );
  expect(await approve({ effectiveFrom: '2027-02-01' })).toBeUndefined();
});

test('a run whose bills are due before they are issued', async () => {
  const body = { period: '2026-10-01', issuedOn: '2026-11-15', dueOn: '2026-11-14' };
  expect(await app.codeOf(runs.planRun, { as: author, body })).toBe('billing.due_day_outside');
});
