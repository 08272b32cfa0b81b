/** A posted run is reversed as a whole by two people, and not at all if something rests on one of its bills. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { MadeConnection } from '#domains/meters/factory.ts';
import * as readings from '#domains/meters/readings/contract.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { ledgerSum, type Person } from '#test/app.ts';
import * as settings from '../settings/contract.ts';
import { RUN_STATES } from './bill-run.rules.ts';
import * as contract from './contract.ts';
import { billMonth, outcomesOf } from './factory-months.ts';
import {
  ask,
  correctOne,
  decide,
  getRun,
  makeTown,
  OCTOBER,
  reverse,
  SEPTEMBER,
  type Town,
} from './factory-reversal.ts';

/** What is owed on the receivables of each connection, and what its open bills say. */
async function owed({ app, made }: Town): Promise<[ledger: number, bills: number][]> {
  const rows = await all<{ id: string; ledger: number; bills: number }>(
    app.db,
    sql`select c.id, (select coalesce(sum(e.amount_minor), 0)::bigint from ledger.entries e where e.party_id = c.id
          and e.account_code = '1100') as ledger,
        (select coalesce(sum(total_minor - settled_minor), 0)::bigint from billing.invoices i
          where i.connection_id = c.id and i.cancelled_on is null) as bills
      from meters.connections c`,
  );
  return made.map(({ id }) => {
    const row = rows.find((connection) => connection.id === id);
    return [row?.ledger ?? -1, row?.bills ?? -1];
  });
}

const cash = ({ app }: Town, as: Person, connectionId: string, amountMinor: number) =>
  app.call(makePayment, { as, body: { connectionId, amountMinor, tender: { method: 'CASH' } } });

describe('asked by one person, done by another', () => {
  let town: Town;
  beforeAll(async () => {
    town = await makeTown();
  });

  test('the person who asks does not decide, and nobody asks twice', async () => {
    const { app, planner, approver, id } = town;
    expect((await getRun(town, id)).can).toMatchObject({ reverse: true, decideReversal: false });
    const stale = { as: planner, params: { id }, body: { version: 0, reason: 'x' } };
    expect(await app.codeOf(contract.reverseRun, stale)).toBe('common.stale_version');
    const asked = await app.call(contract.reverseRun, await ask(town));
    expect(asked.state).toBe('POSTED');
    expect(await app.codeOf(contract.reverseRun, await ask(town))).toBe('billing.reversal_waits');
    expect(await app.codeOf(contract.decideReversal, await decide(town, planner))).toBe(
      'billing.reversal_second_person',
    );
    const seen = await app.call(contract.getRun, { as: approver, params: { id } });
    expect(seen.can).toMatchObject({ reverse: false, decideReversal: true });
    expect(seen.reversal).toMatchObject({ state: 'REQUESTED', reason: 'wrong tariff', decidedBy: null });
    const told = await all<{ user: string }>(
      app.db,
      sql`select user_id as user from platform.notices where kind = 'billing.reversal_waiting'`,
    );
    const users = told.map(({ user }) => user);
    expect([users.includes(approver.userId ?? ''), users.includes(planner.userId ?? '')]).toEqual([
      true,
      false,
    ]);
  });

  test('refused, it stays posted and can be asked for again', async () => {
    const { app, approver, id } = town;
    const refused = await app.call(contract.decideReversal, await decide(town, approver, false));
    const again = await app.codeOf(contract.decideReversal, await decide(town, approver));
    const { reversal } = await getRun(town, id);
    const ends = [refused.state, again, reversal?.state];
    expect(ends).toEqual(['POSTED', 'billing.reversal_decided', 'REFUSED']);
    const as = await ask(town, await app.staffWith(['bill-runs:view', 'bill-runs:approve']));
    expect((await app.refused(contract.reverseRun, as)).status).toBe(402);
  });

  test('done: bills cancelled with their numbers, opposite journals, readings open, the month free', async () => {
    const { app, approver, id, made } = town;
    const bills = () =>
      all<{ number: string; state: string; reason: string | null }>(
        app.db,
        sql`select number, state, cancel_reason as reason from billing.invoices where run_id = ${id} order by number`,
      );
    const numbers = (await bills()).map(({ number }) => number);
    await app.call(contract.reverseRun, await ask(town));
    expect((await app.call(contract.decideReversal, await decide(town, approver))).state).toBe('REVERSED');
    expect(await bills()).toEqual(
      numbers.map((number) => ({ number, state: 'CANCELLED', reason: 'wrong tariff' })),
    );
    expect(await owed(town)).toEqual(made.map(() => [10_000, 10_000]));
    expect(await ledgerSum(app)).toBe(0);
    const opposite = await all<{ account: string; sum: number }>(
      app.db,
      sql`select e.account_code as account, sum(e.amount_minor)::bigint as sum from ledger.journals r
        join ledger.journals j on j.id = r.reverses_id join ledger.entries e on e.journal_id in (r.id, j.id)
        group by e.account_code`,
    );
    expect(opposite.map(({ sum }) => sum)).toEqual([0, 0]);
    const { reversals } = await one<{ reversals: number }>(
      app.db,
      sql`select count(*) as reversals from ledger.journals where kind = 'REVERSAL' and reason = 'wrong tariff'
        and business_date = '2026-11-02' and posted_by = ${approver.userId}`,
    );
    expect(reversals).toBe(3);
    const states = sql`select period, state from meters.readings group by period, state order by period`;
    expect(await all(app.db, states)).toEqual([
      { period: SEPTEMBER, state: 'BILLED' },
      { period: OCTOBER, state: 'VALID' },
    ]);
    const audited = await all<{ action: string; reason: string; state: string }>(
      app.db,
      sql`select action, reason, after ->> 'state' as state from platform.audit where action like 'bill-run.%revers%' order by at, id`,
    );
    expect(audited.map(({ action, state, reason }) => `${action} ${state} ${reason}`)).toEqual([
      'bill-run.ask-reversal REQUESTED wrong tariff',
      'bill-run.refuse-reversal REFUSED the tariff was right',
      'bill-run.ask-reversal REQUESTED wrong tariff',
      'bill-run.approve-reversal DONE wrong tariff',
    ]);
  });

  test('a reversed run stays reversed; the month is billed again, with a corrected reading', async () => {
    const { app, id, made, approver } = town;
    expect(await app.codeOf(contract.reverseRun, await ask(town))).toBe('billing.run_state');
    const [first] = made as [MadeConnection];
    const reading = await one<{ id: string; version: number }>(
      app.db,
      sql`select id, version from meters.readings where connection_id = ${first.id} and period = ${OCTOBER}`,
    );
    await app.call(readings.editReading, {
      as: approver,
      body: { ...reading, readOn: '2026-10-31', registerLitres: 25_000, reason: 'misread' },
    });
    await app.call(readings.approveUnflagged, { as: town.planner, body: { period: OCTOBER } });
    const again = await billMonth(town, OCTOBER);
    const outcomes = await outcomesOf(town, again);
    expect(made.map(({ id: connection }) => outcomes.get(connection))).toEqual([
      'BILLED',
      'BILLED',
      'BILLED',
    ]);
    expect((await owed(town)).map(([, bills]) => bills)).toEqual([25_000, 30_000, 30_000]);
    const { last, count } = await one<{ last: number; count: number }>(
      app.db,
      sql`select (select last from platform.number_series where series = 'invoice') as last, count(*) as count
        from billing.invoices`,
    );
    expect(last).toBe(count);
    expect(again).not.toBe(id);
  });
});

test('a reading of a reversed run is corrected although a later one was approved before', async () => {
  const town = await makeTown();
  const { app } = town;
  const [first] = town.made as [MadeConnection];
  app.clock.set('2026-11-20T04:00:00Z');
  const person = await app.staff('admin');
  const november = {
    meterId: first.meterId,
    period: '2026-11-01',
    readOn: '2026-11-19',
    registerLitres: 42_000,
  };
  const taken = await app.call(readings.captureReading, { as: person, body: november });
  const approval = { id: taken.id, version: taken.version, action: 'approve' as const, reason: 'looked at' };
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'VALID', flags = '{}' where id = ${taken.id}`,
  );
  await app.call(readings.reviewReading, { as: person, body: approval });
  const [planner, decider] = [await app.staff('admin'), await app.staff('admin')];
  await app.call(contract.reverseRun, await ask({ ...town, planner }, planner));
  await app.call(contract.decideReversal, await decide(town, decider));
  const reading = await one<{ id: string; version: number }>(
    app.db,
    sql`select id, version from meters.readings where connection_id = ${first.id} and period = ${OCTOBER}`,
  );
  const change = { ...reading, readOn: '2026-10-31', registerLitres: 25_000, reason: 'misread' };
  expect(await app.codeOf(readings.editReading, { as: person, body: change })).toBeUndefined();
  const after = await one<{ state: string; used: number }>(
    app.db,
    sql`select state, consumption_litres as used from meters.readings
      where connection_id = ${first.id} and period = '2026-11-01' and living`,
  );
  expect([['VALID', 'FLAGGED'].includes(after.state), after.used]).toEqual([true, 17_000]);
});

describe('what rests on a bill', () => {
  test('an advance that paid it goes back to its connection; then the run is reversed', async () => {
    const town = await makeTown();
    const { app, made, planner } = town;
    const cashier = await app.staff('cashier');
    const [first] = made as [MadeConnection];
    // Reverses October, pays too much for September, and bills October again: the advance pays a part of it.
    expect(await reverse(town, { openReadings: false })).toBeUndefined();
    await cash(town, cashier, first.id, 25_000);
    town.id = await billMonth(town, OCTOBER);
    expect((await owed(town))[0]).toEqual([5000, 5000]);
    expect(await reverse(town)).toBeUndefined();
    expect((await owed(town))[0]).toEqual([0, 0]);
    const { advance } = await one<{ advance: number }>(
      app.db,
      sql`select sum(amount_minor)::bigint as advance from ledger.entries where account_code = '2200' and party_id = ${first.id}`,
    );
    expect(advance).toBe(-15_000);
    expect(await ledgerSum(app)).toBe(0);
    expect(planner.role).toBe('admin');
  });

  test('a payment on one bill: refused when asked and when decided, and nothing is done', async () => {
    const town = await makeTown();
    const { app, made, approver } = town;
    const cashier = await app.staff('cashier');
    await app.call(contract.reverseRun, await ask(town));
    // September is paid, and one poisha of October.
    await cash(town, cashier, (made[1] as MadeConnection).id, 10_001);
    const refusal = await app.refused(contract.decideReversal, await decide(town, approver));
    const { number } = await one<{ number: string }>(
      app.db,
      sql`select number from billing.invoices where run_id = ${town.id} and connection_id = ${made[1]?.id}`,
    );
    expect([refusal.code, refusal.params]).toEqual(['billing.run_blocked', { count: 1, numbers: number }]);
    expect((await getRun(town, town.id)).state).toBe('POSTED');
    expect((await owed(town)).map(([ledger]) => ledger)).toEqual([30_000, 19_999, 30_000]);
    await app.call(contract.decideReversal, await decide(town, approver, false));
    expect(await app.codeOf(contract.reverseRun, await ask(town))).toBe('billing.run_blocked');
  });

  test('a corrected bill', async () => {
    const town = await makeTown();
    await correctOne(town);
    expect(await reverse(town)).toBe('billing.run_blocked');
  });

  test('a later month', async () => {
    const town = await makeTown();
    const { app, planner } = town;
    const september = await one<{ id: string }>(
      app.db,
      sql`select id from billing.bill_runs where period = ${SEPTEMBER}`,
    );
    expect(await app.codeOf(contract.reverseRun, await ask(town, planner, september.id))).toBe(
      'billing.run_blocked',
    );
    expect(await reverse(town)).toBeUndefined();
    expect(await app.codeOf(contract.reverseRun, await ask(town, planner, september.id))).toBeUndefined();
  });

  test('everything that prevents it is listed before: each bill, what rests on it, and the later run', async () => {
    const town = await makeTown();
    const { app, made, planner } = town;
    const september = await one<{ id: string }>(
      app.db,
      sql`select id from billing.bill_runs where period = ${SEPTEMBER}`,
    );
    const listed = (id: string) => app.call(contract.getRunObstacles, { as: planner, params: { id } });
    expect(await listed(town.id)).toEqual({ total: 0, paid: 0, corrected: 0, builtOn: 0, items: [] });
    await cash(town, await app.staff('cashier'), (made[1] as MadeConnection).id, 10_001);
    await correctOne(town);
    await execute(app.owner.db, sql`update consumers.consumers set name = 'Rahim', name_bn = 'রহিম'`);
    const october = await listed(town.id);
    expect(october.items[0]).toMatchObject({ consumerName: 'Rahim', consumerNameBn: 'রহিম' });
    expect(october).toMatchObject({ total: 2, paid: 1, corrected: 1, builtOn: 0 });
    expect(
      october.items.map(({ obstacles, settledMinor, laterRun }) => [obstacles, settledMinor, laterRun]),
    ).toEqual([
      [['paid'], 1, null],
      [['corrected'], 1000, null],
    ]);
    const later = await listed(september.id);
    expect(later).toMatchObject({ total: 3, paid: 1, corrected: 0, builtOn: 3 });
    const laterRun = { id: town.id, period: OCTOBER };
    expect(later.items[1]).toMatchObject({ obstacles: ['paid', 'built_on'], laterRun });
    const params = { id: crypto.randomUUID() };
    expect(await app.codeOf(contract.getRunObstacles, { as: planner, params })).toBe('common.not_found');
  });

  test('a closed month, of the bills or of today', async () => {
    const town = await makeTown();
    const { app, approver } = town;
    await app.call(contract.reverseRun, await ask(town));
    await execute(
      app.db,
      sql`insert into ledger.closed_periods (period, closed_at) values ('2026-11-01', ${app.system().now})`,
    );
    expect(await app.codeOf(contract.decideReversal, await decide(town, approver))).toBe(
      'billing.issue_month_closed',
    );
    expect((await getRun(town, town.id)).state).toBe('POSTED');
  });

  test('the month of today, in which the opposites would be posted', async () => {
    const town = await makeTown();
    const { app } = town;
    app.clock.set('2026-12-01T04:00:00Z');
    const [asker, decider] = [await app.staff('admin'), await app.staff('admin')];
    await app.call(contract.reverseRun, await ask({ ...town, planner: asker }));
    await execute(
      app.db,
      sql`insert into ledger.closed_periods (period, closed_at) values ('2026-12-01', ${app.system().now})`,
    );
    expect(await app.codeOf(contract.decideReversal, await decide(town, decider))).toBe(
      'ledger.period_closed',
    );
  });
});

async function allowAlone({ app, planner }: Awaited<ReturnType<typeof makeTown>>, minor: number) {
  const { limits, version } = await app.call(settings.getBillingLimits, { as: planner });
  const body = { limits: { ...limits, cancelAloneUpToMinor: minor }, version };
  await changeLimits(app, settings.updateBillingLimits, body);
}

test('below the limit of the settings one person does it alone', async () => {
  const town = await makeTown();
  const { app, planner } = town;
  await allowAlone(town, 60_000);
  expect((await app.call(contract.reverseRun, await ask(town))).state).toBe('REVERSED');
  const { reversal } = await getRun(town, town.id);
  expect(reversal).toMatchObject({ state: 'DONE', decidedBy: expect.any(String) });
  const kept = sql`select count(*) = (select count(*) from billing.invoices where run_id = ${town.id}) as each
    from billing.alone_acts where kind = 'CANCEL' and person_id = ${planner.userId}`;
  expect(await one(app.db, kept)).toEqual({ each: true });
});

test('the bills of a run count together: one person reverses their sum alone, or nothing', async () => {
  const town = await makeTown();
  const { minor, largest } = await one<{ minor: number; largest: number }>(
    town.app.db,
    sql`select sum(total_minor)::bigint as minor, max(total_minor) as largest
      from billing.invoices where run_id = ${town.id}`,
  );
  expect(largest).toBeLessThan(minor - 1);
  await allowAlone(town, minor - 1);
  expect((await town.app.call(contract.reverseRun, await ask(town))).state).toBe('POSTED');
  expect((await getRun(town, town.id)).reversal).toMatchObject({ state: 'REQUESTED', decidedBy: null });
});

test.each([
  ['by the same person today', 'same', 0],
  ['by somebody else on one connection three weeks ago', 'other', 21],
] as const)('what was done alone %s counts: then a second person decides', async (_name, who, daysAgo) => {
  const town = await makeTown();
  const { app, planner } = town;
  await allowAlone(town, 60_000);
  const person = who === 'same' ? planner : await app.staff('reviewer');
  await execute(
    app.db,
    sql`insert into billing.alone_acts (kind, person_id, done_on, connection_id, bill_ids, amount_minor, source_id)
      select 'REVERSE', ${person.userId}::uuid, ${app.system().today}::date - ${daysAgo}::int, i.connection_id,
        -- On its own this connection may still have its bill cancelled alone; all bills of the person's day may not.
        array[]::uuid[], 60000 - case when ${who === 'same'} then i.total_minor else 0 end, i.id
      from billing.invoices i where i.run_id = ${town.id} limit 1`,
  );
  expect((await app.call(contract.reverseRun, await ask(town))).state).toBe('POSTED');
  expect((await getRun(town, town.id)).reversal).toMatchObject({ state: 'REQUESTED', decidedBy: null });
});

test('asked twice with one key, it is asked once', async () => {
  const town = await makeTown();
  const { app, planner, id } = town;
  const { version } = await getRun(town, id);
  const send = () =>
    app.server.inject({
      method: 'POST',
      url: `/api/billing/bill-run/${id}/reverse`,
      headers: { authorization: `Bearer ${planner.idToken}`, 'idempotency-key': 'reverse-once-0001' },
      payload: { version, reason: 'wrong tariff' },
    });
  const answers = [await send(), await send()];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const { count } = await one<{ count: number }>(
    app.db,
    sql`select count(*) as count from billing.bill_run_reversals`,
  );
  expect(count).toBe(1);
});

test('in every other state it is refused', async () => {
  const town = await makeTown();
  for (const state of RUN_STATES.filter((name) => name !== 'POSTED')) {
    await execute(
      town.app.owner.db,
      sql`update billing.bill_runs set state = ${state}, cancelled_at = case when ${state} = 'CANCELLED' then now() end,
        cancel_reason = case when ${state} = 'CANCELLED' then 'x' end where id = ${town.id}`,
    );
    expect(await town.app.codeOf(contract.reverseRun, await ask(town)), state).toBe('billing.run_state');
  }
});
