/** What a change of owner costs is changed by two people, and counts for the requests that are made afterwards. */
import { expect, test } from 'vitest';
import { decideLimitChange, listLimitChanges } from '#domains/settings/changes/contract.ts';
import { testApp } from '#test/app.ts';
import { getFeeOfDay } from '../contract.ts';
import { getOwnershipSettings, updateOwnershipSettings } from './contract.ts';

const app = await testApp();
const [asker, second] = [await app.staff('admin'), await app.staff('reviewer')];
const now = () => app.call(getOwnershipSettings, { as: asker });
const asking = async (feeMinor: number, as = asker) => {
  const { version } = await now();
  return { as, body: { settings: { feeMinor }, version, reason: 'as the board decided' } };
};
const feeOfDay = async () => (await app.call(getFeeOfDay, { as: second })).feeMinor;

test('a change is free until somebody sets a fee, and the fee counts when another one agrees', async () => {
  expect([await now(), await feeOfDay()]).toEqual([
    { settings: { feeMinor: 0 }, version: 0, waiting: null },
    0,
  ]);
  expect(await app.codeOf(updateOwnershipSettings, await asking(0))).toBe('settings.change_empty');
  await app.call(updateOwnershipSettings, await asking(500_00));
  expect(await now()).toMatchObject({
    ...{ settings: { feeMinor: 0 }, version: 0, waiting: { reason: 'as the board decided' } },
  });
  expect(await app.codeOf(updateOwnershipSettings, await asking(600_00))).toBe('settings.change_waits');
  const { items } = await app.call(listLimitChanges, { as: second });
  expect(items).toMatchObject([
    { entry: 'ownership', fields: [{ field: 'feeMinor', before: 0, after: 500_00 }] },
  ]);
  const deciding = (as = second) => ({ as, params: { id: String(items[0]?.id) }, body: { accept: true } });
  expect(await app.codeOf(decideLimitChange, deciding(asker))).toBe('settings.change_second_person');
  expect(await feeOfDay()).toBe(0);
  await app.call(decideLimitChange, deciding());
  expect(await now()).toEqual({ settings: { feeMinor: 500_00 }, version: 1, waiting: null });
  expect(await feeOfDay()).toBe(500_00);
});

test('less than nothing, and more than a slipped finger, is refused at the field', async () => {
  for (const feeMinor of [-1, 1_000_000_01]) {
    const { status, fields } = await app.refused(updateOwnershipSettings, await asking(feeMinor));
    expect([status, fields.map(({ path, code }) => [path, code])]).toEqual([
      422,
      [['settings.feeMinor', 'common.amount_invalid']],
    ]);
  }
  expect(await app.codeOf(updateOwnershipSettings, await asking(1_00, await app.staff('cashier')))).toBe(
    'common.not_permitted',
  );
});
