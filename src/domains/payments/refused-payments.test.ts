/** What taking money and giving it back refuse, over HTTP, each for its own reason. */
import { describe, expect, test } from 'vitest';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { type MadeApplication, makeApplication, reissueNote } from '#domains/applications/factory.ts';
import {
  closeApplication,
  reopenApplication,
} from '#domains/applications/pipeline/actions/close-application.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import * as closings from '#domains/ledger/closings/contract.ts';
import { execute, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import type { EndpointInput } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';
import { openOrder } from './gateway/contract.ts';
import { PAYMENT_STATES, type PaymentState } from './payment.rules.ts';
import * as proposals from './proposals/contract.ts';
import * as refunds from './refunds/contract.ts';

const app = await testApp();
const [asker, decider, payer] = [
  await app.staff('admin'),
  await app.staff('admin'),
  await app.staff('admin'),
];
const cashier = await app.staff('cashier');
const [TOMORROW, TODAY, YESTERDAY, LONG_AGO] = ['2026-11-16', '2026-11-15', '2026-11-14', '2026-11-02'];

/** The cashier counts what the books expect and closes the day: only a day with counter money can be closed. */
const closeDay = async (as: Person, day: string) => {
  const entries = [
    { account: ACCOUNTS.cash, amountMinor: 100 },
    { account: ACCOUNTS.cashVariance, amountMinor: -100 },
  ];
  const money = { kind: 'CASH_VARIANCE' as const, sourceId: crypto.randomUUID(), businessDate: day, entries };
  await transaction(app.db, (tx) => postJournal(tx, { ...app.system(), userId: as.userId }, money));
  const { expectedMinor } = await app.call(closings.expectedCash, { as, query: { day } });
  const counted = { by: 'total' as const, totalMinor: expectedMinor };
  await app.call(closings.closeCash, { as, body: { day, counted, expectedMinor } });
};

type Tender = NonNullable<EndpointInput<typeof contract.payDemandNote>['body']>['tender'];

const owedFor = async ({ id }: MadeApplication) =>
  (
    await one<{ balance: number }>(
      app.owner.db,
      sql`select total_minor - settled_minor as balance from applications.demand_notes
        where application_id = ${id} and cancelled_at is null`,
    )
  ).balance;
const pay = async (made: MadeApplication, tender: Tender, as: Person = cashier, more: object = {}) => {
  const body = { applicationId: made.id, amountMinor: await owedFor(made), tender, ...more };
  return app.codeOf(contract.payDemandNote, { as, body });
};
const noted = (consumerId?: string | null) =>
  makeApplication(app, { upTo: 'READY_TO_PAY', ...(consumerId ? { consumerId } : {}) });

/** The same, with a demand note that was issued on that day. */
async function notedOn(day: string): Promise<MadeApplication> {
  const now = app.clock.now();
  app.clock.set(`${day}T04:00:00Z`);
  const made = await noted();
  app.clock.set(now.toISOString());
  return made;
}

describe('a demand note is not paid', () => {
  test('tomorrow, before it was issued, without the reason of a day that is over, nor long ago', async () => {
    const [made, older] = [await noted(), await notedOn(LONG_AGO)];
    const on = (paidOn: string, more: object = {}) => pay(older, { method: 'CASH', paidOn }, cashier, more);
    const dateReason = 'the network was down';
    const yesterday = { method: 'CASH' as const, paidOn: YESTERDAY };
    expect(await pay(made, yesterday, cashier, { dateReason })).toBe('payments.paid_too_early');
    expect(await on(TOMORROW, { dateReason })).toBe('payments.paid_in_future');
    expect(await on(YESTERDAY)).toBe('payments.date_reason');
    expect(await on(LONG_AGO, { dateReason })).toBe('payments.second_person_date');
    expect(await on(YESTERDAY, { dateReason })).toBeUndefined();
  });

  test('on a day that the cashier has closed', async () => {
    const [made, other] = [await noted(), await app.staff('cashier')];
    await closeDay(other, TODAY);
    expect(await pay(made, { method: 'CASH' }, other)).toBe('ledger.day_closed');
    expect(await pay(made, { method: 'CASH' })).toBeUndefined();
  });

  test('with a slip that another payment has', async () => {
    const [first, second] = [await noted(), await noted()];
    const slip = (receiptNumber: string): Tender => ({ method: 'POS', receiptNumber });
    expect(await pay(first, slip('T-1'))).toBeUndefined();
    expect(await pay(second, slip('T-1'))).toBe('payments.slip_taken');
    expect(await pay(second, slip('T-2'))).toBeUndefined();
  });

  test('twice at the bank', async () => {
    const owner = await app.consumer();
    const made = await noted(owner.consumerId);
    expect(await pay(made, { method: 'GATEWAY' }, owner)).toBeUndefined();
    const { id: paymentId } = await one<{ id: string }>(
      app.owner.db,
      sql`select id from payments.payments where application_id = ${made.id}`,
    );
    await app.call(openOrder, { as: owner, body: { paymentId } });
    expect(await pay(made, { method: 'GATEWAY' }, owner)).toBe('payments.other_running');
  });

  test('if it was cancelled while the payment came, and another one is in force', async () => {
    const made = await noted();
    const staff = { ...app.system(), kind: 'system' as const };
    const code = await duringChange(
      app,
      (tx) => reissueNote(tx, staff, made.id),
      () => pay(made, { method: 'CASH' }),
    );
    expect(code).toBe('applications.note_cancelled');
    expect(await pay(made, { method: 'CASH' })).toBeUndefined();
  });
});

test('the bank takes no order: the payment waits, and the next try opens it', async () => {
  const as = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const { id: paymentId } = await app.call(contract.makePayment, {
    as,
    body: { connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' } },
  });
  const open = () => app.codeOf(openOrder, { as, body: { paymentId } });
  await execute(app.owner.db, sql`revoke insert on payments.sandbox_orders from jolkol_app`);
  expect(await open()).toBe('payments.gateway_away');
  await execute(app.owner.db, sql`grant insert on payments.sandbox_orders to jolkol_app`);
  expect(await open()).toBeUndefined();
});

/** A refund case in a state, of a demand note that was paid in full. */
async function refundIn(state: 'REQUESTED' | 'APPROVED' | 'REFUSED') {
  const made = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
  const body = { applicationId: made.id, version: made.version, remark: 'moved' };
  await app.call(withdrawAfterPayment, { as: asker, body });
  const { id: refundId } = await one<{ id: string }>(
    app.db,
    sql`select id from payments.refunds where application_id = ${made.id}`,
  );
  if (state !== 'REQUESTED') {
    const accept = state === 'APPROVED';
    const word = { refundId, accept, ...(accept ? {} : { remark: 'no' }) };
    await app.call(refunds.decideRefund, { as: decider, body: word });
  }
  return { refundId, applicationId: made.id };
}

const STEPS = {
  open: [
    'REFUSED',
    (refundId: string) =>
      app.codeOf(refunds.openRefund, {
        ...{ as: asker, body: { of: { kind: 'REFUSED', refundId }, reason: 'again' } },
      }),
  ],
  decide: [
    'REQUESTED',
    (refundId: string) => app.codeOf(refunds.decideRefund, { as: decider, body: { refundId, accept: true } }),
  ],
  pay: [
    'APPROVED',
    (refundId: string) =>
      app.codeOf(refunds.payRefund, { as: payer, body: { refundId, tender: { method: 'CASH' } } }),
  ],
} as const;

const ofApplication =
  (change: Sql) =>
  (id: string): Sql =>
    sql`update applications.applications set ${change} where id = ${id}`;
const ofNote =
  (change: Sql) =>
  (id: string): Sql =>
    sql`update applications.demand_notes set ${change} where application_id = ${id}`;
/** What the application's transition table asks before a refund moves. */
const FAULTS = {
  'applications.archived': [ofApplication(sql`archived_at = now()`), ofApplication(sql`archived_at = null`)],
  'applications.on_hold': [
    ofApplication(sql`overlay = 'HOLD', overlay_reason = 'x'`),
    ofApplication(sql`overlay = null, overlay_reason = null`),
  ],
  'applications.wrong_state': [
    ofApplication(sql`state = 'EXPIRED'`),
    ofApplication(sql`state = 'WITHDRAWN'`),
  ],
  'applications.no_refund': [
    ofNote(sql`settled_minor = 0, refundable_minor = 0, refund_state = null`),
    ofNote(sql`settled_minor = total_minor, refundable_minor = total_minor, refund_state = 'REQUESTED'`),
  ],
} as const;

const pairs = Object.entries(STEPS).flatMap(([name, [state, send]]) =>
  Object.entries(FAULTS).map(
    ([code, [wrong, right]]) => [name, code, { state, send, wrong, right }] as const,
  ),
);

test.each(pairs)('a refund: %s is refused with %s, and done without it', async (_name, code, step) => {
  const { refundId, applicationId } = await refundIn(step.state);
  await execute(app.owner.db, step.wrong(applicationId));
  const refused = await step.send(refundId);
  await execute(app.owner.db, step.right(applicationId));
  expect([refused, await step.send(refundId)]).toEqual([code, undefined]);
});

test('a refund is not paid out tomorrow, not long ago, nor on a day that the cashier has closed', async () => {
  const { refundId } = await refundIn('APPROVED');
  const payOut = (paidOn: string, as: Person = payer) =>
    app.codeOf(refunds.payRefund, { as, body: { refundId, tender: { method: 'CASH', paidOn } } });
  const other = await app.staff('cashier');
  await closeDay(other, TODAY);
  expect(await payOut(TOMORROW)).toBe('payments.paid_in_future');
  expect(await payOut(LONG_AGO)).toBe('payments.second_person_date');
  expect(await payOut(TODAY, other)).toBe('ledger.day_closed');
  expect(await payOut(TODAY)).toBeUndefined();
});

/** Counter money of a day long ago, for a demand note, that waits for the second person. */
async function asked(tender: { method: 'CASH' } | { method: 'POS'; receiptNumber: string }) {
  const made = await notedOn(LONG_AGO);
  const clerk = await app.staff('cashier');
  const ask = async (moreMinor = 0) => {
    const { id } = await app.call(proposals.proposeBackdated, {
      as: clerk,
      body: {
        target: { kind: 'DEMAND_NOTE', applicationId: made.id },
        amountMinor: (await owedFor(made)) + moreMinor,
        tender: { ...tender, paidOn: LONG_AGO },
        reason: 'found in the receipt book',
      },
    });
    return id;
  };
  return { made, clerk, ask };
}
const decideProposal = (id: string, accept = true) =>
  app.codeOf(proposals.decideProposal, {
    ...{ as: decider, params: { id }, body: { accept, ...(accept ? {} : { remark: 'no' }) } },
  });

const SLIP = { method: 'POS' as const, receiptNumber: 'T-9' };

describe('counter money of a day long ago is not taken, though two people agree', () => {
  test('if another payment has its slip now', async () => {
    const [{ ask }, other] = [await asked(SLIP), await asked(SLIP)];
    const [id, otherId] = [await ask(), await other.ask()];
    expect([await decideProposal(otherId), await decideProposal(id)]).toEqual([
      undefined,
      'payments.slip_taken',
    ]);
  });

  test('if another demand note, of a later day, is in force now', async () => {
    const { made, ask } = await asked({ method: 'CASH' });
    const id = await ask();
    const step = { applicationId: made.id, remark: 'as asked' };
    await transaction(app.db, (tx) => closeApplication(tx, app.system(), 'withdraw', step));
    expect(await decideProposal(id)).toBe('applications.note_cancelled');
    await transaction(app.db, (tx) => reopenApplication(tx, app.system(), step));
    expect(await decideProposal(id)).toBe('payments.paid_too_early');
  });

  test.each([
    ['applications.amount_above_balance', 1],
    ['applications.partial_payment', -1],
  ])('if it is not what is owed: %s', async (code, moreMinor) => {
    const { ask } = await asked({ method: 'CASH' });
    const id = await ask(moreMinor);
    expect(await decideProposal(id)).toBe(code);
    expect(await decideProposal(id, false)).toBeUndefined();
    expect(await decideProposal(await ask())).toBeUndefined();
  });

  test.each([
    ['applications.archived', FAULTS['applications.archived']],
    ['applications.on_hold', FAULTS['applications.on_hold']],
    [
      'applications.note_expired',
      // Before the day of the money.
      [ofApplication(sql`expires_on = '2026-01-01'`), ofApplication(sql`expires_on = ${TOMORROW}`)],
    ],
    [
      'applications.wrong_state',
      [ofApplication(sql`state = 'EXPIRED'`), ofApplication(sql`state = 'READY_TO_PAY'`)],
    ],
  ] as const)('if its application does not take it: %s', async (code, [wrong, right]) => {
    const { made, ask } = await asked({ method: 'CASH' });
    const id = await ask();
    await execute(app.owner.db, wrong(made.id));
    expect(await decideProposal(id)).toBe(code);
    await execute(app.owner.db, right(made.id));
    expect(await decideProposal(id)).toBeUndefined();
  });

  test('if nobody asked for it', async () => {
    expect(await decideProposal('0190ffff-ffff-7fff-8fff-ffffffffffff')).toBe('common.not_found');
  });

  // Last: a day that somebody has closed takes no late money of anybody.
  test('if the cashier who took it has closed the day', async () => {
    const { clerk, ask } = await asked({ method: 'CASH' });
    const id = await ask();
    await closeDay(clerk, LONG_AGO);
    expect(await decideProposal(id)).toBe('ledger.day_closed');
  });
});

/** A payment as it is in a state, without what led to it. */
async function standing(state: PaymentState, source: 'INVOICE' | 'APPLICATION_SURVEY'): Promise<string> {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const made = source === 'INVOICE' ? undefined : await noted();
  const note = sql`select id from applications.demand_notes where application_id = ${made?.id ?? null}::uuid`;
  const paidOn = ['APPROVED', 'REVERSED'].includes(state) ? '2026-11-15' : null;
  const { id } = await one<{ id: string }>(
    app.owner.db,
    sql`insert into payments.payments
        (source, method, state, amount_minor, connection_id, application_id, demand_note_id, paid_on, created_at)
      values (${source}, 'GATEWAY', ${state}, 100, ${made ? null : connectionId}::uuid, ${made?.id ?? null}::uuid,
        (${note}), ${paidOn}::date, now()) returning id`,
  );
  return id;
}
const reverse = (paymentId: string) =>
  app.codeOf(contract.reversePayment, { as: asker, body: { paymentId, reason: 'typed twice' } });

test.each(PAYMENT_STATES.filter((state) => state !== 'APPROVED'))(
  'a payment in %s is not reversed',
  async (state) => {
    expect(await reverse(await standing(state, 'INVOICE'))).toBe('payments.not_reversible');
  },
);

test('what a bank took of a demand note is not reversed: it is refunded', async () => {
  expect(await reverse(await standing('APPROVED', 'APPLICATION_SURVEY'))).toBe('payments.not_reversible');
});

/** A payment above what one person reverses alone, and the reversal that waits for the second person. */
async function reversalAsked() {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const clerk = await app.staff('cashier');
  const { id: paymentId } = await app.call(contract.makePayment, {
    as: clerk,
    body: { connectionId, amountMinor: 600_000, tender: { method: 'CASH' }, unusual: true },
  });
  const body = { paymentId, reason: 'twice' };
  const { reversal } = await app.call(contract.reversePayment, { as: asker, body });
  const reversalId = String(reversal?.id);
  const decide = (as: Person, accept = true) =>
    app.codeOf(contract.decideReversal, { as, body: { reversalId, accept, remark: 'no' } });
  return { connectionId, clerk, decide };
}

test.each([true, false])('a reversal is decided once (accepted: %s)', async (accept) => {
  const { decide } = await reversalAsked();
  const codes = [await decide(asker, accept), await decide(decider, accept), await decide(decider, accept)];
  expect(codes).toEqual(['payments.second_person', undefined, 'payments.not_reversible']);
});

test('a reversal waits while the day of the cashier is closed, and while the advance is being paid back', async () => {
  const { connectionId, clerk, decide } = await reversalAsked();
  const of = { kind: 'ADVANCE' as const, connectionId, amountMinor: 1_00 };
  const refund = await app.call(refunds.openRefund, { as: asker, body: { of, reason: 'moves away' } });
  expect(await decide(decider)).toBe('billing.advance_gone');
  const word = { refundId: refund.id, accept: false, remark: 'stays' };
  await app.call(refunds.decideRefund, { as: decider, body: word });
  await closeDay(clerk, TODAY);
  expect(await decide(decider)).toBe('ledger.day_closed');
});

// Last: the books of this month stay closed.
test('in a month whose books are closed nothing is paid, reversed or paid out', async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const { id: paymentId } = await app.call(contract.makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: 11_500, tender: { method: 'CASH' } },
  });
  const { refundId } = await refundIn('APPROVED');
  const [made, waiting] = [await noted(), await reversalAsked()];
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), '2026-11-01'));
  const codes = [
    await app.codeOf(contract.reversePayment, { as: asker, body: { paymentId, reason: 'twice' } }),
    await waiting.decide(decider),
    await STEPS.pay[1](refundId),
    await pay(made, { method: 'CASH' }),
  ];
  expect(codes).toEqual(codes.map(() => 'ledger.period_closed'));
});
