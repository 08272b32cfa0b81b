/** Days to pay by date, and how much one person corrects alone. */
import { expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { saveEntry } from '#domains/settings/actions/save-entry.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { execute, sql, type Tx, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { planRun } from '../bill-run/contract.ts';
import { mayAlone } from '../corrections/second-person.ts';
import * as contract from './contract.ts';
import { getLimits } from './queries.ts';

const app = await testApp();
const admin = await app.staff('admin');
const dueOn = async (issuedOn: string) =>
  (await app.call(contract.proposeDueDay, { as: admin, query: { issuedOn } })).dueOn;

test('bills are due by the rules of their issue day, moved off days off if the rules say so', async () => {
  expect(await dueOn('2026-11-20')).toBe('2026-12-11');
  const plan = (validFrom: string, value: object) =>
    app.call(contract.planBillingRules, { as: admin, body: { validFrom, value, reason: 'Board' } });
  await plan('2026-11-16', { dueDays: 26, moveOffDaysOff: true });
  await plan('2026-12-01', { dueDays: 10 });
  await transaction(app.db, (tx) =>
    saveEntry(tx, app.system(), {
      ...{ key: 'applications', before: {}, version: 0 },
      after: { office: { weekend: [5, 6], holidays: ['2026-12-16', '2026-12-20'] } },
    }),
  );
  // Before the change; on Victory Day; on Friday, with a holiday on the Sunday behind it; by the next rules.
  const days = ['2026-11-15', '2026-11-20', '2026-11-22', '2026-12-01'];
  expect(await Promise.all(days.map(dueOn))).toEqual([
    '2026-12-06',
    '2026-12-17',
    '2026-12-21',
    '2026-12-11',
  ]);
});

test('the limits of corrections count when a second person agrees', async () => {
  const { limits, version } = await app.call(contract.getBillingLimits, { as: admin });
  const first = { cancelAloneUpToMinor: null, adjustAloneUpToMinor: 5_000_00, waiveAloneUpToMinor: 500_00 };
  expect([limits, version]).toEqual([
    { ...first, issueDaysBack: 31, issueDaysAhead: 7, disputeDays: 20, disputeDecideDays: 15 },
    0,
  ]);
  const { id: connectionId } = await transaction(app.db, (tx) => makeConnection(tx, app.system()));
  const isRefusedAlone = async (tx: Tx, kind: 'CANCEL' | 'ADJUST') => {
    const now = (await getLimits(tx)).limits;
    const limitMinor = kind === 'CANCEL' ? now.cancelAloneUpToMinor : now.adjustAloneUpToMinor;
    const act = { kind, limitMinor, amountMinor: 100_00, connectionId, billIds: [], sourceId: connectionId };
    await execute(tx, sql`savepoint act`);
    const alone = await mayAlone(tx, app.system(), act);
    await execute(tx, sql`rollback to savepoint act`);
    return !alone;
  };
  const needs = () =>
    transaction(app.db, async (tx) => [
      await isRefusedAlone(tx, 'CANCEL'),
      await isRefusedAlone(tx, 'ADJUST'),
    ]);
  expect(await needs()).toEqual([true, false]);
  const body = { limits: { ...limits, cancelAloneUpToMinor: 200_00, adjustAloneUpToMinor: 50_00 }, version };
  await changeLimits(app, contract.updateBillingLimits, body);
  expect(await needs()).toEqual([false, true]);
  const stale = { as: admin, body: { ...body, reason: 'again' } };
  expect((await app.refused(contract.updateBillingLimits, stale)).code).toBe('common.stale_version');
  const reviewer = { ...stale, as: await app.staff('reviewer') };
  expect((await app.refused(contract.updateBillingLimits, reviewer)).status).toBe(402);
});

test('a run planned without a due day takes that of the rules', async () => {
  await transaction(app.db, (tx) => makeConnection(tx, app.system()));
  const body = { period: '2026-10-01', issuedOn: '2026-11-20', dueOn: '' };
  expect((await app.call(planRun, { as: admin, body })).dueOn).toBe('2026-12-17');
});
