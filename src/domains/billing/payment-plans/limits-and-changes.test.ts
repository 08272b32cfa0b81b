/** What a plan may be, who decides, and what becomes of it when its bills change. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as corrections from '#domains/billing/corrections/contract.ts';
import * as disputes from '#domains/billing/disputes/contract.ts';
import { billingIds } from '#domains/billing/invoices/contract.ts';
import { search } from '#domains/dashboard/search/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import * as payables from '#domains/payments/payables/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import * as contract from './contract.ts';
import { BILL, planningOffice, START } from './factory.ts';

const office = await planningOffice();
const { app, officer, second, cashier, household, neighbour, goTo, rule, debtor, terms, propose } = office;
const { get, at, accept, active, pay, until, kept, log, messages, states, bill } = office;
const admin = await app.staff('admin');
const USUAL = { firstPercent: 20, brokenAYear: 12, aloneUpToMinor: 1_000_00 };
const proposed = async (connectionId: string, more: Record<string, unknown> = {}) =>
  app.codeOf(contract.proposePlan, { as: officer, body: await terms(connectionId, more) });

beforeAll(() => rule(USUAL));
afterEach(async () => {
  await rule(USUAL);
  await goTo(START);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

describe('the terms', () => {
  test('are refused at their field: too many parts, too little at first, parts that are too small', async () => {
    const { connectionId } = await debtor();
    expect(await proposed(connectionId, { instalments: 13 })).toBe('payment_plans.too_many');
    expect(await proposed(connectionId, { firstMinor: 68_00 })).toBe('payment_plans.first_too_small');
    expect(await proposed(connectionId, { firstMinor: 345_00 })).toBe('payment_plans.parts_too_small');
    await rule({ ...USUAL, leastInstalmentMinor: 50_00 });
    expect(await proposed(connectionId, { instalments: 5 })).toBe('payment_plans.parts_too_small');
    await rule(USUAL);
    // A fifth of 345 is 69.
    expect(await proposed(connectionId, { firstMinor: 69_00, instalments: 12 })).toBeUndefined();
  });

  test('name late bills only, none that older ones are left out for, and the sum that is open', async () => {
    const { connectionId, invoices } = await debtor();
    const [first, secondBill, third, notLate] = invoices.map(({ id }) => id);
    const chosen = (billIds: unknown[], sumMinor: number) => proposed(connectionId, { billIds, sumMinor });
    expect(await chosen([first, secondBill, third, notLate], 4 * BILL)).toBe('payment_plans.bill_unfit');
    expect(await chosen([secondBill, third], 2 * BILL)).toBe('payment_plans.older_left_out');
    expect(await chosen([first, secondBill], 3 * BILL)).toBe('payment_plans.sum_moved');
    expect(await chosen([first, secondBill], 2 * BILL)).toBeUndefined();
    const { connectionId: other } = await debtor(1);
    expect(await proposed(other, { billIds: [third], sumMinor: 1_00 })).toBe('payment_plans.nothing_late');
  });

  test('are compared when they are posted: a payment in between refuses them', async () => {
    const { connectionId } = await debtor();
    const body = await terms(connectionId);
    await pay(connectionId, 1_00);
    expect(await app.codeOf(contract.proposePlan, { as: officer, body })).toBe('payment_plans.sum_moved');
    expect(await app.codeOf(contract.previewPlan, { as: officer, body })).toBe('payment_plans.sum_moved');
  });

  test('are one plan at a time, also if two people propose at once; none if the rules say so', async () => {
    const { connectionId } = await debtor();
    const codes = await Promise.all([proposed(connectionId), proposed(connectionId)]);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    await rule({ ...USUAL, on: false });
    const { connectionId: other } = await debtor();
    expect(await proposed(other)).toBe('payment_plans.off');
    const ask = { as: household, body: { connectionId: other, words: 'Please' } };
    expect(await app.codeOf(contract.requestPlan, ask)).toBe('payment_plans.off');
    await rule(USUAL);
  });
});

describe('above the limit', () => {
  test('a second person agrees, and never the first one; nothing is held before', async () => {
    await rule({ ...USUAL, aloneUpToMinor: 344_99 });
    const { connectionId } = await debtor();
    const { id, state } = await propose(connectionId);
    await rule(USUAL);
    expect([state, await kept(id), await messages(id)]).toEqual([
      'WAITING',
      { state: 'WAITING', because: null, held: 0 },
      [],
    ]);
    const { params, version } = await at(id);
    const decide = (as = officer, accepted = true, reason: string | null = null) => ({
      as,
      params,
      body: { version, accept: accepted, reason },
    });
    expect((await get(id, officer)).can).toMatchObject({ decide: false, isProposer: true });
    expect(await app.codeOf(contract.decidePlan, decide())).toBe('payment_plans.second_person');
    expect(await app.codeOf(contract.decidePlan, decide(second, false))).toBe('payment_plans.reason_missing');
    // What is open is compared again.
    await pay(connectionId, 1_00);
    expect(await app.codeOf(contract.decidePlan, decide(second))).toBe('payment_plans.sum_moved');
    const refused = await app.call(contract.decidePlan, decide(second, false, 'Paid in part'));
    expect(refused.state).toBe('REFUSED');
    expect(await log(id)).toEqual(['propose', 'refuse']);
  });

  test('its days count from the second person on, and the household reads nothing before', async () => {
    await rule({ ...USUAL, aloneUpToMinor: null });
    const { connectionId } = await debtor();
    const { id } = await propose(connectionId);
    await rule(USUAL);
    // The office made it without being asked: nobody else knows of it.
    const own = { as: household, params: { id } };
    expect(await app.codeOf(contract.getPlan, own)).toBe('common.not_found');
    expect(await app.codeOf(contract.declinePlan, { ...own, body: { version: 1 } })).toBe('common.not_found');
    await goTo('2026-12-08');
    const { params, version } = await at(id);
    await app.call(contract.decidePlan, { as: second, params, body: { version, accept: true } });
    expect(await get(id, household)).toMatchObject({ state: 'PROPOSED', acceptBy: '2026-12-15' });
    expect(await kept(id)).toMatchObject({ held: 3 });
  });

  test('a household that asked reads that it waits, and no terms: not on its page, in its list, in the search', async () => {
    await rule({ ...USUAL, aloneUpToMinor: null });
    const { connectionId } = await debtor();
    const asked = await app.call(contract.requestPlan, {
      as: household,
      body: { connectionId, words: 'Please' },
    });
    const { id, number } = await propose(connectionId, { request: { id: asked.id, version: 1 } });
    await rule(USUAL);
    const none = { state: 'WAITING', sumMinor: null, paidMinor: null, instalments: null };
    expect(await get(id, household)).toMatchObject({ ...none, parts: [], billIds: [], firstMinor: null });
    const { items } = await app.call(contract.listPlans, { as: household, query: { connectionId } });
    expect(items).toMatchObject([none]);
    const found = async (as = household) =>
      (await app.call(search, { as, query: { text: number } })).groups
        .filter(({ source }) => source === 'payment-plans')
        .flatMap(({ items: hits }) => hits.map((hit) => [hit.id, hit.amountMinor, hit.exact]));
    expect(await found()).toEqual([[id, null, true]]);
    expect(await found(officer)).toEqual([[id, 3 * BILL, true]]);
    expect(await found(neighbour)).toEqual([]);
  });

  test('so does a household whose plan was not accepted, or was ended by the office, within a year', async () => {
    const lapsed = await propose((await debtor()).connectionId);
    await until('2026-12-14');
    expect(await kept(lapsed.id)).toMatchObject({ state: 'EXPIRED' });
    await rule({ ...USUAL, brokenAYear: 1 });
    const again = await propose((await debtor()).connectionId);
    await rule(USUAL);
    expect([again.state, (await get(again.id)).secondPerson]).toEqual(['WAITING', 'BROKEN']);
  });

  test('so does a household that broke one within a year', async () => {
    const { id } = await active();
    await until('2026-12-18');
    expect(await kept(id)).toMatchObject({ state: 'BROKEN' });
    await rule({ ...USUAL, brokenAYear: 1 });
    const { connectionId } = await debtor();
    const again = await propose(connectionId);
    await rule(USUAL);
    expect([again.state, (await get(again.id)).secondPerson]).toEqual(['WAITING', 'BROKEN']);
  });
});

describe('a household', () => {
  test('asks, once, for its own connection with something late; the office answers with a plan', async () => {
    const { connectionId } = await debtor();
    const ask = (as = household) => ({
      as,
      body: { connectionId, words: 'My shop was closed', instalments: 3 },
    });
    expect(await app.codeOf(contract.requestPlan, ask(neighbour))).toBe('common.not_found');
    expect(
      await app.codeOf(contract.requestPlan, { as: household, body: { ...ask().body, instalments: 13 } }),
    ).toBe('payment_plans.too_many');
    const { id, state } = await app.call(contract.requestPlan, ask());
    expect(state).toBe('REQUESTED');
    expect(await app.codeOf(contract.requestPlan, ask())).toBe('payment_plans.already_open');
    expect(await proposed(connectionId)).toBe('payment_plans.already_open');
    const { version } = await get(id);
    const answered = await propose(connectionId, { request: { id, version } });
    expect([answered.id, answered.state]).toEqual([id, 'PROPOSED']);
    const { billIds, sumMinor } = await terms(connectionId);
    expect([billIds, sumMinor]).toEqual([[], 0]);
    expect(await log(id)).toEqual(['request', 'propose']);
    const { connectionId: even } = await debtor(1);
    const nothing = { as: household, body: { connectionId: even, words: 'Please' } };
    expect(await app.codeOf(contract.requestPlan, nothing)).toBe('payment_plans.nothing_late');
  });

  test('does not see or move the plan of another one', async () => {
    const { connectionId } = await debtor();
    const { id } = await propose(connectionId);
    const { params, version } = await at(id);
    const call = { as: neighbour, params, body: { version } };
    expect(await app.codeOf(contract.getPlan, { as: neighbour, params })).toBe('common.not_found');
    expect(await app.codeOf(contract.acceptOwnPlan, call)).toBe('common.not_found');
    expect(await app.codeOf(contract.declinePlan, call)).toBe('common.not_found');
    expect((await app.call(contract.listPlans, { as: neighbour, query: {} })).total).toBe(0);
    const options = { as: neighbour, query: { connectionId } };
    expect(await app.codeOf(contract.planOptions, options)).toBe('common.not_found');
  });

  test('declines it, and its bills are collected again; or signs the paper at the counter', async () => {
    const { connectionId } = await debtor();
    const { id } = await propose(connectionId);
    const { params, version } = await at(id);
    await app.call(contract.declinePlan, { as: household, params, body: { version } });
    expect(await kept(id)).toEqual({ state: 'DECLINED', because: null, held: 0 });
    const again = await propose(connectionId);
    const signed = await at(again.id);
    const body = { version: signed.version, signedBy: 'Her son' };
    await app.call(contract.noteAcceptance, { as: cashier, params: signed.params, body });
    expect(await get(again.id)).toMatchObject({ state: 'ACTIVE', acceptedAs: 'PAPER', signedBy: 'Her son' });
    expect(await app.codeOf(contract.noteAcceptance, { as: cashier, params: signed.params, body })).toBe(
      'common.stale_version',
    );
  });

  test('is told why the office refuses what it asked for, or ends its plan', async () => {
    const { connectionId } = await debtor();
    const asked = await app.call(contract.requestPlan, {
      as: household,
      body: { connectionId, words: 'Please' },
    });
    const end = async (id: string) => {
      const { params, version } = await at(id);
      return app.call(contract.cancelPlan, { as: officer, params, body: { version, reason: 'You moved' } });
    };
    expect((await end(asked.id)).state).toBe('REFUSED');
    expect(await messages(asked.id)).toEqual(['refused']);
    const { id } = await active();
    expect((await end(id)).state).toBe('CANCELLED');
    expect(await kept(id)).toMatchObject({ held: 0 });
    expect((await get(id, household)).endReason).toBe('You moved');
    expect(await log(id)).toEqual(['propose', 'accept', 'cancel']);
    const { params, version } = await at(id);
    const over = { as: officer, params, body: { version, reason: 'x' } };
    expect(await app.codeOf(contract.cancelPlan, over)).toBe('payment_plans.wrong_state');
  });
});

describe('a plan follows its bills', () => {
  const cancelBill = async (invoiceId: string | undefined) => {
    const { version } = await bill(String(invoiceId), officer);
    const body = { invoiceId: String(invoiceId), version, reason: 'wrong', freePayment: true };
    const { id } = await app.call(corrections.cancelInvoice, { as: officer, body });
    await app.call(corrections.decideCorrection, { as: second, body: { correctionId: id, accept: true } });
  };

  test('a bill that is cancelled is not owed any more: its sum is off the first instalments', async () => {
    const { id, invoices } = await active();
    await cancelBill(invoices[2]?.id);
    expect(await get(id)).toMatchObject({ state: 'ACTIVE', leftMinor: 2 * BILL });
    expect(await states(id)).toEqual(['PAID 100', 'PARTLY 15', 'DUE 0']);
    await cancelBill(invoices[1]?.id);
    await cancelBill(invoices[0]?.id);
    expect(await kept(id)).toEqual({ state: 'ENDED', because: 'BILLS_CANCELLED', held: 0 });
    expect(await messages(id)).toEqual(['proposed', 'active', 'ended']);
    expect(await log(id)).toEqual(['propose', 'accept', 'end']);
  });

  test('a payment that is taken back opens its instalment again; one from before the plan ends it', async () => {
    const made = await debtor();
    const before = await pay(made.connectionId, 15_00);
    const { id } = await propose(made.connectionId);
    await accept(id);
    const paid = await pay(made.connectionId, 100_00);
    expect(await states(id)).toEqual(['PAID 100', 'DUE 0', 'DUE 0']);
    const back = (paymentId: string) =>
      app.call(payments.reversePayment, { as: admin, body: { paymentId, reason: 'wrong house' } });
    await back(paid.id);
    expect(await states(id)).toEqual(['DUE 0', 'DUE 0', 'DUE 0']);
    expect(await kept(id)).toMatchObject({ state: 'ACTIVE', held: 3 });
    await back(before.id);
    expect(await kept(id)).toEqual({ state: 'ENDED', because: 'MORE_OPEN', held: 0 });
  });

  test('an older bill that is open again is paid first: each message that asks for money has it in the sum', async () => {
    const made = await debtor(5);
    const older = await pay(made.connectionId, BILL);
    const { id } = await propose(made.connectionId);
    await accept(id);
    const body = { paymentId: older.id, reason: 'wrong house' };
    await app.call(payments.reversePayment, { as: admin, body });
    await until('2026-12-13');
    const texts = await all<{ kind: string; text: string }>(
      app.owner.db,
      sql`select split_part(event, ':', 2) as kind, body as text from platform.outbox
        where event like 'billing.plan:%' and event like '%' || ${id} || '%' and channel = 'sms' order by id`,
    );
    const asking = texts.filter(({ kind }) => ['remind', 'missed'].includes(kind));
    expect(asking.map(({ kind }) => kind)).toEqual(['remind', 'missed']);
    for (const { text } of asking) {
      expect(text).toContain('Tk 215');
      expect(text).toContain('older bills: Tk 115');
    }
    // Who pays that sum has paid the instalment.
    await pay(made.connectionId, 215_00);
    expect((await states(id))[0]).toBe('PAID 100');
  });

  test('a new bill that is late breaks it if the rules ask for that, unless as much was paid ahead', async () => {
    await rule({ ...USUAL, currentBillsToo: true, graceDays: 2 });
    // The fourth bill is due on the first of January.
    const [poor, ahead] = [await active(), await active()];
    await rule(USUAL);
    await pay(poor.connectionId, 100_00);
    await pay(ahead.connectionId, 215_00);
    await until('2027-01-02');
    expect(await messages(poor.id)).toEqual([
      'proposed',
      'active',
      'bill-late:'.concat(String(poor.invoices[3]?.id)),
    ]);
    expect(await messages(ahead.id)).toEqual(['proposed', 'active']);
    await until('2027-01-04');
    expect(await kept(poor.id)).toEqual({ state: 'BROKEN', because: 'BILL_LATE', held: 0 });
    expect(await kept(ahead.id)).toMatchObject({ state: 'ACTIVE' });
  });
});

describe('a dispute', () => {
  const dispute = (invoiceId: string, more: Record<string, unknown> = {}) => ({
    as: cashier,
    body: {
      ...{
        invoiceId,
        reason: 'READING_WRONG' as const,
        words: 'The meter says less',
        channel: 'COUNTER' as const,
      },
      ...{ callerName: 'Her son', exceptionReason: 'He was abroad', ...more },
    },
  });

  test('is not opened about a bill of a plan, and its page does not offer it', async () => {
    const { invoices } = await active();
    const id = String(invoices[0]?.id);
    expect(await app.codeOf(disputes.disputeForHousehold, dispute(id))).toBe('disputes.bill_held');
    expect((await bill(id, admin)).can).toMatchObject({ dispute: false, plan: false, pay: true });
    expect(await bill(id)).toMatchObject({ isInPlan: true, overdue: false });
  });

  test('is not needed: bills of a plan are not late for the household, and not in what it owes at once', async () => {
    const { connectionId } = await active();
    const query = { connectionId };
    const { items, plan } = await app.call(payables.getPayable, { as: household, query });
    expect(items.map(({ overdue }) => overdue)).toEqual([false, false, false, false]);
    expect(plan).toMatchObject({ nextMinor: 100_00, leftMinor: 3 * BILL });
    const own = await app.call(billingIds, { as: household, query });
    expect(own.items[0]).toMatchObject({ dueMinor: BILL, openInvoices: 1 });
    const all = await app.call(billingIds, { as: officer, query });
    expect(all.items[0]).toMatchObject({ dueMinor: 4 * BILL, openInvoices: 4 });
  });

  test('keeps its bill out of a plan; given up, that older bill is asked for together with the instalment', async () => {
    const { connectionId, invoices } = await debtor();
    const open = await app.call(disputes.disputeForHousehold, dispute(String(invoices[0]?.id)));
    const { bills } = await office.options(connectionId);
    expect(bills.map(({ id }) => id)).toEqual(invoices.slice(1, 3).map(({ id }) => id));
    const { id } = await propose(connectionId);
    await accept(id);
    const asked = async () =>
      (await app.call(payables.getPayable, { as: household, query: { connectionId } })).plan?.askedMinor;
    expect(await asked()).toBe(100_00);
    const back = { as: cashier, params: { id: open.id }, body: { version: 1, reason: 'He called again' } };
    await app.call(disputes.withdrawDispute, back);
    expect(await asked()).toBe(100_00 + BILL);
    // Money pays the older bill, then the instalment.
    await pay(connectionId, 100_00 + BILL);
    expect(await states(id)).toEqual(['PAID 100', 'DUE 0', 'DUE 0']);
  });
});

describe('the database', () => {
  test('keeps what was agreed, and a plan and its holds together', async () => {
    const { id } = await active();
    const change = (set: ReturnType<typeof sql>) =>
      execute(app.db, sql`update billing.payment_plans set ${set} where id = ${id}`);
    await expect(change(sql`sum_minor = 1`)).rejects.toThrow('is a fact');
    await expect(change(sql`state = 'PROPOSED', accepted_at = null`)).rejects.toThrow();
    await expect(
      change(
        sql`state = 'CANCELLED', end_reason = 'x', ended_at = now(), ended_on = '2026-12-05', ended_by_name = 'x', end_left_minor = 0`,
      ),
    ).rejects.toThrow('do not fit');
    await expect(execute(app.db, sql`delete from billing.payment_plans where id = ${id}`)).rejects.toThrow();
  });
});
