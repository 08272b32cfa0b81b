/** Limits of what one person may do alone are changed by two people. */
import { expect, test } from 'vitest';
import { getBillingLimits, updateBillingLimits } from '#domains/billing/settings/contract.ts';
import { decideLimitChange, listLimitChanges } from '#domains/settings/changes/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getPaymentSettings, updatePaymentSettings } from './contract.ts';

const app = await testApp();
const [asker, reviewer] = [await app.staff('admin'), await app.staff('reviewer')];
const now = () => app.call(getPaymentSettings, { as: asker });
const asking = async (reverseAloneUpToMinor: number) => {
  const { settings, version } = await now();
  return {
    as: asker,
    body: { settings: { ...settings, reverseAloneUpToMinor }, version, reason: 'the board decided so' },
  };
};
const ask = async (minor: number) => app.codeOf(updatePaymentSettings, await asking(minor));
const waiting = async () => (await app.call(listLimitChanges, { as: reviewer })).items;
const decide = (id: string | undefined, accept: boolean, as = reviewer) =>
  app.codeOf(decideLimitChange, { as, params: { id: String(id) }, body: { accept } });

test('what one asks for counts when another one agrees, and not before', async () => {
  expect(await ask(5_000_00)).toBe('settings.change_empty');
  expect(await ask(50_000_00)).toBeUndefined();
  const asked = await now();
  expect([asked.settings.reverseAloneUpToMinor, asked.version]).toEqual([5_000_00, 0]);
  expect(asked.waiting).toMatchObject({ reason: 'the board decided so' });
  const [change] = await waiting();
  expect(change).toMatchObject({
    entry: 'payments',
    fields: [{ field: 'reverseAloneUpToMinor', before: 5_000_00, after: 50_000_00 }],
    can: { accept: true },
  });
  expect((await app.call(listLimitChanges, { as: asker })).items[0]?.can.accept).toBe(false);
  const told = await all<{ id: string }>(
    app.db,
    sql`select user_id as id from platform.notices where kind = 'identity.limits_waiting'`,
  );
  expect(told.map(({ id }) => id)).toEqual([reviewer.userId]);
  expect(await ask(6_000_00)).toBe('settings.change_waits');
  expect(await decide(change?.id, true, asker)).toBe('settings.change_second_person');
  expect((await now()).settings.reverseAloneUpToMinor).toBe(5_000_00);
  expect(await decide(change?.id, true, await app.staff('cashier'))).toBe('common.not_permitted');
  expect(await decide(change?.id, true)).toBeUndefined();
  expect(await now()).toMatchObject({
    settings: { reverseAloneUpToMinor: 50_000_00 },
    version: 1,
    waiting: null,
  });
  expect(await decide(change?.id, false)).toBe('settings.change_decided');
  const rows = await all<{ action: string; reason: string; before: object; after: object }>(
    app.db,
    sql`select action, reason, before, after from platform.audit where object_id = 'payments' order by id`,
  );
  expect(rows).toMatchObject(
    ['settings.ask-change', 'settings.update'].map((action) => ({
      ...{ action, reason: 'the board decided so' },
      ...{ before: { reverseAloneUpToMinor: 5_000_00 }, after: { reverseAloneUpToMinor: 50_000_00 } },
    })),
  );
});

test('refused, or taken back by the one who asked, it never counts; then another one may be asked for', async () => {
  const before = (await now()).settings.reverseAloneUpToMinor;
  for (const as of [reviewer, asker]) {
    expect(await ask(70_000_00)).toBeUndefined();
    const [change] = await waiting();
    expect(await decide(change?.id, false, as)).toBeUndefined();
    expect(await now()).toMatchObject({ settings: { reverseAloneUpToMinor: before }, waiting: null });
  }
  const [{ count } = { count: 0 }] = await all<{ count: number }>(
    app.db,
    sql`select count(*)::int as count from platform.audit where action = 'settings.refuse-change'`,
  );
  expect(count).toBe(2);
});

test('an old version is refused when it is asked, and when it is decided', async () => {
  const stale = await asking(80_000_00);
  const old = { ...stale, body: { ...stale.body, version: 0 } };
  expect(await app.codeOf(updatePaymentSettings, old)).toBe('common.stale_version');
  expect(await app.codeOf(updatePaymentSettings, stale)).toBeUndefined();
  await execute(app.db, sql`update settings.entries set version = version + 1 where key = 'payments'`);
  const [change] = await waiting();
  expect(await decide(change?.id, true)).toBe('common.stale_version');
  expect(await decide(change?.id, false)).toBeUndefined();
});

test('two decide at once: one of them does; what was asked for is a fact', async () => {
  expect(await ask(90_000_00)).toBeUndefined();
  const [change] = await waiting();
  const second = await app.staff('reviewer');
  const codes = await Promise.all([decide(change?.id, true), decide(change?.id, true, second)]);
  expect(codes.toSorted()).toEqual(['settings.change_decided', undefined]);
  for (const statement of [
    sql`update settings.entry_changes set value = '{}' where id = ${change?.id}`,
    sql`update settings.entry_changes set state = 'REQUESTED' where id = ${change?.id}`,
  ]) {
    await expect(execute(app.owner.db, statement)).rejects.toMatchObject({
      constraint: 'entry_changes_frozen',
    });
  }
});

test('the limits of corrections are asked for in the same way: a change, and one at a time', async () => {
  const askFor = async (cancelAloneUpToMinor: number | null) => {
    const { limits, version } = await app.call(getBillingLimits, { as: asker });
    const body = { limits: { ...limits, cancelAloneUpToMinor }, version, reason: 'the board decided so' };
    return app.codeOf(updateBillingLimits, { as: asker, body });
  };
  const { limits } = await app.call(getBillingLimits, { as: asker });
  const kept = limits.cancelAloneUpToMinor ?? null;
  expect([await askFor(kept), await askFor(1_00), await askFor(2_00)]).toEqual([
    'settings.change_empty',
    undefined,
    'settings.change_waits',
  ]);
});
