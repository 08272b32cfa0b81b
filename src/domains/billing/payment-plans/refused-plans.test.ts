/** What the calls of payment plans refuse: terms that do not fit, and steps of a plan that has changed or whose state does not allow them. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import * as contract from './contract.ts';
import { BILL, planningOffice, START } from './factory.ts';

const office = await planningOffice();
const { app, officer, second, cashier, household, goTo, rule, debtor, terms, propose, get, accept } = office;
const USUAL = { firstPercent: 20, brokenAYear: 12, aloneUpToMinor: 1_000_00 };

beforeAll(() => rule(USUAL));
afterEach(() => goTo(START));

describe('a preview', () => {
  const plansOf = (connectionId: string) =>
    one(
      app.owner.db,
      sql`select count(*)::int as n from billing.payment_plans where connection_id = ${connectionId}`,
    );
  const preview = (body: Awaited<ReturnType<typeof terms>>) =>
    app.refused(contract.previewPlan, { as: officer, body });

  type Made = Awaited<ReturnType<typeof debtor>>;
  const allOf = ({ invoices }: Made) => invoices.map(({ id }) => id);
  test.each<
    [what: string, terms: (made: Made) => Record<string, unknown>, path: string, code: string, params: object]
  >([
    ['too many instalments', () => ({ instalments: 13 }), 'instalments', 'too_many', { most: 12 }],
    [
      'less than a fifth at first',
      () => ({ firstMinor: 68_00 }),
      ...(['firstMinor', 'first_too_small', { amount: 69_00 }] as const),
    ],
    [
      'instalments below the least one',
      () => ({ firstMinor: 340_00 }),
      ...(['instalments', 'parts_too_small', { amount: 10_00 }] as const),
    ],
    [
      'nothing left to pay in instalments',
      () => ({ firstMinor: 3 * BILL }),
      ...(['instalments', 'parts_too_small', { amount: 10_00 }] as const),
    ],
    [
      'a bill that is not late',
      (made) => ({ billIds: allOf(made), sumMinor: 4 * BILL }),
      ...(['billIds', 'bill_unfit', {}] as const),
    ],
    [
      'a late bill without the older one',
      (made) => ({ billIds: allOf(made).slice(1, 3), sumMinor: 2 * BILL }),
      ...(['billIds', 'older_left_out', { number: expect.stringMatching(/^\d+$/) }] as const),
    ],
  ])('of %s is refused at its field', async (_, more, path, code, params) => {
    const made = await debtor();
    const { status, fields } = await preview(await terms(made.connectionId, more(made)));
    expect([status, fields]).toEqual([
      422,
      [expect.objectContaining({ path, code: `payment_plans.${code}`, params })],
    ]);
    expect(await plansOf(made.connectionId)).toEqual({ n: 0 });
  });

  test('is refused if the rules allow no plans, nothing is late, or the connection is not there', async () => {
    const { connectionId } = await debtor();
    const body = await terms(connectionId);
    const unknown = await preview({ ...body, connectionId: randomUUID() });
    expect([unknown.status, unknown.code]).toEqual([404, 'common.not_found']);
    const { connectionId: even } = await debtor(1);
    expect((await preview({ ...body, connectionId: even })).code).toBe('payment_plans.nothing_late');
    await rule({ ...USUAL, on: false });
    expect((await preview(body)).code).toBe('payment_plans.off');
    await rule(USUAL);
    expect(await app.codeOf(contract.previewPlan, { as: officer, body })).toBeUndefined();
    expect(await plansOf(connectionId)).toEqual({ n: 0 });
  });
});

/** The plan's row, how many of its bills are held, and how many rows of the log and messages tell of it. */
const kept = (id: string) =>
  one(
    app.owner.db,
    sql`select to_jsonb(p) as plan, (select count(*)::int from billing.collection_holds h where h.cause_id = p.id and h.to_day is null) as held,
        (select count(*)::int from platform.audit a where a.object_id = p.id::text) as logged,
        (select count(*)::int from platform.outbox o where o.event like '%' || p.id || '%') as told
      from billing.payment_plans p where p.id = ${id}`,
  );

type Seen = { id: string; version: number; body: Awaited<ReturnType<typeof terms>> };

const PLANS = {
  REQUESTED: async () => {
    const { connectionId } = await debtor();
    const body = await terms(connectionId);
    const ask = { connectionId, words: 'Please' };
    const { id } = await app.call(contract.requestPlan, { as: household, body: ask });
    return { id, body };
  },
  WAITING: async () => {
    const { connectionId } = await debtor();
    const body = await terms(connectionId);
    await rule({ ...USUAL, aloneUpToMinor: null });
    const { id } = await propose(connectionId);
    await rule(USUAL);
    return { id, body };
  },
  PROPOSED: async () => {
    const { connectionId } = await debtor();
    const body = await terms(connectionId);
    const { id } = await propose(connectionId);
    return { id, body };
  },
  ACTIVE: async () => {
    const { id, body } = await PLANS.PROPOSED();
    await accept(id);
    return { id, body };
  },
};
const plan = async (state: keyof typeof PLANS): Promise<Seen> => {
  const { id, body } = await PLANS[state]();
  const now = await get(id);
  expect(now.state).toBe(state);
  return { id, body, version: now.version };
};

const STEPS = {
  'answers it': ({ id, version, body }: Seen) =>
    app.codeOf(contract.proposePlan, { as: officer, body: { ...body, request: { id, version } } }),
  'decides about it': ({ id, version }: Seen) =>
    app.codeOf(contract.decidePlan, { as: second, params: { id }, body: { version, accept: true } }),
  'accepts it': ({ id, version }: Seen) =>
    app.codeOf(contract.acceptOwnPlan, { as: household, params: { id }, body: { version } }),
  'notes its paper': ({ id, version }: Seen) =>
    app.codeOf(contract.noteAcceptance, {
      ...{ as: cashier, params: { id } },
      body: { version, signedBy: 'Her son' },
    }),
  'declines it': ({ id, version }: Seen) =>
    app.codeOf(contract.declinePlan, { as: household, params: { id }, body: { version } }),
  'cancels it': ({ id, version }: Seen) =>
    app.codeOf(contract.cancelPlan, { as: officer, params: { id }, body: { version, reason: 'You moved' } }),
};

describe('who saw another version of a plan', () => {
  test.each<[keyof typeof STEPS, keyof typeof PLANS]>([
    ['answers it', 'REQUESTED'],
    ['decides about it', 'WAITING'],
    ['accepts it', 'PROPOSED'],
    ['notes its paper', 'PROPOSED'],
    ['declines it', 'PROPOSED'],
    ['cancels it', 'PROPOSED'],
  ])('and %s (%s) is refused until they look again', async (step, state) => {
    const seen = await plan(state);
    const before = await kept(seen.id);
    for (const version of [seen.version - 1, seen.version + 1])
      expect(await STEPS[step]({ ...seen, version })).toBe('common.stale_version');
    expect(await kept(seen.id)).toEqual(before);
    expect(await STEPS[step](seen)).toBeUndefined();
    expect(await kept(seen.id)).not.toEqual(before);
  });
});

describe('a plan', () => {
  test.each<[keyof typeof PLANS, keyof typeof STEPS]>([
    ['PROPOSED', 'answers it'],
    ['PROPOSED', 'decides about it'],
    ['REQUESTED', 'accepts it'],
    ['ACTIVE', 'accepts it'],
    ['WAITING', 'notes its paper'],
    ['REQUESTED', 'notes its paper'],
    ['ACTIVE', 'declines it'],
  ])('that is %s does not change if somebody %s', async (state, step) => {
    const seen = await plan(state);
    const before = await kept(seen.id);
    expect(await STEPS[step](seen)).toBe('payment_plans.wrong_state');
    expect(await kept(seen.id)).toEqual(before);
  });

  test('of one connection does not answer the request of another one', async () => {
    const [asked, other] = [await plan('REQUESTED'), await debtor()];
    const before = await kept(asked.id);
    const body = await terms(other.connectionId);
    expect(await STEPS['answers it']({ ...asked, body })).toBe('payment_plans.wrong_state');
    expect(await kept(asked.id)).toEqual(before);
  });

  test('is not signed on paper after its last day to accept', async () => {
    const seen = await plan('PROPOSED');
    const before = await kept(seen.id);
    await goTo('2026-12-13');
    expect(await STEPS['notes its paper'](seen)).toBe('payment_plans.accept_over');
    expect(await kept(seen.id)).toEqual(before);
    await goTo('2026-12-12');
    expect(await STEPS['notes its paper'](seen)).toBeUndefined();
  });

  test.each(['REQUESTED', 'WAITING'] as const)('that is %s has no paper to sign', async (state) => {
    const { id } = await plan(state);
    const print = { as: officer, params: { id }, query: { language: 'en' as const } };
    expect(await app.codeOf(contract.planPdf, print)).toBe('payment_plans.wrong_state');
  });
});

describe('a plan that a household declines', () => {
  const { neighbour, until } = office;
  /** Why its next plan needs a second person, if a plan that came to nothing is enough. */
  const nextAfter = async (declineOn?: string) => {
    const { connectionId } = await debtor(4, neighbour);
    const { id } = await propose(connectionId);
    if (declineOn) await until(declineOn);
    const { params, version } = await office.at(id);
    await app.call(contract.declinePlan, { as: neighbour, params, body: { version } });
    await rule({ ...USUAL, brokenAYear: 1 });
    const again = await propose(connectionId);
    await rule(USUAL);
    return (await get(again.id)).secondPerson;
  };

  test('on the same day held nothing; later its bills were not collected meanwhile, so a second person looks at the next', async () => {
    expect(await nextAfter()).toBeNull();
    expect(await nextAfter(addDays(START, 2))).toBe('BROKEN');
  });
});
