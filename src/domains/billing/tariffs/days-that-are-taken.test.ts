/** Two approved versions of a category never begin on the same day. Who drafts or announces one for such a day learns it at once. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import type { TariffInput } from './factory.ts';

const app = await testApp();
const [author, approver] = [await app.staff('admin'), await app.staff('admin')];
const DAY = '2027-03-01';
const BODY: TariffInput = {
  category: 'community',
  name: 'Community',
  effectiveFrom: DAY,
  waterMode: 'blocks',
  blocks: [{ from: '0', to: null, rate: '12.50' }],
};
type Made = { id: string; version: number };
const draft = (given: Partial<TariffInput> = {}) =>
  app.call(contract.createTariff, { as: author, body: { ...BODY, ...given } });
const announce = ({ id, version }: Made) =>
  app.call(contract.submitTariff, { as: author, params: { id }, body: { version } });
const approving = ({ id, version }: Made) => ({ as: approver, params: { id }, body: { version } });

test('the first one that is approved takes the day; the others are refused, at the field', async () => {
  const [first, second, third] = [await draft(), await draft(), await draft()];
  const moved = await draft({ effectiveFrom: '2027-04-01' });
  const [taken, late] = [await announce(first), await announce(second)];
  const approved = await app.call(contract.approveTariff, approving(taken));

  const refused = await app.refused(contract.createTariff, { as: author, body: BODY });
  expect([refused.code, refused.fields]).toEqual([
    'billing.tariff_day_taken',
    [{ path: 'effectiveFrom', code: 'billing.tariff_day_taken', params: {} }],
  ]);
  const edit = await app.refused(contract.editTariff, {
    ...{ as: author, params: { id: moved.id } },
    body: { ...BODY, version: moved.version },
  });
  expect([edit.code, edit.fields[0]?.path]).toEqual(['billing.tariff_day_taken', 'effectiveFrom']);
  const submit = { as: author, params: { id: third.id }, body: { version: third.version } };
  expect(await app.codeOf(contract.submitTariff, submit)).toBe('billing.tariff_day_taken');
  expect(await app.codeOf(contract.approveTariff, approving(late))).toBe('billing.tariff_day_taken');
  // Neither another category, nor another day, nor the version itself.
  await announce(await draft({ category: 'commercial' }));
  expect(await app.codeOf(contract.approveTariff, approving(await announce(moved)))).toBeUndefined();

  // Withdrawn before its day it leaves the day.
  await app.call(contract.withdrawTariff, {
    ...{ as: approver, params: { id: first.id } },
    body: { version: approved.version, reason: 'another price' },
  });
  await draft();
  await announce(third);
  expect(await app.codeOf(contract.approveTariff, approving(late))).toBeUndefined();
});

test('the database refuses the second one to everybody, and says so of each day and category alone', async () => {
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from billing.tariff_versions where state = 'ANNOUNCED' and effective_from = ${DAY}`,
  );
  const approve = sql`update billing.tariff_versions set state = 'APPROVED', approved_at = now() where id = ${id}`;
  await expect(execute(app.owner.db, approve)).rejects.toMatchObject({
    constraint: 'tariff_versions_effective_key',
  });
});
