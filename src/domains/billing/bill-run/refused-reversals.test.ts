/** What reversing a run refuses, each for its own reason: what came in between, and closed months. */
import { describe, expect, test } from 'vitest';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import * as settings from '../settings/contract.ts';
import * as contract from './contract.ts';
import { approveRun, billMonth, calculateMonth } from './factory-months.ts';
import {
  ask,
  correctOne,
  decide,
  makeTown,
  OCTOBER,
  reverse,
  SEPTEMBER,
  type Town,
} from './factory-reversal.ts';

/** One person cancels the three bills of a run alone. */
async function allowAlone({ app, planner }: Town): Promise<void> {
  const { limits, version } = await app.call(settings.getBillingLimits, { as: planner });
  const body = { limits: { ...limits, cancelAloneUpToMinor: 60_000 }, version };
  await changeLimits(app, settings.updateBillingLimits, body);
}

describe('what came between asking and deciding', () => {
  test('a correction of a bill', async () => {
    const town = await makeTown();
    await town.app.call(contract.reverseRun, await ask(town));
    await correctOne(town);
    expect(await town.app.codeOf(contract.decideReversal, await decide(town, town.approver))).toBe(
      'billing.run_blocked',
    );
  });

  test('a later month', async () => {
    const town = await makeTown();
    const { app, planner, approver } = town;
    expect(await reverse(town, { openReadings: false })).toBeUndefined();
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select id from billing.bill_runs where period = ${SEPTEMBER}`,
    );
    await app.call(contract.reverseRun, await ask(town, planner, id));
    await billMonth(town, OCTOBER);
    expect(await app.codeOf(contract.decideReversal, await decide({ ...town, id }, approver))).toBe(
      'billing.run_blocked',
    );
  });
});

describe('a later month that is being posted', () => {
  /** October's run was reversed, its readings stay approved, and a new one begins to post. */
  async function startOctober(town: Town): Promise<string> {
    const { app, planner } = town;
    expect(await reverse(town, { openReadings: false })).toBeUndefined();
    const id = await calculateMonth(town, OCTOBER);
    await approveRun(town, id);
    await app.call(contract.postRun, { as: planner, params: { id } });
    const september = sql<{ id: string }>`select id from billing.bill_runs where period = ${SEPTEMBER}`;
    return (await one<{ id: string }>(app.db, september)).id;
  }

  test('is not opened by the reversal of the month before', async () => {
    const town = await makeTown();
    const { app, planner, approver } = town;
    const id = await startOctober(town);
    await app.call(contract.reverseRun, await ask(town, planner, id));
    const decided = await decide({ ...town, id }, approver);
    expect(await app.codeOf(contract.decideReversal, decided)).toBe('meters.reading_in_posting');
  });

  test('nor if one person does it alone', async () => {
    const town = await makeTown();
    const { app, planner } = town;
    const id = await startOctober(town);
    await allowAlone(town);
    expect(await app.codeOf(contract.reverseRun, await ask(town, planner, id))).toBe(
      'meters.reading_in_posting',
    );
    const body = { openReadings: false };
    expect(await app.codeOf(contract.reverseRun, await ask(town, planner, id, body))).toBeUndefined();
  });
});

test('a closed month is refused when it is asked too; that of today if one person does it alone', async () => {
  const town = await makeTown();
  const { app } = town;
  app.clock.set('2026-12-01T04:00:00Z');
  const planner = await app.staff('admin');
  await allowAlone({ ...town, planner });
  const asked = await ask({ ...town, planner });
  const close = (month: string) =>
    execute(
      app.db,
      sql`insert into ledger.closed_periods (period, closed_at) values (${month}, ${app.system().now})`,
    );
  await close('2026-12-01');
  expect(await app.codeOf(contract.reverseRun, asked)).toBe('ledger.period_closed');
  await close('2026-11-01');
  expect(await app.codeOf(contract.reverseRun, asked)).toBe('billing.issue_month_closed');
});
