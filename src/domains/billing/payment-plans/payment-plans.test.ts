/** Payment plans over HTTP: proposed, accepted, paid, broken; the bills are held exactly as long. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import * as contract from './contract.ts';
import { BILL, planningOffice, START } from './factory.ts';

const office = await planningOffice();
const { app, household, goTo, rule, debtor, options, propose } = office;
const { get, at, active, pay, run, until, kept, log, messages, states } = office;
const USUAL = { firstPercent: 20, brokenAYear: 12, aloneUpToMinor: 1_000_00 };

beforeAll(() => rule(USUAL));
afterEach(async () => {
  await goTo(START);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

describe('a plan that the office proposes', () => {
  test('has the late bills, holds them at once, and is told to the household with the day to accept', async () => {
    const { connectionId, invoices } = await debtor();
    const { bills, sumMinor } = await options(connectionId);
    expect([bills.map(({ id }) => id), sumMinor]).toEqual([
      invoices.slice(0, 3).map(({ id }) => id),
      3 * BILL,
    ]);
    const { id, number, state } = await propose(connectionId);
    expect([state, number]).toEqual(['PROPOSED', expect.stringMatching(/^98\d{9}$/)]);
    expect(await kept(id)).toEqual({ state: 'PROPOSED', because: null, held: 3 });
    const plan = await get(id, household);
    expect(plan).toMatchObject({
      acceptBy: '2026-12-12',
      sumMinor: 3 * BILL,
      leftMinor: 3 * BILL,
      paidMinor: 0,
    });
    expect(plan.parts.map(({ dueOn, amountMinor }) => [dueOn, amountMinor])).toEqual([
      ['2026-12-12', 100_00],
      ['2027-01-10', 122_00],
      ['2027-02-10', 123_00],
    ]);
    expect(plan.can).toMatchObject({ accept: true, decline: true, cancel: false, propose: false });
    expect(await messages(id)).toEqual(['proposed']);
    expect(await log(id)).toEqual(['propose']);
  });

  test('is accepted by the household, paid oldest instalment first, and complete when all is paid', async () => {
    const { id, connectionId } = await active();
    expect(await kept(id)).toEqual({ state: 'ACTIVE', because: null, held: 3 });
    expect(await states(id)).toEqual(['DUE 0', 'DUE 0', 'DUE 0']);
    await pay(connectionId, 150_00);
    expect(await states(id)).toEqual(['PAID 100', 'PARTLY 50', 'DUE 0']);
    expect(await get(id)).toMatchObject({
      paidMinor: 150_00,
      leftMinor: 195_00,
      nextOn: '2027-01-10',
      nextMinor: 72_00,
    });
    await pay(connectionId, 195_00);
    expect(await kept(id)).toEqual({ state: 'COMPLETED', because: null, held: 0 });
    expect(await states(id)).toEqual(['PAID 100', 'PAID 122', 'PAID 123']);
    expect(await log(id)).toEqual(['propose', 'accept', 'complete']);
    expect(await messages(id)).toEqual(['proposed', 'active', 'completed']);
  });

  test('is broken after one missed instalment and the days of grace; each thing is told once', async () => {
    const { id, connectionId } = await active();
    await pay(connectionId, 100_00);
    await until('2027-01-06');
    expect(await messages(id)).toEqual(['proposed', 'active']);
    await until('2027-01-08');
    await run();
    expect(await messages(id)).toEqual(['proposed', 'active', 'remind:2']);
    await until('2027-01-10');
    expect(await states(id)).toEqual(['PAID 100', 'DUE 0', 'DUE 0']);
    await until('2027-01-15');
    await run();
    expect(await states(id)).toEqual(['PAID 100', 'MISSED 0', 'DUE 0']);
    expect(await messages(id)).toEqual(['proposed', 'active', 'remind:2', 'missed:2']);
    expect((await get(id)).parts[1]).toMatchObject({ toldOn: '2027-01-11', untilDay: '2027-01-15' });
    expect(await kept(id)).toEqual({ state: 'ACTIVE', because: null, held: 3 });
    await until('2027-01-16');
    await run();
    expect(await kept(id)).toEqual({ state: 'BROKEN', because: 'INSTALMENT_MISSED', held: 0 });
    expect(await messages(id)).toEqual(['proposed', 'active', 'remind:2', 'missed:2', 'broken']);
    expect(await log(id)).toEqual(['propose', 'accept', 'break']);
    // What is paid afterwards is not of the plan any more.
    await pay(connectionId, 50_00);
    expect(await get(id)).toMatchObject({ paidMinor: 100_00, leftMinor: 245_00, lateDays: 6 });
  });

  test('goes on if it is paid within the days of grace; a run that is late gives them from its own day on', async () => {
    const { id, connectionId } = await active();
    await goTo('2026-12-20');
    await run();
    expect((await get(id)).parts[0]).toMatchObject({
      state: 'MISSED',
      toldOn: '2026-12-20',
      untilDay: '2026-12-24',
    });
    await until('2026-12-24');
    await pay(connectionId, 100_00);
    await until('2026-12-30');
    expect(await kept(id)).toMatchObject({ state: 'ACTIVE', held: 3 });
  });

  test('ends if nobody accepts it in time, and cannot be accepted afterwards', async () => {
    const { connectionId } = await debtor();
    const { id } = await propose(connectionId);
    await goTo('2026-12-13');
    const { params, version } = await at(id);
    const late = { as: household, params, body: { version } };
    expect(await app.codeOf(contract.acceptOwnPlan, late)).toBe('payment_plans.accept_over');
    await run();
    expect(await kept(id)).toEqual({ state: 'EXPIRED', because: null, held: 0 });
    expect(await messages(id)).toEqual(['proposed', 'expired']);
    expect(await log(id)).toEqual(['propose', 'expire']);
    expect(await app.codeOf(contract.acceptOwnPlan, late)).toBe('common.stale_version');
  });
});
