/** Which months a run bills: how many a reading counts for, none over an unbilled one, and the day that it is dated. */
import { describe, expect, test } from 'vitest';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import * as settings from '../settings/contract.ts';
import { workCalculation, workPosting } from './actions/work-run.ts';
import * as contract from './contract.ts';
import {
  approveRun,
  billMonth,
  calculateMonth,
  chargesOf,
  connect,
  makeTown,
  type Office,
  outcomesOf,
} from './factory-months.ts';
import { previewReadings } from './preview-readings.ts';

describe('how many months a reading counts for', () => {
  // Registers rise by 10 m³ at each reading; ৳30 a month.
  const cases: [what: string, readings: [string, string][], months: number[]][] = [
    [
      'each on the last day',
      [
        ['2026-09-01', '2026-09-30'],
        ['2026-10-01', '2026-10-31'],
        ['2026-11-01', '2026-11-30'],
      ],
      [1, 1, 1],
    ],
    [
      'one 16 days late: 46 and 14 days are two months',
      [
        ['2026-09-01', '2026-09-30'],
        ['2026-10-01', '2026-11-15'],
        ['2026-11-01', '2026-11-29'],
      ],
      [1, 1, 1],
    ],
    [
      'one 12 days early: 18 and 43 days are two months',
      [
        ['2026-09-01', '2026-09-30'],
        ['2026-10-01', '2026-10-18'],
        ['2026-11-01', '2026-11-30'],
      ],
      [1, 1, 1],
    ],
    [
      'a month without a reading counts with the next one',
      [
        ['2026-09-01', '2026-09-30'],
        ['2026-11-01', '2026-11-30'],
      ],
      [1, 2],
    ],
    [
      'so it does if the next one is early: 46 days are two months',
      [
        ['2026-09-01', '2026-09-30'],
        ['2026-11-01', '2026-11-15'],
      ],
      [1, 2],
    ],
    [
      'after two months without a reading',
      [
        ['2026-08-01', '2026-08-31'],
        ['2026-11-01', '2026-11-30'],
      ],
      [1, 3],
    ],
  ];

  test.each(cases)('%s', async (_what, readings, months) => {
    const office = await makeTown();
    const [first = ''] = readings[0] ?? [];
    // A whole month before the first reading.
    const connectedOn = first === '2026-08-01' ? '2026-07-31' : '2026-08-30';
    const made = await connect(office, {
      connectedOn,
      readings: readings.map(([period, day], index) => [period, day, (index + 1) * 10_000]),
    });
    const rows = await all<{ id: string }>(
      office.app.db,
      sql`select id from meters.readings where connection_id = ${made.id} order by period`,
    );
    const previews = await previewReadings(
      office.app.db,
      rows.map(({ id }) => id),
    );
    const before = new Map(previews.map(({ readingId, totalMinor }) => [readingId, totalMinor]));
    expect(rows.map(({ id }) => before.get(id))).toEqual(months.map((count) => 10_000 + 3000 * count));
    for (const [period] of readings) await billMonth(office, period);
    expect((await chargesOf(office, made.id)).map(([, water, fixed]) => [water, fixed])).toEqual(
      months.map((count) => [100, 30 * count]),
    );
    const kept = await all<{ periods: number }>(
      office.app.db,
      sql`select periods from billing.invoices where connection_id = ${made.id} order by period`,
    );
    expect(kept.map(({ periods }) => periods)).toEqual(months);
  });
});

describe('a month is not billed over an unbilled one', () => {
  test('held with its reason; released by an approver with a reason; the earlier month can still be billed', async () => {
    const office = await makeTown('2026-11-02T04:00:00Z');
    const { app, planner, approver } = office;
    const readings: [string, string, number][] = [
      ['2026-09-01', '2026-09-30', 10_000],
      ['2026-10-01', '2026-10-31', 30_000],
    ];
    const [released, held] = [
      await connect(office, { connectedOn: '2026-08-30', readings }),
      await connect(office, { connectedOn: '2026-08-30', readings }),
    ];
    const id = await calculateMonth(office, '2026-10-01');
    const outcomes = async () => {
      const outcome = await outcomesOf(office, id);
      return [outcome.get(released.id), outcome.get(held.id)];
    };
    expect(await outcomes()).toEqual(['month_before_unbilled', 'month_before_unbilled']);
    const run = await app.call(contract.getRun, { as: approver, params: { id } });
    expect([run.can.release, run.proof.complete]).toEqual([true, true]);

    const release = (as: typeof planner, body: { connectionId?: string; reason: string }) => ({
      ...{ as, params: { id }, body },
    });
    const mayPlan = await app.staffWith(['bill-runs:view', 'bill-runs:plan']);
    expect((await app.refused(contract.releaseHeld, release(mayPlan, { reason: 'x' }))).status).toBe(402);
    await app.call(contract.calculateHeld, { as: planner, params: { id }, body: {} });
    await workCalculation(app.db, app.clock, id);
    expect(await outcomes()).toEqual(['month_before_unbilled', 'month_before_unbilled']);

    await app.call(
      contract.releaseHeld,
      release(approver, { connectionId: released.id, reason: 'paid by letter' }),
    );
    await workCalculation(app.db, app.clock, id);
    expect(await outcomes()).toEqual(['BILLED', 'month_before_unbilled']);
    await app.call(contract.releaseHeld, release(approver, { reason: 'new utility' }));
    await workCalculation(app.db, app.clock, id);
    expect(await outcomes()).toEqual(['BILLED', 'BILLED']);
    expect(await app.codeOf(contract.releaseHeld, release(approver, { reason: 'again' }))).toBe(
      'billing.nothing_held',
    );
    const audited = await all<{ reason: string; count: string }>(
      app.db,
      sql`select reason, after ->> 'count' as count from platform.audit where action = 'bill-run.release' order by at, id`,
    );
    expect(audited).toEqual([
      { reason: 'paid by letter', count: '1' },
      { reason: 'new utility', count: '1' },
    ]);

    // What was released is not held again by the comparison at approval and posting.
    expect((await approveRun(office, id)).moved).toBe(0);
    expect(await app.codeOf(contract.releaseHeld, release(approver, { reason: 'late' }))).toBe(
      'billing.run_state',
    );
    await app.call(contract.postRun, { as: planner, params: { id } });
    await workPosting(app.db, app.clock, id);
    expect(await chargesOf(office, released.id)).toEqual([['2026-10', 200, 30]]);
    await billMonth(office, '2026-09-01');
    expect(await chargesOf(office, released.id)).toEqual([
      ['2026-09', 100, 30],
      ['2026-10', 200, 30],
    ]);
  });

  test('an earlier reading that comes after the calculation holds the bill at the approval', async () => {
    const office = await makeTown('2026-11-02T04:00:00Z');
    const made = await connect(office, {
      connectedOn: '2026-07-31',
      readings: [
        ['2026-08-01', '2026-08-31', 10_000],
        ['2026-09-01', '2026-09-30', 20_000],
        ['2026-10-01', '2026-10-31', 30_000],
      ],
    });
    await billMonth(office, '2026-08-01');
    await billMonth(office, '2026-09-01');
    const id = await calculateMonth(office, '2026-10-01');
    expect((await outcomesOf(office, id)).get(made.id)).toBe('BILLED');
    // Its bill of September is cancelled: the reading is approved again.
    await execute(
      office.app.db,
      sql`update billing.invoices set cancelled_on = '2026-11-02', cancel_reason = 'wrong'
        where connection_id = ${made.id} and period = '2026-09-01'`,
    );
    await execute(
      office.app.db,
      sql`update meters.readings set state = 'APPROVED' where connection_id = ${made.id} and period = '2026-09-01'`,
    );
    expect((await approveRun(office, id)).moved).toBe(1);
    expect((await outcomesOf(office, id)).get(made.id)).toBe('month_before_unbilled');
  });

  test('months without a reading in between are looked behind', async () => {
    const office = await makeTown('2026-11-02T04:00:00Z');
    const made = await connect(office, {
      connectedOn: '2026-07-31',
      readings: [
        ['2026-08-01', '2026-08-31', 10_000],
        ['2026-10-01', '2026-10-31', 30_000],
      ],
    });
    const id = await calculateMonth(office, '2026-10-01');
    expect((await outcomesOf(office, id)).get(made.id)).toBe('month_before_unbilled');
  });
});

describe('the issue day', () => {
  const plan = async ({ app, planner }: Office, issuedOn: string) => {
    const body = { period: '2026-10-01', issuedOn, dueOn: '2027-02-01' };
    const refused = await app.refused(contract.planRun, { as: planner, body });
    return [refused.code, refused.params];
  };

  test('is in the window of the settings around today, and never in the next month', async () => {
    const office = await makeTown('2026-11-28T04:00:00Z');
    await connect(office, { connectedOn: '2026-09-30', readings: [['2026-10-01', '2026-10-31', 9_000]] });
    const { app, planner } = office;
    const { limits, version } = await app.call(settings.getBillingLimits, { as: planner });
    expect([limits.issueDaysBack, limits.issueDaysAhead]).toEqual([31, 7]);
    await changeLimits(app, settings.updateBillingLimits, {
      limits: { ...limits, issueDaysBack: 3, issueDaysAhead: 10 },
      version,
    });
    const window = { from: '2026-11-25', to: '2026-11-30' };
    for (const day of ['2026-11-24', '2026-12-01', '2026-12-05', '2025-11-28']) {
      expect(await plan(office, day), day).toEqual(['billing.issue_day_outside', window]);
    }
    for (const day of ['2026-11-25', '2026-11-30']) {
      const id = await calculateMonth(office, '2026-10-01', { issuedOn: day });
      await app.call(contract.giveUpRun, { as: planner, params: { id }, body: { reason: 'next' } });
    }
  });

  test('is never in a closed month, nor is a run posted that waited until it was closed or long ago', async () => {
    const office = await makeTown('2026-11-03T04:00:00Z');
    await connect(office, { connectedOn: '2026-09-30', readings: [['2026-10-01', '2026-10-31', 9_000]] });
    const { app, planner } = office;
    const id = await calculateMonth(office, '2026-10-01', { issuedOn: '2026-10-31' });
    await approveRun(office, id);
    const post = () => app.codeOf(contract.postRun, { as: planner, params: { id } });
    await execute(
      app.db,
      sql`insert into ledger.closed_periods (period, closed_at) values ('2026-10-01', ${app.system().now})`,
    );
    expect(await plan(office, '2026-10-31')).toEqual(['billing.issue_month_closed', { month: '2026-10-01' }]);
    expect(await post()).toBe('billing.issue_month_closed');
    app.clock.set('2026-12-15T04:00:00Z');
    const again = await app.staff('admin');
    expect(await app.codeOf(contract.postRun, { as: again, params: { id } })).toBe(
      'billing.issue_day_outside',
    );
  });

  test('a month of the future is not billed', async () => {
    const { app, planner } = await makeTown('2026-11-28T04:00:00Z');
    const body = { period: '2026-12-01', issuedOn: '2026-11-28', dueOn: '2026-12-20' };
    expect(await app.codeOf(contract.planRun, { as: planner, body })).toBe('billing.month_in_future');
  });

  test('no bill is dated before its reading', async () => {
    const office = await makeTown('2026-11-03T04:00:00Z');
    const late = await connect(office, {
      connectedOn: '2026-09-30',
      readings: [['2026-10-01', '2026-11-02', 9_000]],
    });
    const early = await connect(office, {
      connectedOn: '2026-09-30',
      readings: [['2026-10-01', '2026-11-01', 9_000]],
    });
    const id = await calculateMonth(office, '2026-10-01', { issuedOn: '2026-11-01' });
    const outcomes = await outcomesOf(office, id);
    expect([outcomes.get(late.id), outcomes.get(early.id)]).toEqual(['read_after_issue', 'BILLED']);
  });

  test('nothing is posted before the day of issue', async () => {
    const office = await makeTown('2026-11-03T04:00:00Z');
    await connect(office, { connectedOn: '2026-09-30', readings: [['2026-10-01', '2026-10-31', 9_000]] });
    const { app } = office;
    const id = await calculateMonth(office, '2026-10-01', { issuedOn: '2026-11-05' });
    await approveRun(office, id);
    const post = async () => {
      const refused = await app.refused(contract.postRun, { as: office.planner, params: { id } });
      return [refused.code, refused.params];
    };
    expect(await post()).toEqual(['billing.issue_day_ahead', { day: '2026-11-05' }]);
    app.clock.set('2026-11-05T04:00:00Z');
    const later = await app.staff('admin');
    expect(await app.codeOf(contract.postRun, { as: later, params: { id } })).toBeUndefined();
  });

  test('households have a week to pay, when it is planned and when it is posted; or what the rules give', async () => {
    const office = await makeTown('2026-11-03T04:00:00Z');
    const { app, planner } = office;
    await connect(office, { connectedOn: '2026-09-30', readings: [['2026-10-01', '2026-10-31', 9_000]] });
    const body = { period: '2026-10-01', issuedOn: '2026-11-01' };
    const plan = async (dueOn: string) => {
      const refused = await app.refused(contract.planRun, { as: planner, body: { ...body, dueOn } });
      return [refused.code, refused.params];
    };
    const days = { from: '2026-11-10', to: '2027-05-06' };
    for (const day of ['2026-11-09', '2027-05-07', '9999-12-31'])
      expect(await plan(day), day).toEqual(['billing.due_day_outside', days]);
    const { id } = await app.call(contract.planRun, { as: planner, body: { ...body, dueOn: '2026-11-10' } });
    await workCalculation(app.db, app.clock, id);
    await approveRun(office, id);
    app.clock.set('2026-11-04T04:00:00Z');
    const later = await app.staff('admin');
    expect(await app.codeOf(contract.postRun, { as: later, params: { id } })).toBe('billing.due_day_outside');
    app.clock.set('2026-11-03T04:00:00Z');
    expect(await app.codeOf(contract.postRun, { as: planner, params: { id } })).toBeUndefined();
  });
});
